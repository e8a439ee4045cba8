// Whether a pooler lies between us and the database that gives sessions away between two transactions, as PgBouncer can.
import { connect, type Sql, type Tag } from './connect.ts'

export const POOLER_WARNING =
  'a pooler gives every transaction another session (transaction mode). The service works, but slower: it prepares no statement and remembers nothing between requests. ' +
  'Set DATABASE_LISTEN_URL to the address of the database itself'

/** Asks over two connections of its own which session they have. */
export async function findPooler(url: string): Promise<boolean> {
  const sql = connect({ url, poolMax: 2, statementTimeoutMs: 0, sharesSessions: true })
  try {
    return await sql.session((first) => isShared(sql, first))
  } finally {
    await sql.end()
  }
}

/** Two connections that are open at once share no session of PostgreSQL, and neither ever gets another one. */
async function isShared(sql: Sql, first: Tag): Promise<boolean> {
  const before = await sessionOf(first)
  const seen = await sql.begin(async (tx) => {
    const other = await sessionOf(tx)
    // With one session in all, the first connection would wait for the second one here.
    return other === before ? [] : [await sessionOf(first)]
  })
  if (seen.length === 0) return true
  // A pooler that takes sessions in turn gives another one now.
  return [...seen, await sessionOf(first), await sessionOf(first)].some((session) => session !== before)
}

async function sessionOf(tag: Tag): Promise<number | undefined> {
  const [row] = await tag<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid
}
