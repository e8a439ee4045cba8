// The whole wiring on one screen: what exists, and who is given what.
import { randomBytes } from 'node:crypto'
import type { DestinationStream } from 'pino'
import { createAccounts, type FirstAdministrator, type Hasher } from './accounts/accounts.ts'
import {
  createAi,
  createCallCounts,
  createIdempotency,
  createInFlight,
  type TargetCall,
  type TokenCount,
} from './ai/ai.ts'
import {
  createBilling,
  createCatchUp,
  createStripe,
  openSandbox,
  type Sandbox,
  type StripeSettings,
} from './billing/billing.ts'
import type { Config } from './config.ts'
import { createHousekeeping, createScheduledBackups, type Database, readLastBackup } from './db/db.ts'
import { createDraws } from './draws/draws.ts'
import { brandNamed } from './ground/brand.ts'
import type { Report } from './ground/errors.ts'
import type { Secret } from './ground/secret.ts'
import { type App, addMetricsRoute, addReferencePage, addWebApp, createHttp } from './http/http.ts'
import { openUpstream } from './languagetool/languagetool.ts'
import { openMail } from './mail/mail.ts'
import { createNewsletter } from './newsletter/newsletter.ts'
import { addCount, addGauge, type Metrics } from './observability/metrics.ts'
import { createModelMetrics } from './observability/model-metrics.ts'
import { createReporting } from './observability/reporting.ts'
import { createServiceMetrics, type ServiceMetrics } from './observability/service-metrics.ts'
import { traced } from './observability/trace.ts'
import { apiKeyRoutes } from './routes/account/api-keys.ts'
import { authRoutes } from './routes/account/group.ts'
import { usageRoutes } from './routes/account/usage.ts'
import { adminRoutes } from './routes/admin/accounts.ts'
import { adminDeploymentRoutes } from './routes/admin/deployment.ts'
import { adminViewRoutes } from './routes/admin/views.ts'
import { billingRoutes } from './routes/billing/billing.ts'
import { sandboxRoutes } from './routes/billing/sandbox.ts'
import { allocationRoutes } from './routes/draws/allocations.ts'
import { commitmentRoutes } from './routes/draws/commitments.ts'
import { drawRoutes } from './routes/draws/draws.ts'
import { mcpRoutes } from './routes/editors/mcp.ts'
import { v2Routes } from './routes/editors/v2.ts'
import { computeRoutes } from './routes/engine/compute.ts'
import { sequenceRoutes } from './routes/engine/sequence.ts'
import { aiRoutes } from './routes/models/chat.ts'
import { v1Routes } from './routes/models/completions.ts'
import { embeddingsRoutes } from './routes/models/embeddings.ts'
import { messagesRoutes } from './routes/models/messages.ts'
import { modelListRoutes } from './routes/models/model-list.ts'
import { neutraliseRoutes } from './routes/models/neutralise.ts'
import { responsesRoutes } from './routes/models/responses.ts'
import { catalogueRoutes, type Features, knownOf } from './routes/service/catalogue.ts'
import { healthRoutes } from './routes/service/health.ts'
import { newsletterRoutes } from './routes/service/newsletter.ts'
import { batchRoutes } from './routes/texts/batch.ts'
import { guardrailRoutes } from './routes/texts/guardrails.ts'
import { moderationRoutes } from './routes/texts/moderations.ts'
import { TRY_WINDOW_MS, tryRoutes } from './routes/texts/try.ts'
import { shownWords, wordRoutes } from './routes/texts/words.ts'
import { openPool } from './threads/pool/pool.ts'
import type { Analyze } from './threads/scorer/scorer.ts'
import { addTopup, createOwnRates, createRateSharing, createReports, createUsage, grantUnits } from './usage/usage.ts'
import { createWords } from './words/words.ts'

export { type FirstAdministrator, unknownPlans } from './accounts/accounts.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  /** Signs the tokens of this deployment. */
  readonly jwtSecret: Secret
  /** Older secrets, whose tokens are still accepted. */
  readonly previousSecrets?: readonly Secret[]
  readonly version: string
  readonly webRoot: string
  /** The neutrality model at work. */
  readonly analyze: Analyze
  readonly nowMs?: () => number
  readonly isDraining?: () => boolean
  /** No other process works on this database, so there is nobody to share rate limits with. */
  readonly isAlone?: boolean
  /** Which of the processes behind one port this is, for the log. */
  readonly worker?: number | undefined
  /** Threads for large engine jobs; without it, a core is left for this thread. */
  readonly threads?: number
  /** Takes the metrics of this process, and answers how to read those of all processes behind one port. */
  readonly shareMetrics?: ((own: Metrics) => () => Promise<string>) | undefined
  readonly logStream?: DestinationStream
  /** Tests hash at a lower cost. */
  readonly hasher?: Hasher
  /** Tests start the threads of the engine when a job needs one: from sources, that takes long. */
  readonly threadsStartLate?: boolean
  /** Tells the operator what happened, in a line of the log. */
  readonly log?: (message: string) => void
  /** Tells the operator how to become the first administrator, while there is none. */
  readonly offerAdministration?: (offer: FirstAdministrator) => void
}

