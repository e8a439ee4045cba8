// The whole wiring on one screen: what exists, and who is given what.

import type { DestinationStream } from 'pino'
import { createAi, createIdempotency, createInFlight } from './ai/ai.ts'
import { brandNamed } from './brand.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp } from './http/http.ts'
import { type Analysis, aiRoutes } from './routes/ai.ts'
import { healthRoutes } from './routes/health.ts'
import { v1Routes } from './routes/v1.ts'
import type { Secret } from './secret.ts'
import { createRateLimiter, type Usage } from './usage/usage.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** Signs the tokens of this deployment. */
  readonly jwtSecret: Secret
  readonly version: string
  readonly webRoot: string
  /** The neutrality model at work. */
  readonly analyze: (text: string) => Analysis
  readonly nowMs?: () => number
  readonly logStream?: DestinationStream
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, jwtSecret, version, webRoot, analyze, nowMs = Date.now } = parts
  const brand = brandNamed(config.brand)
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel } = config
  const startedMs = nowMs()
  const limiter = createRateLimiter(nowMs)
  const usage: Usage = { charge: async () => Promise.reject(new Error('no meter yet')), giveBack: async () => {} }

  const { app, metrics } = await createHttp({
    brand,
    catalogue,
    publicUrl,
    limiter,
    trustedProxies,
    corsOrigins,
    logLevel,
    accounts: { identify: async () => undefined },
    usage,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })

  const ai = createAi({
    providers: config.providers,
    chat: config.chat,
    timeoutMs: config.aiTimeoutMs,
    score: analyze,
    nowMs,
    onScorerFailure: (err) => app.log.error({ err }, 'the scorer failed'),
  })
  app.addHook('onClose', () => ai.close())
  const idempotency = createIdempotency({
    sql: database.sql,
    secret: jwtSecret,
    nowMs,
    callTimeoutMs: config.aiTimeoutMs,
  })
  const calls = { ai, idempotency, inFlight: createInFlight(), usage, catalogue, brand }

  aiRoutes(app, { ...calls, analyze })
  v1Routes(app, { ...calls, nowMs })
  healthRoutes(app, { version, ping: database.ping, uptimeSeconds: () => Math.floor((nowMs() - startedMs) / 1000) })
  addMetricsRoute(app, metrics, config.metricsToken)
  addReferencePage(app, brand)
  await addWebApp(app, webRoot)
  return app
}
