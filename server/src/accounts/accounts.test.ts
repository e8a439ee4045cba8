import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { brandNamed } from '../ground/brand.ts'
import { Secret } from '../ground/secret.ts'
import { type Account, type Accounts, argon2Hasher, createAccounts } from './accounts.ts'
import { touchKeys } from './keys/key-store.ts'
import { createLastUsed } from './keys/last-used.ts'

const origin = { address: '192.0.2.1', userAgent: 'test' }
const real = argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const FIRST = { rowsMax: 10 }
let clockMs = Date.UTC(2026, 4, 1)
let verifications: string[] = []
let letters: string[] = []
let hash = real.hash
let fresh: FreshDatabase
let database: Database
let accounts: Accounts
let account: Account
let token: string

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url, dataDir: '', log: () => {} })
  accounts = createAccounts({
    database,
    nowMs: () => clockMs,
    brand: brandNamed(),
    publicUrl: 'http://127.0.0.1',
    secrets: [new Secret('x'.repeat(40))],
    mail: {
      async queue(_tx, { text }) {
        letters.push(text)
      },
      wake() {},
      async sendNow() {},
      async reach() {},
      outbox: async () => ({ waiting: 0, oldestAt: null, lastError: null }),
      async close() {},
    },
    report: () => {},
    hasher: {
      hash: (password) => hash(password),
      verify: (hash, password) => {
        verifications.push(hash.split('$').slice(0, 4).join('$'))
        return real.verify(hash, password)
      },
    },
  })
})
afterAll(async () => {
  await accounts.close()
  await database.close()
  await fresh.close()
})
beforeEach(async () => {
  const given = { email: `${randomUUID()}@example.org`, password: 'a long secret', name: '' }
  const signedIn = await accounts.signIn.register(given, origin)
  account = signedIn.account
  token = signedIn.token
  verifications = []
  letters = []
  hash = real.hash
})

test('an unknown email costs one verification of the same kind as a wrong password', async () => {
  const login = (email: string) => accounts.signIn.login({ email, password: 'wrong' }, origin).catch(() => {})
  await login(account.email)
  await login('nobody@example.org')
  expect(verifications).toHaveLength(2)
  expect(verifications[1]).toBe(verifications[0])
})

describe('a link to set a new password', () => {
  const linkByMail = async () => {
    await accounts.signIn.forgot(account.email, origin)
    await accounts.signIn.settled()
    return /token=([\w-]+)/.exec(letters[0] ?? '')?.[1] ?? ''
  }
  const reset = async (link: string, password: string) => accounts.signIn.reset({ token: link, password }, origin)

  test('can be used again if the change failed', async () => {
    const link = await linkByMail()
    hash = async () => {
      throw new Error('no memory for this hash')
    }
    await expect(reset(link, 'a new secret')).rejects.toThrow('no memory')
    hash = real.hash
    await reset(link, 'a new secret')
    await expect(
      accounts.signIn.login({ email: account.email, password: 'a new secret' }, origin),
    ).resolves.toBeDefined()
  })

  test('works once, also if it is used twice at the same time', async () => {
    const link = await linkByMail()
    const outcomes = await Promise.allSettled([reset(link, 'a new secret'), reset(link, 'another secret')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('changing a plan in the transaction that records a payment', () => {
  const planOf = async () => (await accounts.identify({ kind: 'jwt', text: token }))?.plan

  test('takes effect when the transaction commits, and is recorded in the audit log', async () => {
    const done = await database.sql.begin((tx) => accounts.changePlan(tx, account.id, { plan: 'pro', endsAt: null }))
    expect(done).toBe(true)
    expect(await accounts.find(account.id)).toMatchObject({ plan: 'pro', planEndsAt: null })
    expect(await accounts.audit(account.id, FIRST)).toMatchObject([
      {
        event: 'plan_changed',
        detail: { plan: 'pro', from: 'free', change: 'changed', ends_at: null },
        address: 'billing',
      },
      { event: 'registered' },
    ])
  })

  test('is rolled back if the payment fails', async () => {
    const failing = database.sql.begin(async (tx) => {
      await accounts.changePlan(tx, account.id, { plan: 'pro', endsAt: null })
      throw new Error('the payment failed')
    })
    await expect(failing).rejects.toThrow('the payment failed')
    expect(await accounts.find(account.id)).toMatchObject({ plan: 'free' })
    expect(await accounts.audit(account.id, FIRST)).toHaveLength(1)
  })

  test('with an end date, the plan is free from that date on', async () => {
    const endsAt = new Date(clockMs + 60_000)
    await database.sql.begin((tx) => accounts.changePlan(tx, account.id, { plan: 'pro', endsAt }))
    clockMs += 59_999
    expect(await planOf()).toBe('pro')
    clockMs += 1
    expect(await planOf()).toBe('free')
  })

  test('fails with an error if there is no such account', async () => {
    const change = database.sql.begin((tx) => accounts.changePlan(tx, 999_999, { plan: 'pro', endsAt: null }))
    expect(await change).toBe(false)
  })
})

test('the last use of keys is written in batches, not with each request', async () => {
  const lastUsed = createLastUsed(
    database.sql,
    () => clockMs,
    () => {},
  )
  const caller = { accountId: account.id, email: account.email, plan: 'free', kind: 'key', scope: 'full' } as const
  const wish = { name: 'k', scope: 'full', expiresAt: null } as const
  const key = await accounts.keys.create(caller, wish, { keysMax: 10, origin })
  for (let call = 0; call < 1_000; call++) lastUsed.note({ ...caller, keyId: key.id }, '203.0.113.7')
  expect((await accounts.keys.list(account.id, FIRST))[0]?.lastUsedAt).toBeNull()
  await lastUsed.close()
  const used = { lastUsedAt: new Date(clockMs), lastUsedAddress: '203.0.113.7' }
  expect((await accounts.keys.list(account.id, FIRST))[0]).toMatchObject(used)
  // Another node writes an earlier use afterwards.
  await touchKeys(database.sql, new Map([[key.id, { at: new Date(clockMs - 1), address: '198.51.100.1' }]]))
  expect((await accounts.keys.list(account.id, FIRST))[0]).toMatchObject(used)
})

test('an account keeps at most a hundred sessions: opening another ends the oldest', async () => {
  for (let i = 0; i < 105; i++) {
    clockMs += 1
    await accounts.signIn.login({ email: account.email, password: 'a long secret' }, origin)
  }
  const [row] = await database.sql`select count(*) from sessions where account_id = ${account.id}`
  expect(row?.count).toBe(100)
  expect(await accounts.identify({ kind: 'jwt', text: token })).toBeUndefined()
})
