// How much of an allowance is used, for notices and webhooks.

import { monthOf, nextMonthMs } from '../ground/calendar.ts'
import { type LimitedBy, maximaOf, type Period, resetMs } from '../ground/limits.ts'
import type { AllowanceLevel, Meter, Plan } from '../ground/plans.ts'
import type { LimitRow, LimitUse } from './limits.ts'

interface Charged {
  readonly accountId: number
  readonly plan: Plan
  readonly meter: Meter
  readonly granted: boolean | null
  /** All units of the month, including this charge if it was granted. */
  readonly used: number
}

const LEVELS = [80, 50] as const

export interface BudgetLevel {
  readonly accountId: number
  /** 'account', 'plan', or 'key' with its id. */
  readonly subject: string
  readonly period: Period
  readonly starts: string
  readonly percent: 50 | 80 | 100
  readonly usedMicros: number
  readonly budgetMicros: number
  readonly resetsAt: Date
}

/** Undefined below 50 %, and for end users, who may be many. A rejected call counts as 100 % from 80 % on, as for allowances. */
export function budgetLevelOf(
  accountId: number,
  { s, m, p, d, x, used, rejected = false }: LimitRow & { used: number; rejected?: boolean },
): BudgetLevel | undefined {
  const below = LEVELS.find((percent) => used >= (x * percent) / 100)
  if (m !== 'budget_eur' || x === 0 || below === undefined || s.startsWith('user')) return undefined
  const percent = used >= x || (rejected && below === 80) ? 100 : below
  const resetsAt = new Date(resetMs(p, Date.parse(d)))
  return { accountId, subject: s, period: p, starts: d, percent, usedMicros: used, budgetMicros: x, resetsAt }
}

/** Long enough to start a node again. */
const STILL_TOLD_MS = 3_600_000

interface Used {
  readonly by: readonly LimitedBy[]
  readonly uses: readonly (LimitUse & { readonly starts: string })[]
  readonly atMs: number
}

/** Of the current period, and of one that was over an hour ago or less: a node may have stopped before it told. */
export function budgetLevelsOf(accountId: number, { by, uses, atMs }: Used): BudgetLevel[] {
  return by.flatMap(({ subject, limits }) =>
    maximaOf(limits).flatMap(({ measure, period, maximum }) => {
      const use = uses.find(({ s, m, p }) => s === subject && m === measure && p === period)
      if (!use || resetMs(period, Date.parse(use.starts)) + STILL_TOLD_MS <= atMs) return []
      return budgetLevelOf(accountId, { ...use, d: use.starts, x: maximum, n: 0 }) ?? []
    }),
  )
}

/** Undefined below 50 %. From 80 % on, a rejected charge counts as 100 %: what is left was not enough. */
export function levelOf({ accountId, plan, meter, granted, used }: Charged, atMs: number): AllowanceLevel | undefined {
  const allowance = plan.allowance[meter]
  if (!allowance || granted === null) return undefined
  const below = LEVELS.find((percent) => used >= (allowance * percent) / 100)
  if (below === undefined) return undefined
  const percent = used >= allowance || (!granted && below === 80) ? 100 : below
  const month = monthOf(atMs).slice(0, 7)
  return { accountId, plan: plan.id, meter, percent, used, allowance, month, resetsAt: new Date(nextMonthMs(atMs)) }
}
