import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase, freshDatabase, makeTestDataDir } from '../../test/database.ts'
import { fillOldSchema, makeOldSchema, OLD_BACKUP, OLD_PERSON } from '../../test/old-database.ts'
import { openService } from '../../test/service.ts'
import { backUp, checkBackup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { connect, type Sql } from './connect.ts'
import { openDatabase } from './db.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate, schemaState } from './migrate.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function database(make = emptyDatabase): Promise<FreshDatabase> {
  const made = await make()
  closing.push(made.close)
  return made
}

async function oldDatabase(): Promise<FreshDatabase> {
  const made = await database()
  await makeOldSchema(made.sql)
  await fillOldSchema(made.sql)
  return made
}

const FUNCTIONS = expect.stringMatching(/^functions\.sql [0-9a-f]{12}$/)

test('a database of 649d917 gets exactly the schema of a new one', async () => {
  const { sql } = await oldDatabase()
  expect(await schemaState(sql)).toBe('other')
  expect((await migrate(sql)).slice(0, 1)).toEqual(['takeover of 649d917'])
  expect(await migrate(sql)).toEqual([])
  expect(await schemaState(sql)).toBe('current')
  const fresh = await database(freshDatabase)
  expect(await schemaOf(sql)).toEqual(await schemaOf(fresh.sql))
  expect(await numberedIn(sql)).toEqual(await numberedIn(fresh.sql))
})

/** Everything in the schema that has a name, with what it says. The order of columns may differ. */
async function schemaOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ part: string }[]>`
    select format('column %s.%s %s %s %s %s', c.relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      pg_get_expr(adbin, adrelid)) as part
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
    union all
    select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select format('function %s', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('%s %s %s', relkind, relname, reloptions) from pg_class where relnamespace = 'public'::regnamespace
    order by 1`
  expect(rows.length).toBeGreaterThan(500)
  return rows.map(({ part }) => part)
}

async function numberedIn(sql: Sql): Promise<unknown[]> {
  return sql`select name, sha256 from schema_migrations where name ~ '^\\d' order by name`
}

test('four nodes that start at once take it over once', async () => {
  const { url } = await oldDatabase()
  const nodes = [1, 2, 3, 4].map(() => connect({ url, poolMax: 1, statementTimeoutMs: 0 }))
  const applied = await Promise.all(nodes.map((node) => migrate(node)))
  await Promise.all(nodes.map((node) => node.end()))
  expect(applied.flat().filter((name) => name === 'takeover of 649d917')).toHaveLength(1)
})

test('the takeover renames everything or nothing', async () => {
  const { sql } = await oldDatabase()
  await sql`alter table idempotent_calls rename column answer to something_else`
  await expect(migrate(sql)).rejects.toThrow(/takeover of 649d917 failed: column "answer" does not exist/)
  expect(await sql`select 1 from give_backs`).toHaveLength(1)
  expect(await numberedIn(sql)).toHaveLength(27)
  await sql`alter table idempotent_calls rename column something_else to answer`
  expect(await migrate(sql)).toContainEqual('takeover of 649d917')
})

test('the earlier text of a migration that 649d917 had rewritten is taken over too', async () => {
  const { sql } = await oldDatabase()
  const sha256 = '54cae26d267a2a7d97e5c27a099315556159f4bf85ec347ddc3933183acaf223'
  await sql`update schema_migrations set sha256 = ${sha256} where name = '0085_account_search.sql'`
  expect(await migrate(sql)).toContainEqual('takeover of 649d917')
})

test('a database from before 649d917 is left as it is, with a sentence that says what to do', async () => {
  const { sql } = await database()
  await makeOldSchema(sql, '0070_lone_charges.sql')
  await expect(migrate(sql)).rejects.toThrow(
    /older than that of commit 649d917 \(it has no migration 0075_last_used_address\.sql\).*start commit 649d917 with it first/,
  )
  expect(await sql`select 1 from schema_migrations`).toHaveLength(25)
})

