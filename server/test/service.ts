// The whole app with a fresh database, for tests over HTTP. Everything is real except the outside world.
import { Writable } from 'node:stream'
import { analyze as analyzeText } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { argon2Hasher } from '../src/accounts/accounts.ts'
import { type AppParts, createApp } from '../src/app.ts'
import { configFrom } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { Secret } from '../src/ground/secret.ts'
import type { App } from '../src/http/http.ts'
import type { Analyze } from '../src/threads/scorer/scorer.ts'
import { freshDatabase } from './database.ts'
import { watchAnswers } from './documented.ts'

export interface Service {
  readonly app: App
  readonly sql: Awaited<ReturnType<typeof openDatabase>>['sql']
  readonly databaseUrl: string
  readonly log: () => string
  close(): Promise<void>
}

export interface ServiceOptions {
  /** Settings as a deployment would give them. */
  readonly env?: Record<string, string>
  readonly nowMs?: () => number
  readonly webRoot?: string
  /** An empty database on the test's own server, instead of a copy of the template. */
  readonly databaseUrl?: string
  /** The same database without a pooler, if `databaseUrl` leads to one that shares sessions. */
  readonly listenUrl?: string
  /** Starts a further node on the database of this one. */
  readonly beside?: Service
  /** Adds the test's own routes. */
  readonly extend?: (app: App) => void
  /** Replaces the shipped neutrality model. */
  readonly analyze?: Analyze
  readonly offerAdministration?: AppParts['offerAdministration']
  readonly shareMetrics?: AppParts['shareMetrics']
  /** The secrets of the deployment, the newest first. */
  readonly secrets?: readonly [string, ...string[]]
  /** The content of a PLANS_FILE. */
  readonly plansFile?: object
}

/** As weak as argon2 allows, because tests register many people. */
const QUICK_HASHER = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
/** Longer than the default of two seconds: on a busy machine threads start later than that. Tests of the deadline set their own. */
const PATIENT = { ENGINE_TIMEOUT_MS: '60000' }
export const TEST_SECRET = 'a secret that only tests use, 32+ characters'

export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { env = {}, nowMs, webRoot = 'no-web-app', analyze = shippedAnalyze(), extend } = options
  const [jwtSecret, ...previousSecrets] = options.secrets ?? [TEST_SECRET]
  const given = options.databaseUrl ?? options.beside?.databaseUrl
  const fresh = given ? { url: given, close: async () => {} } : await freshDatabase()
  const plans: Record<string, string> = options.plansFile ? { PLANS_FILE: 'plans.json' } : {}
  const settings = { ...PATIENT, DATABASE_URL: fresh.url, JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'info', ...plans, ...env }
  const config = configFrom(settings, () => JSON.stringify(options.plansFile ?? ''))
  const database = await openDatabase({ url: fresh.url, listenUrl: options.listenUrl, dataDir: '', log: () => {} })
  const lines: string[] = []
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await createApp({
    config,
    database,
    jwtSecret: new Secret(jwtSecret),
    previousSecrets: previousSecrets.map((text) => new Secret(text)),
    version: '0.0.0-test',
    webRoot,
    analyze,
    logStream,
    hasher: QUICK_HASHER,
    threadsStartLate: true,
    ...(nowMs ? { nowMs } : {}),
    ...(options.shareMetrics ? { shareMetrics: options.shareMetrics } : {}),
    ...(options.offerAdministration ? { offerAdministration: options.offerAdministration } : {}),
  })
  extend?.(app)
  // Documents are built on first use: few tests read any, and building all of them takes a quarter of a second.
  app.beforeListening.length = 0
  const surprises = watchAnswers(app)
  await app.ready()
  return {
    app,
    sql: database.sql,
    databaseUrl: fresh.url,
    log: () => lines.join(''),
    async close() {
      await app.close()
      await database.close()
      await fresh.close()
      if (surprises().length > 0) throw new Error(`not in openapi.json: ${surprises().join(', ')}`)
    },
  }
}

let shippedModel: ReturnType<typeof readModel> | undefined

function shippedAnalyze(): Analyze {
  shippedModel ??= readModel('default')
  const model = shippedModel
  return (text, { ignore, flag }) => analyzeText(model, text, { ignore, flag })
}
