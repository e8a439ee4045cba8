// Sets up Stripe from our catalogue.
import { setUpStripe } from '../billing/billing.ts'
import { brandNamed } from '../ground/brand.ts'
import type { LoneCommand } from './command.ts'

export const STRIPE_SETUP: LoneCommand = {
  name: 'stripe-setup',
  async runAlone({ config }) {
    const { secretKey, apiBase } = config.stripe
    if (!secretKey) throw new Error('Set STRIPE_SECRET_KEY to a secret key of your Stripe account (sk_test_… to try).')
    const lines: string[] = []
    await setUpStripe({
      secretKey,
      apiBase,
      catalogue: config.catalogue,
      publicUrl: config.publicUrl,
      brandName: brandNamed(config.brand).name,
      log: (line) => lines.push(line),
    })
    return { text: lines.join('\n'), value: { status: 'done', lines } }
  },
}
