// Draws that anybody can check: commitments, allocations, and the receipts for them.
import type { Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import { type Allocations, createAllocations } from './allocations.ts'
import { type Commitments, createCommitments } from './commitments.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createSeal } from './seal.ts'

export type { Allocation } from './allocation-store.ts'
export {
  type AllocationView,
  armName,
  planOf,
} from './allocations.ts'
export type { Assignment } from './assignment-store.ts'
export { balanceOf } from './balance.ts'
export type { Commitment } from './commitment-store.ts'

export type { Receipts } from './receipts.ts'

export interface Draws {
  readonly commitments: Commitments
  readonly allocations: Allocations
  readonly receipts: Receipts
}

export interface DrawsParts {
  readonly sql: Sql
  /** The first encrypts what must not be read before its time; older ones still decrypt. */
  readonly secrets: readonly Secret[]
  readonly publicUrl: string
  readonly nowMs: () => number
  readonly report: Report
}

export function createDraws({ sql, secrets, publicUrl, nowMs, report }: DrawsParts): Draws {
  const seal = createSeal(secrets)
  const receipts = createReceipts({ sql, seal, publicUrl, nowMs, report })
  return {
    receipts,
    commitments: createCommitments({ sql, seal, receipts, nowMs }),
    allocations: createAllocations({ sql, seal, receipts, nowMs }),
  }
}
