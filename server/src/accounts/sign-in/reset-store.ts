// The SQL of links that set a new password.
import type { Sql, TransactionSql } from '../../db/db.ts'

export async function insertReset(
  tx: TransactionSql,
  { accountId, tokenHash, expiresAt }: { accountId: number; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into password_resets (token_hash, account_id, expires_at) values (${tokenHash}, ${accountId}, ${expiresAt})`
}

/** Whose token this is. */
export async function findReset(sql: Sql, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const [found] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from password_resets where token_hash = ${tokenHash} and expires_at > ${now}`
  return found?.accountId
}

/** Uses the token up; answers whether it was still there. */
export async function takeReset(tx: TransactionSql, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`delete from password_resets where token_hash = ${tokenHash}`
  return count === 1
}

/** No link that was sent before works any more. */
export async function deleteResets(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`delete from password_resets where account_id = ${accountId}`
}
