import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError, accountGone } from '../ground/errors.ts'
import type { Limits } from '../ground/limits.ts'
import type { PlanId } from '../ground/plans.ts'
import type { Caller, Role } from './caller.ts'
import { deleteSessions, hasSession } from './sign-in/session-store.ts'

/** PostgreSQL channel on which nodes announce the id of an account that changed, so that all nodes drop its cached identities. */
export const IDENTITY_CHANNEL = 'identity'

export interface Account {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  /** While true, `planEndsAt` only matters if no further billing event arrives. */
  readonly planRenews: boolean
  readonly role: Role
  readonly emailVerifiedAt: Date | null
  /** From this time on nobody can sign in to the account, and its keys do not work. */
  readonly disabledAt: Date | null
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly limits: Limits | null
  readonly createdAt: Date
}

export interface AccountWithPassword extends Account {
  readonly passwordHash: string | null
}

const columns = (sql: Sql | TransactionSql) =>
  sql`id, email, name, plan, plan_ends_at as "planEndsAt", plan_renews as "planRenews", role,
    email_verified_at as "emailVerifiedAt", disabled_at as "disabledAt", password_hash is not null as "hasPassword",
    exists (select 1 from second_factors f where f.account_id = accounts.id and f.confirmed_at is not null)
      as "hasSecondFactor", limits, created_at as "createdAt"`

/** Returns undefined if the email is taken. */
export async function insertAccount(
  tx: TransactionSql,
  { email, name, passwordHash, at }: { email: string; name: string; passwordHash: string | null; at: Date },
): Promise<Account | undefined> {
  const [row] = await tx<Account[]>`
    insert into accounts (email, name, password_hash, created_at) values (${email}, ${name}, ${passwordHash}, ${at})
    on conflict do nothing returning ${columns(tx)}`
  return row
}

export async function findAccount(sql: Sql | TransactionSql, id: number): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`select ${columns(sql)} from accounts where id = ${id} and deleted_at is null`
  return row
}

export async function findAccountByEmail(
  sql: Sql | TransactionSql,
  email: string,
): Promise<AccountWithPassword | undefined> {
  const [row] = await sql<AccountWithPassword[]>`
    select ${columns(sql)}, password_hash as "passwordHash" from accounts where lower(email) = lower(${email})`
  return row
}

export async function updateLimits(tx: TransactionSql, accountId: number, limits: Limits | null): Promise<void> {
  await tx`update accounts set limits = ${limits && tx.json(limits as never)} where id = ${accountId}`
}

/**
 * Serialises changes to one account, so that limits hold under concurrency. Code that changes several rows of an account locks this row
 * first: one lock order for all code prevents deadlocks. Returns whether the account exists.
 */
export async function lockAccount(tx: TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await tx`select 1 from accounts where id = ${accountId} and deleted_at is null for update`
  return count === 1
}

/**
 * Like `lockAccount`, for a request of a signed-in person. Throws if the session has ended since the request arrived: somebody who ended
 * it by setting a new password must not find a key or an address that was added a moment later.
 */
