import { newestAfter, type Page, type Sql, type TransactionSql } from '../../db/db.ts'
import type { Limits } from '../../ground/limits.ts'
import type { PlanId } from '../../ground/plans.ts'
import type { Role } from '../caller.ts'

const SESSIONS_MAX = 100

export interface Session {
  readonly id: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

/** An account keeps a bounded number of sessions: opening one too many ends the oldest. Returns whether that happened. */
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

interface SessionIdentity {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly limits: Limits | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function findSession(sql: Sql, id: string): Promise<SessionIdentity | undefined> {
  const [row] = await sql<SessionIdentity[]>`
    select a.id as "accountId", a.email, a.plan, a.plan_ends_at as "planEndsAt", a.limits, s.expires_at as "expiresAt",
      a.role, s.created_at as "createdAt",
      exists (select 1 from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as "hasSecondFactor"
    from sessions s join accounts a on a.id = s.account_id where s.id = ${id} and a.disabled_at is null
      and a.deleted_at is null`
  return row
}

export async function hasSession(tx: TransactionSql, accountId: number, id: string): Promise<boolean> {
  const { count } = await tx`select 1 from sessions where id = ${id} and account_id = ${accountId}`
  return count === 1
}

/** The newest first, starting after `after`. */
export async function listSessions(
  sql: Sql,
  accountId: number,
  { now, rowsMax = SESSIONS_MAX, ...page }: Partial<Page> & { now: Date },
): Promise<Session[]> {
  return sql<Session[]>`
    select id, address, user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from sessions where account_id = ${accountId} and expires_at > ${now}
    ${newestAfter(sql, 'sessions', { accountId, rowsMax, ...page })}`
}

/** The network addresses of the sessions that the owner of this email has. */
export async function listSessionAddresses(sql: Sql, email: string, now: Date): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select distinct s.address from sessions s join accounts a on a.id = s.account_id
    where lower(a.email) = lower(${email}) and s.expires_at > ${now} limit ${SESSIONS_MAX}`
  return rows.map(({ address }) => address)
}

export async function deleteSession(tx: TransactionSql, accountId: number, id: string): Promise<boolean> {
  const { count } = await tx`delete from sessions where id = ${id} and account_id = ${accountId}`
  return count === 1
}

export async function deleteSessions(tx: TransactionSql, accountId: number, keptId = ''): Promise<void> {
  await tx`delete from sessions where account_id = ${accountId} and id <> ${keptId}`
}

export async function touchSessions(sql: Sql, uses: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update sessions s set last_used_at = greatest(s.last_used_at, u.at)
    from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as u(id, at) where s.id = u.id`
}
