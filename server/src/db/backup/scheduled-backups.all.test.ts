import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { Secret } from '../../ground/secret.ts'
import { connect, type Sql } from '../connect.ts'
import { checkBackup } from './backup.ts'
import { restore } from './restore.ts'
import { createScheduledBackups, readLastBackup } from './scheduled-backups.ts'

const HOUR_MS = 3_600_000
const clock = { nowMs: Date.parse('2026-03-10T12:00:00Z') }
let dir: string
let fresh: FreshDatabase
let target: FreshDatabase
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scheduled-'))
  fresh = await freshDatabase()
  target = await emptyDatabase()
})
afterAll(async () => {
  await fresh.close()
  await target.close()
  await rm(dir, { recursive: true })
})

const reports: string[] = []
const backupsOf = (parts: { sql?: Sql; dir?: string; passphrase?: Secret } = {}) =>
  createScheduledBackups({
    sql: fresh.sql,
    nowMs: () => clock.nowMs,
    dir,
    everyMs: 6 * HOUR_MS,
    keep: 2,
    passphrase: undefined,
    log: (message) => reports.push(message),
    report: (error, message) => reports.push(`${message}: ${error}`),
    ...parts,
  })

test('of several nodes one makes the backup, and no further one is made before the next is due', async () => {
  const second = connect({ url: fresh.url, poolMax: 3, statementTimeoutMs: 10_000 })
  const nodes = [backupsOf(), backupsOf({ sql: second }), backupsOf()]
  const made = (await Promise.all(nodes.map((node) => node.look()))).filter(Boolean)
  expect(made).toEqual([join(dir, 'equipoise-2026-03-10T12-00-00Z.backup')])
  expect(await readLastBackup(fresh.sql)).toEqual(new Date(clock.nowMs))
  clock.nowMs += 5 * HOUR_MS
  expect(await nodes[1]?.look()).toBeUndefined()
  clock.nowMs += HOUR_MS
  expect(await nodes[1]?.look()).toContain('T18-00-00Z.backup')
  await second.end()
})

test('only the newest ones stay, and other files are not touched', async () => {
  await writeFile(join(dir, 'notes.txt'), 'mine')
  clock.nowMs += 6 * HOUR_MS
  await backupsOf().look()
  expect((await readdir(dir)).sort()).toEqual([
    'equipoise-2026-03-10T18-00-00Z.backup',
    'equipoise-2026-03-11T00-00-00Z.backup',
    'notes.txt',
  ])
})

test('what a killed node left unfinished is removed by the next run', async () => {
  const left = join(dir, 'equipoise-2026-03-10T23-00-00Z.backup.unfinished')
  const other = join(dir, 'mine.unfinished')
  for (const path of [left, other]) await writeFile(path, 'half')
  clock.nowMs += 6 * HOUR_MS
  await backupsOf().look()
  const names = await readdir(dir)
  expect(names).toContain('mine.unfinished')
  expect(names.filter((name) => name.startsWith('equipoise-'))).toEqual([
    'equipoise-2026-03-11T00-00-00Z.backup',
    'equipoise-2026-03-11T06-00-00Z.backup',
  ])
  await rm(other)
})

test('it is encrypted if there is a passphrase, and can be restored; after that, the next one is due at once', async () => {
  const passphrase = new Secret('a long passphrase')
  clock.nowMs += 6 * HOUR_MS
  const path = (await backupsOf({ passphrase }).look()) ?? expect.unreachable('it is due')
  await expect(checkBackup(path)).rejects.toThrow('is encrypted')
  await restore(target.sql, await checkBackup(path, passphrase))
  expect(await readLastBackup(target.sql)).toBeNull()
  const folder = await mkdtemp(join(tmpdir(), 'restored-'))
  expect(await backupsOf({ sql: target.sql, dir: folder }).look()).toBeDefined()
  await rm(folder, { recursive: true })
})

test('a failed one is reported and still due', async () => {
  clock.nowMs += 6 * HOUR_MS
  const file = join(dir, 'notes.txt')
  const failing = backupsOf({ dir: file })
  failing.start()
  await failing.close()
  expect(reports.join()).toContain('the scheduled backup failed; we will try again in a minute')
  expect(await backupsOf().look()).toContain('2026-03-11T18-00-00Z')
})
