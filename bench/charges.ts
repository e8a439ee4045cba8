// What one charge costs PostgreSQL, by the number of charges per commit: `npx tsx bench/charges.ts`. Measures processor time and bytes of
// write-ahead log instead of rates, so that the result is nearly the same on a busy machine.

import { connect, openDatabase } from '../server/src/db/db.ts'
import { startPostgres } from '../server/test/database.ts'
import { threadTimesUs } from './processor-time.ts'

const GROUPS = [1, 10, 30, 100]
const BATCHES = 100
const WARM_UP_BATCHES = 20
const ACCOUNTS = 1_000

const postgres = await startPostgres({ fsync: 'on', full_page_writes: 'on' })
await (await openDatabase({ url: postgres.url, dataDir: '', log: () => {} })).close()
// One connection for everything, so that its process can be measured.
const sql = connect({ url: postgres.url, poolMax: 1, statementTimeoutMs: 60_000 })
await sql`
  insert into accounts (email, password_hash, name)
  select 'person' || n || '@example.org', '', '' from generate_series(1, ${ACCOUNTS}) n`
await sql`insert into topup_balances (account_id) select id from accounts on conflict do nothing`
const rows = await sql<{ id: number }[]>`select id from accounts order by id`
const accounts = rows.map(({ id }) => Number(id))
console.log('| charges a commit | PostgreSQL, µs a charge | log, bytes a charge |\n|---|---|---|')
for (const group of GROUPS) console.log(await measure(group))
await sql.end()
await postgres.close()

async function measure(group: number): Promise<string> {
  for (let at = 0; at < WARM_UP_BATCHES; at++) await charge(group, at)
  const before = await look()
  for (let at = 0; at < BATCHES; at++) await charge(group, at)
  const after = await look()
  const each = (key: 'wal' | 'us') => Math.round((after[key] - before[key]) / (BATCHES * group))
  return `| ${group} | ${each('us')} | ${each('wal')} |`
}

async function charge(group: number, at: number): Promise<void> {
  const chosen = Array.from({ length: group }, (_, place) => accounts[(at * group + place) % ACCOUNTS] ?? 0)
  const column = <T>(value: T): T[] => chosen.map(() => value)
  await sql`
    select count(*) from charge_batch(${chosen}::bigint[], ${column(null)}::bigint[], ${column('compute')}::text[],
      ${column(1)}::bigint[], ${column(1_000_000)}::bigint[], ${column('2026-11-16')}::date[])`
}

async function look(): Promise<{ wal: number; us: number }> {
  const [row] = await sql<{ wal: number; pid: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 as wal, pg_backend_pid() as pid`
  const us = [...threadTimesUs(row?.pid).values()].reduce((sum, one) => sum + one, 0)
  return { wal: Number(row?.wal), us }
}
