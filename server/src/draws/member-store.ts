// Who works on an allocation beside its owner, and what was done that an auditor asks about.
import type { Sql, TransactionSql } from '../db/db.ts'

export const RIGHTS = ['enrol', 'see_arms', 'unblind'] as const
export type Right = (typeof RIGHTS)[number]

export interface Member {
  readonly email: string
  readonly rights: readonly Right[]
  readonly createdAt: Date
}

export interface AllocationEvent {
  readonly at: Date
  /** The number of the account that did it, and its address if that was confirmed then. */
  readonly actor: string
  readonly event: 'member_set' | 'member_removed' | 'unblinded' | 'closed'
  readonly subject: string
  readonly reason: string
}

/** False if there are as many as there may be. */
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

/** Anybody can sign up with any address, so only a confirmed one names a person. */
export async function insertEvent(
  tx: TransactionSql,
  allocationId: string,
  row: Omit<AllocationEvent, 'actor'> & { actorId: number },
): Promise<void> {
  await tx`
    insert into allocation_events (allocation_id, account_id, at, actor, event, subject, reason)
    select a.id, a.account_id, ${row.at}::timestamptz, concat('account ', ${row.actorId}::bigint, ', ',
      case when c.email_verified_at is null then 'address not confirmed' else c.email end),
      ${row.event}, ${row.subject}, ${row.reason}
    from allocations a left join accounts c on c.id = ${row.actorId} where a.id = ${allocationId}`
}

/** The newest first. */
export async function listEvents(sql: Sql, allocationId: string, rowsMax: number): Promise<AllocationEvent[]> {
  return sql<AllocationEvent[]>`
    select at, actor, event, subject, reason from allocation_events
    where allocation_id = ${allocationId} order by id desc limit ${rowsMax}`
}
