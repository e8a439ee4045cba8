// The tables of allocations and their strata.
import type { Sql, TransactionSql } from '../db/db.ts'

export interface Arm {
  readonly name: string
  readonly weight: number
}

export interface Allocation {
  readonly id: string
  readonly name: string
  readonly arms: readonly Arm[]
  readonly block: 'permuted' | 'equilibrium'
  readonly blockSizes: readonly number[]
  readonly sha256: string
  readonly seed: string | null
  readonly createdAt: Date
  readonly closedAt: Date | null
  readonly digest: string | null
  readonly assigned: number
}

export interface HeldAllocation extends Allocation {
  readonly sealedSeed: Buffer | null
}

export interface Stratum {
  readonly stratum: string
  /** The block that is being filled, and how many of its places are taken. */
  readonly block: number
  readonly taken: number
  readonly assigned: number
  readonly counts: readonly number[]
  readonly firsts: readonly number[]
}

export interface NewAllocation {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly arms: readonly Arm[]
  readonly block: string
  readonly blockSizes: readonly number[]
  readonly sha256: string
  readonly sealedSeed: Buffer
  readonly at: Date
  readonly strata: readonly string[]
}

const columns = (sql: TransactionSql) => sql`
  a.id, a.name, a.arms, a.block, a.block_sizes as "blockSizes", a.sha256, a.seed, a.created_at as "createdAt",
  a.closed_at as "closedAt", a.digest,
  (select coalesce(sum(s.assigned), 0) from allocation_strata s where s.allocation_id = a.id) as assigned`

/** False if the account holds as many as it may. */
export async function insertAllocation(tx: TransactionSql, row: NewAllocation, rowsMax: number): Promise<boolean> {
  const { count } = await tx`
    insert into allocations (id, account_id, name, arms, block, block_sizes, sha256, sealed_seed, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${tx.json(row.arms)}::jsonb, ${row.block},
      ${row.blockSizes}::integer[], ${row.sha256}, ${row.sealedSeed}, ${row.at}::timestamptz
    where (select count(*) from allocations where account_id = ${row.accountId}) < ${rowsMax}`
  if (count !== 1) return false
  const none = row.arms.map(() => 0)
  await tx`
    insert into allocation_strata (allocation_id, ordinal, stratum, counts, firsts)
    select ${row.id}::uuid, named.ordinal, named.stratum, ${none}::integer[], ${none}::integer[]
    from unnest(${row.strata}::text[]) with ordinality as named (stratum, ordinal)`
  return true
}

export async function findAllocation(
  sql: TransactionSql,
  id: string,
  accountId: number,
): Promise<HeldAllocation | undefined> {
  const [row] = await sql<HeldAllocation[]>`
    select ${columns(sql)}, a.sealed_seed as "sealedSeed" from allocations a
    where a.id = ${id} and a.account_id = ${accountId}`
  return row
}

/** The newest first. */
export async function listAllocations(sql: Sql, accountId: number, rowsMax: number): Promise<Allocation[]> {
  return sql<Allocation[]>`
    select ${columns(sql)} from allocations a where a.account_id = ${accountId}
    order by a.created_at desc, a.id limit ${rowsMax}`
}

export async function closeAllocation(
  tx: TransactionSql,
  row: { id: string; seed: string; digest: string; at: Date },
): Promise<void> {
  await tx`
    update allocations set closed_at = ${row.at}, seed = ${row.seed}, sealed_seed = null, digest = ${row.digest}
    where id = ${row.id} and closed_at is null`
}

const stratumColumns = (sql: TransactionSql) => sql`stratum, block, taken, assigned, counts, firsts`

export async function listStrata(sql: TransactionSql, allocationId: string): Promise<Stratum[]> {
  return sql<Stratum[]>`
    select ${stratumColumns(sql)} from allocation_strata where allocation_id = ${allocationId} order by ordinal`
}

/** Waits for assignments in progress in any of these strata, and locks all of them. */
export async function lockStrata(tx: TransactionSql, allocationId: string): Promise<Stratum[]> {
  return tx<Stratum[]>`
    select ${stratumColumns(tx)} from allocation_strata where allocation_id = ${allocationId} order by ordinal for update`
}

/** Waits for an assignment in progress in the stratum, and locks it. */
export async function lockStratum(
  tx: TransactionSql,
  allocationId: string,
  stratum: string,
): Promise<Stratum | undefined> {
  const [row] = await tx<Stratum[]>`
    select ${stratumColumns(tx)} from allocation_strata
    where allocation_id = ${allocationId} and stratum = ${stratum} for update`
  return row
}

export async function advanceStratum(tx: TransactionSql, allocationId: string, row: Stratum): Promise<void> {
  await tx`
    update allocation_strata
    set block = ${row.block}, taken = ${row.taken}, assigned = ${row.assigned},
      counts = ${row.counts}::integer[], firsts = ${row.firsts}::integer[]
    where allocation_id = ${allocationId} and stratum = ${row.stratum}`
}

/** Read after the lock was taken, so that a close that came first is seen. */
export async function standing(tx: TransactionSql, id: string): Promise<{ closed: boolean; assigned: number }> {
  const [row] = await tx<{ closed: boolean; assigned: number }[]>`
    select closed_at is not null as closed,
      (select sum(assigned) from allocation_strata where allocation_id = ${id}) as assigned
    from allocations where id = ${id}`
  return row ?? { closed: true, assigned: 0 }
}
