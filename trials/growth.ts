// A large database: what its tables take, how long the statements of requests and background work take on it, and what migrations lock.
// Fill it first: DATA_DIR=… npx tsx trials/million-accounts.ts fill --accounts 10000000 --usage-rows 100000000
//   npx tsx trials/growth.ts migrate  applies the migrations that were added after it was filled, then some in the way that new ones are written, beside callers
//   npx tsx trials/growth.ts measure  prints sizes and times

import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findAccountByEmail } from '../server/src/accounts/account-store.ts'
import { unknownPlans } from '../server/src/accounts/accounts.ts'
import { listAudit } from '../server/src/accounts/audit-store.ts'
import { findKeyByHash } from '../server/src/accounts/keys/key-store.ts'
import { findSession } from '../server/src/accounts/sign-in/session-store.ts'
import { connect, createHousekeeping } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { MIGRATIONS_DIR, readMigrations } from '../server/src/db/migration-files.ts'
import { DAY_MS } from '../server/src/ground/calendar.ts'
import { CATALOGUE } from '../server/src/ground/plans.ts'
import { chargeBatch, readDays, readMonth, readPast } from '../server/src/usage/store.ts'
import { createReports } from '../server/src/usage/usage.ts'

const dataDir = resolve(process.env.DATA_DIR ?? '/tmp/million-accounts')
const ROUNDS = 500
/** As in the service. */
const STATEMENT_TIMEOUT_MS = 10_000
const ROWS_LARGE = 100_000

const server = await startEmbedded({ dataDir, log: (line) => console.error(line) })
const sql = connect({ url: server.url, poolMax: 8, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
const slow = connect({ url: server.url, poolMax: 2, statementTimeoutMs: 0 })
const [largest] = await sql<{ id: number }[]>`select max(id) as id from accounts`
const accounts = largest?.id ?? 0

type Work = (accountId: number) => PromiseLike<unknown>

/** Random accounts with a key (every fourth), usage (every third) and a session (every tenth). */
const anyAccount = (): number => Math.max(1, Math.floor((Math.random() * accounts) / 60)) * 60
function charge(day: string): Work {
  const slot = randomUUID()
  let batch = 0
  return (accountId) =>
    chargeBatch(sql, [{ accountId, keyId: accountId / 4, meter: 'compute', units: 1, allowance: null, day }], {
      waits: false,
      ticket: { slot, batch: ++batch },
    })
}
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const today = dayAfter(0)
const month = `${today.slice(0, 7)}-01`

const REQUESTS: readonly [name: string, work: Work][] = [
  ['charge', charge(today)],
  ['charge, the first of an account in a month', charge(dayAfter(31))],
  ['find a key', (id) => findKeyByHash(sql, createHash('sha256').update(String(id)).digest())],
  ['find a session', (id) => findSession(sql, createHash('md5').update(String(id)).digest('hex'))],
  ['find an account that signs in', (id) => findAccountByEmail(sql, `person${id}@example.org`)],
  ['usage of this month', (id) => readMonth(sql, id, month)],
  ['usage of the last 30 days', (id) => readDays(sql, id, dayAfter(-30))],
  ['export of all usage', (id) => readPast(sql, id)],
  ['activity of an account', (id) => listAudit(sql, id, { rowsMax: 50 })],
  ['plans that nobody knows, asked at each start', () => unknownPlans(sql, CATALOGUE, Date.now())],
]

async function measure(): Promise<void> {
  await printSizes()
  const before = await scans()
  console.log('| statement | median | 99 of 100 | slowest |\n|---|---|---|---|')
  for (const [name, work] of REQUESTS) await measureOne(name, work)
  await measureReports()
  await measureHousekeeping()
  // A session reports its counts when it has been idle for a moment.
  await delay(2_000)
  const read = [...(await scans())].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
  console.log(`\nLarge tables that were read as a whole: ${read.join(', ') || 'none'}.`)
}

async function measureOne(name: string, work: Work): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    await work(anyAccount())
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(2)} ms`
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`)
}

/** What one node does every five minutes, within the same limits as in the service. */
async function measureReports(): Promise<void> {
  for (const [when, summedAt] of [
    ['the first time of a day', '-infinity'],
    ['every five minutes', 'now'],
  ] as const) {
    await sql`update deployment_state set summed_at = ${summedAt}::timestamptz - interval '5 minutes'`
    const reports = createReports({ sql, nowMs: Date.now, report: () => {} })
    const startedMs = performance.now()
    const outcome = await reports.sumUp().then(
      () => 'done',
      (error: Error) => `**failed**: ${error.message}`,
    )
    console.log(
      `| usage of the deployment, summed up (${when}) | ${Math.round(performance.now() - startedMs)} ms | ${outcome} | |`,
    )
  }
}

/** As if thirty days of usage were already too old, so that there is something to delete. */
async function measureHousekeeping(): Promise<void> {
  const [oldest] = await slow<{ days: number }[]>`select current_date - min(day) as days from usage_days`
  const aheadMs = (USAGE_KEPT_DAYS + 30 - (oldest?.days ?? 30)) * DAY_MS
  const failed: string[] = []
  const report = (error: unknown, message: string) => void failed.push(`${message}: ${error}`)
  const housekeeping = createHousekeeping({ sql, nowMs: () => Date.now() + aheadMs, report })
  const startedMs = performance.now()
  await housekeeping.run()
  const tookMs = performance.now() - startedMs
  const rows = [...housekeeping.deleted].filter(([, count]) => count > 0).map(([table, count]) => `${table} ${count}`)
  console.log(`| housekeeping, a whole run | ${Math.round(tookMs)} ms | ${rows.join(', ')} | ${failed.join('; ')} |`)
  await housekeeping.close()
}

