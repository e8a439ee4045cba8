// Concurrent changes to one account.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { type Database, isAccountGone, openDatabase } from '../db/db.ts'
import { brandNamed } from '../ground/brand.ts'
import { Secret } from '../ground/secret.ts'
import { type Account, type Accounts, type Act, argon2Hasher, type Caller, createAccounts } from './accounts.ts'

const origin = { address: '192.0.2.1', userAgent: 'test' }
const password = 'a long secret'
const wish = { name: 'k', scope: 'full', expiresAt: null } as const
let fresh: FreshDatabase
let database: Database
let accounts: Accounts
let account: Account
let caller: Caller

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ url: fresh.url, dataDir: '', log: () => {} })
  accounts = createAccounts({
    database,
    nowMs: Date.now,
    brand: brandNamed(),
    publicUrl: 'http://127.0.0.1',
    secrets: [new Secret('x'.repeat(40))],
    mail: undefined,
    report: () => {},
    hasher: argon2Hasher({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
  })
})
afterAll(async () => {
  await accounts.close()
  await database.close()
  await fresh.close()
})
beforeEach(enter)

async function enter(): Promise<void> {
  const signedIn = await accounts.signIn.register({ email: `${randomUUID()}@example.org`, password, name: '' }, origin)
  account = signedIn.account
  const known = await accounts.identify({ kind: 'jwt', text: signedIn.token })
  if (!known) throw new Error('the session is not known')
  caller = known
}

