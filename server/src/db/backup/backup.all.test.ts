import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../../test/database.ts'
import { makeKey, type Person, signIn, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { Secret } from '../../ground/secret.ts'
import { migrate } from '../migrate.ts'
import { tableNames } from '../own-objects.ts'
import { backUp, checkBackup } from './backup.ts'
import { restore } from './restore.ts'

let dir: string
let service: Service
let person: Person
const opened: FreshDatabase[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backup-'))
  service = await openService()
  person = await signUp(service.app)
})
afterAll(async () => {
  await service.close()
  await Promise.all(opened.map((one) => one.close()))
  await rm(dir, { recursive: true })
})

async function elsewhere(): Promise<FreshDatabase> {
  const fresh = await emptyDatabase()
  opened.push(fresh)
  return fresh
}

const nowMs = Date.now
const restoreFrom = async (sql: Service['sql'], path: string, log?: (message: string) => void) =>
  restore(sql, await checkBackup(path), { log })
const CALLS = 40
/** Tables that change in the background: last uses, and the times of migrations. */
const CHANGING = ['schema_migrations', 'sessions', 'api_keys']
const contentOf = async (sql: Service['sql']) => {
  const content: Record<string, string[]> = {}
  for (const table of await tableNames(sql)) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(table)} t order by 1`
    if (!CHANGING.includes(table)) content[table] = rows.map(({ row }) => row)
  }
  return content
}

/** Indexes, constraints and triggers. */
const rulesOf = (sql: Service['sql']) => sql`
  select pg_get_indexdef(indexrelid) as rule from pg_index where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  order by 1`

test('everything is restored into another database, and the service continues there', async () => {
  const first = await makeKey(service.app, person)
  await service.app.inject({
    method: 'POST',
    url: `/api-keys/${first.id}/rotate`,
    headers: person.headers,
    payload: {},
  })
  await service.sql`
    insert into second_factors (account_id, secret, created_at, recovery_hashes)
    values (${person.id}, '\\x00ff', '-infinity', ${[Buffer.from([1, 2]), Buffer.from([255])]}::bytea[])`
  // More rows than one read returns.
  await service.sql`
    insert into attempts (subject, tries, first_at, last_at) select 'subject ' || n, 1, now(), now() from generate_series(1, 4001) n`
  const path = join(dir, 'a.backup')
  const summary = await backUp(service.sql, { path, nowMs })
  expect(await checkBackup(path)).toMatchObject({ tail: { rows: summary.rows } })
  const target = await elsewhere()
  await restoreFrom(target.sql, path)
  expect(await contentOf(target.sql)).toEqual(await contentOf(service.sql))
  expect(await rulesOf(target.sql)).toEqual(await rulesOf(service.sql))
  const other = await openService({ databaseUrl: target.url })
  await signIn(other.app, person.email)
  const next = await signUp(other.app)
  expect(next.id).toBeGreaterThan(person.id)
  await other.close()
})

test('a snapshot under load is consistent: the charges add up', async () => {
  const { headers } = await makeKey(service.app, person)
  const call = () =>
    service.app.inject({ method: 'POST', url: '/ai/analyze', headers, payload: { text: 'The council met.' } })
  const path = join(dir, 'load.backup')
  await call()
  const load = Promise.all(Array.from({ length: CALLS }, call))
  await backUp(service.sql, { path, nowMs })
  const statuses = (await load).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const target = await elsewhere()
  await restoreFrom(target.sql, path)
  const [sums] = await target.sql`
    select (select sum(from_allowance + from_topup)::bigint from usage_months where meter = 'ai/analyze') as months,
      (select sum(units)::bigint from usage_days where meter = 'ai/analyze') as days,
      (select sum(calls)::bigint from usage_keys) as keys`
  expect(sums?.months).toBeGreaterThan(0)
  expect([sums?.days, sums?.keys]).toEqual([sums?.months, sums?.months])
})

test('an encrypted backup needs its passphrase', async () => {
  const path = join(dir, 'sealed.backup')
  const passphrase = new Secret('a long passphrase')
  await backUp(service.sql, { path, passphrase, nowMs })
  expect((await readFile(path)).includes('equipoise-backup')).toBe(false)
  await checkBackup(path, passphrase)
  await expect(checkBackup(path)).rejects.toThrow('is encrypted')
  await expect(checkBackup(path, new Secret('another'))).rejects.toThrow('the passphrase is wrong')
})

test('a backup that was changed or truncated is rejected before anything is changed', async () => {
  const path = join(dir, 'whole.backup')
  await backUp(service.sql, { path, nowMs })
  const whole = await readFile(path)
  const cut = join(dir, 'cut.backup')
  await writeFile(cut, whole.subarray(0, whole.length - 40))
  await expect(checkBackup(cut)).rejects.toThrow('cannot be read as a backup')
  const target = await elsewhere()
  await expect(restoreFrom(target.sql, cut)).rejects.toThrow('cannot be read as a backup')
  expect(await tableNames(target.sql)).toEqual([])
})

test('a deployment that holds an account is never overwritten', async () => {
  const path = join(dir, 'b.backup')
  await backUp(service.sql, { path, nowMs })
  await expect(restoreFrom(service.sql, path)).rejects.toThrow('this deployment is not empty')
})

test('a backup whose rows contradict each other leaves the database empty', async () => {
  const broken = await elsewhere()
  await migrate(broken.sql)
  await broken.sql`insert into accounts (email, password_hash) values ('ann@example.org', 'x')`
  await broken.sql.begin(async (tx) => {
    await tx.unsafe('alter table topup_balances drop constraint topup_balances_account_id_fkey')
    await tx`insert into topup_balances (account_id) values (777)`
  })
  const path = join(dir, 'broken.backup')
  await backUp(broken.sql, { path, nowMs })
  const target = await elsewhere()
  await expect(restoreFrom(target.sql, path)).rejects.toThrow('topup_balances_account_id_fkey')
  expect(await target.sql`select 1 from accounts`).toHaveLength(0)
})
