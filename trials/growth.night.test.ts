// A database with many rows: no request and no housekeeping may scan a large table from start to end. PostgreSQL counts such scans for
// each table, also inside functions, so the test need not know the statements.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHousekeeping, type Sql } from '../server/src/db/db.ts'
import { type FreshDatabase, freshDatabase } from '../server/test/database.ts'
import { makeKey, signUp } from '../server/test/people.ts'
import type { Service } from '../server/test/service.ts'
import { WAIT } from '../server/test/waiting.ts'
import { fuzz } from './fuzz-run.ts'
import { openFuzzed } from './fuzzed-service.ts'

// So many that looking up the sessions of a run one by one is cheaper than reading all of them.
const ACCOUNTS = 60_000
/** For tables of this size PostgreSQL no longer prefers a full scan. */
const ROWS_LARGE = 10_000

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await fill(database.sql)
})
afterAll(() => database.close())

/** Every third account has usage in each of the last months; each has a session, a key and an entry in the audit log. */
async function fill(sql: Sql): Promise<void> {
  const texts = [
    `insert into accounts (email, name, password_hash) select 'person' || n || '@example.org', 'Person', 'x' from generate_series(1, ${ACCOUNTS}) n`,
    'insert into topup_balances (account_id) select id from accounts',
    `insert into usage_months (account_id, month, meter, from_allowance)
     select id, '2026-08-01'::date + m * interval '1 month', 'compute', 1 from accounts, generate_series(0, 3) m where id % 3 = 0`,
    `insert into usage_days (account_id, day, meter, units)
     select id, '2026-11-01'::date + d, 'compute', 1 from accounts, generate_series(0, 3) d where id % 3 = 0`,
    `insert into usage_keys (account_id, month, key_id, calls) select id, '2026-11-01', id, 1 from accounts`,
    `insert into usage_refunds (charge_id, account_id, at) select gen_random_uuid(), id, now() from accounts`,
    `insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
     select md5(id::text), id, '', '', now(), now() + interval '7 days' from accounts`,
    `insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
     select id, 'Key', sha256(id::text::bytea), 'svc_' || left(md5(id::text), 8), 'full', now() from accounts`,
    `insert into audit_log (account_id, at, event, address, user_agent) select id, now(), 'registered', '', '' from accounts`,
    `insert into idempotent_calls (account_id, key_hash, fingerprint, holder, expires_at)
     select id, sha256('x'), '', gen_random_uuid(), now() + interval '1 day' from accounts`,
    `insert into billing_checkouts (account_id, payment_provider, kind, item, status, created_at)
     select id, 'sandbox', 'topup', 'topup_10k', 'complete', now() from accounts`,
    'analyze',
  ]
  await sql.begin(async (tx) => {
    // Without triggers and foreign key checks for each row, which take most of the time.
    await tx.unsafe('set local session_replication_role = replica; set local statement_timeout = 0')
    for (const text of texts) await tx.unsafe(text)
  })
}

/** Tables that were fully scanned by sessions that have ended: a session reports its counts when it ends. */
async function scannedIn(work: (service: Service) => PromiseLike<unknown>): Promise<string[]> {
  const before = await scans()
  const [start] = await database.sql<{ at: Date }[]>`select clock_timestamp() as at`
  const service = await openFuzzed(database.url)
  await work(service)
  await service.close()
  await vi.waitFor(async () => expect(await sessionsSince(start?.at)).toBe(0), WAIT)
  const after = await scans()
  return [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
}

async function sessionsSince(at: Date | undefined): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_start > ${at}`
  return row?.count ?? 0
}

async function scans(): Promise<Map<string, number>> {
  await database.sql`select pg_stat_clear_snapshot()`
  const rows = await database.sql<{ table: string; scans: number }[]>`
    select s.relname as table, s.seq_scan as scans from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.reltuples >= ${ROWS_LARGE}`
  expect(rows.length).toBeGreaterThan(8)
  return new Map(rows.map(({ table, scans: count }) => [table, count]))
}

test('the count sees a scan, otherwise this file could not fail', async () => {
  expect(await scannedIn(({ sql }) => sql`select count(*) from usage_days where units > 5`)).toContain('usage_days')
})

test('no request scans a whole large table', async () => {
  const scanned = await scannedIn(async (service) => {
    const { app } = service
    const person = await signUp(app)
    const key = await makeKey(app, person)
    const payload = { bias: 0.5, N: 3 }
    for (const headers of [person.headers, key.headers]) {
      const drawn = await app.inject({ method: 'POST', url: '/compute', headers, payload })
      expect(drawn.statusCode).toBe(200)
      for (const url of [
        '/usage/stats',
        '/usage/months',
        '/auth/me/audit',
        '/auth/sessions',
        '/api-keys',
        '/billing/history',
      ]) {
        await app.inject({ url, headers })
      }
    }
    const only = ({ path }: { path: string }) => !path.startsWith('/admin')
    await fuzz(service, { seed: 3, requests: 250, only })
    const gone = { method: 'DELETE' as const, url: '/auth/me', headers: person.headers }
    expect((await app.inject({ ...gone, payload: { password: person.password } })).statusCode).toBe(200)
  })
  expect(scanned).toEqual([])
})

test('nor does housekeeping, which every node runs every ten minutes', async () => {
  const scanned = await scannedIn(async ({ sql }) => {
    const housekeeping = createHousekeeping({ sql, nowMs: Date.now, report: () => {} })
    await housekeeping.run()
    expect(housekeeping.failures).toEqual(new Map())
    await housekeeping.close()
  })
  expect(scanned).toEqual([])
})
