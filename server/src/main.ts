// Reads the configuration, opens the database, listens and stops gracefully. With WORKERS, supervises several such processes.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp, type FirstAdministrator, unknownPlans } from './app.ts'
import { type Config, configFrom } from './config.ts'
import { CONNECTIONS_PER_WORKER, openDatabase } from './db/db.ts'
import { brandNamed } from './ground/brand.ts'
import { keptSecret } from './ground/kept-secret.ts'
import { openLogOutput, sayToPeople } from './observability/log-output.ts'
import { installTracing } from './observability/trace.ts'
import { openScorer } from './threads/scorer/scorer.ts'
import { onRetire, openWorkers, type Supervisor, shareMetrics, WORKER_NUMBER, workerNumber } from './workers/workers.ts'

/** How long a stop waits for running requests, and then for all parts to close. */
const STOP_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 5_000
/** The longest text takes about half a second; the rest is for waiting in the queue. */
const SCORE_TIMEOUT_MS = 10_000
/** npm forwards signals that a terminal has already sent to us: two signals this close count as one. */
const SAME_SIGNAL_MS = 500
/** OpenTelemetry's own default. */
const METRIC_INTERVAL_MS = 60_000
const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Set by `npm start`, which restarts the service if it crashes. */
const LAUNCHED = 'EQUIPOISE_LAUNCHED'
/** Tells a worker the address of its supervisor's embedded database. */
const EMBEDDED_URL = 'EQUIPOISE_EMBEDDED_URL'
/** Connections for the operator's commands, and PostgreSQL's reserve. */
const CONNECTIONS_TO_SPARE = 20
/** For a worker that is replaced: how long an idle connection stays, and how much longer than the slowest request it may take. */
const RETIRE_IDLE_MS = 5_000
const RETIRE_MARGIN_MS = 10_000

const worker = workerNumber(process.env[WORKER_NUMBER])

async function main(): Promise<void> {
  const config = readConfig()
  const count = config.workers === 'auto' ? availableParallelism() : config.workers
  if (count > 1 && worker === undefined) await supervise(config, count)
  else await serve(config, count)
}

/** The supervisor process. It owns the embedded database, and answers no request itself. */
async function supervise(config: Config, count: number): Promise<void> {
  // The workers have their own deadlines; the database closes after the last of them.
  const onStop = stopOnSignals(config.drainMs + CLOSE_TIMEOUT_MS)
  await tryAddress(config)
  const dataDir = resolve(config.dataDir)
  const connectionsMax = count * CONNECTIONS_PER_WORKER + CONNECTIONS_TO_SPARE
  const database = await openDatabase({
    dataDir,
    log: say,
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    connectionsMax,
  })
  // Creates the secret once, before several processes need it.
  if (!config.jwtSecret) keptSecret(dataDir)
  const environment = { [EMBEDDED_URL]: config.databaseUrl === undefined ? database.url : '' }
  const program = fileURLToPath(import.meta.url)
  const workers = openWorkers({ count, program, environment, log: say })
  onStop({
    async stop() {
      await workers.stop()
      await database.close()
    },
    // Workers end their remaining requests themselves, at the same moment.
    hangUp: () => {},
  })
  process.on('SIGHUP', () => void replaceWorkers(workers))
  await workers.ready.catch(async (error: Error) => {
    workers.kill()
    await database.close()
    throw error
  })
  announce(config, `${count} workers`)
  followLauncher()
}

async function replaceWorkers(workers: Supervisor): Promise<void> {
  say('SIGHUP: replacing the workers, one after the other')
  if (await workers.roll()) say('All workers were replaced.')
}

