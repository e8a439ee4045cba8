import type { Sql, TransactionSql } from '../../db/db.ts'

interface SecondFactor {
  readonly secret: Buffer
  readonly isConfirmed: boolean
  readonly recoveryCodesLeft: number
}

export async function findFactor(sql: Sql | TransactionSql, accountId: number): Promise<SecondFactor | undefined> {
  const [row] = await sql<SecondFactor[]>`
    select secret, confirmed_at is not null as "isConfirmed", cardinality(recovery_hashes) as "recoveryCodesLeft"
    from second_factors where account_id = ${accountId}`
  return row
}

/** Replaces one that was never confirmed; a confirmed one stays. Returns whether it was stored. */
export async function insertFactor(
  sql: TransactionSql,
  { accountId, secret, at }: { accountId: number; secret: Buffer; at: Date },
): Promise<boolean> {
  const { count } = await sql`
    insert into second_factors as f (account_id, secret, created_at) values (${accountId}, ${secret}, ${at})
    on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where f.confirmed_at is null`
  return count === 1
}

/** Also stores which address its owner has proven: the present one, or else the last one before. */
export async function confirmFactor(
  tx: TransactionSql,
  { accountId, recoveryHashes, at }: { accountId: number; recoveryHashes: readonly Buffer[]; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    update second_factors set confirmed_at = ${at}, recovery_hashes = ${recoveryHashes}::bytea[], proven_with =
      (select case when email_verified_at is null then proven_before else email end from accounts where id = ${accountId})
    where account_id = ${accountId} and confirmed_at is null`
  return count === 1
}

/** Marks the time step as used. Returns false if a code of this or a later step was used before. */
export async function takeStep(sql: Sql | TransactionSql, accountId: number, step: number): Promise<boolean> {
  const { count } = await sql`
    update second_factors set last_step = ${step} where account_id = ${accountId} and last_step < ${step}`
  return count === 1
}

/** Uses a recovery code up. Returns whether it was one of the account's codes. */
export async function takeRecoveryCode(sql: Sql | TransactionSql, accountId: number, hash: Buffer): Promise<boolean> {
  const { count } = await sql`
    update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where account_id = ${accountId} and ${hash}::bytea = any(recovery_hashes)`
  return count === 1
}

export async function deleteFactor(tx: Sql | TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await tx`delete from second_factors where account_id = ${accountId}`
  return count === 1
}

/** Deletes a second factor that nobody used who had proven an address of the account. Returns whether there was one. */
export async function deleteUnprovenFactor(tx: TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await tx`delete from second_factors where account_id = ${accountId} and proven_with is null`
  return count === 1
}

export async function isFactorProven(sql: Sql | TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await sql`
    select 1 from second_factors where account_id = ${accountId} and proven_with is not null`
  return count === 1
}

export async function markFactorProven(tx: TransactionSql, accountId: number, email: string): Promise<void> {
  await tx`
    update second_factors set proven_with = ${email} where account_id = ${accountId} and confirmed_at is not null`
}

/** A few thousand rows at most, and read only after the deployment's secret was changed. */
export async function listSecrets(sql: Sql): Promise<{ accountId: number; secret: Buffer }[]> {
  return sql<{ accountId: number; secret: Buffer }[]>`select account_id as "accountId", secret from second_factors`
}

export async function replaceSecret(
  sql: Sql,
  accountId: number,
  { old, secret }: { old: Buffer; secret: Buffer },
): Promise<void> {
  await sql`update second_factors set secret = ${secret} where account_id = ${accountId} and secret = ${old}`
}
