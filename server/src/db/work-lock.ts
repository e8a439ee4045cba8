// Work that one node or command does for all: whichever takes the lock does it, and the others continue.
import type { Sql, TransactionSql } from './connect.ts'

/** Any fixed numbers; every node must use the same. */
const KEYS = { backup: 2_718_281_828, sums: 1_618_033_988, distribute: 1_414_213_562 } as const

/** Held until the transaction ends. Returns false at once if another node has it. */
export async function tryLock(tx: TransactionSql, work: keyof typeof KEYS): Promise<boolean> {
  const [lock] = await tx<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${KEYS[work]}) as "isOurs"`
  return lock?.isOurs === true
}

export async function isAtWork(sql: Sql, work: keyof typeof KEYS): Promise<boolean> {
  const [lock] = await sql<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock_shared(${KEYS[work]}) as "isFree"`
  return lock?.isFree !== true
}
