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
  /** The account that made the assignment, as in the allocation's log. */
  readonly assignedBy: string
  /** For minimisation: the participant's levels, and how many earlier people had them, by factor and arm. */
  readonly profile: string | null
  readonly before: readonly number[] | null
}

const columns = (sql: TransactionSql) => sql`
  id, participant, stratum, position, arm, assigned_at as "assignedAt", assigned_by as "assignedBy", profile, before_counts as before`

export async function findAssignment(
  sql: TransactionSql,
  allocationId: string,
  participant: string,
): Promise<Assignment | undefined> {
  const [row] = await sql<Assignment[]>`
    select ${columns(sql)} from allocation_assignments
    where allocation_id = ${allocationId} and participant = ${participant}`
  return row
}

/** Returns false if the participant was meanwhile assigned in another stratum. */
export async function insertAssignment(
  tx: TransactionSql,
  allocationId: string,
  row: Omit<Assignment, 'assignedBy'> & { readonly actorId: number },
): Promise<boolean> {
  const { count } = await tx`
    insert into allocation_assignments
      (allocation_id, account_id, participant, stratum, position, arm, id, assigned_at, assigned_by, profile, before_counts)
    select a.id, a.account_id, ${row.participant}, ${row.stratum}, ${row.position}::integer, ${row.arm}::smallint,
      ${row.id}::uuid, ${row.assignedAt}::timestamptz, ${actorName(tx, row.actorId)}, ${row.profile}, ${row.before}::integer[]
    from allocations a left join accounts c on c.id = ${row.actorId} where a.id = ${allocationId}
    on conflict (allocation_id, participant) do nothing`
  return count === 1
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
): Promise<Assignment[]> {
  return sql<Assignment[]>`
    select ${columns(sql)} from allocation_assignments
    where allocation_id = ${allocationId} and (stratum, position) > (${page.afterStratum}, ${page.afterPosition}::integer)
    order by stratum, position limit ${page.rowsMax}`
}

/** All of them, strata in alphabetical order. */
export function eachAssignment(sql: TransactionSql, allocationId: string): AsyncGenerator<Assignment[]> {
  return eachPage(({ last, rowsMax }) =>
    listAssignments(sql, allocationId, {
      afterStratum: last?.stratum ?? '',
      afterPosition: last?.position ?? -1,
      rowsMax,
    }),
  )
}
