// Several nodes with one database: a change on one is known to the others within a second.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeKey, type Person, signIn, signUp, type TestKey } from './people.ts'
import { openService, type Service } from './service.ts'

let here: Service
let there: Service
let person: Person
let key: TestKey
beforeAll(async () => {
  here = await openService()
  there = await openService({ beside: here })
})
afterAll(async () => {
  await there.close()
  await here.close()
})
beforeEach(async () => {
  person = await signUp(here.app)
  key = await makeKey(here.app, person)
})

const statusThere = async (headers: Record<string, string>) =>
  (await there.app.inject({ url: '/usage/stats', headers })).statusCode
/** Less than the ten seconds after which a node would look by itself. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 9_000, interval: 10 })
const rejectedThere = (headers: Record<string, string>) =>
  soon(async () => expect(await statusThere(headers)).toBe(401))

test('a revoked key', async () => {
  expect(await statusThere(key.headers)).toBe(200)
  await here.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers: person.headers })
  await rejectedThere(key.headers)
})

test('a session that was signed out', async () => {
  expect(await statusThere(person.headers)).toBe(200)
  await here.app.inject({ method: 'POST', url: '/auth/logout', headers: person.headers })
  await rejectedThere(person.headers)
})

test('sessions that a new password ended', async () => {
  const other = await signIn(there.app, person.email)
  expect(await statusThere(other.headers)).toBe(200)
  const payload = { current_password: person.password, new_password: 'another long secret' }
  await here.app.inject({ method: 'POST', url: '/auth/password', headers: person.headers, payload })
  await rejectedThere(other.headers)
  expect(await statusThere(person.headers)).toBe(200)
})

test('an account that was deleted', async () => {
  expect(await statusThere(key.headers)).toBe(200)
  const payload = { password: person.password }
  await here.app.inject({ method: 'DELETE', url: '/auth/me', headers: person.headers, payload })
  await rejectedThere(key.headers)
})

test('five wrong passwords lock on all nodes together', async () => {
  const payload = { email: person.email, password: 'not the password' }
  const guesses = [here, there, here, there, here, there, here, there].map(({ app }) =>
    app.inject({ method: 'POST', url: '/auth/login', payload }),
  )
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

describe('when a node gets no notifications for a while', () => {
  test('it asks the database each time, and caches again afterwards', async () => {
    expect(await statusThere(key.headers)).toBe(200)
    await here.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`
    await here.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers: person.headers })
    await rejectedThere(key.headers)
    const second = await makeKey(here.app, person)
    expect(await statusThere(second.headers)).toBe(200)
    await here.app.inject({ method: 'DELETE', url: `/api-keys/${second.id}`, headers: person.headers })
    await rejectedThere(second.headers)
  })
})

test('what one node grants of a rate limit, the other no longer grants', async () => {
  const attempt = async ({ app }: Service) =>
    (await app.inject({ method: 'POST', url: '/try/analyze', payload: { text: 'A short text.' } })).statusCode
  // 30 an hour per address. Until it is notified, the other node grants a few more; without notifications it would grant 30.
  for (let call = 0; call < 30; call++) expect(await attempt(here)).toBe(200)
  let status = await attempt(there)
  for (let granted = 1; status === 200 && granted < 25; granted++) {
    await delay(granted * 20)
    status = await attempt(there)
  }
  expect(status).toBe(429)
})
