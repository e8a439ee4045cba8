// What charges cost each database server if they are distributed with Citus: `CITUS_BIN=… npx tsx trials/distributed.ts`. The rates are
// those of all servers on one machine; the processor time per charge also holds for a deployment with one machine per server.

import { readFileSync } from 'node:fs'
import { connect, migrate, openDatabase } from '../server/src/db/db.ts'
import { CATALOGUE } from '../server/src/ground/plans.ts'
import { createUsage } from '../server/src/usage/usage.ts'
import { databaseUrl } from '../server/test/database.ts'
import { asked, type Citus, type CitusServer, hasCitus, makeDistributed, startCitus } from './citus-setup.ts'

const SHARD_SERVERS = [0, 1, 2, 4]
const CHARGES = 8_000
const CALLERS = 64
const ACCOUNTS = 1_000
const DURABLE = { fsync: 'on', full_page_writes: 'on' }

if (hasCitus()) {
  console.log(
    '| servers with shards | charges/s | first server, µs a charge | others together, µs a charge |\n|---|---|---|---|',
  )
  for (const shardServers of SHARD_SERVERS) {
    const citus = await startCitus(shardServers, DURABLE)
    console.log(await measure(citus, shardServers).finally(() => citus.close()))
  }
}

async function measure({ servers }: Citus, shardServers: number): Promise<string> {
  const url = shardServers > 0 ? await makeDistributed(servers, 'bench') : await makeSingle(servers)
  const database = await openDatabase({ url, dataDir: '', log: () => {} })
  await asked(url, [
    `insert into accounts (email, password_hash, name)
      select 'person' || n || '@example.org', '', '' from generate_series(1, ${ACCOUNTS}) n`,
  ])
  const rows = await database.sql<{ id: number }[]>`select id from accounts`
  const ids = rows.map(({ id }) => id)
  const usage = createUsage({ sql: database.sql, serverOf: database.serverOf, nowMs: Date.now, report: console.error })
  await charge(usage, ids, CHARGES / 4)
  const before = await Promise.all(servers.map(processorUs))
  const startedMs = performance.now()
  await charge(usage, ids, CHARGES)
  const seconds = (performance.now() - startedMs) / 1_000
  const after = await Promise.all(servers.map(processorUs))
  const [first = 0, ...others] = after.map((us, at) => (us - (before[at] ?? 0)) / CHARGES)
  await usage.close()
  await database.close()
  const rest = others.reduce((sum, one) => sum + one, 0)
  return `| ${shardServers || 'none: one database'} | ${Math.round(CHARGES / seconds)} | ${Math.round(first)} | ${Math.round(rest)} |`
}

async function makeSingle([server]: readonly CitusServer[]): Promise<string> {
  const url = databaseUrl(server?.url ?? '', 'bench')
  await asked(server?.url ?? '', ['create database bench'])
  const sql = connect({ url, poolMax: 1, statementTimeoutMs: 0 })
  await migrate(sql).finally(() => sql.end())
  return url
}

/** From this many callers at once, with a different account each time. */
async function charge(usage: ReturnType<typeof createUsage>, ids: readonly number[], charges: number): Promise<void> {
  let at = 0
  const plan = CATALOGUE.plans.enterprise
  if (!plan) throw new Error('there is no such plan')
  const caller = async (): Promise<void> => {
    while (at < charges)
      await usage.charge({ accountId: ids[at++ % ids.length] ?? 0, plan, meter: 'compute', units: 1 })
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** Processor time of a server and its child processes. */
async function processorUs(server: CitusServer): Promise<number> {
  const pid = await server.pid()
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const times = [pid, ...children].map((one) => Number(readFileSync(`/proc/${one}/schedstat`, 'utf8').split(' ')[0]))
  return times.reduce((sum, one) => sum + one, 0) / 1_000
}
