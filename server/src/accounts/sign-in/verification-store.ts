// The tokens of email addresses that wait to be confirmed.
import type { TransactionSql } from '../../db/db.ts'

export async function insertVerification(
  tx: TransactionSql,
  row: { tokenHash: Buffer; accountId: number; email: string; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into email_verifications (token_hash, account_id, email, expires_at)
    values (${row.tokenHash}, ${row.accountId}, ${row.email}, ${row.expiresAt})`
}

/** Uses the token up; undefined if it is unknown or too old. */
export async function takeVerification(
  tx: TransactionSql,
  tokenHash: Buffer,
  now: Date,
): Promise<{ accountId: number; email: string } | undefined> {
  const [row] = await tx<{ accountId: number; email: string }[]>`
    delete from email_verifications where token_hash = ${tokenHash} and expires_at > ${now}
    returning account_id as "accountId", email`
  return row
}
