// Detects a pooler that gives each transaction any free session, as PgBouncer can.
import { connect, type Sql, type Tag } from './connect.ts'

export const POOLER_WARNING =
  'a pooler gives every transaction another session (transaction mode). The service works, but slower: it prepares no statement and remembers nothing between requests. ' +
  'Set DATABASE_LISTEN_URL to the address of the database itself'

/** Compares the sessions of two connections of its own. */
export async function findPooler(url: string): Promise<boolean> {
  const sql = connect({ url, poolMax: 2, statementTimeoutMs: 0, sharesSessions: true })
  try {
    return await sql.session((first) => isShared(sql, first))
  } finally {
    await sql.end()
  }
}

/** Without such a pooler, two open connections never share a session, and neither ever changes its session. */
async function isShared(sql: Sql, first: Tag): Promise<boolean> {
  const before = await sessionOf(first)
  const seen = await sql.begin(async (tx) => {
    const other = await sessionOf(tx)
    // If the pooler has only one session, this would wait for the second connection.
    return other === before ? [] : [await sessionOf(first)]
  })
  if (seen.length === 0) return true
  // A pooler that takes sessions in turn returns another one now.
  return [...seen, await sessionOf(first), await sessionOf(first)].some((session) => session !== before)
}

async function sessionOf(tag: Tag): Promise<number | undefined> {
  const [row] = await tag<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid
}
