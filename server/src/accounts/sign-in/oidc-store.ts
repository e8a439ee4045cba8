// Identities: who an identity provider says somebody is.
import type { Sql, TransactionSql } from '../../db/db.ts'

interface ProviderName {
  readonly issuer: string
  readonly subject: string
}

/** Connects an account with a person at an identity provider. */
export interface Identity {
  /** A short name for issuer and subject together, which can be long. */
  readonly id: string
  readonly issuer: string
  /** The address that the provider gave when the identity was connected. */
  readonly email: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Of one account. */
export const IDENTITIES_MAX = 20

const id = (sql: Sql | TransactionSql) =>
  sql`left(encode(sha256(convert_to(issuer || chr(10) || subject, 'UTF8')), 'hex'), 32)`

export async function findIdentity(
  sql: Sql | TransactionSql,
  { issuer, subject }: ProviderName,
): Promise<number | undefined> {
  const [row] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from oidc_identities where issuer = ${issuer} and subject = ${subject}`
  return row?.accountId
}

/** Returns false if another account has this identity. */
export async function insertIdentity(
  tx: TransactionSql,
  {
    issuer,
    subject,
    email,
    accountId,
    at,
    provenWith,
  }: ProviderName & { email: string; accountId: number; at: Date; provenWith: string },
): Promise<boolean> {
  const { count } = await tx`
    insert into oidc_identities (issuer, subject, account_id, created_at, email, proven_with)
    values (${issuer}, ${subject}, ${accountId}, ${at}, ${email}, ${provenWith}) on conflict do nothing`
  return count === 1
}

export async function touchIdentity(tx: TransactionSql, { issuer, subject }: ProviderName, at: Date): Promise<void> {
  await tx`update oidc_identities set last_used_at = ${at} where issuer = ${issuer} and subject = ${subject}`
}

/** The oldest first. */
export async function listIdentities(sql: Sql | TransactionSql, accountId: number): Promise<Identity[]> {
  return sql<Identity[]>`
    select ${id(sql)} as id, issuer, email, created_at as "createdAt", last_used_at as "lastUsedAt"
    from oidc_identities where account_id = ${accountId} order by created_at, issuer, subject limit ${IDENTITIES_MAX}`
}

export async function deleteIdentity(tx: TransactionSql, accountId: number, identityId: string): Promise<boolean> {
  const { count } = await tx`
    delete from oidc_identities where account_id = ${accountId} and ${id(tx)} = ${identityId}`
  return count === 1
}

/** Deletes identities that were not connected by somebody who had proven this address. Returns how many. */
export async function deleteUnprovenIdentities(tx: TransactionSql, accountId: number, email: string): Promise<number> {
  const { count } = await tx`
    delete from oidc_identities where account_id = ${accountId} and proven_with is distinct from ${email}`
  return count
}

export async function markIdentitiesProven(tx: TransactionSql, accountId: number, email: string): Promise<void> {
  await tx`update oidc_identities set proven_with = ${email} where account_id = ${accountId}`
}
