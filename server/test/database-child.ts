// Opens a database and does nothing else, for tests that kill it. Arguments: the data folder, and the folder for what root stores
// elsewhere. Prints `ready` when the database answers, and closes on SIGINT.

import { connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

const [dataDir = '', elsewhereDir = ''] = process.argv.slice(2)
const log = (message: string): void => console.log(message)

try {
  const server = await startEmbedded({ dataDir, elsewhereDir, log })
  const sql = connect({ url: server.url, poolMax: 1, statementTimeoutMs: 10_000 })
  await migrate(sql)
  await sql`create table if not exists starts (at timestamptz default now())`
  await sql`insert into starts default values`
  const [row] = await sql<{ n: number }[]>`select count(*) as n from starts`
  await sql.end()
  process.once('SIGINT', async () => {
    await server.stop()
    log('closed')
  })
  log(`ready ${JSON.stringify({ url: server.url, clusterDir: server.clusterDir, starts: row?.n })}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
