// The whole wiring on one screen: what exists, and who is given what.

import { randomBytes } from 'node:crypto'
import type { DestinationStream } from 'pino'
import { createAccounts, type Hasher } from './accounts/accounts.ts'
import { createAi, createIdempotency, createInFlight } from './ai/ai.ts'
import { brandNamed } from './brand.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { openPool } from './engine/engine.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp } from './http/http.ts'
import { openMail } from './mail.ts'
import { type Analysis, analyze as analyzeText, loadModel } from './neutrality/neutrality.ts'
import { accountRoutes } from './routes/account.ts'
import { aiRoutes } from './routes/ai.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { authRoutes } from './routes/auth.ts'
import { catalogueRoutes, type Features } from './routes/catalogue.ts'
import { computeRoutes } from './routes/compute.ts'
import { healthRoutes } from './routes/health.ts'
import { newsletterRoutes } from './routes/newsletter.ts'
import { usageRoutes } from './routes/usage.ts'
import { v1Routes } from './routes/v1.ts'
import type { Secret } from './secret.ts'
import { createRateLimiter, createUsage } from './usage/usage.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** Signs the tokens of this deployment. */
  readonly jwtSecret: Secret
  readonly version: string
  readonly webRoot: string
  /** The neutrality model, as it lies on the disk. */
  readonly weights: Uint8Array
  readonly nowMs?: () => number
  readonly logStream?: DestinationStream
  /** Instead of the model: tests choose their scores. */
  readonly analyze?: (text: string) => Analysis
  /** Tests hash at a lower cost. */
  readonly hasher?: Hasher
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, jwtSecret, version, webRoot, nowMs = Date.now } = parts
  const analyze = parts.analyze ?? analyzerOf(parts.weights)
  const brand = brandNamed(config.brand)
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel, providers, chat, aiTimeoutMs } = config
  const startedMs = nowMs()
  const limiter = createRateLimiter(nowMs)
  const { smtpUrl, from } = config.mail
  const mail = smtpUrl && from ? openMail({ smtpUrl, from }) : undefined
  const report = (error: unknown, message: string) => app.log.error({ err: error }, message)
  const hasher = parts.hasher ? { hasher: parts.hasher } : {}
  const accounts = createAccounts({ database, nowMs, brand, publicUrl, jwtSecret, mail, report, ...hasher })
  const pool = openPool({ timeoutMs: config.engineTimeoutMs })
  const usage = createUsage({ sql: database.sql, nowMs, report })
  const ai = createAi({ providers, chat, timeoutMs: aiTimeoutMs, score: analyze, nowMs, report })
  const idempotency = createIdempotency({ sql: database.sql, secret: jwtSecret, nowMs, callTimeoutMs: aiTimeoutMs })
  const calls = { ai, idempotency, inFlight: createInFlight(), usage, catalogue, brand }

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
  app.addHook('onClose', async () => {
    await Promise.all([accounts.close(), usage.close(), pool.close(), ai.close()])
  })

  computeRoutes(app, { pool, catalogue, randomSeed: () => randomBytes(16).toString('hex') })
  aiRoutes(app, { ...calls, analyze })
  v1Routes(app, { ...calls, nowMs })
  authRoutes(app, { accounts, brand, publicUrl, nowMs })
  accountRoutes(app, { accounts, usage, catalogue, brand, publicUrl, nowMs })
  apiKeyRoutes(app, { accounts, catalogue, nowMs })
  usageRoutes(app, { accounts, usage, catalogue })
  newsletterRoutes(app, accounts)
  catalogueRoutes(app, { brand, catalogue, providers: Object.keys(config.providers), features: featuresOf(config) })
  healthRoutes(app, { version, ping: database.ping, uptimeSeconds: () => Math.floor((nowMs() - startedMs) / 1000) })
  addMetricsRoute(app, metrics, config.metricsToken)
  addReferencePage(app, brand)
  await addWebApp(app, webRoot)
  return app
}

function analyzerOf(weights: Uint8Array): (text: string) => Analysis {
  const model = loadModel(weights)
  return (text) => analyzeText(model, text)
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
