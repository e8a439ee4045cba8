import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Inbox, openInbox } from '../../../test/inbox.ts'
import { makeKey, PASSWORD, type Person, signUp as register, signIn } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'

let clockMs = Date.UTC(2026, 2, 10, 12)
let box: Inbox
let service: Service
beforeAll(async () => {
  box = await openInbox()
  const env = { SMTP_URL: box.url, MAIL_FROM: 'Equipoise <hello@equipoise.example>', PUBLIC_URL: 'https://e.example' }
  service = await openService({ env, nowMs: () => clockMs })
})
afterAll(async () => {
  await service.close()
  await box.close()
})

/** Signs somebody up and takes the email that asks them to confirm their address. */
async function signUp(app: Service['app'], email?: string): Promise<Person> {
  const person = await register(app, email)
  const letter = await box.next()
  expect(letter).toContain('Subject: Confirm your email')
  expect(unfolded(letter)).toContain('Somebody created an account at Equipoise with this email address.')
  return person
}

const post = (url: string, payload: object) => service.app.inject({ method: 'POST', url, payload })
const unfolded = (letter: string) =>
  letter
    .replace(/=\r\n/g, '')
    .replace(/\r\n +/g, ' ')
    .replace(/=3D/g, '=')
const tokenIn = (letter: string) => /token=([\w-]+)/.exec(unfolded(letter))?.[1] ?? ''

describe('a forgotten password', () => {
  test('is replaced through a link by email, which works once and ends all sessions', async () => {
    const person = await signUp(service.app)
    expect((await post('/auth/forgot', { email: person.email.toUpperCase() })).json()).toEqual({ status: 'sent' })
    const letter = await box.next()
    expect(letter).toContain(`To: ${person.email}`)
    expect(unfolded(letter)).toContain('https://e.example/app/reset?token=')
    const token = tokenIn(letter)
    const reset = () => post('/auth/reset', { token, password: 'a brand new secret' })
    expect((await reset()).json()).toEqual({ status: 'changed' })
    const news = await box.next()
    expect(news).toContain('password was changed')
    expect(unfolded(news)).toContain("Revoke any you don't recognise: https://e.example/app/keys")
    expect((await reset()).statusCode).toBe(400)
    expect((await service.app.inject({ url: '/auth/me', headers: person.headers })).statusCode).toBe(401)
    expect((await post('/auth/login', { email: person.email, password: PASSWORD })).statusCode).toBe(401)
    await signIn(service.app, person.email, 'a brand new secret')
  })

  test('can be replaced together with all API keys', async () => {
    const person = await signUp(service.app)
    const key = await makeKey(service.app, person)
    await post('/auth/forgot', { email: person.email })
    const letter = await box.next()
    const token = tokenIn(letter)
    expect(unfolded(letter)).toContain(`https://e.example/app/reset?token=${token}&keys=revoke`)
    const payload = { token, password: 'a brand new secret', revoke_api_keys: true }
    expect((await post('/auth/reset', payload)).statusCode).toBe(200)
    expect(unfolded(await box.next())).toContain('All your API keys were revoked')
    expect((await service.app.inject({ url: '/usage/stats', headers: key.headers })).statusCode).toBe(401)
    const [row] =
      await service.sql`select detail from audit_log where account_id = ${person.id} and event = 'keys_revoked'`
    expect(row?.detail).toEqual({ keys: 1 })
  })

  test('responds without waiting for the work that only a known address needs', async () => {
    const person = await signUp(service.app)
    await service.sql.begin(async (tx) => {
      await tx`select 1 from accounts where id = ${person.id} for update`
      expect((await post('/auth/forgot', { email: person.email })).statusCode).toBe(200)
      expect(box.waiting()).toBe(0)
    })
    expect(await box.next()).toContain(`To: ${person.email}`)
  })

  test('gets the same response for an unknown address, and no email is sent', async () => {
    const answer = await post('/auth/forgot', { email: 'nobody@example.org' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'sent' }])
    expect(box.waiting()).toBe(0)
  })

  test('the link no longer works once the owner has changed the password', async () => {
    const person = await signUp(service.app)
    await post('/auth/forgot', { email: person.email })
    const token = tokenIn(await box.next())
    const payload = { current_password: PASSWORD, new_password: 'another long secret' }
    await service.app.inject({ method: 'POST', url: '/auth/password', headers: person.headers, payload })
    expect(await box.next()).toContain('password was changed')
    expect((await post('/auth/reset', { token, password: 'a brand new secret' })).statusCode).toBe(400)
    await signIn(service.app, person.email, 'another long secret')
  })

  test('the link is valid for an hour', async () => {
    const person = await signUp(service.app)
    const linkAfter = async (ms: number) => {
      await post('/auth/forgot', { email: person.email })
      const token = tokenIn(await box.next())
      clockMs += ms
      return (await post('/auth/reset', { token, password: 'a brand new secret' })).statusCode
    }
    expect(await linkAfter(3_600_000)).toBe(400)
    await signIn(service.app, person.email)
    expect(await linkAfter(3_599_999)).toBe(200)
    // The owner gets an email.
    await box.next()
  })

  test('only a hash of the token is stored, and the log does not contain it', async () => {
    const person = await signUp(service.app)
    await post('/auth/forgot', { email: person.email })
    const token = tokenIn(await box.next())
    const rows = await service.sql`select encode(token_hash, 'escape') as kept from password_resets`
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(service.log()).not.toContain(token)
  })

  test('one address gets at most five emails an hour', async () => {
    const person = await signUp(service.app)
    for (let i = 0; i < 5; i++) {
      await post('/auth/forgot', { email: person.email })
      await box.next()
    }
    expect((await post('/auth/forgot', { email: person.email })).json()).toEqual({ status: 'sent' })
    const links = async () => (await service.sql`select 1 from password_resets where account_id = ${person.id}`).length
    expect(await links()).toBe(5)
    expect(box.waiting()).toBe(0)
    const dropped = `an email to reset the password of account ${person.id} was not sent`
    await vi.waitFor(() => expect(service.log()).toContain(dropped), WAIT)
    expect(service.log()).not.toContain(person.email)
    clockMs += 3_599_999
    await post('/auth/forgot', { email: person.email })
    expect(await links()).toBe(5)
    clockMs += 1
    await post('/auth/forgot', { email: person.email })
    await box.next()
  })

  test('thirty invalid links per network are looked up; further ones are rejected for 15 minutes', async () => {
    const payload = { token: 'made-up', password: 'a brand new secret' }
    const follow = () =>
      service.app.inject({ method: 'POST', url: '/auth/reset', payload, remoteAddress: '198.51.100.7' })
    for (let i = 0; i < 30; i++) expect((await follow()).statusCode).toBe(400)
    const rejected = await follow()
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '900'])
    clockMs += 899_999
    expect((await follow()).statusCode).toBe(429)
    clockMs += 1
    expect((await follow()).statusCode).toBe(400)
  })

  test.each([{ token: 'made-up' }, { token: 'a\0b' }, { token: '' }, {}])('rejects %j', async (given) => {
    const answer = await post('/auth/reset', { ...given, password: 'a brand new secret' })
    expect([400, 422]).toContain(answer.statusCode)
  })
})

