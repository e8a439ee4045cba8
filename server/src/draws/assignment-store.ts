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
}

export interface ProvenAssignment extends Assignment {
  /** For minimisation: how many earlier people had the same levels, by factor and arm. Up to 500 numbers. */
  readonly before: readonly number[] | null
}

export interface ListedAssignment extends Assignment {
  /** The account that made the assignment, as in the allocation's log. */
  readonly assignedBy: string
}

const columns = (sql: TransactionSql) =>
  sql`id, participant, stratum, position, arm, assigned_at as "assignedAt", profile`

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
    select ${columns(sql)}, assigned_by as "assignedBy" from allocation_assignments
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
