// How much of an allowance is used, for notices and webhooks.

import { monthOf, nextMonthMs } from '../ground/calendar.ts'
import type { AllowanceLevel, Meter, Plan } from '../ground/plans.ts'

interface Charged {
  readonly accountId: number
  readonly plan: Plan
  readonly meter: Meter
  readonly granted: boolean | null
  /** All units of the month, including this charge if it was granted. */
  readonly used: number
}

const LEVELS = [80, 50] as const

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