export async function lockCaller(
  tx: TransactionSql,
  { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
): Promise<Account> {
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : undefined
  if (!account) throw accountGone()
  if (sessionId !== undefined && !(await hasSession(tx, accountId, sessionId))) {
    throw new ApiError('unauthenticated', 'Your session has ended. Sign in again.')
  }
  return account
}

/** Locks this account and all administrators in a fixed order, so that two administrators who demote each other do not deadlock. */
export async function lockWithAdministrators(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`
    select 1 from accounts
    where id in (select id from accounts where role = 'administrator' union select ${accountId}::bigint)
    order by id for update`
}

/** Returns null if the account has no password, undefined if there is no account. */
export async function findPasswordHash(
  sql: Sql | TransactionSql,
  accountId: number,
): Promise<string | null | undefined> {
  const [row] = await sql<{ hash: string | null }[]>`
    select password_hash as hash from accounts where id = ${accountId} and deleted_at is null`
  return row?.hash
}

export async function updatePasswordHash(tx: TransactionSql, accountId: number, hash: string | null): Promise<void> {
  await tx`update accounts set password_hash = ${hash} where id = ${accountId}`
}

export async function updateName(tx: TransactionSql, accountId: number, name: string): Promise<void> {
  await tx`update accounts set name = ${name} where id = ${accountId}`
}

/** Stores the new address as unconfirmed. Returns false if another account has it. */
export async function updateEmail(tx: TransactionSql, accountId: number, email: string): Promise<boolean> {
  const { count } = await tx`
    update accounts set email = ${email}, email_verified_at = null,
      proven_before = case when email_verified_at is null then proven_before else email end
    where id = ${accountId}
      and not exists (select 1 from accounts where lower(email) = lower(${email}) and id <> ${accountId})`
  return count === 1
}

/** Returns the plan that the account had before; undefined if there is no such account. */
export async function updatePlan(
  tx: TransactionSql,
  accountId: number,
  { plan, endsAt, renews }: { plan: PlanId; endsAt: Date | null; renews: boolean },
): Promise<{ plan: PlanId; renews: boolean } | undefined> {
  const [before] = await tx<{ plan: PlanId; renews: boolean }[]>`
    with before as (
      select id, plan, plan_renews from accounts where id = ${accountId} and deleted_at is null for update)
    update accounts a set plan = ${plan}, plan_ends_at = ${endsAt}, plan_renews = ${renews}
    from before where a.id = before.id
    returning before.plan, before.plan_renews as renews`
  return before
}

/** Stores what the sign-up rules or an invitation decide: the role and the plan. */
export async function updateAdmission(
  tx: TransactionSql,
  account: Pick<Account, 'id' | 'role' | 'emailVerifiedAt' | 'plan' | 'planEndsAt' | 'planRenews'>,
): Promise<Account> {
  const { id, role, emailVerifiedAt, plan, planEndsAt, planRenews } = account
  const [row] = await tx<Account[]>`
    update accounts set role = ${role}, email_verified_at = ${emailVerifiedAt}, plan = ${plan},
      plan_ends_at = ${planEndsAt}, plan_renews = ${planRenews}
    where id = ${id} returning ${columns(tx)}`
  if (!row) throw new Error('the account is gone')
  return row
}

export async function hasAdministrator(sql: Sql | TransactionSql): Promise<boolean> {
  const { count } = await sql`select 1 from accounts where role = 'administrator' limit 1`
  return count === 1
}

/** Reliable only while `lockWithAdministrators` holds the locks. */
export async function countOtherAdministrators(sql: Sql | TransactionSql, accountId: number): Promise<number> {
  const { count } = await sql`
    select 1 from accounts where role = 'administrator' and disabled_at is null and id <> ${accountId}`
  return count
}

export async function updateDisabled(tx: TransactionSql, accountId: number, at: Date | null): Promise<void> {
  await tx`update accounts set disabled_at = ${at} where id = ${accountId}`
}

export async function updateRole(tx: TransactionSql, accountId: number, role: Role): Promise<void> {
  await tx`update accounts set role = ${role} where id = ${accountId}`
}

export async function updateVerified(tx: TransactionSql, accountId: number, at: Date): Promise<void> {
  await tx`
    update accounts set email_verified_at = coalesce(email_verified_at, ${at}) where id = ${accountId}`
}

/** From now on nobody can use the account, and its email is free. Its rows are deleted afterwards, in batches. */
export async function markDeleted(tx: TransactionSql, accountId: number, at: Date): Promise<void> {
  await tx`
    update accounts set deleted_at = ${at}, email = 'deleted-' || id, name = '', password_hash = null, role = 'member'
    where id = ${accountId}`
  await deleteSessions(tx, accountId)
}

/** Tells every node, once this transaction is committed, to drop what it has cached about the account. */
export async function announceChange(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`select pg_notify(${IDENTITY_CHANNEL}, ${String(accountId)})`
}
