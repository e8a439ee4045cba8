// Limits of a call: what it reserves of them before it runs, and what replaces that when its cost is known.
import { randomUUID } from 'node:crypto'
import { ApiError } from '../ground/errors.ts'
import { type LimitedBy, type Measure, maximaOf, type Period, resetMs, shownIn, startOf } from '../ground/limits.ts'

/** One limit of a call, with the most that the call can use of it. */
export interface LimitRow {
  readonly s: string
  readonly m: Measure
  readonly p: Period
  /** The first day of the period. */
  readonly d: string
  readonly x: number
  readonly n: number
}

/** What is used of each limit now, or the first one that does not allow the call. */
export type LimitOutcome = readonly number[] | { readonly short: number; readonly used: number }

export interface LimitUse {
  readonly s: string
  readonly m: Measure
  readonly p: Period
  readonly used: number
}

/** The most that a call can use; undefined if nobody can know, and then `unknown` says what to do. */
export interface Reservation {
  readonly by: readonly LimitedBy[]
  readonly tokens: number | undefined
  readonly micros: number | undefined
  readonly unknown?: string | undefined
}

/** What a call holds of its limits until it is settled. */
export interface Held {
  readonly id: string
  readonly rows: readonly LimitRow[]
  /** In millionths of a euro, what is left of the budget that has least left; undefined if none limits the call. */
  readonly leftMicros: number | undefined
}

/** Throws if a limit needs an amount that is unknown. */
export function requireKnown(reservation: Reservation): void {
  limitRowsOf(reservation, 0)
}

/** The same. Limits of which a call uses nothing are left out. */
export function limitRowsOf({ by, tokens, micros, unknown }: Reservation, atMs: number): LimitRow[] {
  const amounts: Record<Measure, number | undefined> = { calls: 1, tokens, budget_eur: micros }
  return by.flatMap(({ subject, limits }) =>
    maximaOf(limits).flatMap(({ measure, period, maximum }) => {
      const most = amounts[measure]
      if (most === undefined) throw new ApiError('forbidden', unknown ?? 'The most that this call can cost is unknown.')
      return most === 0 ? [] : { s: subject, m: measure, p: period, d: startOf(period, atMs), x: maximum, n: most }
    }),
  )
}

/** Throws `budget_spent` if the limits do not allow the call. */
export function heldOf(rows: readonly LimitRow[], outcome: LimitOutcome | null | undefined, atMs: number): Held {
  if (outcome && 'short' in outcome) {
    const row = rows[outcome.short]
    if (row) throw budgetSpent(row, outcome.used, atMs)
  }
  const uses = Array.isArray(outcome) ? (outcome as readonly number[]) : []
  return { id: randomUUID(), rows, leftMicros: leftOf(rows.map((row, at) => ({ ...row, used: uses[at] ?? row.x }))) }
}

function leftOf(rows: readonly (LimitRow & { used: number })[]): number | undefined {
  const left = rows.filter(({ m }) => m === 'budget_eur').map(({ x, used }) => Math.max(0, x - used))
  return left.length === 0 ? undefined : Math.min(...left)
}

/** The rows of a settlement: what was reserved and not used. */
export function unusedOf(rows: readonly LimitRow[], used: { readonly tokens: number; readonly micros: number }) {
  const amounts = { tokens: used.tokens, budget_eur: used.micros }
  return rows.flatMap((row) => (row.m === 'calls' ? [] : { ...row, n: row.n - amounts[row.m] }))
}

const NOUNS: Record<Measure, string> = { calls: 'requests', tokens: 'tokens', budget_eur: 'euros' }

const LIMITERS = ['account', 'plan', 'key', 'user'] as const
type Limiter = (typeof LIMITERS)[number]
const NAMES: Record<Limiter, string> = {
  account: 'your account',
  plan: 'your plan',
  key: 'this API key',
  user: 'this end user',
}

export function kindOf(subject: string): Limiter {
  return LIMITERS.find((kind) => subject.startsWith(kind)) ?? 'account'
}

function budgetSpent({ s, m, p, x, n }: LimitRow, used: number, atMs: number): ApiError {
  const [most, limit, left] = [n, x, Math.max(0, x - used)].map((amount) => shownIn(m, amount))
  const resetsMs = resetMs(p, atMs)
  const resetsAt = new Date(resetsMs).toISOString()
  const isTooLarge = n > x
  const needs = m === 'calls' ? '' : `, and this request can use up to ${most}`
  const advice = isTooLarge
    ? 'Ask for less, such as a lower limit on output tokens, or raise the limit.'
    : `It resets at ${resetsAt}. Requests in progress hold the most that they can use until they end.`
  const words = `The limit of ${NAMES[kindOf(s)]} is ${limit} ${NOUNS[m]} a ${p}: ${left} are left${needs}. ${advice}`
  const later = isTooLarge ? {} : { 'retry-after': String(Math.ceil((resetsMs - atMs) / 1000)) }
  const ofBudget = m === 'budget_eur' ? { 'x-budget-remaining': String(left) } : {}
  return new ApiError('budget_spent', words, {
    headers: { 'x-should-retry': 'false', ...later, ...ofBudget },
    more: {
      type: 'budget_spent',
      limit: { of: kindOf(s), measure: m, period: p, limit, left, resets_at: resetsAt },
    },
  })
}

export interface ShownLimitUse {
  readonly measure: Measure
  readonly period: Period
  readonly limit: number
  readonly used: number
  readonly resets_at: string
}

/** Limits with what is used of them now, for the API. */
export function shownLimitUse(
  { subject, limits }: LimitedBy,
  uses: readonly (LimitUse & { readonly starts: string })[],
  atMs: number,
): ShownLimitUse[] {
  return maximaOf(limits).map(({ measure, period, maximum }) => {
    const use = uses.find(({ s, m, p }) => s === subject && m === measure && p === period)
    const used = use && use.starts >= startOf(period, atMs) ? use.used : 0
    const resetsAt = new Date(resetMs(period, atMs)).toISOString()
    return { measure, period, limit: shownIn(measure, maximum), used: shownIn(measure, used), resets_at: resetsAt }
  })
}
