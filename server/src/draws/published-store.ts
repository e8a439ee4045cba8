// The table of results that their owners published.
import { newestAfter, type Page, type Sql, type TransactionSql } from '../db/db.ts'

export interface ListedPublished {
  readonly id: string
  readonly title: string
  readonly createdAt: Date
}

export interface PublishedRow extends ListedPublished {
  /** The fields that never change, as JSON that ends inside the list of the commitments' receipts. */
  readonly page: Buffer
  /** Commitments that were not revealed when the page was written. */
  readonly unrevealed: readonly string[]
}

/** Returns false if the account has reached its limit of results or storage. The owner must be locked. */
export async function insertPublished(
  tx: TransactionSql,
  row: PublishedRow & { accountId: number; drawId: string | null; rowsMax: number; bytesMax: number },
): Promise<boolean> {
  const { count } = await tx`
    insert into published_draws (id, account_id, title, page, unrevealed, created_at, shown)
    select ${row.id}, ${row.accountId}::bigint, ${row.title}, ${row.page}, ${row.unrevealed}::uuid[],
      ${row.createdAt}::timestamptz,
      (select drawn from kept_draws where account_id = ${row.accountId} and id = ${row.drawId}::uuid)
    where (
      select count(*) filter (where withdrawn_at is null) < ${row.rowsMax} and count(*) < 10 * ${row.rowsMax} and coalesce(sum(pg_column_size(page)), 0) < ${row.bytesMax}
      from published_draws where account_id = ${row.accountId})`
  return count === 1
}

/** Also finds withdrawn ones. */
export async function findPublished(
  sql: Sql,
  id: string,
): Promise<(PublishedRow & { withdrawnAt: Date | null }) | undefined> {
  const [row] = await sql<(PublishedRow & { withdrawnAt: Date | null })[]>`
    select id, title, page, unrevealed, created_at as "createdAt", withdrawn_at as "withdrawnAt" from published_draws where id = ${id}`
  return row
}

export async function findTitle(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ title: string }[]>`
    select title from published_draws where id = ${id} and withdrawn_at is null`
  return row?.title
}

/** What was drawn, in JSON; null if that is not known here. */
export async function findShown(
  sql: Sql,
  id: string,
): Promise<{ readonly shown: string | null; readonly createdAt: Date } | undefined> {
  const [row] = await sql<{ shown: string | null; createdAt: Date }[]>`
    select shown, created_at as "createdAt" from published_draws where id = ${id} and withdrawn_at is null`
  return row
}

/** When the account of a result was deleted; undefined if there was none. */
export async function findDeleted(sql: Sql, id: string): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`select deleted_at as at from deleted_results where id = ${id}`
  return row?.at
}

/** The newest first, after the one with this id, without their content. */
export async function listPublished(sql: Sql, accountId: number, page: Page): Promise<ListedPublished[]> {
  return sql<ListedPublished[]>`
    select id, title, created_at as "createdAt" from published_draws where account_id = ${accountId} and withdrawn_at is null
    ${newestAfter(sql, 'published_draws', { accountId, ...page })}`
}

export async function isShown(tx: TransactionSql, accountId: number, commitmentId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from published_draws where account_id = ${accountId} and ${commitmentId}::uuid = any(unrevealed) limit 1`
  return rows.length > 0
}

/** Removes the content of the page; the row stays. */
export async function withdrawPublished(sql: Sql, row: { id: string; accountId: number; at: Date }): Promise<boolean> {
  const { count } = await sql`
    update published_draws set title = '', page = '', unrevealed = '{}', shown = null, withdrawn_at = ${row.at}
    where id = ${row.id} and account_id = ${row.accountId} and withdrawn_at is null`
  return count === 1
}
