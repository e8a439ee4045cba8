// Every command is documented, and those that no other test runs do what they promise, on a real database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { type Inbox, openInbox } from '../../test/inbox.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { createBilling } from '../billing/billing.ts'
import { configFrom } from '../config.ts'
import { checkBackup, type Sql } from '../db/db.ts'
import { createDraws } from '../draws/draws.ts'
import { brandNamed } from '../ground/brand.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { Secret } from '../ground/secret.ts'
import { openMail } from '../mail/mail.ts'
import { addTopup, createUsage, grantUnits } from '../usage/usage.ts'
import { COMMAND_TEXTS } from './command-texts.ts'
import { type Context, findCommand, helpText } from './commands.ts'
import { COMMANDS, commandNamed, jsonText } from './implementations.ts'

const publicUrl = 'https://equipoise.example'
const nowMs = () => Date.UTC(2026, 2, 10, 12)
let database: FreshDatabase
let box: Inbox
let context: Context
let close: () => Promise<void>
beforeAll(async () => {
  database = await freshDatabase()
  box = await openInbox()
  const { sql } = database
  const secrets = [new Secret('a secret of this test, 32+ characters')]
  const report = (error: unknown) => expect.fail(String(error))
  const mail = openMail({ sql, nowMs, smtpUrl: new Secret(box.url), from: 'us@equipoise.example', secrets, report })
  const listen = () => ({ close: async () => {} })
  const accounts = createAccounts({
    database: { sql, listen },
    brand: brandNamed('svc'),
    ...{ nowMs, publicUrl, secrets, mail: undefined, report },
  })
  const { changePlan } = accounts
  const billing = createBilling({
    ...{ sql, nowMs, changePlan, addTopup, report, publicUrl },
    catalogue: CATALOGUE,
    paymentProvider: undefined,
  })
  const usage = createUsage({ sql, nowMs, report })
  context = {
    config: configFrom({}, () => ''),
    database: { sql, kind: 'remote', close: async () => {} },
    administration: accounts.administration({ addTopup: grantUnits, beforeDelete: billing.close }),
    sendTestEmail: (to: string) => mail.sendNow({ to, subject: 'A test', text: 'It works.' }),
    receipts: createDraws({ sql, secrets, publicUrl, nowMs, report }).receipts,
    ...{ accounts, billing, nowMs, usage, secrets, passphrase: undefined, log: () => {} },
  } as unknown as Context
  close = async () => {
    await usage.close()
    await mail.close()
    await accounts.close()
    await box.close()
    await database.close()
  }
})
afterAll(() => close())

async function run(...words: string[]) {
  const given = words.filter((word) => !word.startsWith('--'))
  const options = Object.fromEntries(
    words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')),
  )
  const found = findCommand(given)
  const command = found && commandNamed(found.text.name)
  if (!command || 'runAlone' in command) throw new Error(`${words.join(' ')} is no command on a database`)
  return command.run(context, found.rest, { reason: 'a test', ...options })
}

test('the help and docs/operating show every command with its options', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operating/administration.md'), 'utf8')
  expect(COMMANDS.map(({ name }) => name).toSorted()).toEqual(COMMAND_TEXTS.map(({ name }) => name).toSorted())
  for (const { usage } of COMMAND_TEXTS) {
    expect(page).toContain(`\`${usage}\``)
    expect(helpText()).toContain(usage)
  }
})

test('an invitation is created with a plan and an expiry, listed, and withdrawn', async () => {
  const { text: link } = await run('invite', '--email=Eve@example.org', '--plan=basic', '--days=3')
  expect(link).toMatch(/^https:\/\/equipoise\.example\/app\/invitation\?token=/)
  const { text } = await run('invitations', 'list')
  expect(text).toMatch(/^\d+\teve@example\.org\tmember\tbasic\t.*2026-03-13T12:00:00\.000Z/)
  const [id = ''] = text.split('\t')
  expect((await run('invitations', 'withdraw', id)).text).toBe('status\tdone')
  expect((await run('invitations', 'list')).text).toBe('none')
  await expect(run('invitations', 'withdraw', id)).rejects.toThrow(`There is no open invitation ${id}.`)
  const actions = await database.sql`select action, reason from admin_log order by id`
  expect(actions).toEqual([
    { action: 'invitation_created', reason: 'a test' },
    { action: 'invitation_withdrawn', reason: 'a test' },
  ])
  await expect(run('invite', '--plan=platinum')).rejects.toThrow('The plan must be one of free, basic')
})

test.each([
  ['--email=notanaddress', '--email must be an email address.'],
  ['--email=', '--email must be an email address.'],
  ['--days=0', '--days must be a whole number from 1 to 365.'],
  ['--days=99999999', '--days must be a whole number from 1 to 365.'],
])('invite %s is rejected, and nothing is stored', async (option, why) => {
  await expect(run('invite', option)).rejects.toThrow(why)
  expect((await run('invitations', 'list')).text).toBe('none')
})

