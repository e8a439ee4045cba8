import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startStripeServer } from '@equipoise/simulated'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from './database.ts'
import { type Person, signIn, signUp } from './people.ts'
import { openService, type Service, TEST_SECRET } from './service.ts'

// An operator's work at the command line, as a separate process on the database of a running service.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let dir: string
let service: Service
let target: FreshDatabase
let other: FreshDatabase
let person: Person
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'admin-'))
  service = await openService()
  target = await emptyDatabase()
  other = await emptyDatabase()
  person = await signUp(service.app)
})
afterAll(async () => {
  await service.close()
  await target.close()
  await other.close()
  await rm(dir, { recursive: true })
})

async function admin(words: string[], url = service.databaseUrl, more: Record<string, string> = {}): Promise<Ended> {
  return runAdmin(words, { ...process.env, DATABASE_URL: url, JWT_SECRET: TEST_SECRET, DATA_DIR: dir, ...more })
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function runAdmin(words: string[], env: NodeJS.ProcessEnv, cwd = ROOT): Promise<Ended> {
  const child = spawn(process.execPath, [join(ROOT, 'server/bin/equipoise-admin.mjs'), ...words], { cwd, env })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
  return { code, out: out.trim(), err: err.trim() }
}

test('accounts are changed, which the running service sees at once, and the change is logged', async () => {
  expect((await admin(['accounts', 'set-plan', person.email, 'pro', '--reason', 'partner'])).out).toBe('status\tdone')
  await expect
    .poll(async () => (await service.app.inject({ url: '/auth/me', headers: person.headers })).json().plan)
    .toBe('pro')
  expect((await admin(['accounts', 'disable', String(person.id)])).code).toBe(0)
  await expect
    .poll(async () => (await service.app.inject({ url: '/auth/me', headers: person.headers })).statusCode)
    .toBe(401)
  await admin(['accounts', 'enable', person.email])
  const listed = await admin(['accounts', 'list', '--search', person.email, '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([{ id: person.id, plan: 'pro' }])
  const [entry] = await service.sql`select administrator, reason from admin_log order by id limit 1`
  expect(entry).toEqual({ administrator: 'command line', reason: 'partner' })
})

test('with --json an account looks as it does in the API', async () => {
  const boss = await signUp(service.app)
  await admin(['accounts', 'make-admin', boss.email])
  const json = async (...words: string[]) => JSON.parse((await admin([...words, '--json'])).out)
  const api = async (url: string) => (await service.app.inject({ url, headers: boss.headers })).json()
  const listed = await api(`/admin/accounts?search=${encodeURIComponent(person.email)}`)
  expect(await json('accounts', 'list', '--search', person.email)).toEqual(listed.accounts)
  const {
    plans: _plans,
    subscription: _subscription,
    identities: _identities,
    ...shown
  } = await api(`/admin/accounts/${person.id}`)
  expect(await json('accounts', 'show', person.email)).toMatchObject(shown)
  const made = await json('invite', '--email', 'json@example.org')
  expect(await json('invitations', 'list')).toEqual(await api('/admin/invitations'))
  expect(Object.keys(made)).toEqual(expect.arrayContaining(['id', 'link', 'expires_at', 'plan_ends_at']))
})

test('settings come from .env in the current folder too; the environment wins', async () => {
  const folder = await mkdtemp(join(dir, 'folder-'))
  const { DATABASE_URL: _url, JWT_SECRET: _secret, DATA_DIR: _dir, ...env } = process.env
  await writeFile(join(folder, '.env'), `DATABASE_URL=${service.databaseUrl}\nJWT_SECRET=${TEST_SECRET}\n`)
  const list = ['accounts', 'list', '--search', person.email]
  expect((await runAdmin(list, env, folder)).out).toContain(person.email)
  expect(await readdir(folder)).toEqual(['.env'])
  await runAdmin(['migrate'], { ...env, DATABASE_URL: other.url }, folder)
  expect((await runAdmin(list, { ...env, DATABASE_URL: other.url }, folder)).out).toBe('none')
})

test('the signing key is replaced, and both its history and the log show it', async () => {
  const published = async () => (await service.app.inject('/.well-known/equipoise-signing-key')).json().keys
  const [first] = await published()
  expect((await admin(['signing-keys', 'rotate', '--reason', 'laptop lost'])).code).toBe(0)
  const keys = await published()
  expect(keys).toMatchObject([{ retired_at: null }, { public_key: first.public_key, retired_at: expect.any(String) }])
  expect(JSON.parse((await admin(['signing-keys', 'list', '--json'])).out)).toMatchObject(keys)
  const [entry] = await service.sql`select action, reason from admin_log order by id desc limit 1`
  expect(entry).toEqual({ action: 'signing_key_rotated', reason: 'laptop lost' })
})

test('errors are explained, with an exit status that scripts can read', async () => {
  expect(await admin(['accounts', 'disable', 'nobody@example.org'])).toMatchObject({
    code: 1,
    err: 'There is no account nobody@example.org.',
  })
  expect(await admin(['accounts', 'show'])).toEqual({
    code: 2,
    out: '',
    err: 'ACCOUNT is missing: write equipoise-admin accounts show ACCOUNT',
  })
  const doctor = await admin(['doctor'])
  expect([doctor.code, doctor.out]).toEqual([0, expect.stringMatching(/ok +database +PostgreSQL 18/)])
})

test('help and the version are printed, and an invalid word is reported before the service is loaded', async () => {
  const settings = { DATABASE_URL: 'nonsense' }
  expect(await admin(['help'], '', settings)).toMatchObject({ code: 0, out: expect.stringContaining('restore FILE') })
  expect((await admin(['help', 'keys'], '', settings)).out).toMatch(/keys revoke ACCOUNT KEY_ID/)
  const { version } = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8'))
  expect(await admin(['--version'], '', settings)).toEqual({ code: 0, out: version, err: '' })
  expect(await admin(['nonsense'], '', settings)).toEqual({
    code: 2,
    out: '',
    err: 'There is no command "nonsense". Run equipoise-admin help to see all commands.',
  })
  const loaded = await loadedWith(join(ROOT, 'server/dist/admin.js'))
  expect(loaded.size).toBeLessThan(10)
  expect(
    [...loaded].filter((name) => !name.startsWith('node:') && !/(admin|errors|commands\/[\w-]+)\.js$/.test(name)),
  ).toEqual([])
})

/** All files that a built file imports statically, directly or indirectly. */
async function loadedWith(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(
    /^(?:import|export) [^;]*?from ["']([^"']+)["']/gm,
  )) {
    if (name.startsWith('.')) await loadedWith(join(dirname(file), name), found)
    else found.add(name)
  }
  return found
}

test('a missing file is named, and nothing is created for it', async () => {
  const nowhere = { DATABASE_URL: '', DATA_DIR: join(dir, 'not-there'), JWT_SECRET: '' }
  const missing = join(dir, 'missing.backup')
  for (const words of [['restore'], ['backup', 'check']]) {
    expect(await admin([...words, missing], '', nowhere)).toEqual({
      code: 1,
      out: '',
      err: `${missing} does not exist`,
    })
  }
  const damaged = join(dir, 'damaged.backup')
  await writeFile(damaged, 'nothing of ours')
  expect((await admin(['restore', damaged], '', nowhere)).err).toContain('cannot be read as a backup')
  expect(existsSync(nowhere.DATA_DIR)).toBe(false)
})

test('an unreachable database and an empty one are distinguished', async () => {
  const gone = 'postgres://127.0.0.1:1/x'
  expect(await admin(['accounts', 'list'], gone)).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
  })
  const doctor = await admin(['doctor', '--json'], gone)
  expect([doctor.code, JSON.parse(doctor.out)]).toEqual([
    1,
    expect.arrayContaining([
      {
        what: 'database',
        state: 'failed',
        about: expect.stringContaining('connect ECONNREFUSED 127.0.0.1:1. Check D'),
      },
      expect.objectContaining({ what: 'disk', state: 'ok' }),
    ]),
  ])
  for (const words of [
    ['accounts', 'list'],
    ['backup', join(dir, 'empty.backup')],
  ]) {
    expect(await admin(words, target.url)).toEqual({
      code: 1,
      out: '',
      err: 'The database is empty: start the service once.',
    })
  }
})

