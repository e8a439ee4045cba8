// The SQL of links that set a new password.
import type { Sql, TransactionSql } from '../../db/db.ts'

export async function insertReset(
  tx: TransactionSql,
  reset: { accountId: number; tokenHash: Buffer; expiresAt: Date; email: string | null },
): Promise<void> {
  const { accountId, tokenHash, expiresAt, email } = reset
  await tx`
    insert into password_resets (token_hash, account_id, expires_at, email)
    values (${tokenHash}, ${accountId}, ${expiresAt}, ${email})`
}

/** Whose token this is. */
export async function findReset(sql: Sql, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const [found] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from password_resets where token_hash = ${tokenHash} and expires_at > ${now}`
  return found?.accountId
}

/** Uses the token up; undefined if that was done before. With the address it was sent to, if it was. */
export async function takeReset(tx: TransactionSql, tokenHash: Buffer): Promise<{ email: string | null } | undefined> {
  const [row] = await tx<{ email: string | null }[]>`
    delete from password_resets where token_hash = ${tokenHash} returning email`
  return row
}

/** Links that were sent before no longer work. */
export async function deleteResets(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`delete from password_resets where account_id = ${accountId}`
}
