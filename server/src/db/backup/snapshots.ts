// If tables are distributed, a backup reads each database server in a transaction of its own. These must start at the same moment:
// otherwise an account created meanwhile could have a balance but no row in the backup, which then could not be restored.
import { setTimeout as delay } from 'node:timers/promises'
import { distributedTables } from '../cluster/cluster.ts'
import type { Sql, TransactionSql } from '../connect.ts'
import { ownTables } from '../own-objects.ts'

/** Requests that write wait while these locks are requested and held. */
const LOCKING_MAX_MS = 300
const OPENING_MAX_MS = 2_000
const PAUSE_MS = 1_000
const ATTEMPTS_MAX = 120
/** PostgreSQL's code for a statement that `statement_timeout` ended. */
const QUERY_CANCELED = '57014'

/** Runs the work in a transaction that reads all servers as they were at one moment. */
export async function readSnapshot<T>(sql: Sql, work: (reader: TransactionSql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isOpen = false
    try {
      return (await sql.begin(async (reader) => {
        await reader.unsafe('set transaction isolation level repeatable read, read only')
        await reader.unsafe('set local idle_in_transaction_session_timeout = 0')
        await openSnapshots(sql, reader)
        isOpen = true
        await reader.unsafe('set local statement_timeout = 0')
        return work(reader)
      })) as T
    } catch (error) {
      if (isOpen || (error as { code?: unknown }).code !== QUERY_CANCELED) throw error
      if (attempt === ATTEMPTS_MAX) throw new Error(HINDERED, { cause: error })
    }
    await delay(PAUSE_MS)
  }
}

const HINDERED =
  'the backup could not start: whenever it tried, other transactions held tables that it has to lock for a moment, or one of the ' +
  'database servers did not answer within two seconds. End long transactions (see pg_stat_activity), then back up again.'

/**
 * Opens the snapshots of all servers for a transaction that has read nothing yet. Tables of the first server are locked, so that
 * meanwhile no transaction commits that writes to both them and a distributed table. Charges continue; each writes to one server.
 */
async function openSnapshots(sql: Sql, reader: TransactionSql): Promise<void> {
  const distributed = await distributedTables(sql)
  const [one] = distributed
  if (one === undefined) return
  const { tables } = await ownTables(sql)
  const locked = tables.filter((name) => !distributed.has(name)).map((name) => sql(name).quoted)
  // A second connection to a server would have its own snapshot.
  await reader.unsafe('set local citus.max_adaptive_executor_pool_size = 1')
  await reader.unsafe(`set local statement_timeout = ${OPENING_MAX_MS}`)
  await sql.begin(async (holder) => {
    await holder.unsafe(`set local statement_timeout = ${LOCKING_MAX_MS}`)
    await holder.unsafe(`lock table ${locked.join(', ')} in share mode`)
    // This statement reaches every server.
    await reader`select 1 from ${reader(one)} limit 1`
  })
}
