import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, openIdentityProvider, type Person } from '../../../test/identity-provider.ts'
import { PASSWORD, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

const PUBLIC_URL = 'http://127.0.0.1:8080'
let provider: IdentityProvider
let service: Service
let closed: Service
beforeAll(async () => {
  provider = await openIdentityProvider(`${PUBLIC_URL}/auth/oidc/callback`)
  const env = {
    PUBLIC_URL,
    ...provider.env,
    ADMIN_EMAIL: 'boss@example.org',
  }
  service = await openService({ env })
  closed = await openService({ env: { ...env, REGISTRATION: 'invite', PASSWORD_SIGN_IN: 'off' }, beside: service })
})
afterAll(async () => {
  await closed.close()
  await service.close()
  await provider.close()
})

function someone(email = `${randomUUID()}@example.org`, isVerified = true): Person {
  return { subject: randomUUID(), email, isVerified }
}

const cookiesOf = (header: unknown) =>
  [header]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

/** From our page to the provider and back, as in a browser. */
async function come(at: Service, person: Person, { url = '/auth/oidc/start?next=/app/keys', headers = {} } = {}) {
  provider.signInAs(person)
  const payload = { password: PASSWORD }
  const start =
    url === '/auth/oidc/connect'
      ? await at.app.inject({ method: 'POST', url, headers, payload })
      : await at.app.inject(url)
  const there = start.headers.location ?? start.json().authorization_url
  const back = await provider.follow(String(there))
  const cookie = cookiesOf(start.headers['set-cookie'])
  const answer = await at.app.inject({ url: back.slice(PUBLIC_URL.length), headers: { cookie } })
  const session = cookiesOf(answer.headers['set-cookie'])
  const me = (await at.app.inject({ url: '/auth/me', headers: { cookie: session } })).json()
  return { location: answer.headers.location, me, back, cookie, session }
}

async function confirmAddress({ id }: { id: number }): Promise<void> {
  await service.sql`update accounts set email_verified_at = now() where id = ${id}`
}

describe('signing in through an identity provider', () => {
  test('creates an account with a proven address and no password, and finds it again', async () => {
    const person = someone()
    const first = await come(service, person)
    expect(first.location).toBe(`${PUBLIC_URL}/app/keys`)
    expect(first.me).toMatchObject({
      email: person.email,
      name: 'Ada Lovelace',
      email_verified: true,
      has_password: false,
    })
    const again = await come(service, { ...person, email: 'moved@example.org' })
    expect(again.me.id).toBe(first.me.id)
    const login = await service.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { email: person.email, password: PASSWORD },
    })
    expect(login.statusCode).toBe(401)
  })

  test('an address that the provider has not verified is rejected', async () => {
    const { location } = await come(service, someone(undefined, false))
    expect(location).toBe(`${PUBLIC_URL}/app/sign-in?problem=unverified`)
  })

  test('finds the account with the same confirmed address', async () => {
    const person = someone()
    const owner = await signUp(service.app, person.email)
    await confirmAddress(owner)
    expect((await come(service, person)).me.id).toBe(owner.id)
  })

  test('a person with the address in ADMIN_EMAIL becomes an administrator', async () => {
    expect((await come(service, someone('Boss@Example.org'))).me).toMatchObject({ role: 'administrator' })
  })

  test('a callback without the cookie of the browser that started, or a second one, signs nobody in', async () => {
    const { back, cookie } = await come(service, someone())
    const url = back.slice(PUBLIC_URL.length)
    const stolen = await service.app.inject({ url })
    expect(stolen.headers.location).toBe(`${PUBLIC_URL}/app/sign-in?problem=expired`)
    const twice = await service.app.inject({ url, headers: { cookie } })
    expect(twice.headers.location).toBe(`${PUBLIC_URL}/app/sign-in?problem=rejected`)
  })

  test('never redirects people to another site afterwards', async () => {
    const url = '/auth/oidc/start?next=https://evil.example/app/'
    expect((await come(service, someone(), { url })).location).toBe(`${PUBLIC_URL}/app/usage`)
  })

  test('a disabled account cannot sign in', async () => {
    const person = someone()
    const { me } = await come(service, person)
    await service.sql`update accounts set disabled_at = now() where id = ${me.id}`
    expect((await come(service, person)).location).toBe(`${PUBLIC_URL}/app/sign-in?problem=closed`)
  })

  test('somebody without a password changes the email and sets a password right after signing in', async () => {
    const { session } = await come(service, someone())
    const headers = { cookie: session, origin: PUBLIC_URL }
    const change = (url: string, payload: object) =>
      service.app.inject({ method: 'POST', url, headers, payload }).then(({ statusCode }) => statusCode)
    const email = `later-${Date.now()}@example.org`
    expect(await change('/auth/email', { email, password: '' })).toBe(200)
    const password = { current_password: '', new_password: 'correct horse battery' }
    expect(await change('/auth/password', password)).toBe(200)
    // From now on the password is needed.
    expect(await change('/auth/password', { ...password, new_password: 'another horse battery' })).toBe(403)
  })

  test('somebody without a password deletes the account right after signing in', async () => {
    const { me, session } = await come(service, someone())
    const headers = { cookie: session, origin: PUBLIC_URL }
    const leave = () => service.app.inject({ method: 'DELETE', url: '/auth/me', headers, payload: { password: '' } })
    await service.sql`update sessions set created_at = created_at - interval '11 minutes' where account_id = ${me.id}`
    expect((await leave()).json().detail).toMatch(/Sign in again/)
    await service.sql`update sessions set created_at = now() where account_id = ${me.id}`
    expect((await leave()).statusCode).toBe(200)
  })
})

describe('if sign-up is by invitation and passwords are off', () => {
  test('a person without an invitation is rejected, and one who was invited by address gets an account', async () => {
    const person = someone()
    expect((await come(closed, person)).location).toBe(`${PUBLIC_URL}/app/sign-in?problem=closed`)
    const until = new Date(Date.now() + 60_000)
    await service.sql`
      insert into invitations (token_hash, email, plan, created_at, expires_at)
      values ('a', ${person.email}, 'basic', now(), ${until})`
    expect((await come(closed, person)).me).toMatchObject({ email: person.email, plan: 'basic' })
  })

  test.each(['/auth/register', '/auth/login'])('%s is 403 with an explanation', async (url) => {
    const payload = { email: 'a@example.org', password: PASSWORD }
    const answer = await closed.app.inject({ method: 'POST', url, payload })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      'Password sign-in is off on this deployment. Use the identity provider instead.',
    ])
  })
})