test('nothing is created in a folder without a database', async () => {
  const DATA_DIR = join(dir, 'mistyped')
  const none = `There is no database in ${DATA_DIR}: start the service there once, or set DATA_DIR or DATABASE_URL.`
  const settings = { DATA_DIR, JWT_SECRET: '' }
  expect(await admin(['accounts', 'list'], '', settings)).toEqual({ code: 1, out: '', err: none })
  const doctor = await admin(['doctor'], '', settings)
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(`FAILED  database  ${none}`)])
  expect(doctor.out).toContain(`FAILED  disk      DATA_DIR ${DATA_DIR} does not exist: create the folder`)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a database without a schema gets the schema of this release, once', async () => {
  const fresh = await emptyDatabase()
  expect((await admin(['migrate'], fresh.url)).out).toMatch(/^Applied 0010_accounts\.sql, .*, functions\.sql \w+\.$/)
  expect(await admin(['migrate'], fresh.url)).toMatchObject({ code: 0, out: 'There is nothing to do.' })
  await fresh.close()
})

test('Stripe is set up with its key from a file, before its webhook has a secret', async () => {
  const stripe = await startStripeServer()
  const key = join(dir, 'stripe-key')
  await writeFile(key, 'sk_test_from_a_file\n')
  const settings = { STRIPE_SECRET_KEY_FILE: key, STRIPE_API_BASE: stripe.url, PUBLIC_URL: 'https://equipoise.example' }
  const listen = { DATABASE_LISTEN_URL: 'postgres://127.0.0.1/x' }
  const { code, out } = await admin(['stripe-setup'], 'postgres://127.0.0.1:6432/x', { ...settings, ...listen })
  await stripe.close()
  expect([code, out]).toEqual([0, expect.stringMatching(/^STRIPE_WEBHOOK_SECRET=whsec_/m)])
  expect(stripe.calls.map(({ path }) => path)).toContain('/v1/webhook_endpoints')
})