/** A process that answers requests: the only one, or one of several workers behind one port. */
async function serve(config: Config, count: number): Promise<void> {
  const telemetry = await openTelemetryIfAsked()
  const onStop = stopOnSignals(config.drainMs)
  const threads = threadsFor(count)
  const scorer = openScorer({ which: config.neutralityModel, threads, timeoutMs: SCORE_TIMEOUT_MS })
  if (worker === undefined) await tryAddress(config)
  const opening = openDatabase({
    dataDir: resolve(config.dataDir),
    log: say,
    url: config.databaseUrl ?? (worker === undefined ? undefined : process.env[EMBEDDED_URL]),
    listenUrl: config.databaseListenUrl,
  })
  const [database] = await Promise.all([opening, scorer.warm()])
  const planProblem = await unknownPlans(database.sql, config.catalogue, Date.now())
  if (planProblem) {
    await database.close()
    throw new Error(planProblem)
  }
  const jwtSecret = config.jwtSecret ?? keptSecret(resolve(config.dataDir))
  const metrics = worker === undefined ? undefined : shareMetrics()
  let isDraining = false
  const app = await createApp({
    isDraining: () => isDraining,
    config,
    database,
    jwtSecret,
    log: say,
    logStream: openLogOutput(say),
    previousSecrets: config.previousSecrets,
    // One worker prints the link for the first administrator.
    ...(worker === undefined || worker === 1
      ? { offerAdministration: (offer: FirstAdministrator) => say(firstAdministratorText(offer)) }
      : {}),
    version: readVersion(),
    webRoot: webRoot(),
    analyze: scorer.analyze,
    isAlone: worker === undefined && config.databaseUrl === undefined,
    worker,
    threads,
    shareMetrics: metrics?.share,
  })
  const putAway = async (): Promise<void> => {
    await app.close()
    await metrics?.leave()
    await scorer.close()
    await database.close()
    await telemetry?.close()
  }
  onStop({
    async stop() {
      // Load balancers see that this node is not ready and stop using it before it stops listening.
      isDraining = true
      await delay(config.drainMs)
      await putAway()
    },
    hangUp: () => app.server.closeAllConnections(),
  })
  if (worker !== undefined) {
    onRetire(() => {
      const retired = app.retire({ idleMs: RETIRE_IDLE_MS, maxMs: config.aiTimeoutMs + RETIRE_MARGIN_MS })
      retired.then(putAway).then(() => process.exit(0), fail)
    })
  }
  await app.listenOn({ port: config.port, host: config.host })
  if (worker !== undefined) return
  announce(config)
  followLauncher()
}

/** Tells `npm start` that the service is ready, and stops when `npm start` is gone. */
function followLauncher(): void {
  if (!process.env[LAUNCHED] || !process.send) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send('ready')
}

/** A single process leaves a core for its main thread; workers share all cores. */
function threadsFor(count: number): number {
  return Math.max(1, Math.floor((count > 1 ? availableParallelism() : availableParallelism() - 1) / count))
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

function firstAdministratorText(offer: FirstAdministrator): string {
  return 'link' in offer
    ? `There is no administrator yet. To become the first one, open this link within 24 hours (it works once):\n  ${offer.link}\n`
    : `There is no administrator yet. We sent an invitation to ${offer.sentTo} (ADMIN_EMAIL).\n`
}

function readConfig(): Config {
  try {
    return configFrom(process.env, (path) => readFileSync(path, 'utf8'))
  } catch (error) {
    console.error(`Cannot start with these settings:\n${error instanceof Error ? error.message : error}`)
    process.exit(2)
  }
}

/** Beside this package in the repository; inside it in the published package. */
function webRoot(): string {
  const beside = join(PACKAGE_ROOT, '../web/dist')
  return existsSync(beside) ? beside : join(PACKAGE_ROOT, 'web')
}

/** OpenTelemetry is not even loaded unless a standard variable is set. */
async function openTelemetryIfAsked(): Promise<{ close(): Promise<void> } | undefined> {
  const { env } = process
  const names = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  ]
  const isAsked =
    names.some((name) => env[name]) || [env.OTEL_TRACES_EXPORTER, env.OTEL_METRICS_EXPORTER].includes('otlp')
  if (!isAsked || env.OTEL_SDK_DISABLED === 'true') return undefined
  const { openTelemetry } = await import('./observability/telemetry.ts')
  const telemetry = openTelemetry({
    version: readVersion(),
    traces: env.OTEL_TRACES_EXPORTER !== 'none',
    metrics: env.OTEL_METRICS_EXPORTER !== 'none',
    metricIntervalMs: Number(env.OTEL_METRIC_EXPORT_INTERVAL) || METRIC_INTERVAL_MS,
  })
  installTracing(telemetry.tracing)
  return telemetry
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }).version
}

