// The SQL of accounts, their sessions and what is written down about them. Keys and tokens have stores of their own.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { PlanId } from '../plans.ts'
import type { Role } from './caller.ts'

/** Nodes listen here for the id of an account whose identities they must forget. */
export const IDENTITY_CHANNEL = 'identity'

export interface Account {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  /** Then the end is only for the case that nothing is heard any more. */
  readonly planRenews: boolean
  readonly role: Role
  readonly emailVerifiedAt: Date | null
  /** Since then nobody can sign in to it, and its keys do not work. */
  readonly disabledAt: Date | null
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
}

export interface AccountWithPassword extends Account {
  readonly passwordHash: string | null
}

export interface Session {
  readonly id: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

/** From where a change was asked for. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export interface AuditEntry {
  readonly accountId: number
  readonly at: Date
  readonly event: string
  readonly origin: Origin
  readonly detail?: Record<string, string | number | null>
}

export interface AuditRow extends Omit<AuditEntry, 'origin' | 'accountId'>, Origin {
  readonly id: number
}

/** Of each kind, in what an account takes away with it. */
export const EXPORT_ROWS_MAX = 20_000
const SESSIONS_MAX = 100

const columns = (sql: Sql | TransactionSql) =>
  sql`id, email, name, plan, plan_ends_at as "planEndsAt", plan_renews as "planRenews", role,
    email_verified_at as "emailVerifiedAt", disabled_at as "disabledAt", password_hash is not null as "hasPassword",
    exists (select 1 from second_factors f where f.account_id = accounts.id and f.confirmed_at is not null)
      as "hasSecondFactor", created_at as "createdAt"`

/** Undefined where the email is taken. */
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

/**
 * Makes the changes of one account follow each other, so that a limit holds under concurrency. Whoever changes several rows of an
 * account begins with this one: with one order for all there is no deadlock. Answers whether the account exists.
 */
export async function lockAccount(tx: TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await tx`select 1 from accounts where id = ${accountId} and deleted_at is null for update`
  return count === 1
}

/** Null where the account has no password, undefined where there is no account. */
export async function findPasswordHash(
  sql: Sql | TransactionSql,
  accountId: number,
): Promise<string | null | undefined> {
  const [row] = await sql<{ hash: string | null }[]>`
    select password_hash as hash from accounts where id = ${accountId} and deleted_at is null`
  return row?.hash
}

export async function updatePasswordHash(tx: TransactionSql, accountId: number, hash: string): Promise<void> {
  await tx`update accounts set password_hash = ${hash} where id = ${accountId}`
}

export async function updateName(tx: TransactionSql, accountId: number, name: string): Promise<void> {
  await tx`update accounts set name = ${name} where id = ${accountId}`
}

/** Not confirmed yet. Answers false where another account has the address. */
export async function updateEmail(tx: TransactionSql, accountId: number, email: string): Promise<boolean> {
  const { count } = await tx`
    update accounts set email = ${email}, email_verified_at = null where id = ${accountId}
      and not exists (select 1 from accounts where lower(email) = lower(${email}) and id <> ${accountId})`
  return count === 1
}

/** Answers whether the account exists. */
export async function updatePlan(
  tx: TransactionSql,
  accountId: number,
  { plan, endsAt, renews }: { plan: PlanId; endsAt: Date | null; renews: boolean },
): Promise<boolean> {
  const { count } = await tx`
    update accounts set plan = ${plan}, plan_ends_at = ${endsAt}, plan_renews = ${renews}
    where id = ${accountId} and deleted_at is null`
  return count === 1
}

/** What coming in decides: who somebody is here, and with which plan. */
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

/** From now on nobody can use the account, and its email is free. What belongs to it is deleted afterwards, in pieces. */
export async function markDeleted(tx: TransactionSql, accountId: number, at: Date): Promise<void> {
  await tx`
    update accounts set deleted_at = ${at}, email = 'deleted-' || id, name = '', password_hash = null, role = 'member'
    where id = ${accountId}`
  await deleteSessions(tx, accountId)
}

/** Tells every node, once this transaction is committed, to forget what it knows about the account. */
export async function announceChange(tx: TransactionSql, accountId: number): Promise<void> {
  await tx`select pg_notify(${IDENTITY_CHANNEL}, ${String(accountId)})`
}

export async function insertAudit(sql: Sql | TransactionSql, entry: AuditEntry): Promise<void> {
  const { accountId, at, event, origin, detail = {} } = entry
  await sql`
    insert into audit_log (account_id, at, event, address, user_agent, detail)
    values (${accountId}, ${at}, ${event}, ${origin.address}, ${origin.userAgent}, ${sql.json(detail)})`
}

/** The newest rows first, from the one after `after` on. */
export async function listAudit(
  sql: Sql,
  accountId: number,
  { after = Number.MAX_SAFE_INTEGER, rowsMax = EXPORT_ROWS_MAX }: { after?: number | undefined; rowsMax?: number } = {},
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select id, at, event, address, user_agent as "userAgent", detail from audit_log
    where account_id = ${accountId} and id < ${after} order by id desc limit ${rowsMax}`
}

/** An account keeps a bounded number of sessions: the oldest ends when there are too many. Answers whether one did. */
export async function insertSession(
  tx: TransactionSql,
  accountId: number,
  session: Omit<Session, 'lastUsedAt'>,
): Promise<boolean> {
  const { id, address, userAgent, createdAt, expiresAt } = session
  await tx`
    insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
    values (${id}, ${accountId}, ${address}, ${userAgent}, ${createdAt}, ${expiresAt})`
  const { count } = await tx`
    delete from sessions where id in (
      select id from sessions where account_id = ${accountId} order by created_at desc, id offset ${SESSIONS_MAX})`
  return count > 0
}

export interface SessionIdentity {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function findSession(sql: Sql, id: string): Promise<SessionIdentity | undefined> {
  const [row] = await sql<SessionIdentity[]>`
    select a.id as "accountId", a.email, a.plan, a.plan_ends_at as "planEndsAt", s.expires_at as "expiresAt",
      a.role, s.created_at as "createdAt",
      exists (select 1 from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as "hasSecondFactor"
    from sessions s join accounts a on a.id = s.account_id where s.id = ${id} and a.disabled_at is null
      and a.deleted_at is null`
  return row
}

/** The newest first, from the one after `after` on. */
export async function listSessions(
  sql: Sql,
  accountId: number,
  { now, after = null, rowsMax = SESSIONS_MAX }: { now: Date; after?: string | null | undefined; rowsMax?: number },
): Promise<Session[]> {
  return sql<Session[]>`
    select id, address, user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from sessions where account_id = ${accountId} and expires_at > ${now} and (${after}::text is null
      or (created_at, id) < (select created_at, id from sessions where id = ${after} and account_id = ${accountId}))
    order by created_at desc, id desc limit ${rowsMax}`
}

/** From where the owner of this email is signed in. */
export async function listSessionAddresses(sql: Sql, email: string, now: Date): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct s.address from sessions s join accounts a on a.id = s.account_id
    where lower(a.email) = lower(${email}) and s.expires_at > ${now} limit ${SESSIONS_MAX}`
  return rows.map(({ address }) => address)
}

/** Answers whether this account had such a session. */
export async function deleteSession(tx: TransactionSql, accountId: number, id: string): Promise<boolean> {
  const { count } = await tx`delete from sessions where id = ${id} and account_id = ${accountId}`
  return count === 1
}

/** Ends every session of the account but the one that is kept. */
export async function deleteSessions(tx: TransactionSql, accountId: number, keptId = ''): Promise<void> {
  await tx`delete from sessions where account_id = ${accountId} and id <> ${keptId}`
}
