// People for tests: an account with its token, keys for it, a plan for it.
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { Scope } from '../src/accounts/accounts.ts'
import type { Sql } from '../src/db/db.ts'
import type { PlanId } from '../src/ground/plans.ts'
import type { App } from '../src/http/http.ts'
import { WAIT } from './waiting.ts'

export interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
  readonly token: string
  /** The headers of a signed-in call. */
  readonly headers: { authorization: string }
}

export const PASSWORD = 'correct horse battery'

export async function signUp(app: App, email = `${randomUUID()}@example.org`, headers = {}): Promise<Person> {
  const payload = { email, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/auth/register', headers, payload })
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  return personOf(answer.json(), email)
}

export async function signIn(app: App, email: string, password = PASSWORD): Promise<Person> {
  const answer = await app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return personOf(answer.json(), email)
}

function personOf({ access_token: token, account }: { access_token: string; account: { id: number } }, email: string) {
  return { id: account.id, email, password: PASSWORD, token, headers: { authorization: `Bearer ${token}` } }
}

export interface TestKey {
  readonly id: number
  readonly key: string
  readonly headers: { 'x-api-key': string }
}

export async function makeKey(app: App, person: Person, scope: Scope = 'full'): Promise<TestKey> {
  const answer = await app.inject({ method: 'POST', url: '/api-keys', headers: person.headers, payload: { scope } })
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  const { id, key } = answer.json()
  return { id, key, headers: { 'x-api-key': key } }
}

/** As a payment would; resolves when this node has been notified. */
export async function setPlan({ app, sql }: { app: App; sql: Sql }, person: Person, plan: PlanId): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update accounts set plan = ${plan}, plan_ends_at = null where id = ${person.id}`
    await tx`select pg_notify('identity', ${String(person.id)})`
  })
  await vi.waitFor(async () => {
    const stats = await app.inject({ url: '/usage/stats', headers: person.headers })
    if (stats.json().plan !== plan) throw new Error('the change has not been heard of yet')
  }, WAIT)
}
