// Several database servers: which one connections go to (route.ts), how Citus distributes the tables that requests write (distribute.ts),
// and which server has an account (this file). Code outside this folder does not deal with shards.
import type { Sql } from '../connect.ts'
import { isAtWork } from '../work-lock.ts'

export interface Cluster {
  /** The database server that has this account. Just after a shard has moved it may be the old one, which only slows charges down. */
  serverOf(accountId: number): number
  close(): void
}

/** Shards move when an operator adds a server. */
const REFRESH_MS = 30_000

/** Returns undefined for a single database. */
export async function openCluster(sql: Sql): Promise<Cluster | undefined> {
  if (!(await hasCitus(sql))) return undefined
  // A node that does not see the shards yet would treat the database as a single one until its next start.
  if (await isAtWork(sql, 'distribute')) throw new Error(MOVING)
  let ranges = await readRanges(sql)
  if (ranges.length === 0) return undefined
  const refresh = async (): Promise<void> => {
    const found = await readRanges(sql)
    if (found.length > 0) ranges = found
  }
  // If reading fails, the next refresh tries again.
  const timer = setInterval(() => refresh().catch(() => {}), REFRESH_MS).unref()
  return {
    serverOf(accountId) {
      const hash = hashOf(accountId)
      return ranges.find(({ last }) => hash <= last)?.node ?? 0
    },
    close: () => clearInterval(timer),
  }
}

const MOVING =
  'equipoise-admin distribute is moving tables of this database. Wait until it has ended, then start this node again.'

interface Range {
  /** The largest hash in this shard. */
  readonly last: number
  readonly node: number
}

async function readRanges(sql: Sql): Promise<Range[]> {
  return sql<Range[]>`
    select s.shardmaxvalue::int4 as last, p.groupid as node from pg_dist_shard s join pg_dist_placement p using (shardid)
    where s.logicalrelid = 'topup_balances'::regclass and s.shardmaxvalue is not null order by 1`
}

/** Empty in a single database. */
export async function distributedTables(sql: Sql): Promise<ReadonlySet<string>> {
  if (!(await hasCitus(sql))) return new Set()
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace`
  return new Set(rows.map(({ name }) => name))
}

export async function hasCitus(sql: Sql): Promise<boolean> {
  const found = await sql`select 1 from pg_extension where extname = 'citus'`
  return found.length > 0
}

const WORD = 2 ** 32
/** The constants of PostgreSQL's hash of four bytes: its start value, and the rotation of each of its seven steps. */
const START = (0x9e3779b9 + 4 + 3_923_095) | 0
const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** PostgreSQL's hashint8 of a non-negative number, by which Citus finds a shard: 13 ns instead of a query (decision 0028). */
export function hashOf(accountId: number): number {
  let [a, b, c] = [(START + ((accountId % WORD) ^ Math.floor(accountId / WORD))) | 0, START, START]
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}
