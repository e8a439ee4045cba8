import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../test/database.ts'
import type { Sql } from './connect.ts'
import { connect } from './connect.ts'
import { MIGRATIONS_DIR, migrate, readMigrations } from './migrate.ts'

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

it('applies what is missing, in order, once', async () => {
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

it('lets four nodes migrate at once and does the work once', async () => {
  await write('0001_one.sql', 'create table things (id int); select pg_sleep(0.1);')
  await write('0002_two.sql', 'insert into things values (2)')
  const nodes = [1, 2, 3, 4].map(connectOnce)
  const applied = await Promise.all(nodes.map((node) => migrate(node, dir)))
  await Promise.all(nodes.map((node) => node.end()))
  expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(await sql`select id from things`).toEqual([{ id: 2 }])
})

it('leaves nothing of a migration that fails, keeps the earlier ones, and gives the lock back', async () => {
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

it('refuses when an applied file was changed', async () => {
  await write('0001_one.sql', 'select 1')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 2')
  await expect(migrate(sql, dir)).rejects.toThrow(/0001_one\.sql was changed/)
})

it('does not take other line ends for a change', async () => {
  await write('0001_one.sql', 'select 1;\nselect 2;\n')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 1;\r\nselect 2;\r\n')
  expect(await migrate(sql, dir)).toEqual([])
})

it('refuses a database that is newer than the code', async () => {
  await write('0001_one.sql', 'select 1')
  await write('0002_two.sql', 'select 2')
  await migrate(sql, dir)
  await rm(join(dir, '0002_two.sql'))
  await expect(migrate(sql, dir)).rejects.toThrow(/newer than this code: it has migration 0002_two\.sql/)
})

it('refuses a file that would have to run before an applied one', async () => {
  await write('0002_two.sql', 'select 2')
  await migrate(sql, dir)
  await write('0001_one.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/0001_one\.sql comes before 0002_two\.sql/)
})

it('refuses names that leave the order open', async () => {
  await write('one.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/one\.sql is not named like/)
  await rm(join(dir, 'one.sql'))
  await write('0001_one.sql', 'select 1')
  await write('0001_two.sql', 'select 1')
  await expect(migrate(sql, dir)).rejects.toThrow(/have the same number/)
})

it('finds our own migrations, which all apply to an empty database', async () => {
  const names = (await readMigrations(MIGRATIONS_DIR)).map((migration) => migration.name)
  expect(await migrate(sql)).toEqual(names)
})
