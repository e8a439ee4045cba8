// All parts behind the routes: opened once, in order of their dependencies.
import type { AuditReceipt } from '@equipoise/audit'
import type { DestinationStream } from 'pino'
import {
  type Administration,
  createAccounts,
  type FirstAdministrator,
  type Hasher,
  type Notices,
} from './accounts/accounts.ts'
import {
  type Ai,
  type CallParts,
  createAi,
  createCallCounts,
  createIdempotency,
  createInFlight,
  type TargetCall,
  type TokenCount,
} from './ai/ai.ts'
import { createAsk, createAudits, createReserve } from './audits/audits.ts'
import {
  type Billing,
  createBilling,
  createCatchUp,
  createStripe,
  openSandbox,
  type Sandbox,
  type StripeSettings,
} from './billing/billing.ts'
import type { Config } from './config.ts'
import { createHousekeeping, createScheduledBackups, type Database, readLastBackup } from './db/db.ts'
import { createDraws, type Draws } from './draws/draws.ts'
import { type Brand, brandNamed } from './ground/brand.ts'
import type { Report } from './ground/errors.ts'
import { limitedByPlan } from './ground/limits.ts'
import { type AllowanceLevel, isAtLeast, OWN_KEY_PLAN, planOf } from './ground/plans.ts'
import type { Secret } from './ground/secret.ts'
import { openMail } from './mail/mail.ts'
import { createNewsletter } from './newsletter/newsletter.ts'
import type { Metrics } from './observability/metrics.ts'
import { createModelMetrics } from './observability/model-metrics.ts'
import { createServiceMetrics, type ServiceMetrics } from './observability/service-metrics.ts'
import { traced } from './observability/trace.ts'
import { openAuditor } from './threads/auditor/auditor.ts'
import { openPool } from './threads/pool/pool.ts'
import type { Analyze } from './threads/scorer/scorer.ts'
import {
  addTopup,
  type BudgetLevel,
  createOwnRates,
  createRateSharing,
  createReports,
  createUsage,
  grantUnits,
  type Usage,
} from './usage/usage.ts'
import { balanceLow, budgetReached, createEventNotes, createWebhooks, quotaReached } from './webhooks/webhooks.ts'
import { createWords } from './words/words.ts'

export interface AppParts {
  readonly config: Config
  readonly database: Database
  readonly jwtSecret: Secret
  /** Older secrets, whose tokens are still accepted. */
  readonly previousSecrets?: readonly Secret[]
  readonly version: string
  readonly webRoot: string
  readonly analyze: Analyze
  readonly nowMs?: () => number
  readonly isDraining?: () => boolean
  /** No other process uses this database, so rate limits need not be shared. */
  readonly isAlone?: boolean
  /** The number of this process among those behind one port, for the log. */
  readonly worker?: number | undefined
  /** Threads for large engine jobs; by default, all cores but one. */
  readonly threads?: number
  /** Takes the metrics of this process, and returns a function that reads those of all processes behind one port. */
  readonly shareMetrics?: ((own: Metrics) => () => Promise<string>) | undefined
  readonly logStream?: DestinationStream
  /** Tests hash at a lower cost. */
  readonly hasher?: Hasher
  /** Tests start the engine's threads only when a job needs one, because starting from sources is slow. */
  readonly threadsStartLate?: boolean
  /** Informs the operator, in a line of the log. */
  readonly log?: (message: string) => void
  /** Tells the operator how to become the first administrator, while there is none. */
  readonly offerAdministration?: (offer: FirstAdministrator) => void
}

export type Services = ReturnType<typeof openServices>

/** The author of the service's own actions in the log of administrators. */
const SERVICE_ACT = {
  administrator: { accountId: null, email: 'the service' },
  reason: 'The random source failed a health test',
  origin: { address: '', userAgent: '' },
}

