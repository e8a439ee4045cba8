// A restore changes only what this service created, and restores exactly what was backed up.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../../test/database.ts'
import { Secret } from '../../ground/secret.ts'
import { migrate } from '../migrate.ts'
import { readSchema } from '../own-objects.ts'
import { backUp, type CheckedBackup, checkBackup } from './backup.ts'
import { restore } from './restore.ts'

let dir: string
let path: string
let source: FreshDatabase
let target: FreshDatabase
let backup: CheckedBackup
const nowMs = Date.now
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'restore-'))
  path = join(dir, 'day.backup')
  source = await emptyDatabase()
  await migrate(source.sql)
  await source.sql`insert into accounts (email, password_hash) values ('ann@example.org', 'x')`
  await backUp(source.sql, { path, nowMs })
  backup = await checkBackup(path)
})
afterAll(async () => {
  await source.close()
  await rm(dir, { recursive: true })
})

const passphrase = new Secret('a long passphrase')
const emails = (database: FreshDatabase) => database.sql`select email from accounts`.then((rows) => [...rows])

describe('in a database of its own', () => {
  test.each([false, true])(
    '(with the tables of a first start: %s) everything in it counts as ours',
    async (isMigrated) => {
      target = await emptyDatabase()
      if (isMigrated) await migrate(target.sql)
      expect((await readSchema(target.sql)).others).toEqual([])
      const said: string[] = []
      await restore(target.sql, backup, { log: (line) => said.push(line) })
      expect(await emails(target)).toEqual([{ email: 'ann@example.org' }])
      const { ours, others } = await readSchema(target.sql)
      expect([others, ours.length > 45]).toEqual([[], true])
      // It names everything before deleting it.
      expect(said).toEqual(
        isMigrated
          ? [
              expect.stringMatching(
                /^Deleting what .*: tables .* accounts, .*; functions .*; sequences billing_readings, webhook_places\.$/,
              ),
            ]
          : [],
      )
      if (isMigrated) for (const { name } of ours) expect(said[0]).toContain(name)
      await target.close()
    },
  )
})

/** Each with what the message says, and the statement that creates it. */
const OTHERS: readonly (readonly [what: string, make: string])[] = [
  ['table public.mine', 'create table mine (id int); insert into mine select generate_series(1, 500)'],
  ['table public."Odd name"', 'create table "Odd name" (id int)'],
  ['view public.people', 'create view people as select 1 as id'],
  ['materialized view public.figures', 'create materialized view figures as select 1 as id'],
  ['function public.add(integer)', 'create function add(n int) returns int language sql as $$ select n + 1 $$'],
  [
    'function public.charge_alone(pg_catalog.text)',
    'create function charge_alone(note text) returns text language sql as $$ select note $$',
  ],
  ['procedure public.tidy()', 'create procedure tidy() language sql as $$ select 1 $$'],
  ['sequence public.numbers', 'create sequence numbers'],
  ['type public.mood', `create type mood as enum ('good', 'bad')`],
  ['type public.positive', 'create domain positive as int check (value > 0)'],
]

describe.each([false, true])(
  'in a database with objects of others (with the tables of a first start: %s)',
  (isMigrated) => {
    beforeAll(async () => {
      target = await emptyDatabase()
      if (isMigrated) await migrate(target.sql)
    })
    afterAll(() => target.close())

    test.each(OTHERS)('%s: it rejects, names what it found, and changes nothing', async (what, make) => {
      await target.sql.begin((tx) => tx.unsafe(make))
      const before = await readSchema(target.sql)
      expect(before.others.map(({ type, identity }) => `${type} ${identity}`)).toEqual([what])
      await expect(restore(target.sql, backup)).rejects.toThrow(
        `this database also has something that this service did not make (${what}). Nothing was changed.`,
      )
      expect(await readSchema(target.sql)).toEqual(before)
      for (const { type, identity } of before.others) {
        await target.sql.begin((tx) => tx.unsafe(`drop ${identity.endsWith('positive') ? 'domain' : type} ${identity}`))
      }
    })
  },
)

test('tables of another program with our names do not count as ours', async () => {
  target = await emptyDatabase()
  await target.sql.begin((tx) =>
    tx.unsafe('create table schema_migrations (version text primary key); create table accounts (id int)'),
  )
  await expect(restore(target.sql, backup)).rejects.toThrow('table public.accounts, table public.schema_migrations')
  await target.close()
})

test('objects of another schema that depend on our tables are not dropped with them', async () => {
  target = await emptyDatabase()
  await migrate(target.sql)
  await target.sql.begin((tx) =>
    tx.unsafe('create schema reports; create view reports.people as select email from accounts'),
  )
  await expect(restore(target.sql, backup)).rejects.toThrow(
    /^something else depends on the tables of this service \(view reports\.people depends on table accounts/,
  )
  expect(await target.sql`select from reports.people`).toEqual([])
  await target.close()
})

test('people who only get the newsletter are not deleted either', async () => {
  target = await emptyDatabase()
  await migrate(target.sql)
  await target.sql`insert into newsletter (email, token, subscribed_at) values ('bob@example.org', 't', now())`
  await expect(restore(target.sql, backup)).rejects.toThrow('this deployment is not empty (newsletter)')
  await target.close()
})

test('a backup leaves out what is not ours, and reports it', async () => {
  const shared = await emptyDatabase()
  await migrate(shared.sql)
  await shared.sql.begin((tx) => tx.unsafe('create table mine (id int); insert into mine values (1)'))
  const said: string[] = []
  const beside = join(dir, 'beside.backup')
  await backUp(shared.sql, { path: beside, nowMs, log: (line) => said.push(line) })
  expect(said).toEqual(['Not in the backup, because this service did not make it: table public.mine.'])
  const checked = await checkBackup(beside)
  expect(JSON.stringify(checked.tail)).not.toContain('mine')
  await shared.close()
})

describe('the file', () => {
  test('that is missing, or is not a file, is named in the error', async () => {
    const missing = join(dir, 'missing.backup')
    await expect(checkBackup(missing)).rejects.toThrow(`${missing} does not exist`)
    await expect(checkBackup(dir)).rejects.toThrow(`${dir} is not a file`)
    const nowhere = join(dir, 'nowhere', 'day.backup')
    await expect(backUp(source.sql, { path: nowhere, nowMs })).rejects.toThrow(
      `${nowhere} cannot be written: its folder does not exist`,
    )
  })

  test('that is not encrypted is rejected if there is a passphrase', async () => {
    await expect(checkBackup(path, passphrase)).rejects.toThrow('is not encrypted, but BACKUP_PASSPHRASE is set')
  })

  test('is not written with a passphrase of fewer than 12 characters', async () => {
    const short = { path: join(dir, 'short.backup'), nowMs }
    await expect(backUp(source.sql, { ...short, passphrase: new Secret('elevenchars') })).rejects.toThrow(
      'BACKUP_PASSPHRASE must have at least 12 characters',
    )
    await backUp(source.sql, { ...short, passphrase: new Secret('twelve chars') })
  })

  test('records how its key was derived, and can be decrypted with its passphrase only', async () => {
    const sealed = join(dir, 'sealed.backup')
    await backUp(source.sql, { path: sealed, passphrase, nowMs })
    expect((await readFile(sealed)).subarray(0, 14).toString()).toBe('EQBK-SEALED-1\n')
    expect((await checkBackup(sealed, passphrase)).tail).toMatchObject({ rows: backup.tail.rows })
    await expect(checkBackup(sealed, new Secret('another passphrase'))).rejects.toThrow('the passphrase is wrong')
  })
})
