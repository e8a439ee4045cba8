// npm run stripe:setup: makes products, prices, portal and webhook in the Stripe account of STRIPE_SECRET_KEY.
import { readFileSync } from 'node:fs'
import { setUpStripe } from '../server/src/billing/billing.ts'
import { brandNamed } from '../server/src/brand.ts'
import { configFrom } from '../server/src/config.ts'

// The webhook's secret is what this script is about to create, and no database is needed.
const env = { ...process.env, STRIPE_WEBHOOK_SECRET: process.env.STRIPE_WEBHOOK_SECRET || 'none yet', DATABASE_URL: '' }
const config = configFrom(env, (path) => readFileSync(path, 'utf8'))
const { secretKey, apiBase } = config.stripe
if (!secretKey) {
  console.error('Set STRIPE_SECRET_KEY to a secret key of your Stripe account (sk_test_… to try, sk_live_… for real).')
  process.exit(2)
}
await setUpStripe({
  secretKey,
  apiBase,
  catalogue: config.catalogue,
  publicUrl: process.env.PUBLIC_URL ? config.publicUrl : undefined,
  brandName: brandNamed(config.brand).name,
  log: (line) => console.log(line),
})