export function openServices(parts: AppParts, nowMs: () => number, report: Report) {
  const { config, database, jwtSecret, hasher } = parts
  const secrets = [jwtSecret, ...(parts.previousSecrets ?? [])]
  const { publicUrl, aiTimeoutMs } = config
  const { sql, serverOf } = database
  const brand = brandNamed(config.brand)
  const mail = openMailOf(config, { sql, nowMs, secrets, report })
  const { signUpRules: rules, oidc } = config
  const accountParts = { database, nowMs, brand, publicUrl, secrets, mail, rules, oidc, report }
  const accounts = createAccounts(hasher ? { ...accountParts, hasher } : accountParts)
  const newsletter = createNewsletter({ sql, nowMs, mail, publicUrl, brandName: brand.name, report })
  const { notices } = accounts
  const serviceMetrics = createServiceMetrics()
  const events = createEventNotes({ sql, nowMs, report })
  const onLevel = tellingLevels(notices, events)
  const onBudget = (level: BudgetLevel) => events.note(budgetReached(level))
  const usage = createUsage({ sql, serverOf, nowMs, report, onLevel, onBudget, ...serviceMetrics })
  const { rates, pool } = openLimits(parts, nowMs)

  const { sandbox, billing, missedEvents } = openPayments(parts, { nowMs, report, accounts, brandName: brand.name })

  const webhooks = openWebhooks(parts, { secrets, nowMs, report, accounts, usage, billing, events, brand })
  const analyze = watchScoring(parts.analyze, serviceMetrics)
  const { ai, modelMetrics, callCounts } = openModels({ ...parts, analyze }, nowMs, report)
  const idempotency = createIdempotency({ sql, secret: jwtSecret, nowMs, callTimeoutMs: aiTimeoutMs })
  const administration = accounts.administration({ addTopup: grantUnits, beforeDelete: billing.close })
  const reports = createReports({ sql, nowMs, report })
  const housekeeping = createHousekeeping({ sql, nowMs, report })
  const log = parts.log ?? (() => {})
  const { backups: schedule, backupPassphrase: passphrase } = config
  const backups = schedule && createScheduledBackups({ ...schedule, sql, nowMs, passphrase, log, report })
  const words = createWords({ sql, nowMs })
  const onAlarm = config.isCertified ? noteAlarm(administration) : undefined
  const signing = { sql, secrets, publicUrl, nowMs, report }
  const draws = createDraws({ ...signing, ...config.witnesses, onAlarm, isRound: pool.isRound })
  const called = { inFlight: createInFlight(), countTokens: countingTokens(usage) }
  const audits = openAudits({ config, sql, nowMs, report, usage, accounts, ai, analyze, draws, called })
  const start = () => {
    audits.start()
    missedEvents.start()
    housekeeping.start()
    reports.start()
    backups?.start()
    notices.start()
    webhooks.start()
    // Without a beacon host, organisers send the signature of the round.
    if (config.witnesses.beaconHosts.length > 0) draws.prizes.clock.start()
  }
  const close = async () => {
    missedEvents.stop()
    reports.stop()
    draws.prizes.clock.stop()
    // Audits close first, because what they still ask and store needs the other parts.
    await audits.close()
    const open = [backups, callCounts, housekeeping, accounts, webhooks, usage, rates, pool, ai]
    await Promise.all(open.map((one) => one?.close()))
  }
  const behind = { rates, brand, accounts, newsletter, usage, pool, sandbox, billing, ai, called, audits }
  const also = { idempotency, draws, analyze, words, webhooks }
  const admin = { administration, reports, outbox: mail?.outbox, callCounts, lastBackup: () => readLastBackup(sql) }
  const watched = { modelMetrics, serviceMetrics, connections: sql.connections }
  return { ...behind, ...also, ...watched, admin, housekeeping, start, close }
}

function tellingLevels({ usage }: Notices, { note }: ReturnType<typeof createEventNotes>) {
  return (level: AllowanceLevel): void => {
    usage(level)
    note(quotaReached(level))
  }
}

function noteAlarm({ note }: Administration) {
  return (test: string) => note('draws_stopped', { test }, SERVICE_ACT)
}

/** Returns undefined if the deployment sends no emails. */
function openMailOf(
  { mail: { smtpUrl, from } }: Config,
  parts: Omit<Parameters<typeof openMail>[0], 'smtpUrl' | 'from'>,
) {
  return smtpUrl && from ? openMail({ ...parts, smtpUrl, from }) : undefined
}

function openLimits({ config, database, isAlone, threads, threadsStartLate = false }: AppParts, nowMs: () => number) {
  const rates = isAlone ? createOwnRates(nowMs) : createRateSharing({ database, nowMs })
  const pool = openPool({
    timeoutMs: config.engineTimeoutMs,
    startsLate: threadsStartLate,
    ...(threads && { threads }),
  })
  return { rates, pool }
}

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

interface AuditWiring {
  readonly config: Config
  readonly sql: Database['sql']
  readonly nowMs: () => number
  readonly report: Report
  readonly usage: Usage
  readonly accounts: ReturnType<typeof createAccounts>
  readonly ai: Ai
  readonly analyze: Analyze
  readonly draws: Draws
  readonly called: CallParts
}

/** Audits call the models as /ai/chat does and sign as draws do. */
function openAudits({ config, accounts, ai, called, draws, ...parts }: AuditWiring) {
  const auditor = openAuditor()
  const audits = createAudits({
    ...parts,
    auditor,
    ask: createAsk({ ai, ...called, report: parts.report }),
    sign: (content) => draws.receipts.sign<AuditReceipt>(content),
    reserve: createReserve(ai),
    async standingOf({ accountId, keyId, terms }) {
      const standing = await accounts.standing(accountId, keyId)
      if (!standing || (terms.provider !== null && !isAtLeast(config.catalogue, standing.plan, OWN_KEY_PLAN))) return
      const plan = planOf(config.catalogue, standing.plan)
      return { plan, limitedBy: [...limitedByPlan(plan), ...standing.limitedBy] }
    },
  })
  return {
    ...audits,
    async close() {
      await audits.close()
      await auditor.close()
    },
  }
}