describe('an account', () => {
  let id: number
  beforeAll(async () => {
    const [row] = await database.sql<{ id: number }[]>`
      insert into accounts (email, name, password_hash) values ('ada@example.org', 'Ada', 'x') returning id`
    id = row?.id ?? 0
    await database.sql`
      insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
      values ('s', ${id}, '', '', ${new Date(nowMs())}, ${new Date(nowMs() + 1e6)})`
    await database.sql`
      insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
      values (${id}, 'Phone', sha256('k'), 'svc_12345678', 'full', ${new Date(nowMs())})`
    await database.sql`
      insert into second_factors (account_id, secret, created_at, confirmed_at) values (${id}, 'x', now(), now())`
  })

  test('is shown with its plan, keys, sessions and second factor', async () => {
    const { text } = await run('accounts', 'show', 'Ada@example.org')
    for (const line of [
      'account.email\tada@example.org',
      'account.plan\tfree',
      'usage.endpoints.compute.limit\t1000',
      'usage.period.resets_at\t2026-04-01T00:00:00.000Z',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^keys\t\d+\tPhone\tsvc_12345678\tfull/m)
    expect(text).toMatch(/^sessions\ts\t/m)
  })

  test.each<[act: string, state: (sql: Sql) => PromiseLike<unknown>]>([
    ['verify-email', (sql) => sql`select from accounts where id = ${id} and email_verified_at is not null`.then(only)],
    ['remove-second-factor', (sql) => sql`select from second_factors where account_id = ${id}`.then(none)],
    ['sign-out', (sql) => sql`select from sessions where account_id = ${id}`.then(none)],
    ['make-admin', (sql) => sql`select from accounts where id = ${id} and role = 'administrator'`.then(only)],
  ])('accounts %s does it, prints it, and logs the reason', async (act, state) => {
    expect((await run('accounts', act, String(id), '--reason=they asked')).text).toBe('status\tdone')
    await state(database.sql)
    const [entry] = await database.sql`select account_id, reason from admin_log order by id desc limit 1`
    expect(entry).toEqual({ account_id: id, reason: 'they asked' })
  })

  test.each([
    ['2020-01-01', '--until must be in the future.'],
    ['5', '--until must be a date such as 2027-12-31.'],
    ['2027-02-31', '--until must be a date such as 2027-12-31.'],
    ['', '--until must be a date such as 2027-12-31.'],
  ])('a plan cannot end at "%s"', async (until, why) => {
    await expect(run('accounts', 'set-plan', String(id), 'pro', `--until=${until}`)).rejects.toThrow(why)
  })

  test('a plan ends at midnight or at a time, and from then on the free plan is shown', async () => {
    await run('accounts', 'set-plan', String(id), 'pro', '--until=2026-03-11')
    const show = async () => (await run('accounts', 'show', String(id))).text
    expect(await show()).toContain('account.plan_ends_at\t2026-03-11T00:00:00.000Z')
    await run('accounts', 'set-plan', String(id), 'pro', '--until=2026-03-10T13:30:00+01:00')
    expect(await show()).toContain('account.plan_ends_at\t2026-03-10T12:30:00.000Z')
    await database.sql`update accounts set plan_ends_at = '2026-03-10T11:00:00Z' where id = ${id}`
    const listed = await run('accounts', 'list')
    expect(listed.value).toContainEqual(expect.objectContaining({ id, plan: 'free' }))
    expect(await show()).toContain('account.plan\tfree')
    await run('accounts', 'set-plan', String(id), 'free')
  })

  test('an account that pays for its plan cannot be given another', async () => {
    await database.sql`
      insert into billing_subscriptions (id, account_id, payment_provider, plan, status, period_end, reading)
      values ('sub_1', ${id}, 'stripe', 'basic', 'active', ${new Date(nowMs() + 1e9)}, 1)`
    await expect(run('accounts', 'set-plan', String(id), 'pro')).rejects.toThrow(
      'This account pays for the basic plan. Cancel its subscription first.',
    )
    expect((await run('accounts', 'show', String(id))).text).toContain('account.plan\tfree')
    await database.sql`delete from billing_subscriptions`
  })

  test('units are granted and taken back, but not zero units, and not more than there are', async () => {
    const entries = async () => (await database.sql`select from admin_log where action = 'units_granted'`).length
    await expect(run('accounts', 'grant', String(id))).rejects.toThrow('Say how many units: --compute N')
    await expect(run('accounts', 'grant', String(id), '--compute=many')).rejects.toThrow('must be a whole number')
    await run('accounts', 'grant', String(id), '--compute=5')
    await expect(run('accounts', 'grant', String(id), '--compute=-6')).rejects.toThrow(
      'The balance is 5 compute units and 0 AI calls. You cannot take back more than that.',
    )
    await run('accounts', 'grant', String(id), '--compute=-5')
    expect(await entries()).toBe(2)
  })

  test('the last administrator cannot be made a member; any other can', async () => {
    await expect(run('accounts', 'make-member', String(id))).rejects.toThrow(/administrator/)
    await database.sql`insert into accounts (email, password_hash, role) values ('b@example.org', 'x', 'administrator')`
    await run('accounts', 'make-member', String(id))
    await database.sql`select from accounts where id = ${id} and role = 'member'`.then(only)
  })

  test('has a key revoked, and gets a link to set a new password', async () => {
    const [key] = await database.sql<{ id: number }[]>`select id from api_keys where account_id = ${id}`
    expect((await run('keys', 'revoke', String(id), String(key?.id))).text).toBe('status\tdone')
    await database.sql`select from api_keys where account_id = ${id} and revoked_at is null`.then(none)
    await expect(run('keys', 'revoke', String(id), '999999')).rejects.toThrow()
    expect((await run('accounts', 'reset-link', String(id))).text).toMatch(
      /^https:\/\/equipoise\.example\/app\/.*token=/,
    )
    await database.sql`select from password_resets where account_id = ${id}`.then(only)
  })
})

const only = (rows: readonly unknown[]) => expect(rows).toHaveLength(1)
const none = (rows: readonly unknown[]) => expect(rows).toHaveLength(0)

test('jobs shows what is waiting', async () => {
  await database.sql`
    insert into accounts (email, name, password_hash, deleted_at, created_at) values ('gone@example.org', '', 'x', now(), now())`
  const { text, value } = await run('jobs')
  expect(text).toContain('accounts_being_deleted\t1\nlast_backup_at\t-')
  expect(value).toMatchObject({ emails: { waiting: 0 }, payment_events: { waiting: 0 }, accounts_being_deleted: 1 })
})

test('without Citus, distribute names what is missing and changes nothing', async () => {
  await expect(run('distribute')).rejects.toThrow('the database has no Citus')
})

test('with --json every command names its fields as the API does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'json-'))
  const file = join(folder, 'json.backup')
  await database.sql`insert into accounts (email, password_hash, role) values ('c@example.org', 'x', 'administrator')`
  const [row] = await database.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values ('json@example.org', 'x') returning id`
  const [key] = await database.sql<{ id: number }[]>`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
    values (${row?.id ?? 0}, 'Json', sha256('j'), 'svc_87654321', 'full', ${new Date(nowMs())}) returning id`
  const link = (await run('invite')).value as { id: number }
  const values: Record<string, string> = {
    ACCOUNT: 'json@example.org',
    ADDRESS: 'json@example.org',
    PLAN: 'pro',
    KEY_ID: String(key?.id),
    ID: String(link.id),
    FILE: file,
  }
  const onDatabase = COMMAND_TEXTS.filter(({ name }) => !ALONE.has(name))
  for (const { name, usage } of onDatabase.toSorted((one, other) => isLast(one) - isLast(other))) {
    const words = usage
      .replaceAll(/ \[.*?\]/g, '')
      .split(' ')
      .map((word) => values[word] ?? word)
    const { value } = await run(...words, ...(name === 'accounts grant' ? ['--compute=5'] : []))
    const fields = [...jsonText(value).matchAll(/^ *"([^"]+)":/gm)].map(([, field]) => field ?? '')
    expect(
      fields.filter((field) => !/^[a-z][a-z0-9_/]*$/.test(field)),
      name,
    ).toEqual([])
  }
  const { head, tail } = await checkBackup(file, undefined)
  expect(jsonText({ head, tail })).toContain('"created_at": "2026-03-10T12:00:00.000Z"')
  // The pages show how many tables a backup of this release has.
  for (const page of ['administration', 'database']) {
    const text = readFileSync(join(import.meta.dirname, `../../../docs/operating/${page}.md`), 'utf8')
    const stated = [...text.matchAll(/rows of (\d+) tables/g)].map(([, tables]) => Number(tables))
    expect(new Set(stated), page).toEqual(new Set([tail.tables]))
  }
  rmSync(folder, { recursive: true })
})

/** Deleting the account comes last. */
const isLast = ({ name }: { name: string }) => Number(name === 'accounts delete')

/** These need a database or a payment provider of their own, and print through the same function. */
const ALONE: ReadonlySet<string> = new Set(['backup check', 'restore', 'distribute', 'stripe-setup'])

test("mail test sends an email at once, and prints the mail server's answer", async () => {
  expect((await run('mail', 'test', 'me@example.org')).text).toBe(
    'The mail server accepted an email to me@example.org.',
  )
  expect(await box.next()).toContain('It works.')
  box.reject({ code: 550, message: 'no such mailbox' })
  await expect(run('mail', 'test', 'me@example.org')).rejects.toThrow('no such mailbox')
  box.reject()
  await expect(run('mail', 'test')).rejects.toThrow('ADDRESS must be the email address')
})