export async function createApp(parts: AppParts): Promise<App> {
  const { config, database, version, webRoot, nowMs = Date.now } = parts
  const { catalogue, publicUrl, trustedProxies, corsOrigins, logLevel } = config
  const startedMs = nowMs()
  const reporting = createReporting()
  const rooms = openRooms(parts, nowMs, reporting.report)
  const { accounts, usage, brand } = rooms

  const { app, metrics } = await createHttp({
    brand,
    catalogue,
    publicUrl,
    limiter: rooms.rates.limiter('requests'),
    trustedProxies,
    corsOrigins,
    logLevel,
    accounts,
    usage,
    administratorsNeedSecondFactor: config.adminSecondFactor === 'required',
    worker: parts.worker,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })
  reporting.writeTo((error, message) => app.log.error({ err: error }, message))
  app.addHook('onListen', async () => {
    rooms.missedEvents.start()
    rooms.housekeeping.start()
    rooms.reports.start()
    rooms.backups?.start()
    accounts.notices.start()
    const offer = parts.offerAdministration && (await accounts.admission.offerFirst())
    if (offer) parts.offerAdministration?.(offer)
  })
  app.addHook('onClose', rooms.close)

  addRoutes(app, rooms, { config, nowMs, version })
  const { provider: chatProvider } = rooms.ai.chatModel
  const known = knownOf({ ...config, brand, chatProvider, features: featuresOf(config) })
  catalogueRoutes(app, brand, known)
  const uptimeSeconds = () => Math.floor((nowMs() - startedMs) / 1000)
  const { isDraining = () => false } = parts
  healthRoutes(app, { version, ping: database.ping, uptimeSeconds, isDraining })
  addCounts(metrics, rooms)
  addMetricsRoute(app, { metrics, token: config.metricsToken, readAll: parts.shareMetrics?.(metrics) })
  addReferencePage(app, { brand, publicUrl })
  await addWebApp(app, { root: webRoot, publicUrl, known })
  return app
}

type Rooms = ReturnType<typeof openRooms>

/** What the rooms count, for /metrics. */
function addCounts(metrics: Metrics, rooms: Rooms): void {
  const { housekeeping, billing, admin, modelMetrics, serviceMetrics, connections } = rooms
  for (const metric of [...modelMetrics.metrics, ...serviceMetrics.metrics]) metrics.registry.registerMetric(metric)
  addCount(metrics, {
    name: 'billing_events_set_aside_total',
    help: 'Payment events that this node set aside after a day of retries; each is logged',
    label: 'type',
    read: () => billing.setAside,
  })
  addCount(metrics, {
    name: 'housekeeping_deleted_rows_total',
    help: 'Rows that this node deleted because they were no longer needed',
    label: 'table',
    read: () => housekeeping.deleted,
  })
  addCount(metrics, {
    name: 'housekeeping_failures_total',
    help: 'Failed attempts of this node to delete old rows, by table',
    label: 'table',
    read: () => housekeeping.failures,
  })
  addGauge(metrics, {
    name: 'queue_waiting',
    help: 'Lengths of the queues of the whole deployment',
    label: 'queue',
    isShared: true,
    read: async () => {
      const [emails, events, deletions] = await Promise.all([
        admin.outbox?.(),
        billing.unsettled(),
        admin.administration.deletionsWaiting(),
      ])
      return { emails: emails?.waiting ?? 0, payment_events: events.waiting, deletions }
    },
  })
  addGauge(metrics, {
    name: 'database_connections',
    help: 'Connections of this node to the database; waiting: requests that wait for one',
    label: 'state',
    read: async () => connections(),
  })
}