describe('the newsletter', () => {
  const confirm = (token: string) => post(`/newsletter/confirm?token=${encodeURIComponent(token)}`, {})
  const rowOf = async (email: string) =>
    (await service.sql`select confirmed_at, unsubscribed_at from newsletter where email = ${email}`)[0]

  test('is sent only to people who confirmed it from their own mailbox', async () => {
    const email = 'double@example.org'
    await post('/newsletter/subscribe', { email })
    const letter = await box.next()
    expect(letter).toContain('Subject: Confirm your subscription')
    expect(unfolded(letter)).toContain('https://e.example/newsletter/confirm?token=')
    expect(await rowOf(email)).toEqual({ confirmed_at: null, unsubscribed_at: null })
    const token = tokenIn(letter)
    expect((await service.app.inject({ method: 'HEAD', url: `/newsletter/confirm?token=${token}` })).statusCode).toBe(
      405,
    )
    expect((await rowOf(email))?.confirmed_at).toBeNull()
    expect((await confirm(token)).json()).toEqual({ status: 'confirmed' })
    expect((await confirm(token)).statusCode).toBe(200)
    expect((await confirm('unknown')).statusCode).toBe(404)
    expect((await rowOf(email))?.confirmed_at).toEqual(new Date(clockMs))
    await post('/newsletter/subscribe', { email })
    expect(box.waiting()).toBe(0)
  })

  test('asks an address at most twice a day, and does not use up the emails about its password', async () => {
    const person = await signUp(service.app)
    const { email } = person
    for (let i = 0; i < 6; i++) expect((await post('/newsletter/subscribe', { email })).statusCode).toBe(201)
    for (let i = 0; i < 2; i++) expect(await box.next()).toContain('Confirm your subscription')
    expect(box.waiting()).toBe(0)
    expect(service.log()).toContain('an email about the newsletter was not sent')
    await post('/auth/forgot', { email })
    expect(await box.next()).toContain('Set a new')
    clockMs += 86_399_999
    await post('/newsletter/subscribe', { email })
    expect(box.waiting()).toBe(0)
    clockMs += 1
    await post('/newsletter/subscribe', { email })
    expect(await box.next()).toContain('Confirm your subscription')
  })

  test('rejects a network that signs up one address after the other', async () => {
    const subscribe = (nth: number) =>
      service.app.inject({
        method: 'POST',
        url: '/newsletter/subscribe',
        payload: { email: `victim${nth}@example.org` },
        remoteAddress: '198.51.100.7',
      })
    for (let nth = 0; nth < 30; nth++) expect((await subscribe(nth)).statusCode).toBe(201)
    const rejected = await subscribe(30)
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '3600'])
    for (let nth = 0; nth < 30; nth++) await box.next()
  })

  test('rejects a customer with many IPv6 networks that does the same', async () => {
    const subscribe = (nth: number, remoteAddress: string) => {
      const payload = { email: `other${nth}@example.org` }
      return service.app.inject({ method: 'POST', url: '/newsletter/subscribe', payload, remoteAddress })
    }
    for (let nth = 0; nth < 120; nth++) expect((await subscribe(nth, `2001:db8:7:${nth}::1`)).statusCode).toBe(201)
    expect((await subscribe(120, '2001:db8:7:999::1')).statusCode).toBe(429)
    expect((await subscribe(121, '2001:db8:8:999::1')).statusCode).toBe(201)
    for (let nth = 0; nth < 121; nth++) await box.next()
  })

  test('is neither shown to nor ended by an account with the address; its reader gets a link when the account is deleted', async () => {
    const email = 'victim@example.org'
    await post('/newsletter/subscribe', { email })
    const token = tokenIn(await box.next())
    await confirm(token)
    const other = await signUp(service.app, email)
    const { body } = await service.app.inject({ url: '/auth/me/export', headers: other.headers })
    expect(body).not.toContain('newsletter')
    const payload = { password: PASSWORD }
    await service.app.inject({ method: 'DELETE', url: '/auth/me', headers: other.headers, payload })
    expect(await service.sql`select unsubscribed_at from newsletter where email = ${email}`).toEqual([
      { unsubscribed_at: null },
    ])
    const letter = await box.next()
    expect([letter.includes(`To: ${email}`), tokenIn(letter)]).toEqual([true, token])
  })

  test('is not mentioned to somebody who deletes an account and is not subscribed', async () => {
    const person = await signUp(service.app)
    const payload = { password: PASSWORD }
    await service.app.inject({ method: 'DELETE', url: '/auth/me', headers: person.headers, payload })
    expect(box.waiting()).toBe(0)
  })

  test('opening the unsubscribe link does not unsubscribe', async () => {
    await post('/newsletter/subscribe', { email: 'scanned@example.org' })
    const query = `?token=${tokenIn(await box.next())}`
    expect((await service.app.inject({ method: 'HEAD', url: `/newsletter/unsubscribe${query}` })).statusCode).toBe(405)
    for (const path of ['/newsletter/unsubscribe', '/newsletter/confirm']) {
      for (const accept of ['text/html', 'application/json', '*/*']) {
        const page = await service.app.inject({ url: path + query, headers: { accept } })
        expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(page.body).toContain('<form method="post"><button>')
      }
    }
    expect(await rowOf('scanned@example.org')).toEqual({ confirmed_at: null, unsubscribed_at: null })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('is unsubscribed with one click in a mail program that sends %s', async (type, payload) => {
    const email = `${type.length}@example.org`
    await post('/newsletter/subscribe', { email })
    const letter = unfolded(await box.next())
    expect(letter).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, url = ''] = /List-Unsubscribe: <https:\/\/e\.example([^>]+)>/.exec(letter) ?? []
    const headers = { 'content-type': type }
    const answer = await service.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'unsubscribed' }])
    expect((await rowOf(email))?.unsubscribed_at).toEqual(new Date(clockMs))
  })

  test('subscribing gets the same response each time, and the link undoes it', async () => {
    const email = 'Reader@Example.org'
    for (let i = 0; i < 2; i++) {
      const answer = await post('/newsletter/subscribe', { email })
      expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'subscribed' }])
    }
    const letter = await box.next()
    expect(unfolded(letter)).toContain('List-Unsubscribe: <https://e.example/newsletter/unsubscribe?token=')
    expect(tokenIn(await box.next())).toBe(tokenIn(letter))
    expect(box.waiting()).toBe(0)
    const leave = (token: string) => post(`/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, {})
    const token = tokenIn(letter)
    expect((await leave(token)).json()).toEqual({ status: 'unsubscribed' })
    expect((await leave(token)).statusCode).toBe(200)
    expect((await leave('unknown')).statusCode).toBe(404)
    expect((await leave('a\0b')).statusCode).toBe(422)
    const [row] = await service.sql`select unsubscribed_at from newsletter where email = 'reader@example.org'`
    expect(row?.unsubscribed_at).toEqual(new Date(clockMs))
    expect((await confirm(token)).statusCode).toBe(404)
    clockMs += 25 * 3_600_000
    await post('/newsletter/subscribe', { email })
    expect(tokenIn(await box.next())).toBe(token)
  })

  test('shows people a readable page behind its links, whatever the result', async () => {
    await post('/newsletter/subscribe', { email: 'browser@example.org' })
    const token = tokenIn(await box.next())
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const type = 'application/x-www-form-urlencoded'
    const pages = [
      { path: `/newsletter/confirm?token=${token}`, status: 200, words: 'Confirm your subscription' },
      { method: 'POST', path: `/newsletter/confirm?token=${token}`, status: 200, words: 'You are subscribed' },
      { path: `/newsletter/unsubscribe?token=${token}`, status: 200, words: 'Unsubscribe from the newsletter' },
      { method: 'POST', path: `/newsletter/unsubscribe?token=${token}`, status: 200, words: 'You are unsubscribed' },
      { method: 'POST', path: '/newsletter/confirm?token=unknown', status: 404, words: 'This link does not work' },
      { path: '/newsletter/unsubscribe', status: 422, words: 'This link does not work' },
    ] as const
    for (const { path, status, words, ...rest } of pages) {
      const method = 'method' in rest ? rest.method : 'GET'
      const headers = { accept, ...(method === 'POST' ? { 'content-type': type } : {}) }
      const page = await service.app.inject({ method, url: path, headers })
      expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
      expect(page.body).toContain(`<h1>${words}</h1>`)
    }
    const json = await service.app.inject({
      method: 'POST',
      url: '/newsletter/confirm?token=unknown',
      headers: { accept: 'application/json' },
    })
    expect(json.json()).toEqual({
      detail: 'This link does not belong to a subscription. Subscribe again to get a new link.',
    })
  })

  test('rejects what is not an address', async () => {
    expect((await post('/newsletter/subscribe', { email: 'x' })).statusCode).toBe(422)
  })
})

test('if the mail server is unavailable, the response is the same and the operator is informed', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' }
  const alone = await openService({ env })
  const person = await register(alone.app)
  const answer = await alone.app.inject({ method: 'POST', url: '/auth/forgot', payload: { email: person.email } })
  expect(answer.json()).toEqual({ status: 'sent' })
  await vi.waitFor(() => expect(alone.log()).toContain('an email could not be sent yet'), WAIT)
  await alone.close()
})

test('the old address gets an email when the email address of an account is changed', async () => {
  const person = await signUp(service.app)
  const payload = { email: `next-${person.email}`, password: PASSWORD }
  const answer = await service.app.inject({ method: 'POST', url: '/auth/email', headers: person.headers, payload })
  expect(answer.statusCode).toBe(200)
  const emails = [await box.next(), await box.next()].map(unfolded)
  const [told] = emails.filter((email) => email.includes(`To: ${person.email}`))
  expect(told).toContain('email address was changed')
  expect(told).toContain(`belongs to next-${person.email}`)
  expect(emails.some((email) => email.includes(`To: next-${person.email}`) && email.includes('Confirm'))).toBe(true)
})
