// What accounts can be told about. An event is written for each of the account's webhooks in the transaction that causes it.
import type { Sql, TransactionSql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import type { AllowanceLevel, Meter } from '../ground/plans.ts'
import { insertDeliveries } from './delivery-store.ts'

export const EVENT_TYPES = [
  'quota.reached',
  'budget.reached',
  'balance.low',
  'key.expiring',
  'payment.failed',
  'audit.finished',
] as const
/** Only on request. */
export const TEST_EVENT = 'webhook.test'

export interface AccountEvent {
  readonly accountId: number
  readonly type: (typeof EVENT_TYPES)[number] | typeof TEST_EVENT
  /** What it is about, period included, such as `2026-03 ai/chat`: each webhook gets it once. */
  readonly subject: string
  /** A higher level of the same subject is told again, a lower one is not: 50, 80, 100. */
  readonly level?: number
  readonly data: Readonly<Record<string, unknown>>
}

/** How long an event is tried. */
export const USEFUL_FOR_MS = 3 * DAY_MS

/**
 * Runs in the caller's transaction, as its last statement, because it locks the account's webhooks. Repeated calls are harmless. An event
 * for one webhook goes to it whatever it is for.
 */
export async function emit(tx: TransactionSql, event: AccountEvent, at: Date, webhookId?: string): Promise<void> {
  const { accountId, type, subject, level = 0, data } = event
  const payload = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const givesUpAt = new Date(at.getTime() + USEFUL_FOR_MS)
  await insertDeliveries(tx, { accountId, type, subject, level, payload, at, givesUpAt, webhookId })
}

interface EventNotes {
  /** For facts that are already committed. Never waits; repeated calls cost nothing. */
  note(event: AccountEvent): void
  settled(): Promise<void>
}

/** Events that this node remembers, so that it need not ask the database again. */
const REMEMBERED_MAX = 10_000

export function createEventNotes(parts: { sql: Sql; nowMs: () => number; report: Report }): EventNotes {
  const { sql, nowMs, report } = parts
  const underWay = new Set<Promise<void>>()
  const noted = new Set<string>()
  return {
    note(event) {
      const name = `${event.accountId} ${event.type} ${event.subject} ${event.level ?? 0}`
      if (noted.has(name)) return
      noted.add(name)
      if (noted.size > REMEMBERED_MAX) noted.delete(noted.values().next().value ?? '')
      const writing = sql
        .begin((tx) => emit(tx, event, new Date(nowMs())))
        .catch((error) => {
          // The next call tries again.
          noted.delete(name)
          report(error, 'an event for webhooks could not be written')
        })
        .finally(() => underWay.delete(writing))
      underWay.add(writing)
    },
    settled: async () => {
      await Promise.all(underWay)
    },
  }
}

export function quotaReached(level: AllowanceLevel): AccountEvent {
  const { accountId, month, meter, plan, percent, used, allowance, resetsAt } = level
  const data = { meter, plan, percent, used, allowance, resets_at: resetsAt.toISOString() }
  return { accountId, type: 'quota.reached', subject: `${month} ${meter} ${plan}`, level: percent, data }
}

export interface Budget {
  readonly accountId: number
  /** 'account', 'plan', or 'key' with its id. */
  readonly subject: string
  readonly period: string
  readonly starts: string
  readonly percent: number
  readonly usedMicros: number
  readonly budgetMicros: number
  readonly resetsAt: Date
}

export function budgetReached(budget: Budget): AccountEvent {
  const { accountId, subject, period, starts, percent, usedMicros, budgetMicros, resetsAt } = budget
  const [of, keyId] = subject.split(' ')
  const whose = keyId === undefined ? { of } : { of, key_id: Number(keyId) }
  const amounts = { used_eur: usedMicros / 1e6, budget_eur: budgetMicros / 1e6, resets_at: resetsAt.toISOString() }
  // A budget that was changed is another one, and is told about again.
  const name = `${starts} ${period} ${subject} ${budgetMicros}`
  return {
    accountId,
    type: 'budget.reached',
    subject: name,
    level: percent,
    data: { ...whose, period, percent, ...amounts },
  }
}

/** One kind of purchased units. */
export interface Balance {
  readonly accountId: number
  readonly units: Extract<Meter, 'compute'> | 'ai_calls'
  readonly left: number
  /** What the last top-up added. */
  readonly bought: number
  readonly topupId: string
}

const LOW = 0.2

/** Undefined while more than a fifth of the last top-up is left. */
export function balanceLow({ accountId, units, left, bought, topupId }: Balance): AccountEvent | undefined {
  if (bought === 0 || left > bought * LOW) return undefined
  return { accountId, type: 'balance.low', subject: `${topupId} ${units}`, data: { units, left, last_topup: bought } }
}
