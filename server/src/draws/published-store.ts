// The table of results that their owners made public.
import type { Receipt } from '@equipoise/engine'
import type { Sql, TransactionSql } from '../db/db.ts'
import { lockOwner } from './owner-store.ts'

export interface PublishedRow {
  readonly id: string
  readonly title: string
  readonly receipts: readonly Receipt[]
  /** The list of names, as JSON: with many of them, reading and writing it for each reader would hold up everybody else. */
  readonly entriesJson: string | null
  readonly createdAt: Date
}

/** False if the account has as many as it may, or as much. */
export async function insertPublished(
  tx: TransactionSql,
  row: PublishedRow & { accountId: number; rowsMax: number; bytesMax: number },
): Promise<boolean> {
  await lockOwner(tx, row.accountId)
  const { count } = await tx`
    insert into published_draws (id, account_id, title, receipts, entries, created_at)
    select ${row.id}, ${row.accountId}::bigint, ${row.title}, ${tx.json(row.receipts as never)}::jsonb,
      ${row.entriesJson}::jsonb, ${row.createdAt}::timestamptz
    where (
      select count(*) < ${row.rowsMax} and coalesce(sum(pg_column_size(receipts) + coalesce(pg_column_size(entries), 0)), 0) < ${row.bytesMax}
      from published_draws where account_id = ${row.accountId})`
  return count === 1
}

export async function findPublished(sql: Sql, id: string): Promise<PublishedRow | undefined> {
  const [row] = await sql<PublishedRow[]>`
    select id, title, receipts, entries::text as "entriesJson", created_at as "createdAt" from published_draws where id = ${id}`
  return row
}

/** The newest first, without what they hold. */
export async function listPublished(
  sql: Sql,
  accountId: number,
  rowsMax: number,
): Promise<Pick<PublishedRow, 'id' | 'title' | 'createdAt'>[]> {
  return sql<Pick<PublishedRow, 'id' | 'title' | 'createdAt'>[]>`
    select id, title, created_at as "createdAt" from published_draws
    where account_id = ${accountId} order by created_at desc, id limit ${rowsMax}`
}

export async function deletePublished(sql: Sql, id: string, accountId: number): Promise<boolean> {
  const { count } = await sql`delete from published_draws where id = ${id} and account_id = ${accountId}`
  return count === 1
}
