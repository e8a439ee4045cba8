import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import type { Sql } from '../db/db.ts'
import { Secret } from '../ground/secret.ts'
import { createIdentities, type Identities } from './identity.ts'
import { type MintedKey, mintKey } from './keys/keys.ts'
import { createTokens } from './sign-in/tokens.ts'

let db: FreshDatabase
let clockMs = Date.UTC(2026, 0, 1)
let queries = 0
let identities: Identities
let accountId: number
const tokens = createTokens([new Secret('x'.repeat(40))], 'svc', () => clockMs)

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  queries = 0
  const sql = Object.assign((...args: Parameters<Sql>) => {
    queries++
    return db.sql(...args)
  }, db.sql) as unknown as Sql
  identities = createIdentities({ sql, tokens, keyPrefix: 'svc_', nowMs: () => clockMs, noteUse: () => {} })
  identities.setHearing(true)
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  accountId = row?.id ?? 0
})

async function addKey(): Promise<MintedKey> {
  const key = mintKey('svc_')
  await db.sql`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
    values (${accountId}, 'k', ${key.hash}, ${key.prefix}, 'full', now())`
  return key
}
const who = ({ text }: { text: string }) => identities.identify({ kind: 'key', text })
const revoke = ({ hash }: MintedKey) => db.sql`update api_keys set revoked_at = now() where key_hash = ${hash}`

describe('a key', () => {
  test('that has expired costs as many look-ups as one that never existed', async () => {
    const [expired, expiring] = [await addKey(), await addKey()]
    await db.sql`update api_keys set expires_at = ${new Date(clockMs)} where key_hash = ${expired.hash}`
    await db.sql`update api_keys set expires_at = ${new Date(clockMs + 1000)} where key_hash = ${expiring.hash}`
    expect(await who(expiring)).toBeDefined()
    clockMs += 1000
    const lookUps = async (key: { text: string }) => {
      const before = queries
      for (let nth = 0; nth < 3; nth++) expect(await who(key)).toBeUndefined()
      return queries - before
    }
    const unknown = await lookUps(mintKey('svc_'))
    expect([await lookUps(expired), await lookUps(expiring)]).toEqual([unknown, unknown])
  })

  test('is looked up once in ten seconds, also by many callers at once', async () => {
    const key = await addKey()
    const crowd = await Promise.all(Array.from({ length: 50 }, () => who(key)))
    expect(crowd.every((caller) => caller?.accountId === accountId)).toBe(true)
    clockMs += 9_999
    await who(key)
    expect(queries).toBe(1)
    clockMs += 1
    await who(key)
    expect(queries).toBe(2)
  })

  test("that was revoked is unknown as soon as the account's entries are dropped", async () => {
    const key = await addKey()
    await who(key)
    await revoke(key)
    identities.forget(accountId)
    expect(await who(key)).toBeUndefined()
  })

  test('dropping the entries of one account leaves the others', async () => {
    const key = await addKey()
    await who(key)
    identities.forget(accountId + 1)
    await who(key)
    expect(queries).toBe(1)
  })

  test('a look-up that was in progress when the account changed is not cached', async () => {
    const key = await addKey()
    const underWay = who(key)
    identities.forget(accountId)
    await underWay
    await revoke(key)
    expect(await who(key)).toBeUndefined()
  })

  test('with an invalid checksum never reaches the database', async () => {
    const { text } = await addKey()
    expect(await who({ text: `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}` })).toBeUndefined()
    expect(queries).toBe(0)
  })

  test('that is unknown is looked up once a second, so that one created a moment later works soon', async () => {
    const key = mintKey('svc_')
    queries = 0
    for (let tries = 0; tries < 5; tries++) expect(await who(key)).toBeUndefined()
    expect(queries).toBe(1)
    await db.sql`
      insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
      values (${accountId}, 'k', ${key.hash}, ${key.prefix}, 'full', now())`
    clockMs += 1_000
    expect(await who(key)).toMatchObject({ accountId })
  })
})

test('without a look-up, only cached callers are known', async () => {
  const key = await addKey()
  const remembered = () => identities.identify({ kind: 'key', text: key.text }, { onlyRemembered: () => true })
  expect(await remembered()).toBeUndefined()
  await who(key)
  expect(await remembered()).toMatchObject({ accountId })
})

test('while notifications from other nodes do not arrive, nothing is cached', async () => {
  const key = await addKey()
  await who(key)
  identities.setHearing(false)
  await revoke(key)
  expect(await who(key)).toBeUndefined()
  expect(queries).toBe(2)
})

describe('a token', () => {
  const tokenFor = (account: number, sessionId: string) => tokenUntil(clockMs + 60_000, account, sessionId)
  const tokenUntil = (expiresAtMs: number, account: number, sessionId: string) =>
    tokens.sign({ accountId: account, sessionId, expiresAtMs })
  const addSession = async (): Promise<string> => {
    const id = randomUUID()
    await db.sql`
      insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
      values (${id}, ${accountId}, '', '', now(), ${new Date(clockMs + 60_000)})`
    return id
  }
  const identify = (text: string) => identities.identify({ kind: 'jwt', text })

  test('names a session that must exist', async () => {
    const sessionId = await addSession()
    const expected = { accountId, kind: 'jwt', scope: 'full', sessionId }
    expect(await identify(tokenFor(accountId, sessionId))).toMatchObject(expected)
    expect(await identify(tokenFor(accountId, 'another'))).toBeUndefined()
  })

  test('of one account cannot use the session of another', async () => {
    expect(await identify(tokenFor(accountId + 1, await addSession()))).toBeUndefined()
  })

  test('is not accepted as a key, nor a key as a token', async () => {
    const token = tokenFor(accountId, await addSession())
    const key = await addKey()
    // Both are cached first, so that it is their kind and not a missing entry that rejects them.
    expect(await identify(token)).toBeDefined()
    expect(await who(key)).toBeDefined()
    expect(await identities.identify({ kind: 'key', text: token })).toBeUndefined()
    expect(await identify(key.text)).toBeUndefined()
  })

  test('that expires while it is cached is rejected', async () => {
    const token = tokenFor(accountId, await addSession())
    clockMs += 55_000
    expect(await identify(token)).toBeDefined()
    clockMs += 5_000
    expect(await identify(token)).toBeUndefined()
    expect(queries).toBe(1)
  })

  test('that ends before its session does is rejected from then on, cached or not', async () => {
    const token = tokenUntil(clockMs + 5_000, accountId, await addSession())
    expect(await identify(token)).toBeDefined()
    clockMs += 5_000
    expect(await identify(token)).toBeUndefined()
    expect(queries).toBe(1)
  })
})

test('a paid plan that has ended becomes the free one without further action', async () => {
  const key = await addKey()
  await db.sql`update accounts set plan = 'pro', plan_ends_at = ${new Date(clockMs + 1_000)} where id = ${accountId}`
  expect((await who(key))?.plan).toBe('pro')
  clockMs += 1_000
  expect((await who(key))?.plan).toBe('free')
})