/** Listens for a moment, so that a wrong or used address is reported before a database is created or opened. */
async function tryAddress({ host, port }: Config): Promise<void> {
  const probe = createServer((socket) => socket.destroy())
  try {
    await once(probe.listen(port, host), 'listening')
  } catch (error) {
    throw new Error(`it cannot listen on HOST ${host}, PORT ${port}: ${(error as Error).message}`)
  }
  await once(probe.close(), 'close')
}

interface Stopping {
  readonly stop: () => Promise<void>
  /** Ends what is still running, so that the stop can continue. */
  readonly hangUp: () => void
}

/**
 * The first signal stops gracefully, a second one at once; the database is closed even after the deadline. Before `service` is given the
 * process just exits, which the first process of a container would not do by default.
 */
function stopOnSignals(drainMs: number): (service: Stopping) => void {
  let service: Stopping | undefined
  let firstMs: number | undefined
  const onSignal = (signal: string) => {
    if (!service) process.exit(0)
    if (firstMs !== undefined) {
      if (performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    firstMs = performance.now()
    if (worker === undefined) {
      say(
        `${signal}: finishing requests in progress (at most ${STOP_TIMEOUT_MS / 1000} s; send the signal again to stop at once)`,
      )
    }
    setTimeout(hangUp, drainMs + STOP_TIMEOUT_MS, service).unref()
    setTimeout(() => process.exit(1), drainMs + STOP_TIMEOUT_MS + CLOSE_TIMEOUT_MS).unref()
    service.stop().then(() => process.exit(0), fail)
  }
  // A terminal signals all processes of a group, but only the supervisor decides when workers stop.
  if (worker !== undefined) for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  else process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return (given) => {
    service = given
  }
}

function hangUp(service: Stopping): void {
  say('Closing the connections of requests that are still in progress.')
  service.hangUp()
}

/** Writes to standard error, for people. Standard output is for the JSON log only. */
function say(message: string): void {
  sayToPeople(worker === undefined ? message : `Worker ${worker}: ${message}`)
}

const PAYMENTS_SAID = {
  stripe: '',
  sandbox: '  payments       sandbox: no money moves; set STRIPE_SECRET_KEY for real payments',
  off: '  payments       off; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox for payments without money',
} as const
const REGISTRATION_TEXT = { open: 'open to everybody', invite: 'by invitation', closed: 'closed' } as const

function announce(config: Config, processes = ''): void {
  const { brand, publicUrl, isPublicUrlKnown, chat, payments, mail, signUpRules } = config
  const missing = [
    chat.apiKey ? '' : '  /ai/chat       set CHAT_API_KEY (or try it offline with npm run demo)',
    PAYMENTS_SAID[payments],
    isPublicUrlKnown
      ? ''
      : `  public address set PUBLIC_URL to the address people use; until then, links lead to ${publicUrl}`,
    mail.smtpUrl ? '' : '  password email set SMTP_URL and MAIL_FROM',
  ].filter(Boolean)
  say(
    [
      '',
      `${brandNamed(brand).name} is ready${processes && `, with ${processes}`}:`,
      `  web app        ${publicUrl}/`,
      `  API reference  ${publicUrl}/docs`,
      `  health         ${publicUrl}/health`,
      `  sign-up        ${REGISTRATION_TEXT[signUpRules.registration]} (REGISTRATION=${signUpRules.registration})`,
      ...(missing.length > 0 ? ['Not configured:', ...missing] : []),
      '',
    ].join('\n'),
  )
}

await main().catch((error) => {
  say(`Cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
})
