// The tables of prize draws, their names and their exclusions.
import type { Exclusion } from '@equipoise/engine'
import { newestAfter, type Page, type Sql, type TransactionSql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'

export interface ListedPrize {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly size: number
  readonly createdAt: Date
  /** Null of an instant-win list. */
  readonly round: number | null
  /** When the sales of an instant-win list end; null of a draw. */
  readonly endsAt: Date | null
  readonly isDrawn: boolean
}

/** What everybody can read. */
export interface Prize extends ListedPrize {
  /** The signed documents, in JSON. */
  readonly lock: string
  readonly result: string | null
  readonly lockStamp: Buffer | null
  readonly resultStamp: Buffer | null
  readonly signature: string | null
  /** With a second beacon: the minute of NIST's pulse, the packed pulse, and its time stamp. */
  readonly nistAt: Date | null
  readonly pulse: string | null
  readonly pulseStamp: Buffer | null
  readonly replaces: string | null
  readonly replacedBy: string | null
  readonly hasNames: boolean
  /** How many the account has locked until now. */
  readonly others: number
}

export interface NewPrize {
  readonly id: string
  readonly accountId: number
  readonly number: number
  readonly title: string
  readonly size: number
  readonly createdAt: Date
  readonly round: number | null
  readonly endsAt: Date | null
  readonly lock: string
  readonly lockStamp: Buffer | null
  readonly nistAt: Date | null
  readonly replaces: string | null
  readonly sealedKey: Buffer
  readonly sealed: Buffer
  readonly tree: Buffer
  readonly bytes: number
}

const PULSE_AGE_MAX_MS = 7 * DAY_MS

const listed = (sql: TransactionSql) => sql`
  id, number, title, size, created_at as "createdAt", round, ends_at as "endsAt", result is not null as "isDrawn"`

/** Counts every one that the account ever locked. */
export async function countPrizes(
  sql: TransactionSql,
  accountId: number,
): Promise<{ made: number; entries: number; bytes: number }> {
  const [row] = await sql<{ made: number; entries: number; bytes: number }[]>`
    select count(*) as made, coalesce(sum(size), 0)::bigint as entries, coalesce(sum(bytes), 0)::bigint as bytes
    from prize_draws where account_id = ${accountId}`
  return { made: Number(row?.made ?? 0), entries: Number(row?.entries ?? 0), bytes: Number(row?.bytes ?? 0) }
}

export async function insertPrize(tx: TransactionSql, row: NewPrize): Promise<void> {
  await tx`
    insert into prize_draws (id, account_id, number, title, size, created_at, round, ends_at, lock, lock_stamp, nist_at, replaces, sealed_key, sealed, tree, bytes)
    values (${row.id}, ${row.accountId}, ${row.number}, ${row.title}, ${row.size}, ${row.createdAt}, ${row.round}, ${row.endsAt}, ${row.lock},
      ${row.lockStamp}, ${row.nistAt}, ${row.replaces}, ${row.sealedKey}, ${row.sealed}, ${row.tree}, ${row.bytes})`
}

export async function insertNames(
  tx: TransactionSql,
  row: { id: string; accountId: number; page: number; entries: string },
): Promise<void> {
  await tx`
    insert into prize_pages (draw_id, account_id, page, entries) values (${row.id}, ${row.accountId}, ${row.page}, ${row.entries})`
}

export async function findPrize(sql: TransactionSql, id: string): Promise<Prize | undefined> {
  const [row] = await sql<Prize[]>`
    select ${listed(sql)}, lock, result, lock_stamp as "lockStamp", result_stamp as "resultStamp", signature, replaces,
      nist_at as "nistAt", pulse, pulse_stamp as "pulseStamp",
      (select r.id from prize_draws r where r.replaces = p.id order by r.created_at limit 1) as "replacedBy",
      sealed_key is not null as "hasNames", (select count(*) from prize_draws o where o.account_id = p.account_id) as others
    from prize_draws p where id = ${id}`
  return row && { ...row, ...numbersOf(row), others: Number(row.others) }
}

/** Whose it is, locked until the transaction ends. */
export async function lockPrize(tx: TransactionSql, id: string, accountId: number): Promise<boolean> {
  const rows = await tx`select 1 from prize_draws where id = ${id} and account_id = ${accountId} for update`
  return rows.length > 0
}

/** Of all accounts: the minute of NIST's pulse is over, and the pulse is not there. Not after a week: NIST left out that minute. */
export async function listPulsesDue(
  sql: Sql,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<{ id: string; nistAt: Date; round: number }[]> {
  const rows = await sql<{ id: string; nistAt: Date; round: number }[]>`
    select id, nist_at as "nistAt", round from prize_draws
    where pulse is null and nist_at < ${now} and nist_at > ${new Date(now.getTime() - PULSE_AGE_MAX_MS)}
    order by nist_at desc, id limit ${rowsMax}`
  return rows.map((row) => ({ ...row, round: Number(row.round) }))
}

/** The first one stays. */
export async function writePulse(
  sql: Sql,
  { id, pulse, stamp }: { id: string; pulse: string; stamp: Buffer | null },
): Promise<void> {
  await sql`update prize_draws set pulse = ${pulse}, pulse_stamp = ${stamp} where id = ${id} and pulse is null`
}

/** Of all accounts: locked, not drawn, and the round is public, with the pulse of NIST if it takes one. The newest first, so that one that fails keeps no other back. */
export async function listDue(
  sql: Sql,
  { round, rowsMax }: { round: number; rowsMax: number },
): Promise<{ id: string; accountId: number; round: number }[]> {
  const rows = await sql<{ id: string; accountId: number; round: number }[]>`
    select id, account_id as "accountId", round from prize_draws where result is null and round <= ${round} and (nist_at is null or pulse is not null)
    order by round desc, id limit ${rowsMax}`
  return rows.map((row) => ({ ...row, accountId: Number(row.accountId), round: Number(row.round) }))
}

export async function isOwned(sql: TransactionSql, id: string, accountId: number): Promise<boolean> {
  return (await sql`select 1 from prize_draws where id = ${id} and account_id = ${accountId}`).length > 0
}

export async function listPrizes(sql: Sql, accountId: number, page: Page): Promise<ListedPrize[]> {
  const rows = await sql<ListedPrize[]>`
    select ${listed(sql)} from prize_draws where account_id = ${accountId} ${newestAfter(sql, 'prize_draws', { accountId, ...page })}`
  return rows.map((row) => ({ ...row, ...numbersOf(row) }))
}

function numbersOf({ number, round }: Pick<ListedPrize, 'number' | 'round'>) {
  return { number: Number(number), round: round === null ? null : Number(round) }
}

export async function writeResult(
  tx: TransactionSql,
  { id, signature, result }: { id: string; signature: string; result: string },
): Promise<void> {
  await tx`update prize_draws set signature = ${signature}, result = ${result}, result_stamp = null where id = ${id}`
}

/** Not if the result has changed meanwhile. */
export async function writeStamp(
  sql: Sql,
  { id, result, stamp }: { id: string; result: string; stamp: Buffer },
): Promise<void> {
  await sql`update prize_draws set result_stamp = ${stamp} where id = ${id} and result = ${result}`
}

export async function insertExclusion(
  tx: TransactionSql,
  row: Exclusion & { id: string; accountId: number },
): Promise<void> {
  await tx`
    insert into prize_exclusions (draw_id, account_id, position, kind, reason, at)
    values (${row.id}, ${row.accountId}, ${row.position}, ${row.kind}, ${row.reason}, ${row.at})`
}

/** A prize of an instant-win list whose ticket was looked up. */
export interface Revealed {
  readonly position: number
  readonly prize: string
  readonly at: string
}

/** The first time stays. */
export async function insertRevealed(
  sql: Sql,
  { id, position, entry, at }: { id: string; position: number; entry: string; at: Date },
): Promise<void> {
  await sql`
    insert into prize_exclusions (draw_id, account_id, position, kind, reason, at)
    select id, account_id, ${position}, 'revealed', ${entry}, ${at} from prize_draws where id = ${id} on conflict do nothing`
}

export async function listRevealed(sql: Sql, id: string): Promise<Revealed[]> {
  const rows = await sql<(Omit<Revealed, 'at'> & { at: Date })[]>`
    select position, reason as prize, at from prize_exclusions where draw_id = ${id} and kind = 'revealed' order by at, position`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** In the order in which they were made. */
export async function listExclusions(sql: TransactionSql, id: string): Promise<Exclusion[]> {
  const rows = await sql<(Omit<Exclusion, 'at'> & { at: Date })[]>`
    select position, kind, at, reason from prize_exclusions where draw_id = ${id} order by at, position`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export async function findKey(sql: Sql, id: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ key: Buffer | null }[]>`select sealed_key as key from prize_draws where id = ${id}`
  return row?.key ?? undefined
}

/** One page of names, as a JSON list. */
export async function findNames(sql: Sql, id: string, page: number): Promise<string | undefined> {
  const [row] = await sql<
    { entries: string }[]
  >`select entries from prize_pages where draw_id = ${id} and page = ${page}`
  return row?.entries
}

/** Hashes of the tree, in hexadecimal digits. */
export async function findHashes(sql: Sql, id: string, places: readonly number[]): Promise<string[]> {
  const [row] = await sql<{ hashes: string[] }[]>`
    select array(
      select encode(substring(tree from 32 * place + 1 for 32), 'hex') from unnest(${places}::integer[]) with ordinality as p (place, nth) order by nth
    ) as hashes from prize_draws where id = ${id}`
  return row?.hashes ?? []
}

/** Sealed entries, 32 bytes each, from one counted from 0. */
export async function findSealed(
  sql: Sql,
  id: string,
  { from, count }: { from: number; count: number },
): Promise<Buffer> {
  const [row] = await sql<{ sealed: Buffer }[]>`
    select substring(sealed from ${32 * from + 1} for ${32 * count}) as sealed from prize_draws where id = ${id}`
  return row?.sealed ?? Buffer.alloc(0)
}

export async function listPrizeIds(sql: Sql, accountId: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from prize_draws where account_id = ${accountId} order by number`
  return rows.map(({ id }) => id)
}

/** Deletes the names and what opens the sealed entries. */
export async function deleteNames(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from prize_pages where draw_id = ${id}`
  await tx`update prize_draws set sealed_key = null, bytes = 0 where id = ${id}`
}
