import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../test/database.ts'
import { WAIT } from '../../test/waiting.ts'
import type { Sql } from './connect.ts'
import { connect } from './connect.ts'
import { migrate, schemaState } from './migrate.ts'
import { MIGRATIONS_DIR, readMigrations } from './migration-files.ts'

let db: FreshDatabase
let dir: string
let sql: Sql

beforeEach(async () => {
  db = await emptyDatabase()
  dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  sql = connectOnce()
})

afterEach(async () => {
  await sql.end()
  await db.close()
  await rm(dir, { recursive: true })
})

const connectOnce = (): Sql => connect({ url: db.url, poolMax: 1, statementTimeoutMs: 0 })
const write = (name: string, text: string): Promise<void> => writeFile(join(dir, name), text)

it('applies missing migrations, in order, once', async () => {
  await write('0002_two.sql', 'insert into things values (2)')
  await write('0001_one.sql', 'create table things (id int); insert into things values (1);')
  await write('README.md', 'not a migration')
  expect(await migrate(sql, dir)).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(await migrate(sql, dir)).toEqual([])
  await write('0003_three.sql', 'insert into things values (3)')
  expect(await migrate(sql, dir)).toEqual(['0003_three.sql'])
  expect(await sql`select id from things`).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  const ledger =
    await sql`select name, length(sha256) as digits, applied_at <= now() as past from schema_migrations order by name`
  expect(ledger.at(-1)).toEqual({ name: '0003_three.sql', digits: 64, past: true })
})

it('lets four nodes migrate at once, each file once', async () => {
  await write('0001_one.sql', 'create table things (id int); select pg_sleep(0.1);')
  await write('0002_two.sql', 'insert into things values (2)')
  const nodes = [1, 2, 3, 4].map(connectOnce)
  const applied = await Promise.all(nodes.map((node) => migrate(node, dir)))
  await Promise.all(nodes.map((node) => node.end()))
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(await sql`select id from things`).toEqual([{ id: 2 }])
})

it('rolls a failing migration back, keeps the earlier ones, and releases the lock', async () => {
  await write('0001_one.sql', 'create table things (id int)')
  await write('0002_two.sql', 'insert into things values (2); select 1 / 0;')
  await expect(migrate(sql, dir)).rejects.toThrow(/0002_two\.sql failed: division by zero/)
  expect(await sql`select id from things`).toEqual([])
  expect(await sql`select name from schema_migrations`).toEqual([{ name: '0001_one.sql' }])
  await write('0002_two.sql', 'insert into things values (2)')
  const other = connectOnce()
  expect(await migrate(other, dir)).toEqual(['0002_two.sql'])
  await other.end()
})

const INDEX = `-- outside a transaction
drop index concurrently if exists things_id;
create index concurrently things_id on things (id);`

it('creates an index concurrently with other work, also with four nodes at once', async () => {
  await write('0001_one.sql', 'create table things (id int); insert into things select generate_series(1, 1000)')
  await write('0002_two.sql', INDEX)
  await write('0003_three.sql', 'insert into things values (0)')
  const nodes = [1, 2, 3, 4].map(connectOnce)
  const applied = await Promise.all(nodes.map((node) => migrate(node, dir)))
  await Promise.all(nodes.map((node) => node.end()))
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql', '0003_three.sql'])
  expect(await sql`select indisvalid from pg_index where indexrelid = 'things_id'::regclass`).toEqual([
    { indisvalid: true },
  ])
})

it('repeats a whole file outside a transaction if one of its statements failed', async () => {
  await write('0001_one.sql', 'create table things (id int); insert into things values (1), (1)')
  await write('0002_two.sql', INDEX.replace('create index', 'create unique index'))
  await expect(migrate(sql, dir)).rejects.toThrow(/0002_two\.sql failed: could not create unique index/)
  expect(await sql`select name from schema_migrations`).toEqual([{ name: '0001_one.sql' }])
  await sql`update things set id = 2 where ctid = (select min(ctid) from things)`
  expect(await migrate(sql, dir)).toEqual(['0002_two.sql'])
  expect(await sql`select indisvalid from pg_index where indexrelid = 'things_id'::regclass`).toEqual([
    { indisvalid: true },
  ])
  const [lock] = await sql`show lock_timeout`
  expect(lock).toEqual({ lock_timeout: '0' })
})

