// The SQL of who an identity provider says somebody is.
import type { Sql, TransactionSql } from '../../db/db.ts'

export interface ProviderName {
  readonly issuer: string
  readonly subject: string
}

export async function findIdentity(
  sql: Sql | TransactionSql,
  { issuer, subject }: ProviderName,
): Promise<number | undefined> {
  const [row] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from oidc_identities where issuer = ${issuer} and subject = ${subject}`
  return row?.accountId
}

/** Answers whether nobody else has this identity. */
export async function insertIdentity(
  tx: TransactionSql,
  { issuer, subject, accountId, at }: ProviderName & { accountId: number; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into oidc_identities (issuer, subject, account_id, created_at)
    values (${issuer}, ${subject}, ${accountId}, ${at}) on conflict do nothing`
  return count === 1
}