/** Providers may not report tokens; then there is nothing to count. */
function countingTokens({ noteTokens }: Usage) {
  return ({ usage: { inputTokens, outputTokens }, ...note }: TokenCount): void => {
    if (inputTokens !== null && outputTokens !== null) noteTokens({ ...note, inputTokens, outputTokens })
  }
}

interface WebhookWiring {
  readonly secrets: readonly Secret[]
  readonly nowMs: () => number
  readonly report: Report
  readonly accounts: ReturnType<typeof createAccounts>
  readonly usage: Usage
  readonly billing: Billing
  readonly events: ReturnType<typeof createEventNotes>
  readonly brand: Brand
}

function openWebhooks({ config, database: { sql } }: AppParts, wiring: WebhookWiring) {
  const { accounts, usage, billing, events, brand, ...parts } = wiring
  const webhooks = createWebhooks({
    ...parts,
    sql,
    onDisabled: accounts.notices.webhookDisabled,
    posting: { addresses: config.webhookAddresses, userAgent: `${brand.name}-webhooks` },
    async factsOf(accountId) {
      const standing = await accounts.standing(accountId, null)
      if (!standing) return []
      const plan = planOf(config.catalogue, standing.plan)
      const budgets = [...limitedByPlan(plan), ...(await accounts.budgetsOf(accountId))]
      const levels = await usage.levels(accountId, plan)
      const spent = budgets.length === 0 ? [] : await usage.budgetLevels(accountId, budgets)
      const reached = [...levels.map(quotaReached), ...spent.map(budgetReached)]
      const topup = await billing.lastTopup(accountId)
      if (!topup) return reached
      const left = await usage.balance(accountId)
      const shared = { accountId, topupId: topup.id }
      const balances = [
        balanceLow({ ...shared, units: 'compute', left: left.compute, bought: topup.compute }),
        balanceLow({ ...shared, units: 'ai_calls', left: left.aiCalls, bought: topup.aiCalls }),
      ]
      return [...reached, ...balances.flatMap((event) => event ?? [])]
    },
  })
  return {
    ...webhooks,
    async close() {
      await events.settled()
      await webhooks.close()
    },
  }
}

interface PaymentParts {
  readonly nowMs: () => number
  readonly report: Report
  readonly accounts: ReturnType<typeof createAccounts>
  readonly brandName: string
}

/** Payments with Stripe, in the sandbox, or not at all. */
function openPayments({ config, database: { sql }, jwtSecret }: AppParts, parts: PaymentParts) {
  const { catalogue, publicUrl } = config
  const { nowMs, report, accounts, brandName } = parts
  const sandboxParts = { sql, catalogue, publicUrl, brandName, secret: jwtSecret, nowMs }
  const sandbox = config.payments === 'sandbox' ? openSandbox(sandboxParts) : undefined
  const stripe = stripeOf(config, sandbox)
  const { changePlan, notices } = accounts
  const settlement = { sql, nowMs, changePlan, addTopup, onFailedRenewal: notices.failedRenewal, report }
  const paymentProvider = stripe && createStripe(stripe)
  const billing = createBilling({ ...settlement, paymentProvider, catalogue, publicUrl })
  const missedEvents = createCatchUp({ catchUp: billing.catchUp, nowMs, report })
  return { sandbox, billing, missedEvents }
}

function stripeOf({ payments, stripe, catalogue }: Config, sandbox: Sandbox | undefined): StripeSettings | undefined {
  const { secretKey, webhookSecret, apiBase, computesTax } = stripe
  if (payments === 'stripe' && secretKey && webhookSecret)
    return { secretKey, webhookSecret, apiBase, computesTax, plans: catalogue.order }
  return sandbox?.stripe
}

/** Scores in the same way, with metrics and traces. */
function watchScoring(analyze: Analyze, { onScored }: ServiceMetrics): Analyze {
  return async (text, options) => {
    const tier = options?.tier ?? 'default'
    const startedMs = performance.now()
    const done = (result: 'ok' | 'failed') => onScored({ tier, result, durationMs: performance.now() - startedMs })
    try {
      const analysis = await traced(
        'scoring',
        () => ({ tier }),
        async () => analyze(text, options),
      )
      done('ok')
      return analysis
    } catch (error) {
      done('failed')
      throw error
    }
  }
}