test('a backup is made while the service runs and restored elsewhere', async () => {
  const file = join(dir, 'day.backup')
  await service.sql`
    insert into second_factors (account_id, secret, created_at, confirmed_at) values (${person.id}, 'x', now(), now())`
  await service.sql`update deployment_state set backed_up_at = now()`
  expect((await admin(['backup', file])).out).toMatch(/rows of \d+ tables, checked\.$/)
  await service.sql`delete from second_factors`
  const nowhere = { DATA_DIR: join(dir, 'nowhere'), JWT_SECRET: '' }
  expect((await admin(['backup', 'check', file], 'postgres://127.0.0.1:1/x', nowhere)).out).toContain('is intact')
  expect(existsSync(nowhere.DATA_DIR)).toBe(false)
  expect((await admin(['restore', file])).err).toContain('is not empty')
  expect((await admin(['restore', file], target.url)).out).toMatch(
    /Start the service now\.\nCopy jwt-secret \(or JWT_SECRET\) of the old deployment too: second factors were encrypted with it\.$/,
  )
  expect((await admin(['jobs'], target.url)).out).toContain('last_backup_at\t-')
  expect((await admin(['doctor'], target.url)).out).toContain('FAILED  secret    cannot decrypt 1 of 1 second factors')
  await target.sql`delete from second_factors`
  const restored = await openService({ databaseUrl: target.url })
  await signIn(restored.app, person.email)
  await restored.close()
})

test('an encrypted backup goes from a remote database into an embedded one and back; commands work while no service runs', async () => {
  const BACKUP_PASSPHRASE = 'a long passphrase'
  const embedded = { DATABASE_URL: '', DATA_DIR: join(dir, 'embedded'), BACKUP_PASSPHRASE }
  const short = { BACKUP_PASSPHRASE: 'too short' }
  expect((await admin(['backup', join(dir, 'x')], service.databaseUrl, short)).err).toContain('at least 12 characters')
  await chmod(dir, 0o755)
  const [there, back] = [join(dir, 'there.backup'), join(dir, 'back.backup')]
  expect((await admin(['backup', there], service.databaseUrl, { BACKUP_PASSPHRASE })).out).toContain(
    'encrypted, checked.',
  )
  expect((await admin(['restore', there], '', embedded)).out).toContain('Start the service now.')
  expect((await admin(['accounts', 'grant', person.email, '--compute', '7'], '', embedded)).code).toBe(0)
  expect((await admin(['backup', back], '', embedded)).out).toContain('encrypted, checked.')
  const home = await emptyDatabase()
  expect((await admin(['restore', back], home.url, { BACKUP_PASSPHRASE })).code).toBe(0)
  const [row] = await home.sql`select compute from topup_balances where account_id = ${person.id}`
  expect(row).toEqual({ compute: 7 })
  expect((await admin(['accounts', 'delete', person.email], home.url)).out).toBe('status\tdone')
  expect(await home.sql`select 1 from accounts where id = ${person.id}`).toEqual([])
  await home.close()
})
