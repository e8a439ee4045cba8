import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../test/inbox.ts'
import { PASSWORD, type Person, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let clockMs = Date.UTC(2026, 2, 10, 12)
let box: Inbox
let open: Service
let byInvitation: Service
let closed: Service
beforeAll(async () => {
  box = await openInbox()
  const mail = { SMTP_URL: box.url, MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://e.example' }
  const nowMs = () => clockMs
  open = await openService({ env: { ...mail, ADMIN_EMAIL: 'Boss@Example.org' }, nowMs })
  byInvitation = await openService({ env: { REGISTRATION: 'invite' }, nowMs, beside: open })
  closed = await openService({ env: { REGISTRATION: 'closed' }, nowMs, beside: open })
})
afterAll(async () => {
  await byInvitation.close()
  await closed.close()
  await open.close()
  await box.close()
})

const post = (service: Service, url: string, payload: object, headers = {}) =>
  service.app.inject({ method: 'POST', url, payload, headers })
const register = (service: Service, extra: object = {}) =>
  post(service, '/auth/register', { email: `${randomUUID()}@example.org`, password: PASSWORD, ...extra })
const tokenIn = (email: string) => /token=([\w-]+)/.exec(email.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[1] ?? ''
const me = async (person: Person) => (await open.app.inject({ url: '/auth/me', headers: person.headers })).json()

/** Invites through the database that all three services share. */
async function invite(wish: { email?: string; role?: string; plan?: string; hours?: number } = {}): Promise<string> {
  const token = randomUUID()
  const { email = null, role = 'member', plan = null, hours = 1 } = wish
  await open.sql`
    insert into invitations (token_hash, email, role, plan, created_at, expires_at) values
    (sha256(${token}::bytea), ${email}, ${role}, ${plan}, ${new Date(clockMs)}, ${new Date(clockMs + hours * 3_600_000)})`
  return token
}

async function signUpAndTakeEmail(email?: string): Promise<{ person: Person; token: string }> {
  const person = await signUp(open.app, email)
  return { person, token: tokenIn(await box.next()) }
}

describe('if sign-up is not open', () => {
  test('nobody can sign up without an invitation, and the error says why', async () => {
    const invited = await register(byInvitation)
    expect([invited.statusCode, invited.json().detail]).toEqual([
      403,
      'You need an invitation to sign up here. Ask an administrator for one.',
    ])
    const rejected = await register(closed)
    expect([rejected.statusCode, rejected.json().detail]).toEqual([403, 'Sign-up is closed on this deployment.'])
    const brand = (await closed.app.inject('/brand')).json()
    expect(brand.features).toMatchObject({ registration: 'closed', password_sign_in: true, oidc: null })
  })

  test('an invitation lets one person sign up, with its plan', async () => {
    const invitation = await invite({ plan: 'pro' })
    const look = await post(byInvitation, '/auth/invitation/look', { token: invitation })
    expect(look.json()).toMatchObject({ email: null, plan: 'pro', role: 'member' })
    const both = await Promise.all([register(byInvitation, { invitation }), register(byInvitation, { invitation })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400])
    const account = both.find(({ statusCode }) => statusCode === 201)?.json().account
    expect(account).toMatchObject({ plan: 'pro', role: 'member', email_verified: false })
  })

  test('an invitation for an address works for nobody else, and proves the address', async () => {
    const email = `${randomUUID()}@example.org`
    const invitation = await invite({ email })
    const other = await register(byInvitation, { invitation })
    expect([other.statusCode, other.json().detail]).toEqual([403, 'This invitation is for another email address.'])
    const mine = await register(byInvitation, { invitation, email })
    expect(mine.json().account).toMatchObject({ email, email_verified: true })
  })

  test('while sign-up is closed, no invitation works until it is opened again', async () => {
    const invitation = await invite({ plan: 'pro' })
    const rejected = await register(closed, { invitation })
    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      403,
      'Sign-up is closed on this deployment. Your invitation works once an administrator opens sign-up again.',
    ])
    expect((await register(byInvitation, { invitation })).statusCode).toBe(201)
  })

  test('while sign-up is closed, an invitation for an administrator works only if there is none', async () => {
    const { person } = await signUpAndTakeEmail()
    await open.sql`update accounts set role = 'administrator' where id = ${person.id}`
    const invitation = await invite({ role: 'administrator' })
    expect((await register(closed, { invitation })).statusCode).toBe(403)
    await open.sql`update accounts set role = 'member' where id = ${person.id}`
    expect((await register(closed, { invitation })).statusCode).toBe(201)
    await open.sql`update accounts set role = 'member'`
  })

  test('an expired invitation is rejected', async () => {
    const invitation = await invite({ hours: -1 })
    expect((await register(byInvitation, { invitation })).json().detail).toMatch(/no longer valid/)
    expect((await post(byInvitation, '/auth/invitation/look', { token: 'made up' })).statusCode).toBe(400)
  })
})

test('somebody who has an account can accept an invitation', async () => {
  const { person } = await signUpAndTakeEmail()
  const token = await invite({ role: 'administrator' })
  const accepted = await post(open, '/auth/invitation', { token }, person.headers)
  expect(accepted.json()).toMatchObject({ role: 'administrator' })
  expect((await post(open, '/auth/invitation', { token }, person.headers)).statusCode).toBe(400)
  await open.sql`update accounts set role = 'member'`
})

test('accepting an invitation for the address of the account confirms it', async () => {
  const { person } = await signUpAndTakeEmail()
  const anybody = await invite({ plan: 'pro' })
  const accepted = await post(open, '/auth/invitation', { token: anybody }, person.headers)
  expect(accepted.json()).toMatchObject({ plan: 'pro', email_verified: false })
  const mine = await invite({ email: person.email })
  expect((await post(open, '/auth/invitation', { token: mine }, person.headers)).json()).toMatchObject({
    plan: 'pro',
    email_verified: true,
  })
})

test('a start keeps invitations that an operator made', async () => {
  const token = await invite({ role: 'administrator' })
  const node = await openService({ beside: open, offerAdministration: () => {}, nowMs: () => clockMs })
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  await node.close()
  expect((await post(open, '/auth/invitation/look', { token })).statusCode).toBe(200)
  await open.sql`delete from invitations where accepted_at is null`
})

describe('an email address', () => {
  test('is confirmed by the link, which works once and for a day; without it nothing can be bought', async () => {
    const { person, token } = await signUpAndTakeEmail()
    expect(await me(person)).toMatchObject({ email_verified: false })
    const buy = () => post(open, '/billing/checkout', { plan: 'pro' }, person.headers)
    expect((await buy()).json().detail).toMatch(/Confirm your email address before you buy/)
    expect((await post(open, '/auth/verify', { token }, person.headers)).json()).toEqual({ status: 'verified' })
    expect(await me(person)).toMatchObject({ email_verified: true })
    expect((await buy()).statusCode).not.toBe(403)
    expect((await post(open, '/auth/verify', { token })).statusCode).toBe(400)
    const again = await post(open, '/auth/verify/resend', {}, person.headers)
    expect(again.json()).toEqual({ status: 'verified' })
  })

  test('the link is sent at most five times an hour, and expires after a day', async () => {
    const { person, token: first } = await signUpAndTakeEmail()
    const resend = () => post(open, '/auth/verify/resend', {}, person.headers)
    let token = first
    for (let count = 0; count < 4; count++) {
      expect((await resend()).json()).toEqual({ status: 'sent' })
      token = tokenIn(await box.next())
    }
    expect((await resend()).statusCode).toBe(429)
    expect((await post(open, '/auth/forgot', { email: person.email })).statusCode).toBe(200)
    expect(await box.next()).toContain('Set a new')
    const { person: other, token: used } = await signUpAndTakeEmail()
    clockMs += 86_399_999
    expect((await post(open, '/auth/verify', { token: used }, other.headers)).statusCode).toBe(200)
    clockMs += 1
    expect((await post(open, '/auth/verify', { token })).statusCode).toBe(400)
  })
})

describe('the first administrator', () => {
  test('is the person who proves the address in ADMIN_EMAIL, not somebody who only signs up with it', async () => {
    const { person, token } = await signUpAndTakeEmail('boss@example.org')
    expect(await me(person)).toMatchObject({ role: 'member' })
    await post(open, '/auth/verify', { token }, person.headers)
    expect(await me(person)).toMatchObject({ role: 'administrator' })
    await open.sql`update accounts set role = 'member'`
  })

  test('is offered a link once at the start if there is none, and never again afterwards', async () => {
    const told: object[] = []
    const start = async (env: Record<string, string> = {}) => {
      const node = await openService({ env, beside: open, offerAdministration: (offer) => told.push(offer) })
      await node.app.listen({ port: 0, host: '127.0.0.1' })
      await expect.poll(() => told.length).toBeGreaterThan(0)
      await node.close()
    }
    await start()
    const older = tokenIn((told[0] as { link: string }).link)
    told.length = 0
    await start()
    const token = tokenIn((told[0] as { link: string }).link)
    expect((await register(closed, { invitation: older })).json().detail).toMatch(/no longer valid/)
    const mine = await register(closed, { invitation: token })
    expect(mine.json().account).toMatchObject({ role: 'administrator' })
    const left = await open.sql`select 1 from invitations where accepted_at is null and role = 'administrator'`
    expect(left).toHaveLength(0)
    const later = await openService({ beside: open, offerAdministration: (offer) => told.push(offer) })
    await later.app.listen({ port: 0, host: '127.0.0.1' })
    await later.close()
    expect(told).toHaveLength(1)
  })
})
