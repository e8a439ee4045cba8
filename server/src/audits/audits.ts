// Audits of models: each runs in the background, on any live node, and ends in a signed report.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pair } from '@equipoise/audit'
import { ApiError, invalidField, type Report } from '../ground/errors.ts'
import type { Meter, Plan } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'
import type { Usage } from '../usage/usage.ts'
import { insertAnswers } from './answer-store.ts'
import {
  type Audit,
  type AuditEvent,
  type AuditTerms,
  changeKey,
  changeState,
  countAudits,
  countEvents,
  deleteAudit,
  findAudit,
  insertAudit,
  insertEvent,
  listAudits,
  listEvents,
  lockAudit,
  readReport,
} from './audit-store.ts'
import { type Following, followAudit, type Step } from './following.ts'
import type { RunnerParts } from './run-parts.ts'
import { createRunner, type Runner, stop } from './runner.ts'

export {
  AUDIT_EVENTS,
  AUDIT_STATES,
  type Audit,
  type AuditEvent,
  type AuditTerms,
  PAUSE_REASONS,
} from './audit-store.ts'
export type { Following, Step } from './following.ts'
export { createReserve } from './limited.ts'
export { createAsk } from './model-call.ts'

export interface Starter {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly plan: Plan
}

export interface AuditWish {
  readonly terms: AuditTerms
  readonly pairs: readonly Pair[]
  /** Recorded answers, pair by pair, side a before side b; then no model is asked. */
  readonly answers?: readonly string[] | undefined
  readonly key?: Secret | undefined
}

export interface Audits {
  create(by: Starter, wish: AuditWish): Promise<Audit>
  list(accountId: number): Promise<Audit[]>
  find(accountId: number, id: string): Promise<Audit>
  events(accountId: number, id: string): Promise<AuditEvent[]>
  /** Yields events and progress until the audit no longer runs or the signal aborts. */
  follow(accountId: number, id: string, how: Following): AsyncGenerator<Step>
  /** As JSON, exactly as it was signed. */
  report(accountId: number, id: string): Promise<string>
  page(accountId: number, id: string): Promise<string>
  /** Questions already sent stay charged; the answers stay, and a cancelled audit can be resumed. */
  cancel(accountId: number, id: string): Promise<Audit>
  resume(by: Starter, id: string, key?: Secret): Promise<Audit>
  remove(accountId: number, id: string): Promise<void>
  /** Looks periodically for audits that no live node works on. */
  start(): void
  close(): Promise<void>
}

export interface AuditsParts extends Omit<RunnerParts, 'usage' | 'sleep'> {
  readonly usage: Pick<Usage, 'chargeWithin' | 'refundWithin' | 'settle' | 'stats'>
  readonly sleep?: RunnerParts['sleep']
  readonly report: Report
}

/** Audits of one account that can run at once, and that it can keep. */
const RUNNING_MAX = 2
const KEPT_MAX = 100
const EVENTS_MAX = 1_000
/** Every resumption is logged, and recorded answers are scored again. */
const RESUMED_MAX = 20
const LOOK_MS = 10_000

export function createAudits(given: AuditsParts): Audits {
  const parts = { sleep: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }), ...given }
  const { sql, report, auditor } = parts
  const runner = createRunner(parts)
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    runner.look().catch((error) => report(error, 'audits could not be continued'))
  }
  const find = async (accountId: number, id: string) => (await findAudit(sql, { id, accountId })) ?? notFound()
  const reportOf = async (accountId: number, id: string): Promise<string> => {
    const { state } = await find(accountId, id)
    return (await readReport(sql, id)) ?? notDone(state)
  }
  return {
    list: (accountId) => listAudits(sql, accountId, KEPT_MAX),
    find,
    async events(accountId, id) {
      await find(accountId, id)
      return listEvents(sql, id, { rowsMax: EVENTS_MAX })
    },
    follow: (accountId, id, how) => followAudit(parts, { accountId, id, ...how, rowsMax: EVENTS_MAX }),
    report: reportOf,
    page: async (accountId, id) => auditor.page(await reportOf(accountId, id), `account:${accountId}`),
    ...changesOf(parts, runner, find),
    start() {
      look()
      timer = setInterval(look, LOOK_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await runner.close()
    },
  }
}

type Changes = Pick<Audits, 'create' | 'cancel' | 'resume' | 'remove'>

