// environment → config → database → listen → stop gracefully
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp, type FirstAdministrator, unknownPlans } from './app.ts'
import { brandNamed } from './brand.ts'
import { type Config, configFrom } from './config.ts'
import { openDatabase } from './db/db.ts'
import { keptSecret } from './kept-secret.ts'
import { openScorer } from './scorer/scorer.ts'
import { installTracing } from './trace.ts'

/** How long a stop waits for what is running, and then for everything to be put away. */
const STOP_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 5_000
/** The longest text takes about half a second; the rest is waiting. */
const SCORE_TIMEOUT_MS = 10_000
/** npm passes on what a terminal has sent to us already: two signals so close to each other are one. */
const SAME_SIGNAL_MS = 500
/** OpenTelemetry's own default. */
const METRIC_INTERVAL_MS = 60_000
const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url))

async function main(): Promise<void> {
  const config = readConfig()
  const telemetry = await openTelemetryIfAsked()
  const onStop = stopOnSignals(config.drainMs)
  const version = readVersion()
  const scorer = openScorer({
    which: config.neutralityModel,
    threads: Math.max(1, availableParallelism() - 1),
    timeoutMs: SCORE_TIMEOUT_MS,
  })
  await tryAddress(config)
  const database = await openDatabase({
    dataDir: resolve(config.dataDir),
    log: say,
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
  })
  const planProblem = await unknownPlans(database.sql, config.catalogue, Date.now())
  if (planProblem) {
    await database.close()
    throw new Error(planProblem)
  }
  const jwtSecret = config.jwtSecret ?? keptSecret(resolve(config.dataDir))
  let isDraining = false
  const app = await createApp({
    isDraining: () => isDraining,
    config,
    database,
    jwtSecret,
    log: say,
    previousSecrets: config.previousSecrets,
    offerAdministration: (offer) => say(firstAdministratorText(offer)),
    version,
    webRoot: webRoot(),
    analyze: scorer.analyze,
  })
  onStop({
    async stop() {
      // Balancers see that this node is not ready and leave it before it stops to listen.
      isDraining = true
      await delay(config.drainMs)
      await app.close()
      await scorer.close()
      await database.close()
      await telemetry?.close()
    },
    hangUp: () => app.server.closeAllConnections(),
  })
  await app.listenOn({ port: config.port, host: config.host })
  announce(config)
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

/** In the repository beside this package, and in the packed package inside it. */
function webRoot(): string {
  const beside = join(PACKAGE_ROOT, '../web/dist')
  return existsSync(beside) ? beside : join(PACKAGE_ROOT, 'web')
}

/** Nothing of OpenTelemetry is even loaded unless a standard variable asks for it. */
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
  const { openTelemetry } = await import('./telemetry/telemetry.ts')
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

/** Listens for a moment: an address that is wrong or taken is told before a database is made or opened. */
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
  /** Ends what still runs, so that the stop can go on. */
  readonly hangUp: () => void
}

/**
 * The first signal stops gracefully, a second one at once. Also what outlasts the deadline leaves the database closed. Until it is told
 * what to stop there is nothing to finish: the process ends, which the first one of a container would not do by itself.
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
    say(`${signal}: finishing what runs (at most ${STOP_TIMEOUT_MS / 1000} s; once more to stop at once)`)
    setTimeout(hangUp, drainMs + STOP_TIMEOUT_MS, service).unref()
    setTimeout(() => process.exit(1), drainMs + STOP_TIMEOUT_MS + CLOSE_TIMEOUT_MS).unref()
    service.stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return (given) => {
    service = given
  }
}

function hangUp(service: Stopping): void {
  say('Hanging up on what still runs.')
  service.hangUp()
}

/** To people. Standard output is the log's: JSON and nothing else. */
function say(message: string): void {
  console.error(message)
}

const PAYMENTS_SAID = {
  stripe: '',
  sandbox: '  payments       sandbox, no money moves; set STRIPE_SECRET_KEY for real ones',
  off: '  payments       off; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox to try them without money',
} as const
const REGISTRATION_TEXT = { open: 'open to everybody', invite: 'by invitation', closed: 'closed' } as const

function announce({ brand, publicUrl, isPublicUrlKnown, chat, payments, mail, signUpRules }: Config): void {
  const missing = [
    chat.apiKey ? '' : '  /ai/chat       set CHAT_API_KEY (or try it offline with npm run demo)',
    PAYMENTS_SAID[payments],
    isPublicUrlKnown
      ? ''
      : `  public address set PUBLIC_URL to how people reach this service; links lead to ${publicUrl} until then`,
    mail.smtpUrl ? '' : '  password email set SMTP_URL and MAIL_FROM',
  ].filter(Boolean)
  say(
    [
      '',
      `${brandNamed(brand).name} is ready:`,
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
  console.error(`Cannot start: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
})
