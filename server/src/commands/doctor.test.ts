// Every check against a service that answers and one that does not, with the real wire formats.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BillingSetup, openBillingSetup } from '../../test/billing-setup.ts'
import { emptyDatabase } from '../../test/database.ts'
import { type Inbox, openInbox } from '../../test/inbox.ts'
import type { Administration } from '../accounts/accounts.ts'
import { createStripe } from '../billing/billing.ts'
import { configFrom } from '../config.ts'
import { connect, withoutDatabase } from '../db/db.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { createSeal } from '../ground/sealed.ts'
import { Secret } from '../ground/secret.ts'
import { openMail } from '../mail/mail.ts'
import type { Context } from './command.ts'
import { examine, settingsFailed } from './doctor.ts'
import { hintAboutSecret } from './sealed-data.ts'

const SECRET = new Secret('a secret of this test')
let setup: BillingSetup
let box: Inbox
let provider: Server
beforeAll(async () => {
  setup = await openBillingSetup()
  box = await openInbox()
  provider = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer right' && request.url === '/v1/models'
    response.writeHead(isRight ? 200 : 401).end('{"error":{"message":"no"}}')
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  provider.close()
  await box.close()
  await setup.close()
})

async function findings(env: Record<string, string>, change: Partial<Context> = {}) {
  const { port } = provider.address() as AddressInfo
  const settings = {
    DATABASE_URL: setup.database.url,
    JWT_SECRET: 'x'.repeat(40),
    PUBLIC_URL: 'https://equipoise.example',
    PROVIDERS: JSON.stringify({
      provider_c: { format: 'openai', base_url: `http://127.0.0.1:${port}/v1`, model: 'small' },
    }),
    CHAT_API_KEY: 'right',
    SMTP_URL: box.url,
    MAIL_FROM: 'a@e.example',
    STRIPE_SECRET_KEY: 'sk_test_double',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    ...env,
  }
  const config = configFrom(settings, () => '')
  const { sql } = setup.database
  const { smtpUrl, from = '' } = config.mail
  const report = () => {}
  const mail = smtpUrl && openMail({ sql, nowMs: Date.now, smtpUrl, from, secrets: [SECRET], report })
  const context = {
    config,
    database: { sql, kind: 'remote', close: async () => {} },
    administration: { list: async () => [{}] } as unknown as Administration,
    billing: setup.billing,
    secrets: [SECRET],
    nowMs: Date.now,
    reachMail: mail ? mail.reach : undefined,
    ...change,
  } as Context
  const answer = await examine(context)
  if (mail) await mail.close()
  return {
    answer,
    said: Object.fromEntries(
      (answer.value as PrintedFinding[]).map(({ what, state, about }) => [what, [state, about]]),
    ),
  }
}
interface PrintedFinding {
  readonly what: string
  readonly state: string
  readonly about: string
}

test('a healthy deployment', async () => {
  const { answer, said } = await findings({})
  expect(said).toMatchObject({
    settings: ['ok', expect.any(String)],
    database: ['ok', expect.stringContaining('PostgreSQL 18')],
    workers: ['ok', expect.stringMatching(/^1 on \d+ cores$/)],
    clock: ['ok', 'agrees with the database'],
    secret: ['ok', 'decrypts all second factors (0)'],
    email: ['ok', expect.stringContaining('the mail server responds')],
    provider: ['ok', 'provider_c reachable, and accepts the key'],
    payments: ['ok', 'Stripe responds and has every price'],
    address: ['ok', 'https://equipoise.example'],
    admin: ['ok', 'there is at least one'],
  })
  expect(answer.hasFailed).toBe(false)
  expect(answer.text).toMatch(/^ok +settings /)
})

