// The members of an allocation, and the log of what was done with it.
import type { Sql, TransactionSql } from '../db/db.ts'

export const RIGHTS = ['enrol', 'see_arms', 'unblind'] as const
export type Right = (typeof RIGHTS)[number]

export interface Member {
  readonly email: string
  readonly rights: readonly Right[]
  readonly createdAt: Date
}

export interface AllocationEvent {
  readonly id: number
  readonly at: Date
  /** The number of the account that acted, and its address if that was confirmed then. */
  readonly actor: string
  readonly event: 'member_set' | 'member_removed' | 'assigned' | 'unblinded' | 'invalidated' | 'closed'
  readonly subject: string
  readonly reason: string
}

/** Returns false if the allocation has reached its limit of members. */
export async function putMember(
  tx: TransactionSql,
  allocationId: string,
  row: Member & { membersMax: number },
): Promise<boolean> {
  const { count } = await tx`
    insert into allocation_members (allocation_id, account_id, email, rights, created_at)
    select a.id, a.account_id, ${row.email}, ${row.rights}::text[], ${row.createdAt}::timestamptz
    from allocations a where a.id = ${allocationId}
      and (select count(*) from allocation_members
        where allocation_id = ${allocationId} and email <> ${row.email}) < ${row.membersMax}
    on conflict (allocation_id, email) do update set rights = excluded.rights`
  return count === 1
}

export async function deleteMember(tx: TransactionSql, allocationId: string, email: string): Promise<boolean> {
  const { count } = await tx`
    delete from allocation_members where allocation_id = ${allocationId} and email = ${email}`
  return count === 1
}

export async function listMembers(sql: Sql, allocationId: string): Promise<Member[]> {
  return sql<Member[]>`
    select email, rights, created_at as "createdAt" from allocation_members
    where allocation_id = ${allocationId} order by email`
}

export type NewEvent = Omit<AllocationEvent, 'id' | 'actor'> & { readonly actorId: number }

/** How the log names the account `c`. Anybody can sign up with any address, so only a confirmed one identifies a person. */
export const actorName = (sql: TransactionSql, actorId: number) => sql`concat('account ', ${actorId}::bigint, ', ',
  case when c.email_verified_at is null then 'address not confirmed' else c.email end)`

/** One entry for each subject. */
export async function insertEvent(
  tx: TransactionSql,
  allocationId: string,
  row: NewEvent,
  subjects: readonly string[] = [row.subject],
): Promise<void> {
  await tx`
    insert into allocation_events (allocation_id, account_id, at, actor, event, subject, reason)
    select a.id, a.account_id, ${row.at}::timestamptz, ${actorName(tx, row.actorId)},
      ${row.event}, s.subject, ${row.reason}
    from allocations a left join accounts c on c.id = ${row.actorId},
      unnest(${subjects}::text[]) with ordinality as s (subject, place)
    where a.id = ${allocationId} order by s.place`
}

export async function hasUnblinded(
  tx: TransactionSql,
  allocationId: string,
  { actorId, subject }: Pick<NewEvent, 'actorId' | 'subject'>,
): Promise<boolean> {
  const rows = await tx`
    select 1 from allocation_events where allocation_id = ${allocationId} and subject = ${subject} and event = 'unblinded'
      and starts_with(actor, concat('account ', ${actorId}::bigint, ',')) limit 1`
  return rows.length > 0
}

export async function countMembersSet(tx: TransactionSql, allocationId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from allocation_events where allocation_id = ${allocationId} and event = 'member_set'`
  return row?.count ?? 0
}

/** The newest first, before the one with this id. */
export async function listEvents(
  sql: Sql,
  allocationId: string,
  { after, rowsMax }: { after?: number | undefined; rowsMax: number },
): Promise<AllocationEvent[]> {
  return sql<AllocationEvent[]>`
    select id, at, actor, event, subject, reason from allocation_events
    where allocation_id = ${allocationId} ${after === undefined ? sql`` : sql`and id < ${after}`}
    order by id desc limit ${rowsMax}`
}