function changesOf(
  parts: Pick<AuditsParts, 'sql' | 'nowMs' | 'usage' | 'standingOf' | 'reserve'>,
  runner: Runner,
  find: Audits['find'],
): Changes {
  const { sql, nowMs } = parts
  return {
    async create(by, wish) {
      const { terms, pairs, answers, key } = wish
      const id = randomUUID()
      const { accountId, keyId } = by
      if (!answers) await requireCalls(parts, by, { meter: meterOf(terms), calls: 2 * pairs.length })
      if (!answers) await requireLimits(parts, { accountId, keyId: keyId ?? null, terms })
      const at = new Date(nowMs())
      await sql.begin(async (tx) => {
        const { kept, running } = await countAudits(tx, accountId)
        if (running >= RUNNING_MAX) throw tooMany(running)
        if (kept >= KEPT_MAX)
          throw new ApiError('conflict', `An account can keep at most ${KEPT_MAX} audits. Delete one first.`)
        await insertAudit(tx, { id, accountId, keyId, terms, pairs, at })
        if (answers) await insertAnswers(tx, { id, accountId }, answers)
        await insertEvent(tx, { id, accountId, at, event: 'started' })
      })
      await runner.begin(id, key)
      return find(accountId, id)
    },
    async cancel(accountId, id) {
      const audit = await find(accountId, id)
      const isCancelled = await stop(parts, audit, { from: ['running', 'paused'], to: 'cancelled', event: 'cancelled' })
      if (!isCancelled && audit.state === 'done') throw new ApiError('conflict', 'The audit is done already.')
      // If it was not cancelled, it may have been resumed meanwhile.
      if (isCancelled) runner.leave(id)
      return find(accountId, id)
    },
    async resume(by, id, key) {
      const audit = await find(by.accountId, id)
      const { terms, prompts, answered } = audit
      if (terms.provider !== null && key === undefined)
        throw invalidField(
          ['body', 'user_api_key'],
          `Send your key for ${terms.provider}: we do not store it`,
          'missing',
        )
      await requireCalls(parts, by, { meter: meterOf(terms), calls: prompts - answered })
      const at = new Date(nowMs())
      await sql.begin(async (tx) => {
        const { running } = await countAudits(tx, by.accountId)
        if ((await countEvents(tx, id, 'resumed')) >= RESUMED_MAX)
          throw new ApiError('conflict', `An audit can be resumed at most ${RESUMED_MAX} times. Create another one.`)
        if (!(await changeState(tx, { id, from: ['paused', 'cancelled'], to: 'running', at })))
          throw new ApiError('conflict', `The audit is ${audit.state}. Only a paused or cancelled one can be resumed.`)
        if (running >= RUNNING_MAX) throw tooMany(running)
        await changeKey(tx, id, by.keyId)
        await insertEvent(tx, { id, accountId: by.accountId, at, event: 'resumed' })
      })
      await runner.begin(id, key)
      return find(by.accountId, id)
    },
    async remove(accountId, id) {
      const audit = await find(accountId, id)
      await sql.begin(async (tx) => {
        await lockAudit(tx, audit.id)
        await deleteAudit(tx, audit.id)
      })
      runner.leave(id)
    },
  }
}

/** An audit that cannot be paid for does not start. If other requests use up the calls meanwhile, it pauses. */
async function requireCalls(
  { usage }: Pick<AuditsParts, 'usage'>,
  { accountId, plan }: Starter,
  { meter, calls }: { meter: Meter; calls: number },
): Promise<void> {
  const { remaining } = (await usage.stats(accountId, plan)).meters[meter]
  if (remaining === null || remaining >= calls) return
  const pairs = Math.floor(remaining / 2)
  throw new ApiError(
    'quota_spent',
    `The audit needs ${calls} answers, and ${remaining} calls of /${meter} are left this month. ` +
      `${pairs > 0 ? `Choose a sample of ${pairs} pairs or fewer, buy` : 'Buy'} a top-up or choose a higher plan.`,
    { headers: { 'x-should-retry': 'false' } },
  )
}

/** Throws `forbidden` if the limits of the starter can never allow a question of this audit. */
async function requireLimits(
  { standingOf, reserve }: Pick<AuditsParts, 'standingOf' | 'reserve'>,
  audit: Parameters<AuditsParts['standingOf']>[0],
): Promise<void> {
  const standing = await standingOf(audit)
  if (standing) reserve(audit, standing.limitedBy, '')
}

function meterOf({ provider }: AuditTerms): Meter {
  return provider === null ? 'ai/chat' : 'ai/proxy'
}

function tooMany(running: number): ApiError {
  return new ApiError(
    'conflict',
    `${running} audits of this account are running, and no more can run at once. Wait for one to finish, or cancel it.`,
  )
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no audit with this id.')
}

function notDone(state: string): never {
  throw new ApiError('conflict', `The audit is ${state}: it has no report yet.`)
}
