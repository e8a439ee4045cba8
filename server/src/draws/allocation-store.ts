// The tables of allocations and their strata.
import type { BlockKind, FactorSettings } from '@equipoise/engine'
import type { Page, Sql, TransactionSql } from '../db/db.ts'
import type { Right } from './member-store.ts'
import { lockOwner } from './owner-store.ts'

export interface Arm {
  readonly name: string
  readonly weight: number
}

/** What decides besides the weights, if there are no blocks. */
interface AllocationRule {
  readonly limit?: number
  readonly factors?: readonly FactorSettings[]
  readonly probability?: number
}

export interface Allocation {
  readonly id: string
  readonly name: string
  readonly arms: readonly Arm[]
  readonly block: BlockKind
  readonly blockSizes: readonly number[]
  readonly rule: AllocationRule | null
  readonly sha256: string
  readonly seed: string | null
  readonly createdAt: Date
  readonly closedAt: Date | null
  readonly digest: string | null
  readonly assigned: number
  /** Whether the allocation belongs to the account, and otherwise which rights the account has. */
  readonly isOwn: boolean
  readonly rights: readonly Right[]
}

export interface HeldAllocation extends Allocation {
  readonly sealedSeed: Buffer | null
}

export interface StratumSize {
  readonly stratum: string
  readonly assigned: number
}

export interface Stratum extends StratumSize {
  /** Its place among the strata, from 1 on. */
  readonly id: number
  /** The block that is being filled, and how many of its places are taken. */
  readonly block: number
  readonly taken: number
  readonly counts: readonly number[]
  readonly firsts: readonly number[]
  /** Minimisation: number of people by factor, level and arm. */
  readonly levelCounts: readonly number[] | null
}

interface NewAllocation {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly arms: readonly Arm[]
  readonly block: string
  readonly blockSizes: readonly number[]
  readonly rule: AllocationRule | null
  readonly sha256: string
  readonly sealedSeed: Buffer
  readonly at: Date
  readonly strata: readonly string[]
  /** The length of `levelCounts`; 0 without minimisation. */
  readonly levelCounts: number
}

const assigned = (sql: TransactionSql) => sql`
  (select coalesce(sum(s.assigned), 0) from allocation_strata s where s.allocation_id = a.id) as assigned`
const columns = (sql: TransactionSql, accountId: number) => sql`
  a.id, a.name, a.arms, a.block, a.block_sizes as "blockSizes", a.rule, a.account_id = ${accountId} as "isOwn",
  coalesce(m.rights, '{}') as rights, a.sha256, a.seed, a.created_at as "createdAt",
  a.closed_at as "closedAt", a.digest, ${assigned(sql)}`

/** Members are matched by confirmed address only: anybody could have signed up with an unconfirmed one. */
const memberships = (sql: TransactionSql, accountId: number) => sql`
  left join allocation_members m on m.allocation_id = a.id and m.email =
    (select lower(c.email) from accounts c where c.id = ${accountId} and c.email_verified_at is not null)`

/** Returns false if the account has reached its limit. */
export async function insertAllocation(tx: TransactionSql, row: NewAllocation, rowsMax: number): Promise<boolean> {
  await lockOwner(tx, row.accountId)
  const { count } = await tx`
    insert into allocations (id, account_id, name, arms, block, block_sizes, rule, sha256, sealed_seed, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${tx.json(row.arms)}::jsonb, ${row.block},
      ${row.blockSizes}::integer[], ${row.rule && tx.json(row.rule as never)}::jsonb, ${row.sha256}, ${row.sealedSeed}, ${row.at}::timestamptz
    where (select count(*) from allocations where account_id = ${row.accountId}) < ${rowsMax}`
  if (count !== 1) return false
  const none = row.arms.map(() => 0)
  await tx`
    insert into allocation_strata (allocation_id, ordinal, stratum, counts, firsts, level_counts)
    select ${row.id}::uuid, named.ordinal, named.stratum, ${none}::integer[], ${none}::integer[],
      case when ${row.levelCounts}::integer > 0 then array_fill(0, array[${row.levelCounts}::integer]) end
    from unnest(${row.strata}::text[]) with ordinality as named (stratum, ordinal)`
  return true
}

export async function findAllocation(
  sql: TransactionSql,
  id: string,
  accountId: number,
): Promise<HeldAllocation | undefined> {
  const [row] = await sql<HeldAllocation[]>`
    select ${columns(sql, accountId)}, a.sealed_seed as "sealedSeed"
    from allocations a ${memberships(sql, accountId)}
    where a.id = ${id} and (a.account_id = ${accountId} or m.email is not null)`
  return row
}

export interface ListedAllocation
  extends Pick<Allocation, 'id' | 'name' | 'block' | 'createdAt' | 'closedAt' | 'assigned' | 'isOwn' | 'rights'> {
  readonly armCount: number
}