/** Everything that works behind the routes. */
function openRooms(parts: AppParts, nowMs: () => number, report: Report) {
  const { config, database, jwtSecret, hasher } = parts
  const secrets = [jwtSecret, ...(parts.previousSecrets ?? [])]
  const { catalogue, publicUrl, aiTimeoutMs } = config
  const { sql } = database
  const brand = brandNamed(config.brand)
  const { smtpUrl, from } = config.mail
  const mail = smtpUrl && from ? openMail({ sql, nowMs, smtpUrl, from, secrets, report }) : undefined
  const { signUpRules: rules, oidc } = config
  const accountParts = { database, nowMs, brand, publicUrl, secrets, mail, rules, oidc, report }
  const accounts = createAccounts(hasher ? { ...accountParts, hasher } : accountParts)
  const newsletter = createNewsletter({ sql, nowMs, mail, publicUrl, brandName: brand.name, report })
  const { notices } = accounts
  const serviceMetrics = createServiceMetrics()
  const usage = createUsage({ sql, nowMs, report, onLevel: notices.usage, ...serviceMetrics })
  const { rates, pool } = openLimits(parts, nowMs)

  const sandboxParts = { sql, catalogue, publicUrl, brandName: brand.name, secret: jwtSecret, nowMs }
  const sandbox = config.payments === 'sandbox' ? openSandbox(sandboxParts) : undefined
  const stripe = stripeOf(config, sandbox)
  const { changePlan } = accounts
  const settlement = { sql, nowMs, changePlan, addTopup, onFailedRenewal: notices.failedRenewal, report }
  const billing = createBilling({
    ...settlement,
    paymentProvider: stripe && createStripe(stripe),
    catalogue,
    publicUrl,
  })
  const missedEvents = createCatchUp({ catchUp: billing.catchUp, nowMs, report })

  const analyze = watchScoring(parts.analyze, serviceMetrics)
  const { ai, modelMetrics, callCounts } = openModels({ ...parts, analyze }, nowMs, report)
  const idempotency = createIdempotency({ sql, secret: jwtSecret, nowMs, callTimeoutMs: aiTimeoutMs })
  const administration = accounts.administration({ addTopup: grantUnits, beforeDelete: billing.close })
  const reports = createReports({ sql, nowMs, report })
  const housekeeping = createHousekeeping({ sql, nowMs, keptDays: config.keptDays, report })
  const log = parts.log ?? (() => {})
  const { backups: schedule, backupPassphrase: passphrase } = config
  const backups = schedule && createScheduledBackups({ ...schedule, sql, nowMs, passphrase, log, report })
  const words = createWords({ sql, nowMs })
  const draws = createDraws({ sql, secrets, publicUrl, nowMs, report })
  const close = async () => {
    missedEvents.stop()
    reports.stop()
    const open = [backups, callCounts, housekeeping, accounts, usage, rates, pool, ai]
    await Promise.all(open.map((one) => one?.close()))
  }
  const behind = {
    rates,
    brand,
    accounts,
    newsletter,
    usage,
    pool,
    sandbox,
    billing,
    ai,
    idempotency,
    draws,
    analyze,
    words,
  }
  const admin = { administration, reports, outbox: mail?.outbox, callCounts, lastBackup: () => readLastBackup(sql) }
  const watched = { modelMetrics, serviceMetrics, connections: sql.connections }
  return { ...behind, ...watched, admin, missedEvents, reports, backups, housekeeping, close }
}

/** How fast callers may ask, and how many threads compute for them. */
function openLimits({ config, database, isAlone, threads, threadsStartLate = false }: AppParts, nowMs: () => number) {
  const rates = isAlone ? createOwnRates(nowMs) : createRateSharing({ database, nowMs })
  const pool = openPool({
    timeoutMs: config.engineTimeoutMs,
    startsLate: threadsStartLate,
    ...(threads && { threads }),
  })
  return { rates, pool }
}

/** The models, and what is counted of them. */
function openModels({ config, database: { sql }, analyze }: AppParts, nowMs: () => number, report: Report) {
  const { providers, chat, aiTimeoutMs: timeoutMs } = config
  const modelMetrics = createModelMetrics()
  const callCounts = createCallCounts({ sql, nowMs, report })
  const observe = {
    onTargetCall(call: TargetCall) {
      modelMetrics.onTargetCall(call)
      callCounts.note(call)
    },
    onOutcome: modelMetrics.onOutcome,
  }
  const ai = createAi({ providers, chat, timeoutMs, score: analyze, nowMs, report, observe })
  return { ai, modelMetrics, callCounts }
}

