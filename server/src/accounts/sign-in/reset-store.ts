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

export async function findReset(sql: Sql, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const [found] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from password_resets where token_hash = ${tokenHash} and expires_at > ${now}`
  return found?.accountId
}

/** Uses the token up; undefined if it was used before. Returns the address the link was sent to, if it was sent by email. */
export async function takeReset(tx: TransactionSql, tokenHash: Buffer): Promise<{ email: string | null } | undefined> {
  const [row] = await tx<{ email: string | null }[]>`
    delete from password_resets where token_hash = ${tokenHash} returning email`
  return row
}

export async function deleteResets(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`delete from password_resets where account_id = ${accountId}`
}