const USAGE_KEPT_DAYS = 730

async function printSizes(): Promise<void> {
  const rows = await slow<{ table: string; rows: number; heap: number; indexes: number }[]>`
    select relname as table, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${ROWS_LARGE}
    order by pg_total_relation_size(oid) desc`
  const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en')
  console.log('| table | rows | MB | MB of indexes |\n|---|---|---|---|')
  for (const { table, rows: count, heap, indexes } of rows)
    console.log(`| ${table} | ${count.toLocaleString('en')} | ${megabytes(heap)} | ${megabytes(indexes)} |`)
  console.log()
}

async function scans(): Promise<Map<string, number>> {
  const rows = await slow<{ table: string; scans: number }[]>`
    select s.relname as table, s.seq_scan as scans from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.reltuples >= ${ROWS_LARGE}`
  return new Map(rows.map(({ table, scans: count }) => [table, count]))
}

/** As new migrations are written. */
const NEW_WAY: Readonly<Record<string, string>> = {
  '9001_column.sql': `alter table usage_days add column note text not null default '', add column at timestamptz default now();
    alter table accounts add column size text not null default 'none';`,
  '9002_index.sql': `-- outside a transaction
    drop index concurrently if exists usage_days_units;
    create index concurrently usage_days_units on usage_days (units);`,
  '9003_check.sql': `alter table usage_days add constraint usage_days_at_not_null check (at is not null) not valid`,
  '9004_validated.sql': `-- outside a transaction
    alter table usage_days validate constraint usage_days_at_not_null`,
  '9005_not_null.sql': `alter table usage_days alter column at set not null;
    alter table usage_days drop constraint usage_days_at_not_null;`,
  '9006_rows.sql': `-- outside a transaction
    do $$ declare first bigint := 0; last bigint := (select max(id) from accounts); begin
      while first <= least(last, 200000) loop
        update accounts set size = 'small' where id > first and id <= first + 1000; commit; first := first + 1000;
      end loop; end $$`,
}

const UNDONE = `drop index if exists usage_days_units; alter table usage_days drop column note, drop column at;
  alter table accounts drop column size; delete from schema_migrations where name like '9%'`

/** Alongside callers: the measure is how long their slowest statement took. */
async function tryMigrations(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'growth-'))
  await cp(MIGRATIONS_DIR, join(dir, 'all'), { recursive: true })
  for (const [name, text] of Object.entries(NEW_WAY))
    await writeFile(join(dir, 'all', name), text.replaceAll('\n    ', '\n'))
  const all = (await readMigrations(join(dir, 'all'))).map(({ name }) => name)
  const ledger = await sql<{ name: string }[]>`select name from schema_migrations`
  const applied = new Set(ledger.map(({ name }) => name))
  console.log(
    '| migration | took | slowest statement of a caller | looks at which somebody waited for a table | locks on large tables |\n|---|---|---|---|---|',
  )
  await tried('(nothing, for five seconds)', () => delay(5_000))
  for (const name of all.filter((one) => !applied.has(one))) {
    applied.add(name)
    await tried(name, () => migrate(slow, join(dir, 'all'), applied))
  }
  await slow.unsafe(UNDONE)
  await rm(dir, { recursive: true })
}

async function tried(name: string, work: () => Promise<unknown>): Promise<void> {
  const watch = watchCallers()
  const startedMs = performance.now()
  await work()
  const tookMs = performance.now() - startedMs
  const { slowestMs, slowestOf, waited, locks } = await watch.stop()
  console.log(
    `| ${name} | ${Math.round(tookMs)} ms | ${Math.round(slowestMs)} ms (${slowestOf}) | ${waited} | ${locks} |`,
  )
}

function watchCallers(): { stop(): Promise<{ slowestMs: number; slowestOf: string; waited: string; locks: string }> } {
  let isOver = false
  let slowestMs = 0
  let slowestOf = ''
  let looks = 0
  let waits = 0
  const locks = new Set<string>()
  const calling = async ([name, work]: (typeof REQUESTS)[number]): Promise<void> => {
    while (!isOver) {
      const startedMs = performance.now()
      await Promise.resolve(work(anyAccount())).catch((error: Error) => console.error(`${name}: ${error.message}`))
      const tookMs = performance.now() - startedMs
      if (tookMs > slowestMs) [slowestMs, slowestOf] = [tookMs, name]
      await delay(5)
    }
  }
  const looking = async (): Promise<void> => {
    while (!isOver) {
      const [row] = await sql<{ count: number }[]>`
        select count(*) from pg_locks where not granted and relation is not null`
      looks++
      if (row && row.count > 0) waits++
      for (const { lock } of await sql<{ lock: string }[]>`
        select distinct c.relname || ' ' || l.mode as lock from pg_locks l join pg_class c on c.oid = l.relation
        where l.granted and c.relkind = 'r' and c.reltuples > ${ROWS_LARGE} and l.mode in (
          'ShareUpdateExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')`)
        locks.add(lock)
      await delay(20)
    }
  }
  const all = [...REQUESTS.slice(0, 6).map(calling), looking()]
  return {
    async stop() {
      await delay(200)
      isOver = true
      await Promise.all(all)
      return {
        slowestMs,
        slowestOf,
        waited: `${waits} of ${looks}`,
        locks: [...locks].sort().join(', ') || 'none seen',
      }
    },
  }
}

try {
  if (process.argv[2] === 'migrate') await tryMigrations()
  else await measure()
} finally {
  await sql.end()
  await slow.end()
  await server.stop()
}