test('a service that does not answer fails its check, with advice', async () => {
  const { answer, said } = await findings(
    { CHAT_API_KEY: 'wrong', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://equipoise.example' },
    { nowMs: () => Date.now() + 60_000, administration: { list: async () => [] } as unknown as Administration },
  )
  expect(said).toMatchObject({
    clock: ['failed', expect.stringContaining('60 s different')],
    email: ['failed', expect.stringMatching(/ECONNREFUSED 127.*: check SMTP_URL/)],
    provider: ['failed', expect.stringMatching(/does not accept the key .*; check its key \(CHAT_API_KEY\)/)],
    address: ['warning', expect.stringContaining('set PUBLIC_URL')],
    admin: ['warning', expect.stringContaining('make-admin')],
  })
  expect(JSON.stringify(said)).not.toContain('wrong')
  expect(answer.hasFailed).toBe(true)
})

test('more workers than PostgreSQL has connections for are a warning that says how many it has', async () => {
  const { said } = await findings({ WORKERS: '99' })
  expect(said.workers).toEqual([
    'warning',
    expect.stringMatching(/^99 on .* PostgreSQL allows \d+: raise max_connections/),
  ])
})

test('what is not configured is a warning that names the setting', async () => {
  const none = { CHAT_API_KEY: '', SMTP_URL: '', MAIL_FROM: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
  const { said } = await findings(none)
  expect(said).toMatchObject({
    email: ['warning', expect.stringContaining('SMTP_URL')],
    provider: ['warning', expect.stringContaining('CHAT_API_KEY')],
    payments: ['warning', expect.stringContaining('STRIPE_SECRET_KEY')],
  })
})

test('a price that Stripe lacks is named', async () => {
  const billing = { ...setup.billing, missingPrices: async () => ['pro'] }
  expect((await findings({}, { billing })).said.payments).toEqual([
    'failed',
    'Stripe has no price for pro: run stripe-setup',
  ])
})

test('a Stripe that does not answer and one that rejects the key are distinguished', async () => {
  const { order: plans } = CATALOGUE
  const paymentsAt = async (apiBase: string) => {
    const stripe = createStripe({ secretKey: SECRET, webhookSecret: SECRET, plans, apiBase })
    const billing = { ...setup.billing, missingPrices: () => stripe.missingPrices(['pro']) }
    return (await findings({}, { billing })).said.payments
  }
  expect(await paymentsAt('http://127.0.0.1:1')).toEqual([
    'failed',
    'Stripe could not be reached: check the network, and STRIPE_API_BASE if it is set',
  ])
  const { port } = provider.address() as AddressInfo
  expect(await paymentsAt(`http://127.0.0.1:${port}`)).toEqual([
    'failed',
    'Stripe does not accept the key: set STRIPE_SECRET_KEY to a secret key of your account',
  ])
})

test('a folder for backups that does not exist is named with its setting', async () => {
  const { said } = await findings({ BACKUP_DIR: '/nope' })
  expect(said.disk).toEqual(['failed', 'BACKUP_DIR /nope does not exist: create the folder'])
})

test('second factors that were encrypted with another secret are counted', async () => {
  const { sql } = setup.database
  const made = await Promise.all([setup.register(), setup.register()])
  const [mine, other] = [[SECRET], [new Secret('the secret of another deployment')]].map((secrets) =>
    createSeal(secrets, 'second factor').seal('x'),
  )
  for (const [place, secret] of [mine, other].entries()) {
    await sql`
      insert into second_factors (account_id, secret, created_at, confirmed_at)
      values (${made[place]?.accountId ?? 0}, ${secret}, now(), now())`
  }
  expect((await findings({})).said.secret).toEqual([
    'failed',
    expect.stringMatching(/^cannot decrypt 1 of 2 second factors: add the old secret to JWT_SECRET_PREVIOUS/),
  ])
  expect((await findings({}, { secrets: [] })).said.secret?.[1]).toContain('2 of 2')
  expect(await hintAboutSecret(sql, [SECRET])).toBeUndefined()
  expect(await hintAboutSecret(sql, [])).toBe(
    'Copy jwt-secret (or JWT_SECRET) of the old deployment too: second factors were encrypted with it.',
  )
  await sql`delete from second_factors`
  expect(await hintAboutSecret(sql, [])).toBeUndefined()
})

describe('without a database', () => {
  test.each([
    [
      'unreachable',
      'postgres://127.0.0.1:1/x',
      /^the database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\. Check D/,
    ],
    ['unreachable by name', 'postgres://localhost:1/x', /^the database cannot be reached: connect ECONNREFUSED/],
  ])('%s: the report gives the reason, and the checks that need no database', async (_how, url, why) => {
    const sql = connect({ url, poolMax: 1, statementTimeoutMs: 0 })
    const { answer, said } = await findings({}, { database: { sql, kind: 'remote', close: async () => {} } })
    await sql.end()
    expect(said.database).toEqual(['failed', expect.stringMatching(why)])
    expect(Object.keys(said)).toEqual(['settings', 'database', 'disk', 'email', 'provider', 'payments', 'address'])
    expect(said.email).toEqual(['ok', 'the mail server responds'])
    expect(answer.hasFailed).toBe(true)
  })

  test('there is no database, or it is empty', async () => {
    const none = withoutDatabase(new Error('There is no database in /x: start the service there once.'))
    expect((await findings({}, { database: none })).said.database).toEqual(['failed', expect.stringContaining('in /x')])
    const empty = await emptyDatabase()
    const database = { sql: empty.sql, kind: 'remote', close: async () => {} } as const
    expect((await findings({}, { database })).said.database).toEqual([
      'failed',
      'The database is empty: start the service once.',
    ])
    await empty.close()
  })
})

test('settings that cannot be read are the only check reported', () => {
  expect(settingsFailed(new Error('PORT: too big'))).toMatchObject({
    text: 'FAILED  settings  PORT: too big',
    hasFailed: true,
  })
})
