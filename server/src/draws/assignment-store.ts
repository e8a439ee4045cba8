import { eachPage, type TransactionSql } from '../db/db.ts'
import { actorName } from './member-store.ts'

export interface Assignment {
  readonly id: string
  readonly participant: string
  readonly stratum: string
  /** 0-based, within the stratum. */
  readonly position: number
  /** 0-based. */
  readonly arm: number
  readonly assignedAt: Date
  /** For minimisation: the participant's levels. */
  readonly profile: string | null
  /** When it was declared to be made in error; null if it counts. */
  readonly invalidatedAt: Date | null
}

export interface ProvenAssignment extends Assignment {
  /** For minimisation: how many earlier people had the same levels, by factor and arm. Up to 500 numbers. */
  readonly before: readonly number[] | null
}

export interface ListedAssignment extends Assignment {
  /** The account that made the assignment, as in the allocation's log. */
  readonly assignedBy: string
  readonly invalidatedBy: string | null
  readonly invalidReason: string | null
}

const columns = (sql: TransactionSql) =>
  sql`id, participant, stratum, position, arm, assigned_at as "assignedAt", profile, invalidated_at as "invalidatedAt"`

/** Those of these participants who are assigned. */
export async function findAssignments(
  sql: TransactionSql,
  allocationId: string,
  participants: readonly string[],
): Promise<Map<string, ProvenAssignment>> {
  // Numbers in JSON are read much faster than those of an array.
  const rows = await sql<ProvenAssignment[]>`
    select ${columns(sql)}, to_jsonb(before_counts) as before from allocation_assignments
    where allocation_id = ${allocationId} and participant = any(${participants}::text[])`
  return new Map(rows.map((row) => [row.participant, row]))
}

/** Returns how many of them were not assigned already. */
export async function insertAssignments(
  tx: TransactionSql,
  allocationId: string,
  { rows, actorId }: { rows: readonly ProvenAssignment[]; actorId: number },
): Promise<number> {
  const { count } = await tx`
    insert into allocation_assignments
      (allocation_id, account_id, participant, stratum, position, arm, id, assigned_at, assigned_by, profile, before_counts)
    select a.id, a.account_id, r.participant, r.stratum, r.position, r.arm, r.id, r."assignedAt",
      ${actorName(tx, actorId)}, r.profile, r.before
    from allocations a left join accounts c on c.id = ${actorId},
      jsonb_to_recordset(${tx.json(rows as never)}::jsonb) as r (participant text, stratum text, position integer, arm smallint,
        id uuid, "assignedAt" timestamptz, profile text, before integer[])
    where a.id = ${allocationId}
    on conflict (allocation_id, participant) do nothing`
  return count
}

export interface Invalidation {
  readonly participant: string
  readonly at: Date
  readonly actorId: number
  readonly reason: string
}

/** Returns whether it counted before: the first reason stays. */
export async function invalidateAssignment(
  tx: TransactionSql,
  allocationId: string,
  { participant, at, actorId, reason }: Invalidation,
): Promise<boolean> {
  const { count } = await tx`
    update allocation_assignments set invalidated_at = ${at}, invalid_reason = ${reason},
      invalidated_by = (select ${actorName(tx, actorId)} from accounts c where c.id = ${actorId})
    where allocation_id = ${allocationId} and participant = ${participant} and invalidated_at is null`
  return count === 1
}

/** By arm, how many do not count. */
export async function countInvalid(sql: TransactionSql, allocationId: string, arms: number): Promise<number[]> {
  const rows = await sql<{ arm: number; count: number }[]>`
    select arm, count(*)::int as count from allocation_assignments
    where allocation_id = ${allocationId} and invalidated_at is not null group by arm`
  return Array.from({ length: arms }, (_, arm) => rows.find((row) => row.arm === arm)?.count ?? 0)
}

export interface AssignmentPage {
  readonly afterStratum: string
  readonly afterPosition: number
  readonly rowsMax: number
}

/** Ordered by stratum and position, after the given one. */
export async function listAssignments(
  sql: TransactionSql,
  allocationId: string,
  page: AssignmentPage,
): Promise<ListedAssignment[]> {
  return sql<ListedAssignment[]>`
    select ${columns(sql)}, assigned_by as "assignedBy", invalidated_by as "invalidatedBy",
      invalid_reason as "invalidReason" from allocation_assignments
    where allocation_id = ${allocationId} and (stratum, position) > (${page.afterStratum}, ${page.afterPosition}::integer)
    order by stratum, position limit ${page.rowsMax}`
}

/** All of them, strata in alphabetical order. */
export function eachAssignment(sql: TransactionSql, allocationId: string): AsyncGenerator<ListedAssignment[]> {
  return eachPage(({ last, rowsMax }) =>
    listAssignments(sql, allocationId, {
      afterStratum: last?.stratum ?? '',
      afterPosition: last?.position ?? -1,
      rowsMax,
    }),
  )
}
