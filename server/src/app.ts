// The whole wiring on one screen: what exists, and who is given what.

import type { DestinationStream } from 'pino'
import { createAccounts, type Hasher } from './accounts/accounts.ts'
import { type Cashier, createBilling, createCatchUp, createSandbox, createStripe } from './billing/billing.ts'
import { brandNamed } from './brand.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp } from './http/http.ts'
import { openMail } from './mail.ts'
import { accountRoutes } from './routes/account.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { authRoutes } from './routes/auth.ts'
import { billingRoutes } from './routes/billing.ts'
import { catalogueRoutes, type Features } from './routes/catalogue.ts'
import { healthRoutes } from './routes/health.ts'
import { newsletterRoutes } from './routes/newsletter.ts'
import { sandboxRoutes } from './routes/sandbox.ts'
import { usageRoutes } from './routes/usage.ts'
import type { Secret } from './secret.ts'
import { addTopup, createRateLimiter, createUsage } from './usage/usage.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** Signs the tokens of this deployment. */
  readonly jwtSecret: Secret
  readonly version: string
  readonly webRoot: string
  readonly nowMs?: () => number
  readonly logStream?: DestinationStream
  /** Tests hash at a lower cost. */
  readonly hasher?: Hasher
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, jwtSecret, version, webRoot, nowMs = Date.now } = parts
  const brand = brandNamed(config.brand)
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel } = config
  const startedMs = nowMs()
  const limiter = createRateLimiter(nowMs)
  const { smtpUrl, from } = config.mail
  const mail = smtpUrl && from ? openMail({ smtpUrl, from }) : undefined
  const report = (error: unknown, message: string) => app.log.error({ err: error }, message)
  const hasher = parts.hasher ? { hasher: parts.hasher } : {}
  const accounts = createAccounts({ database, nowMs, brand, publicUrl, jwtSecret, mail, report, ...hasher })
  const usage = createUsage({ sql: database.sql, nowMs, report })
  const { sql } = database
  const { changePlan } = accounts
  const stripe = stripeOf(config)
  const sandbox =
    stripe || config.production ? undefined : createSandbox({ sql, catalogue, publicUrl, secret: jwtSecret, nowMs })
  const billing = createBilling({ sql, cashier: stripe ?? sandbox, catalogue, publicUrl, nowMs, changePlan, addTopup })
  const missedEvents = createCatchUp({ catchUp: billing.catchUp, nowMs, report })

  const { app, metrics } = await createHttp({
    brand,
    catalogue,
    publicUrl,
    limiter,
    trustedProxies,
    corsOrigins,
    logLevel,
    accounts,
    usage,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })
  app.addHook('onListen', async () => missedEvents.start())
  app.addHook('onClose', async () => {
    missedEvents.stop()
    await Promise.all([accounts.close(), usage.close()])
  })

  authRoutes(app, { accounts, brand, publicUrl, nowMs })
  const billingHooks = { beforeErase: billing.close, alsoExport: billing.exportOf }
  accountRoutes(app, { accounts, usage, catalogue, brand, publicUrl, nowMs, ...billingHooks })
  apiKeyRoutes(app, { accounts, catalogue, nowMs })
  billingRoutes(app, { billing, accounts, nowMs })
  if (sandbox) sandboxRoutes(app, { sandbox, brand, publicUrl })
  usageRoutes(app, { accounts, usage, catalogue })
  newsletterRoutes(app, accounts)
  catalogueRoutes(app, { brand, catalogue, providers: Object.keys(config.providers), features: featuresOf(config) })
  healthRoutes(app, { version, ping: database.ping, uptimeSeconds: () => Math.floor((nowMs() - startedMs) / 1000) })
  addMetricsRoute(app, metrics, config.metricsToken)
  addReferencePage(app, brand)
  await addWebApp(app, webRoot)
  return app
}

function stripeOf({ stripe: { secretKey, webhookSecret, apiBase } }: Config): Cashier | undefined {
  return secretKey && webhookSecret ? createStripe({ secretKey, webhookSecret, apiBase }) : undefined
}

/** What a deployment has switched on, for pages that should not offer the rest. */
function featuresOf({ chat, stripe, mail, production }: Config): Features {
  const withoutStripe = production ? 'off' : 'sandbox'
  return {
    chat: chat.apiKey !== undefined,
    billing: stripe.secretKey ? 'stripe' : withoutStripe,
    mail: mail.smtpUrl !== undefined,
  }
}
