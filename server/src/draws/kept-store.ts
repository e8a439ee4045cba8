// The tables of the draws that accounts keep, and of the names that they draw from.
import type { Sql, TransactionSql } from '../db/db.ts'
import { lockOwner } from './owner-store.ts'

export interface KeptRow {
  readonly id: string
  readonly drawnAt: Date
  /** JSON: the kind and the first values. */
  readonly drawn: string
  /** Null if it is not published, or no longer. */
  readonly publishedId: string | null
}

/** With the receipt as it was signed, as JSON. */
export interface KeptWithReceipt extends KeptRow {
  readonly receipt: string
}

/** The same draw again changes nothing. The oldest make room. */
export async function insertKept(
  sql: Sql,
  { id, accountId, drawnAt, drawn, receipt, rowsMax }: Omit<KeptWithReceipt, 'publishedId'> & Limited,
): Promise<void> {
  await sql.begin(async (tx) => {
    await lockOwner(tx, accountId)
    await tx`
      insert into kept_draws (id, account_id, drawn_at, drawn, receipt)
      values (${id}, ${accountId}, ${drawnAt}, ${drawn}, ${receipt}) on conflict (id) do nothing`
    await tx`
      delete from kept_draws where account_id = ${accountId} and id in (
        select id from kept_draws where account_id = ${accountId} order by drawn_at desc, id desc offset ${rowsMax})`
  })
}

interface Limited {
  readonly accountId: number
  readonly rowsMax: number
}

/** The newest first. */
export async function listKept(sql: Sql, accountId: number): Promise<KeptRow[]> {
  return sql<KeptRow[]>`
    select k.id, k.drawn_at as "drawnAt", k.drawn, p.id as "publishedId" from kept_draws k
    left join published_draws p on p.id = k.published_id and p.withdrawn_at is null
    where k.account_id = ${accountId} order by k.drawn_at desc, k.id desc`
}

export async function listReceipts(sql: Sql, accountId: number): Promise<Pick<KeptWithReceipt, 'drawn' | 'receipt'>[]> {
  return sql<Pick<KeptWithReceipt, 'drawn' | 'receipt'>[]>`
    select drawn, receipt from kept_draws where account_id = ${accountId} order by drawn_at desc, id desc`
}

export async function findReceipt(sql: Sql, accountId: number, id: string): Promise<string | undefined> {
  const [row] = await sql<{ receipt: string }[]>`
    select receipt from kept_draws where account_id = ${accountId} and id = ${id}`
  return row?.receipt
}

export async function notePublished(
  tx: TransactionSql,
  accountId: number,
  { id, drawIds }: { id: string; drawIds: readonly string[] },
): Promise<void> {
  await tx`
    update kept_draws set published_id = ${id} where account_id = ${accountId} and id = any(${drawIds}::uuid[])`
}

export async function deleteKept(sql: Sql, accountId: number): Promise<void> {
  await sql`delete from kept_draws where account_id = ${accountId}`
}

export async function findNames(sql: Sql, accountId: number): Promise<string> {
  const [row] = await sql<{ names: string }[]>`select names from draw_names where account_id = ${accountId}`
  return row?.names ?? ''
}

export async function replaceNames(sql: Sql, accountId: number, row: { names: string; at: Date }): Promise<void> {
  await sql`
    insert into draw_names (account_id, names, updated_at) values (${accountId}, ${row.names}, ${row.at})
    on conflict (account_id) do update set names = excluded.names, updated_at = excluded.updated_at`
}
