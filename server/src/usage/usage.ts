// How much, how fast, what is left.
import type { TransactionSql } from '../db/db.ts'
import type { Meter, Plan } from '../plans.ts'
import { addToBalance } from './store.ts'

export { createRateLimiter, type Pace, type RateLimiter } from './rate-limit.ts'

export interface ChargeRequest {
  readonly accountId: number
  readonly keyId?: number
  readonly plan: Plan
  readonly meter: Meter
  readonly units: number
}

/** What was taken, in enough detail to put exactly that back. */
export interface Charge extends ChargeRequest {
  readonly id: string
  readonly fromAllowance: number
  readonly fromTopup: number
  /** The UTC day on which it was taken, as YYYY-MM-DD. */
  readonly day: string
}

export interface Usage {
  /** Durable when it resolves; throws `quota_spent` where nothing is left. */
  charge(request: ChargeRequest): Promise<Charge>
  giveBack(charge: Charge): Promise<void>
}

/** What was bought is added, what was refunded is taken back (negative), in the transaction of the payment. */
export async function addTopup(
  tx: TransactionSql,
  accountId: number,
  amount: { compute: number; aiCalls: number },
): Promise<void> {
  await addToBalance(tx, accountId, amount)
}
