import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { createHousekeeping } from './housekeeping.ts'
import { BOUNDED, RULES } from './housekeeping-rules.ts'

const NOW_MS = Date.parse('2026-11-16T12:00:00Z')
let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

const reports: string[] = []
const node = (nowMs = NOW_MS) =>
  createHousekeeping({
    sql: db.sql,
    nowMs: () => nowMs,
    report: (error, message) => reports.push(`${message}: ${error}`),
  })
const ago = (days: number) => new Date(NOW_MS - days * DAY_MS)
const count = async (table: string) => Number((await db.sql`select count(*) as n from ${db.sql(table)}`)[0]?.n)

async function account(): Promise<number> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  return row?.id ?? 0
}

test('every table has a rule, or is known not to grow without limit', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  const known = [...RULES.map(({ table }) => table), ...BOUNDED]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every rule finds its rows by an index', async () => {
  for (const { table, isOver } of RULES) {
    const plan = await db.sql.begin(async (tx) => {
      // If the table is distributed, the setting must reach the servers with its shards; a single database ignores this.
      await tx`set local citus.propagate_set_commands = local`
      await tx`set local enable_seqscan = off`
      return tx`explain select 1 from ${tx(table)} where ${isOver(tx, new Date(NOW_MS))} limit 1000`
    })
    expect(JSON.stringify(plan), table).not.toContain('Seq Scan')
  }
})

test('rows that are over are deleted, and no others', async () => {
  const id = await account()
  const key = (name: string, revoked: Date | null, expires: Date | null) => db.sql`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at, revoked_at, expires_at)
    values (${id}, ${name}, ${Buffer.from(name)}, 'svc_', 'full', ${ago(500)}, ${revoked}, ${expires})`
  await key('works', null, null)
  await key('revoked lately', ago(89), null)
  await key('revoked long ago', ago(91), null)
  await key('expired long ago', null, ago(91))
  await key('expires later', null, ago(-1))
  const checkout = (status: string, days: number, credited: number) => db.sql`
    insert into billing_checkouts (account_id, payment_provider, kind, item, status, created_at, compute, compute_credited)
    values (${id}, 'stripe', 'topup', 'topup_10k', ${status}, ${ago(days)}, 10, ${credited})`
  await checkout('open', 91, 0)
  await checkout('expired', 91, 0)
  await checkout('expired', 89, 0)
  await checkout('complete', 900, 10)
  await db.sql`insert into usage_days values (${id}, ${ago(731)}, 'compute', 1), (${id}, ${ago(729)}, 'compute', 1)`
  await db.sql`insert into billing_events values ('old', 'x', ${ago(61)}), ('new', 'x', ${ago(59)})`
  const keeper = node()
  await keeper.run()
  expect(reports).toEqual([])
  const names = await db.sql`select name from api_keys where account_id = ${id} order by name`
  expect(names.map(({ name }) => name)).toEqual(['expires later', 'revoked lately', 'works'])
  expect(await count('billing_checkouts')).toBe(2)
  expect(await count('usage_days')).toBe(1)
  expect(await count('billing_events')).toBe(1)
  expect(keeper.deleted.get('api_keys')).toBe(2)
})

test('one run deletes more than one batch, and two nodes share the work', async () => {
  const id = await account()
  await db.sql`
    insert into idempotent_calls (account_id, key_hash, fingerprint, holder, expires_at)
    select ${id}, decode(lpad(to_hex(n), 8, '0'), 'hex'), '', gen_random_uuid(), ${ago(1)} from generate_series(1, 2500) n`
  const nodes = [node(), node()]
  await Promise.all(nodes.map((one) => one.run()))
  // A node skips a batch that another node is deleting, so one more run may be needed.
  await nodes[0]?.run()
  expect(await count('idempotent_calls')).toBe(0)
  expect(nodes.reduce((sum, one) => sum + (one.deleted.get('idempotent_calls') ?? 0), 0)).toBe(2500)
})

test('locked rows are left for the next run, without waiting', async () => {
  const id = await account()
  const session = (name: string) =>
    db.sql`insert into sessions values (${name}, ${id}, '', '', ${ago(9)}, ${ago(1)}, null)`
  await session('held')
  await session('free')
  await db.sql.begin(async (tx) => {
    await tx`select 1 from sessions where id = 'held' for update`
    await node().run()
    expect(await db.sql`select id from sessions where account_id = ${id}`).toMatchObject([{ id: 'held' }])
  })
  await node().run()
  expect(await db.sql`select id from sessions where account_id = ${id}`).toEqual([])
})

test('a rule that fails is counted and reported, and the others continue', async () => {
  await db.sql`insert into attempts values ('x', 1, ${ago(2)}, ${ago(2)})`
  await db.sql`alter table sessions rename column expires_at to hidden`
  const keeper = node()
  await keeper.run()
  await db.sql`alter table sessions rename column hidden to expires_at`
  expect(keeper.failures).toEqual(new Map([['sessions', 1]]))
  expect(reports.splice(0)).toEqual([expect.stringContaining('housekeeping of sessions failed')])
  expect(await count('attempts')).toBe(0)
})

test('an interrupted deletion of an account is completed', async () => {
  const [interrupted, current] = [await account(), await account()]
  for (const id of [interrupted, current]) {
    await db.sql`
      insert into audit_log (account_id, at, event, address, user_agent)
      select ${id}, ${new Date(NOW_MS)}, 'x', '', '' from generate_series(1, 2500)`
  }
  await db.sql`update accounts set deleted_at = ${new Date(NOW_MS - 61_000)} where id = ${interrupted}`
  await db.sql`update accounts set deleted_at = ${new Date(NOW_MS - 1_000)} where id = ${current}`
  await node().run()
  expect(await db.sql`select id from accounts where deleted_at is not null`).toMatchObject([{ id: current }])
  expect(await count('audit_log')).toBe(2500)
})