/** The same scores, counted and seen in traces. */
function watchScoring(analyze: Analyze, { onScored }: ServiceMetrics): Analyze {
  return async (text, options) => {
    const tier = options?.tier ?? 'default'
    const startedMs = performance.now()
    const done = (result: 'ok' | 'failed') => onScored({ tier, result, durationMs: performance.now() - startedMs })
    try {
      const analysis = await traced('scoring', { tier }, async () => analyze(text, options))
      done('ok')
      return analysis
    } catch (error) {
      done('failed')
      throw error
    }
  }
}

type Wiring = Pick<AppParts, 'config' | 'version'> & { readonly nowMs: () => number }

/** The API, group by group; each is handed what it may touch and nothing else. */
function addRoutes(app: App, rooms: Rooms, { config, nowMs, version }: Wiring): void {
  const { rates, brand, accounts, newsletter, usage, pool, sandbox, billing, ai, idempotency, draws, analyze, words } =
    rooms
  const { catalogue, publicUrl } = config
  const { filterMode } = config.chat
  const countTokens = noteTokensOf(usage)
  const calls = { words, ai, idempotency, inFlight: createInFlight(), countTokens, usage, catalogue, brand, filterMode }

  const randomSeed = () => randomBytes(16).toString('hex')
  computeRoutes(app, { pool, catalogue, randomSeed })
  sequenceRoutes(app, { catalogue, randomSeed })
  drawRoutes(app, { draws, randomSeed })
  commitmentRoutes(app, { draws })
  allocationRoutes(app, { draws })
  aiRoutes(app, { ...calls, analyze })
  neutraliseRoutes(app, { ...calls, analyze })
  wordRoutes(app, { words })
  mcpRoutes(app, { brand, version, publicUrl })
  batchRoutes(app, { brand, analyze, usage, words })
  moderationRoutes(app, { analyze, words })
  guardrailRoutes(app, { analyze, words })
  const upstream = config.languageToolUrl === undefined ? undefined : openUpstream(config.languageToolUrl)
  v2Routes(app, { brand, version, analyze, words, upstream, nowMs })
  tryRoutes(app, { brand, analyze, limiter: rates.limiter('try', TRY_WINDOW_MS) })
  v1Routes(app, calls)
  responsesRoutes(app, calls)
  messagesRoutes(app, calls)
  embeddingsRoutes(app, calls)
  modelListRoutes(app, { ai, nowMs })
  authRoutes(app, {
    accounts,
    usage,
    catalogue,
    brand,
    publicUrl,
    nowMs,
    beforeDeletion: billing.close,
    afterDeletion: newsletter.offerUnsubscribing,
    alsoExport: async (accountId: number) => ({
      ...(await billing.exportOf(accountId)),
      words: shownWords(await words.read(accountId)),
    }),
  })
  apiKeyRoutes(app, { accounts, catalogue, brand, nowMs })
  billingRoutes(app, { billing, catalogue, accounts, nowMs, asksForVerifiedEmail: config.mail.smtpUrl !== undefined })
  if (sandbox) sandboxRoutes(app, sandbox)
  usageRoutes(app, { accounts, usage, catalogue })
  const { administration } = rooms.admin
  const hasMail = config.mail.smtpUrl !== undefined
  const adminParts = { accounts, administration, usage, billing, catalogue, hasMail, nowMs }
  adminViewRoutes(app, adminParts)
  adminRoutes(app, adminParts)
  adminDeploymentRoutes(app, { ...rooms.admin, accounts, billing, catalogue, nowMs })
  newsletterRoutes(app, newsletter)
}

function stripeOf({ payments, stripe, catalogue }: Config, sandbox: Sandbox | undefined): StripeSettings | undefined {
  const { secretKey, webhookSecret, apiBase } = stripe
  if (payments === 'stripe' && secretKey && webhookSecret)
    return { secretKey, webhookSecret, apiBase, plans: catalogue.order }
  return sandbox?.stripe
}

/** What a provider did not count cannot be noted. */
function noteTokensOf({ noteTokens }: ReturnType<typeof createUsage>) {
  return ({ usage: { inputTokens, outputTokens }, ...note }: TokenCount): void => {
    if (inputTokens !== null && outputTokens !== null) noteTokens({ ...note, inputTokens, outputTokens })
  }
}

/** What a deployment has switched on, for pages that should not offer the rest. */
function featuresOf({ chat, payments, mail, signUpRules, oidc }: Config): Features {
  return {
    chat: chat.apiKey !== undefined,
    billing: payments,
    mail: mail.smtpUrl !== undefined,
    registration: signUpRules.registration,
    password_sign_in: signUpRules.passwordSignIn,
    oidc: oidc?.name ?? null,
  }
}
