// Long lists, a page at a time: no statement and no connection waits for their reader.
import type { TransactionSql } from './connect.ts'

const PAGE_ROWS = 250

/** All rows. `read` gets the last row of the page before. */
export async function* eachPage<Row>(
  read: (page: { last: Row | undefined; rowsMax: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read({ last, rowsMax: PAGE_ROWS })
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)
  }
}

export interface Page {
  /** The id of the row before the first one of the page. */
  readonly after?: string | undefined
  readonly rowsMax: number
}

/** The end of a statement that lists rows of an account: the newest first, after the one with this id. */
export function newestAfter(
  sql: TransactionSql,
  table: string,
  { accountId, after, rowsMax }: Page & { accountId: number },
) {
  const beyond =
    after === undefined
      ? sql``
      : sql`and (created_at, id) < (select created_at, id from ${sql(table)} where id = ${after} and account_id = ${accountId})`
  return sql`${beyond} order by created_at desc, id desc limit ${rowsMax}`
}