it('does not block others while it waits for a lock, and continues when the lock is free', async () => {
  await write('0001_one.sql', 'create table things (id int)')
  await migrate(sql, dir)
  await write('0002_two.sql', 'alter table things add column name text')
  const node = connectOnce()
  const migrating = await db.sql.begin(async (holder) => {
    await holder`select * from things`
    const going = migrate(node, dir)
    await vi.waitFor(async () => expect(await waitersForLocks()).toBe(1), WAIT)
    // Waits behind the migration, which soon gives up.
    expect(await sql`select * from things`).toEqual([])
    return { going }
  })
  expect(await migrating.going).toEqual(['0002_two.sql'])
  await node.end()
})

async function waitersForLocks(): Promise<number | undefined> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_locks where not granted and relation = 'things'::regclass`
  return row?.count
}

it('rejects when an applied file was changed', async () => {
  await write('0001_one.sql', 'select 1')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 2')
  await expect(migrate(sql, dir)).rejects.toThrow(/0001_one\.sql was changed/)
})

it('does not treat different line ends as a change', async () => {
  await write('0001_one.sql', 'select 1;\nselect 2;\n')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 1;\r\nselect 2;\r\n')
  expect(await migrate(sql, dir)).toEqual([])
})

it('rejects a database that is newer than the code', async () => {
  await write('0001_one.sql', 'select 1')
  await write('0002_two.sql', 'select 2')
  await migrate(sql, dir)
  await rm(join(dir, '0002_two.sql'))
  await expect(migrate(sql, dir)).rejects.toThrow(/newer than this code: it has migration 0002_two\.sql/)
})

it('rejects a file that would have to run before an applied one', async () => {
  await write('0002_two.sql', 'select 2')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/0001_one\.sql comes before 0002_two\.sql/)
})

it('rejects names that do not determine the order', async () => {
  await write('one.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/one\.sql is not named like/)
  await rm(join(dir, 'one.sql'))
  await write('0001_one.sql', 'select 1')
  await write('0001_two.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/have the same number/)
})

it('finds our own migrations and functions, which all apply to an empty database', async () => {
  const names = (await readMigrations(MIGRATIONS_DIR)).map((migration) => migration.name)
  const [functions, ...others] = (await migrate(sql)).reverse()
  expect(functions).toMatch(/^functions\.sql [0-9a-f]{12}$/)
  expect(others.reverse()).toEqual(names)
})

const answering = (answer: string, parameters = ''): string =>
  `create or replace function answer(${parameters}) returns text language sql as $$ select '${answer}' $$;`

async function answer(): Promise<unknown> {
  const [row] = await sql`select answer() as now`
  return row?.now
}

it('applies functions after the files, and again when their text has changed', async () => {
  await write('0001_one.sql', 'create table things (id int)')
  await write('functions.sql', answering('one'))
  expect(await migrate(sql, dir)).toEqual(['0001_one.sql', expect.stringMatching(/^functions\.sql /)])
  expect(await migrate(sql, dir)).toEqual([])
  expect([await answer(), await schemaState(sql, dir)]).toEqual(['one', 'current'])
  await write('functions.sql', answering('two'))
  expect(await schemaState(sql, dir)).toBe('other')
  expect(await migrate(sql, dir)).toHaveLength(1)
  expect(await answer()).toBe('two')
})

it('drops the earlier function if a parameter was added, and leaves those of others alone', async () => {
  await write('functions.sql', answering('one'))
  await migrate(sql, dir)
  await sql`create function answer(somebody_elses int) returns int language sql as 'select 1'`
  await write('functions.sql', answering('two', "p_word text default ''"))
  await migrate(sql, dir)
  expect(await sql`select oid::regprocedure::text as name from pg_proc where proname = 'answer' order by 1`).toEqual([
    { name: 'answer(integer)' },
    { name: 'answer(text)' },
  ])
  expect(await answer()).toBe('two')
})

it('does not let an older release install its functions again', async () => {
  await write('functions.sql', answering('one'))
  await migrate(sql, dir)
  await write('functions.sql', answering('two'))
  await migrate(sql, dir)
  await write('functions.sql', answering('one'))
  await expect(migrate(sql, dir)).rejects.toThrow('newer than this code: a later release has replaced its functions')
  expect([await answer(), await schemaState(sql, dir)]).toEqual(['two', 'other'])
})

it('applies no functions while a file is left out', async () => {
  await write('0001_one.sql', 'create table things (id int)')
  await write('0002_two.sql', 'create table others (id int)')
  await write('functions.sql', answering('one'))
  expect(await migrate(sql, dir, new Set(['0001_one.sql']))).toEqual(['0001_one.sql'])
  expect(await migrate(sql, dir)).toEqual(['0002_two.sql', expect.stringMatching(/^functions\.sql /)])
})
