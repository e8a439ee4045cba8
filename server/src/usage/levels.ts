// How much of an allowance is used, for notices to the owner.

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

const NEARLY = 0.8

/** Undefined below 80 %. From there on, a rejected charge counts as 100 %: what is left was not enough. */
export function levelOf({ accountId, plan, meter, granted, used }: Charged, atMs: number): AllowanceLevel | undefined {
  const allowance = plan.allowance[meter]
  if (!allowance || granted === null || used < allowance * NEARLY) return undefined
  const percent = used >= allowance || !granted ? 100 : 80
  const month = monthOf(atMs).slice(0, 7)
  return { accountId, plan: plan.id, meter, percent, used, allowance, month, resetsAt: new Date(nextMonthMs(atMs)) }
}
