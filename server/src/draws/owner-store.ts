// Rows that an account may have only so many of are counted and inserted by one request of the account at a time.
import type { TransactionSql } from '../db/db.ts'

/** Held until the transaction ends. What is counted afterwards includes what the requests before inserted. */
export async function lockOwner(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`draws of account ${accountId}`}, 0))`
}