/** Holds the account's row until each of these waits for it, started one after the other, and returns how they end. */
async function race(...works: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const running: Promise<unknown>[] = []
  await fresh.sql.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${account.id} for update`
    for (const work of works) {
      running.push(work().then(() => 'done', outcomeOf))
      await expect.poll(waiting, { interval: 5 }).toBe(running.length)
    }
  })
  return Promise.all(running)
}

async function waiting(): Promise<number> {
  const [row] = await fresh.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

function outcomeOf(error: unknown): unknown {
  if (isAccountGone(error)) return 'account gone'
  const { kind, code, message } = error as { kind?: string; code?: string; message?: string }
  return kind ?? code ?? message
}

test('a key that is rotated and revoked at the same time ends up both', async () => {
  const key = await accounts.keys.create(caller, wish, { keysMax: 10, origin })
  const rotate = () => accounts.keys.rotate(caller, key.id, { graceSeconds: 60, origin })
  expect(await race(rotate, () => accounts.keys.revoke(caller, key.id, origin))).toEqual(['done', 'done'])
  expect(await accounts.keys.list(account.id, { rowsMax: 10, revoked: true })).toMatchObject([{ id: key.id }])
  expect(await accounts.keys.list(account.id, { rowsMax: 10 })).toHaveLength(1)
})

describe('a password that is being changed', () => {
  const change = (next: string) => () => accounts.signIn.changePassword(caller, { current: password, next }, origin)

  test('permits one change only', async () => {
    expect(await race(change('another secret'), change('a third secret'))).toEqual(['done', 'forbidden'])
  })

  test('opens no session that would outlast the change', async () => {
    const login = () => accounts.signIn.login({ email: account.email, password }, origin)
    expect(await race(change('another secret'), login)).toEqual(['done', 'unauthenticated'])
    expect(await accounts.sessions(account.id)).toHaveLength(1)
  })
})

test('of two requests that delete the same account, the second says that it is gone, not that its password is wrong', async () => {
  await accounts.signIn.deleteAccount(caller, { password }, { origin, before: async () => {} })
  const again = accounts.signIn.deleteAccount(caller, { password }, { origin, before: async () => {} })
  expect(await again.catch(outcomeOf)).toBe('unauthenticated')
})

describe('deleting the account at the same time as', () => {
  const erase = () => accounts.signIn.deleteAccount(caller, { password }, { origin, before: async () => {} })
  const login = () => accounts.signIn.login({ email: account.email, password }, origin)
  let keyId: number
  beforeEach(async () => {
    keyId = (await accounts.keys.create(caller, wish, { keysMax: 10, origin })).id
    await login()
  })

  test.each([
    ['signing in', login, 'unauthenticated'],
    ['signing out', () => accounts.signIn.logout(caller, origin), 'done'],
    ['ending a session', () => accounts.signIn.endSession(caller, caller.sessionId ?? '', origin), 'done'],
    ['making a key', () => accounts.keys.create(caller, wish, { keysMax: 10, origin }), 'unauthenticated'],
    ['replacing a key', () => accounts.keys.rotate(caller, keyId, { graceSeconds: 60, origin }), 'unauthenticated'],
    ['revoking a key', () => accounts.keys.revoke(caller, keyId, origin), 'unauthenticated'],
    ['deleting it', erase, 'done'],
  ])('%s fails neither request, whichever is first', async (_what, other, outcomeForTheLate) => {
    const { id } = account
    expect(await race(erase, other)).toEqual(['done', outcomeForTheLate])
    expect(await accounts.find(id)).toBeUndefined()
    await enter()
    keyId = (await accounts.keys.create(caller, wish, { keysMax: 10, origin })).id
    expect(await race(other, erase)).toEqual(['done', 'done'])
    expect(await accounts.find(account.id)).toBeUndefined()
  })
})

describe('a password or session that was valid when the request arrived, but no longer is when the row is locked,', () => {
  const change = () => accounts.signIn.changePassword(caller, { current: password, next: 'another secret' }, origin)
  const leave = () => accounts.signIn.logout(caller, origin)

  test.each([
    [
      'deletes nothing',
      change,
      () => accounts.signIn.deleteAccount(caller, { password }, { origin, before: async () => {} }),
    ],
    ['makes no key', leave, () => accounts.keys.create(caller, wish, { keysMax: 10, origin })],
    ['sets up no second factor', leave, () => accounts.secondFactors.begin(caller)],
    [
      'moves the account to no other address',
      leave,
      () => accounts.profile.changeEmail(caller, { email: 'thief@example.org', password }, origin),
    ],
    ['sets no password', leave, change],
  ])('%s', async (_what, first, late) => {
    expect(await race(first, late)).toEqual(['done', expect.stringMatching(/^(forbidden|unauthenticated)$/)])
    expect(await accounts.find(account.id)).toMatchObject({ email: account.email })
    expect(await accounts.keys.list(account.id, { rowsMax: 10 })).toEqual([])
  })
})

test.each(['demote', 'disable', 'delete'] as const)(
  'of two administrators who %s each other at once, the later is told that no other would be left',
  async (act) => {
    const administration = accounts.administration({ addTopup: async () => {}, beforeDelete: async () => {} })
    const first = account
    await enter()
    const pair = [first, account]
    const ids = pair.map(({ id }) => id)
    await fresh.sql`update accounts set role = 'member'`
    await fresh.sql`update accounts set role = 'administrator' where id = any(${ids})`
    const works = {
      demote: (id: number, by: Act) => administration.setRole(id, 'member', by),
      disable: (id: number, by: Act) => administration.setDisabled(id, true, by),
      delete: (id: number, by: Act) => administration.delete(id, by),
    }
    const running: Promise<unknown>[] = []
    await fresh.sql.begin(async (tx) => {
      await tx`select 1 from accounts where id = any(${ids}) order by id for update`
      for (const [nth, { id }] of pair.entries()) {
        const { id: accountId = 0, email = '' } = pair[1 - nth] ?? {}
        const by = { administrator: { accountId, email }, reason: 'a test', origin }
        running.push(works[act](id, by).then(() => 'done', outcomeOf))
        await expect.poll(waiting, { interval: 5 }).toBe(running.length)
      }
    })
    expect((await Promise.all(running)).toSorted()).toEqual(['conflict', 'done'])
  },
)

test('while the many rows of an account are deleted, its balance is not locked', async () => {
  await database.sql`
    insert into audit_log (account_id, at, event, address, user_agent)
    select ${account.id}, now(), 'x', '', '' from generate_series(1, 1500)`
  let deleting: Promise<void> | undefined
  await fresh.sql.begin(async (tx) => {
    await tx`select 1 from audit_log where account_id = ${account.id} for update`
    deleting = accounts.signIn.deleteAccount(caller, { password }, { origin, before: async () => {} })
    await expect.poll(waiting, { interval: 5 }).toBe(1)
    const free = await fresh.sql`select 1 from topup_balances where account_id = ${account.id} for update skip locked`
    expect(free).toHaveLength(1)
    expect(await accounts.find(account.id)).toBeUndefined()
  })
  await deleting
  expect(await fresh.sql`select 1 from accounts where id = ${account.id}`).toHaveLength(0)
  expect(await fresh.sql`select 1 from audit_log where account_id = ${account.id}`).toHaveLength(0)
})