test('the service starts on a data folder of 649d917, and its people find everything', async () => {
  const { dataDir, elsewhereDir } = await makeTestDataDir()
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const before = await startEmbedded({ dataDir, elsewhereDir, log: () => {} })
  const sql = connect({ url: before.url, poolMax: 1, statementTimeoutMs: 0 })
  await makeOldSchema(sql)
  await fillOldSchema(sql)
  await sql.end()
  await before.stop()

  const said: string[] = []
  const started = await openDatabase({ dataDir, log: (line) => said.push(line) })
  closing.push(() => started.close())
  expect(said.at(-1)).toMatch(/^Applied takeover of 649d917, (.*, )?functions\.sql [0-9a-f]{12}\.$/)
  await findsEverything(started.url, started.sql)
})

test.each(['a database without a schema', 'one in which 649d917 was started'])(
  'a backup of 649d917 is restored into %s, and its people find everything',
  async (target) => {
    const { sql, url } = await database()
    if (target.includes('649d917')) await makeOldSchema(sql)
    const { rows, tables } = await restore(sql, await checkBackup(OLD_BACKUP))
    expect([rows, tables]).toEqual([36, 43])
    expect(await schemaState(sql)).toBe('current')
    const fresh = await database(freshDatabase)
    expect(await schemaOf(sql)).toEqual(await schemaOf(fresh.sql))
    await findsEverything(url, sql)
  },
)

test('a database of 649d917 that has accounts is not restored into, nor taken over', async () => {
  const { sql } = await oldDatabase()
  await expect(restore(sql, await checkBackup(OLD_BACKUP))).rejects.toThrow('this deployment is not empty (accounts)')
  expect(await numberedIn(sql)).toHaveLength(27)
})

test('a backup of a database of 649d917 that was not taken over yet can be restored', async () => {
  const { sql } = await oldDatabase()
  const { dataDir } = await makeTestDataDir()
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const path = `${dataDir}/old.backup`
  const said: string[] = []
  await backUp(sql, { path, nowMs: Date.now, log: (line) => said.push(line) })
  expect(said.filter((line) => line.startsWith('Not in the backup'))).toEqual([])
  const target = await database()
  expect((await restore(target.sql, await checkBackup(path))).rows).toBe(36)
  await findsEverything(target.url, target.sql)
})

async function findsEverything(databaseUrl: string, sql: Sql): Promise<void> {
  const [rows] = await sql`
    select (select count(*) from usage_refunds) as refunds,
      (select array_agg(payment_provider) from billing_customers) as customers,
      (select array_agg(payment_provider) from billing_checkouts) as checkouts,
      (select array_agg(payment_provider) from billing_subscriptions) as subscriptions,
      (select count(*) from billing_deleted_customers where deleted_at < now()) as deleted,
      (select array_agg(kind) from notice_opt_outs) as off,
      (select encode(response, 'hex') from idempotent_calls) as response,
      (select rotated_to from api_keys where id = 1) as rotated`
  expect(rows).toEqual({
    refunds: 1,
    customers: ['sandbox'],
    checkouts: ['sandbox'],
    subscriptions: ['sandbox'],
    deleted: 1,
    off: ['sign_in'],
    response: '0203',
    rotated: 2,
  })
  const service = await openService({ databaseUrl, env: { PAYMENTS: 'sandbox' } })
  try {
    const { app } = service
    const signedIn = await app.inject({ method: 'POST', url: '/auth/login', payload: OLD_PERSON })
    const headers = { authorization: `Bearer ${signedIn.json().access_token}` }
    const drawn = await app.inject({ method: 'POST', url: '/compute', headers, payload: { bias: 0.5, N: 3 } })
    expect(drawn.statusCode).toBe(200)
    const deleted = { method: 'DELETE' as const, url: '/auth/me', headers }
    expect((await app.inject({ ...deleted, payload: { password: OLD_PERSON.password } })).statusCode).toBe(200)
    expect(await sql`select 1 from billing_deleted_customers`).toHaveLength(2)
  } finally {
    await service.close()
  }
}

test('a backup of this release is restored without a takeover', async () => {
  const { sql } = await oldDatabase()
  await migrate(sql)
  const { dataDir } = await makeTestDataDir()
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const path = `${dataDir}/new.backup`
  await backUp(sql, { path, nowMs: Date.now })
  const backup = await checkBackup(path)
  expect(backup.head.migrations).toEqual(await numberedIn(sql))
  const target = await database()
  await restore(target.sql, backup)
  expect(await target.sql`select name from schema_migrations where name !~ '^\\d'`).toEqual([{ name: FUNCTIONS }])
})
