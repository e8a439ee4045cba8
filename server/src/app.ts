// The whole wiring on one screen: what exists, and who is given what.

import type { DestinationStream } from 'pino'
import { brandNamed } from './brand.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp } from './http/http.ts'
import { healthRoutes } from './routes/health.ts'
import type { Secret } from './secret.ts'
import { createRateLimiter } from './usage/usage.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** Signs the tokens of this deployment. */
  readonly jwtSecret: Secret
  readonly version: string
  readonly webRoot: string
  readonly nowMs?: () => number
  readonly logStream?: DestinationStream
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, version, webRoot, nowMs = Date.now } = parts
  const brand = brandNamed(config.brand)
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel } = config
  const startedMs = nowMs()
  const limiter = createRateLimiter(nowMs)

  const { app, metrics } = await createHttp({
    brand,
    catalogue,
    publicUrl,
    limiter,
    trustedProxies,
    corsOrigins,
    logLevel,
    accounts: { identify: async () => undefined },
    usage: { charge: async () => Promise.reject(new Error('no meter yet')), giveBack: async () => {} },
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })

  healthRoutes(app, { version, ping: database.ping, uptimeSeconds: () => Math.floor((nowMs() - startedMs) / 1000) })
  addMetricsRoute(app, metrics, config.metricsToken)
  addReferencePage(app, brand)
  await addWebApp(app, webRoot)
  return app
}
