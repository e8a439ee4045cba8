// If tables are distributed, a backup reads each database server in a transaction of its own. They have to start at one moment: otherwise
// an account that is created meanwhile has a balance in the backup and no account, and the backup cannot be restored.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from '../connect.ts'
import { ownTables } from '../own-objects.ts'
import { distributedTables } from '../shards.ts'

/** Requests that write wait as long as these locks are waited for or held. */
const LOCK_TIMEOUT_MS = 300
const PAUSE_MS = 1_000
const ATTEMPTS_MAX = 120
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Opens the snapshots of all servers for a transaction that has read nothing yet. Meanwhile no transaction commits that writes to both a
 * table of the first server and a distributed one: those of the first server are locked. Charges continue; each is on one server.
 */
export async function openSnapshots(sql: Sql, reader: TransactionSql): Promise<void> {
  const distributed = await distributedTables(sql)
  const [one] = distributed
  if (one === undefined) return
  const { tables } = await ownTables(sql)
  const locked = tables.filter((name) => !distributed.has(name)).map((name) => `"${name}"`)
  // A second connection to a server would have a snapshot of its own.
  await reader.unsafe('set local citus.max_adaptive_executor_pool_size = 1')
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin(async (holder) => {
        await holder.unsafe(
          `set local lock_timeout = ${LOCK_TIMEOUT_MS}; lock table ${locked.join(', ')} in share mode`,
        )
        // Asks every shard.
        await reader.unsafe(`select 1 from "${one}" limit 1`)
      })
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS_MAX) throw error
      await delay(PAUSE_MS)
    }
  }
}
