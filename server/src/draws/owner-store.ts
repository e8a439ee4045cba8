// For rows that are limited per account: counting and inserting them is serialised by account.
import type { TransactionSql } from '../db/db.ts'

/** Held until the transaction ends. A count after this call includes what earlier requests inserted. */
export async function lockOwner(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`draws of account ${accountId}`}, 0))`
}