/** Own and shared ones, the newest first, after the one with this id. */
export async function listAllocations(
  sql: Sql,
  accountId: number,
  { after, rowsMax }: Page,
): Promise<ListedAllocation[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and (a.created_at, a.id) < (select created_at, id from allocations where id = ${after} and id in (select id from visible))`
  return sql<ListedAllocation[]>`
    with visible as (
      select own.id from allocations own where own.account_id = ${accountId}
      union select shared.allocation_id from allocation_members shared
        join accounts c on lower(c.email) = shared.email
      where c.id = ${accountId} and c.email_verified_at is not null),
    page as (
      select a.id, a.name, a.block, a.created_at as "createdAt", a.closed_at as "closedAt",
        a.account_id = ${accountId} as "isOwn", coalesce(m.rights, '{}') as rights, jsonb_array_length(a.arms) as "armCount"
      from allocations a ${memberships(sql, accountId)}
      where a.id in (select id from visible) ${beyond}
      order by a.created_at desc, a.id desc limit ${rowsMax}),
    -- All strata are read once, not once for each allocation.
    sums as (
      select allocation_id, sum(assigned) as assigned from allocation_strata
      where allocation_id in (select id from page) group by allocation_id)
    select page.*, coalesce(sums.assigned, 0) as assigned from page left join sums on sums.allocation_id = page.id
    order by "createdAt" desc, id desc`
}

export async function closeAllocation(
  tx: TransactionSql,
  row: { id: string; seed: string; digest: string; at: Date },
): Promise<void> {
  await tx`
    update allocations set closed_at = ${row.at}, seed = ${row.seed}, sealed_seed = null, digest = ${row.digest}
    where id = ${row.id} and closed_at is null`
}

/** The receipt of a closed allocation as it was signed, in JSON; undefined if it was not signed yet. */
export async function findClosingReceipt(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ receipt: string | null }[]>`select receipt from allocations where id = ${id}`
  return row?.receipt ?? undefined
}

/** Returns the one that is kept: if two requests close an allocation at once, the first. */
export async function keepClosingReceipt(sql: Sql, id: string, receipt: string): Promise<string> {
  const [row] = await sql<{ receipt: string }[]>`
    update allocations set receipt = coalesce(receipt, ${receipt}) where id = ${id} returning receipt`
  return row?.receipt ?? receipt
}

export type ListedStratum = Pick<Stratum, 'id' | 'stratum' | 'assigned' | 'counts' | 'firsts'>

/** In their order, after the one with this number. */
export async function listStrata(
  sql: Sql,
  allocationId: string,
  { after = 0, rowsMax }: { after?: number | undefined; rowsMax: number },
): Promise<ListedStratum[]> {
  return sql<ListedStratum[]>`
    select ordinal as id, stratum, assigned, counts, firsts from allocation_strata
    where allocation_id = ${allocationId} and ordinal > ${after} order by ordinal limit ${rowsMax}`
}

/** Of all strata together, by arm. */
export interface AllocationSums {
  readonly strata: number
  readonly counts: readonly number[]
  readonly firsts: readonly number[]
}

export async function sumStrata(sql: Sql, allocationId: string): Promise<AllocationSums> {
  const [row] = await sql<AllocationSums[]>`
    with by_arm as (
      select arm, sum(count)::integer as count, sum(first)::integer as first
      from allocation_strata, unnest(counts, firsts) with ordinality as arms (count, first, arm)
      where allocation_id = ${allocationId} group by arm)
    select (select count(*) from allocation_strata where allocation_id = ${allocationId}) as strata,
      array_agg(count order by arm) as counts, array_agg(first order by arm) as firsts from by_arm`
  return row ?? { strata: 0, counts: [], firsts: [] }
}

/** All of them, in their order. */
export async function listSizes(sql: TransactionSql, allocationId: string, lock = sql``): Promise<StratumSize[]> {
  return sql<StratumSize[]>`
    select stratum, assigned from allocation_strata where allocation_id = ${allocationId} order by ordinal ${lock}`
}

/** Waits for assignments in progress in any of these strata, and locks all of them. */
export async function lockStrata(tx: TransactionSql, allocationId: string): Promise<StratumSize[]> {
  return listSizes(tx, allocationId, tx`for update`)
}

/** The first of these names that no stratum of the allocation has. */
export async function findUnknownStratum(
  sql: Sql,
  allocationId: string,
  names: readonly string[],
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) with ordinality as named (name, place)
    where not exists (select 1 from allocation_strata where allocation_id = ${allocationId} and stratum = name)
    order by place limit 1`
  return row?.name
}

/** Waits for assignments in progress in the strata with these names, locks these strata, and reads their state. */
export async function readStrata(
  tx: TransactionSql,
  allocationId: string,
  names: readonly string[],
): Promise<Map<string, Stratum>> {
  const rows = await tx<Stratum[]>`
    select ordinal as id, stratum, block, taken, assigned, to_jsonb(counts) as counts, to_jsonb(firsts) as firsts,
      to_jsonb(level_counts) as "levelCounts"
    from allocation_strata where allocation_id = ${allocationId} and stratum = any(${names}::text[]) for update`
  return new Map(rows.map((row) => [row.stratum, row]))
}

export async function advanceStrata(tx: TransactionSql, allocationId: string, rows: readonly Stratum[]): Promise<void> {
  await tx`
    update allocation_strata s
    set block = r.block, taken = r.taken, assigned = r.assigned, counts = r.counts, firsts = r.firsts,
      level_counts = r."levelCounts"
    from jsonb_to_recordset(${tx.json(rows as never)}::jsonb) as r (stratum text, block integer, taken integer, assigned integer,
      counts integer[], firsts integer[], "levelCounts" integer[])
    where s.allocation_id = ${allocationId} and s.stratum = r.stratum`
}

/** Read after taking the lock, so that an earlier close is seen. */
export async function standing(tx: TransactionSql, id: string): Promise<{ closed: boolean; assigned: number }> {
  const [row] = await tx<{ closed: boolean; assigned: number }[]>`
    select closed_at is not null as closed,
      (select sum(assigned) from allocation_strata where allocation_id = ${id}) as assigned
    from allocations where id = ${id}`
  return row ?? { closed: true, assigned: 0 }
}
