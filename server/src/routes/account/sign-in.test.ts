import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeKey, PASSWORD, type Person, signIn, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'

const START_MS = Date.UTC(2026, 2, 10, 12)
let clockMs = START_MS
let service: Service
beforeAll(async () => {
  service = await openService({ nowMs: () => clockMs })
})
afterAll(() => service.close())
beforeEach(() => {
  clockMs += 3_600_000
})

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url, headers, payload: payload as object })
const get = (url: string, { headers }: { headers: Record<string, string> }) => service.app.inject({ url, headers })
const newEmail = () => `${randomUUID()}@example.org`

describe('registering', () => {
  test('responds with a token that works at once, and with the account', async () => {
    const email = newEmail()
    const answer = await post('/auth/register', { email, password: PASSWORD, name: 'Ada' })
    expect(answer.statusCode).toBe(201)
    const { access_token: token, ...rest } = answer.json()
    expect(rest).toEqual({
      token_type: 'bearer',
      expires_in: 604_800,
      account: {
        id: expect.any(Number),
        email,
        name: 'Ada',
        plan: 'free',
        plan_ends_at: null,
        role: 'member',
        email_verified: false,
        has_password: true,
        second_factor: false,
        limits: null,
        created_at: new Date(clockMs).toISOString(),
      },
    })
    const me = await get('/auth/me', { headers: { authorization: `Bearer ${token}` } })
    expect(me.json()).toEqual(rest.account)
  })

  test('stores only an argon2id hash of the password', async () => {
    const person = await signUp(service.app)
    const [row] = await service.sql`select password_hash as hash from accounts where id = ${person.id}`
    expect(row?.hash).toMatch(/^\$argon2id\$/)
    expect(service.log()).not.toContain(PASSWORD)
  })

  test('rejects an email that is taken, whatever its spelling', async () => {
    const person = await signUp(service.app, `Mixed.${randomUUID()}@Example.org`)
    const answer = await post('/auth/register', { email: ` ${person.email.toUpperCase()} `, password: PASSWORD })
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'This email is already registered.' }])
  })

  test('of two at the same time with one email, one succeeds', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => post('/auth/register', { email, password: PASSWORD })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400])
  })

  test.each([
    ['short', 'string_too_short'],
    ['x'.repeat(129), 'string_too_long'],
    ['Password1', 'value_error'],
    ['1234567890', 'value_error'],
    ['nul \0 inside', 'value_error'],
    [12345678, 'string_type'],
    [undefined, 'missing'],
  ])('rejects the password %j', async (password, type) => {
    const email = newEmail()
    const answer = await post('/auth/register', { email, password })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      [{ loc: ['body', 'password'], msg: expect.any(String), type }],
    ])
    expect(await service.sql`select 1 from accounts where email = ${email}`).toHaveLength(0)
  })

  test.each([
    'nobody',
    'a@b',
    'a@@example.org',
    'a b@example.org',
    'a@exa mple.org',
    'a@example.org\nBcc: b@example.org',
    'a\0@example.org',
    "'; drop table accounts; --",
    '<script>alert(1)</script>',
    `${'x'.repeat(65)}@example.org`,
    `a@${'x'.repeat(64)}.org`,
    `a@${'x.'.repeat(150)}org`,
    'a..b@example.org',
  ])('rejects the email %j', async (email) => {
    const answer = await post('/auth/register', { email, password: PASSWORD })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'email']])
  })

  test('accepts an address in another script', async () => {
    const answer = await post('/auth/register', { email: `jürgen.${Date.now()}@bücher.example`, password: PASSWORD })
    expect([answer.statusCode, answer.json().account?.email]).toEqual([
      201,
      expect.stringMatching(/^jürgen\.\d+@xn--bcher-kva\.example$/),
    ])
  })

  test('is limited to 300 an hour from one address, and works again after the hour', async () => {
    const from = (remoteAddress: string) =>
      service.app.inject({
        method: 'POST',
        url: '/auth/register',
        remoteAddress,
        payload: { email: newEmail(), password: PASSWORD },
      })
    await service.sql`
      insert into attempts (subject, tries, first_at, last_at)
      values ('register:203.0.113.7', 299, ${new Date(clockMs)}, ${new Date(clockMs)})`
    expect((await from('203.0.113.7')).statusCode).toBe(201)
    const rejected = await from('203.0.113.7')
    expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '3600'])
    expect((await from('203.0.113.8')).statusCode).toBe(201)
    clockMs += 3_600_000
    expect((await from('203.0.113.7')).statusCode).toBe(201)
  })
})

describe('signing in', () => {
  let person: Person
  beforeEach(async () => {
    person = await signUp(service.app)
  })
  const wrong = (email = person.email, remoteAddress = '198.51.100.1') =>
    service.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress,
      payload: { email, password: 'not the password' },
    })

  test('responds as registering does, with its own session', async () => {
    const again = await signIn(service.app, person.email.toUpperCase())
    expect(again.token).not.toBe(person.token)
    const sessions = (await get('/auth/sessions', again)).json()
    expect(sessions).toHaveLength(2)
    expect(sessions.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true])
  })

  test('a wrong password and an unknown email get the same response', async () => {
    const [known, unknown] = [await wrong(), await wrong(newEmail())]
    expect(known.statusCode).toBe(401)
    expect(unknown.json()).toEqual(known.json())
    expect(unknown.statusCode).toBe(known.statusCode)
  })

  test('five failures lock the address and email for fifteen minutes, even for the right password', async () => {
    for (let i = 0; i < 5; i++) expect((await wrong()).statusCode).toBe(401)
    clockMs += 60_000
    const locked = await wrong()
    expect([locked.statusCode, locked.json().detail, locked.headers['retry-after']]).toEqual([
      429,
      'Too many login attempts. Try again in 15 minutes.',
      '840',
    ])
    const payload = { email: person.email, password: PASSWORD }
    const login = (remoteAddress: string) =>
      service.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, payload })
    expect((await login('198.51.100.1')).statusCode).toBe(429)
    expect((await login('198.51.100.2')).statusCode).toBe(200)
    clockMs += 840_000
    expect((await login('198.51.100.1')).statusCode).toBe(200)
  })

  test('a success clears the failures', async () => {
    for (let i = 0; i < 4; i++) await wrong(person.email, '127.0.0.1')
    await signIn(service.app, person.email)
    for (let i = 0; i < 5; i++) expect((await wrong(person.email, '127.0.0.1')).statusCode).toBe(401)
    expect((await wrong(person.email, '127.0.0.1')).statusCode).toBe(429)
  })

  test('many wrong guesses at the same time get five attempts together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })

  test('many right passwords at the same time all succeed', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => signIn(service.app, person.email)))
    expect(new Set(people.map(({ token }) => token)).size).toBe(20)
  })

  const right = (remoteAddress: string) => {
    const payload = { email: person.email, password: PASSWORD }
    return service.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, payload })
  }

  test('fifty failures for one email lock it for anonymous callers, but not for an owner who is signed in', async () => {
    expect((await right('192.0.2.200')).statusCode).toBe(200)
    for (let i = 0; i < 50; i++) expect((await wrong(person.email, `192.0.2.${i}`)).statusCode).toBe(401)
    const locked = await wrong(person.email, '192.0.2.99')
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '900'])
    expect((await right('192.0.2.98')).statusCode).toBe(429)
    expect((await right('192.0.2.200')).statusCode).toBe(200)
    expect((await wrong(newEmail(), '192.0.2.99')).statusCode).toBe(401)
    clockMs += 900_000
    expect((await right('192.0.2.98')).statusCode).toBe(200)
  })

  test('a device on which the owner has signed in before still works while others are locked out', async () => {
    const cookieOf = (answer: { cookies: { name: string; value: string; path?: string }[] }) =>
      answer.cookies.find(({ name }) => name === 'svc_session_device')
    const mine = cookieOf(await right('192.0.2.150'))
    expect(mine).toMatchObject({ path: '/auth/login', httpOnly: true, sameSite: 'Strict' })
    const [other] = [await signUp(service.app)]
    const theirs = cookieOf(
      await service.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email: other.email, password: PASSWORD },
      }),
    )
    for (let i = 0; i < 50; i++) await wrong(person.email, `192.0.2.${i}`)
    const login = (cookie: string, password = PASSWORD) =>
      service.app.inject({
        method: 'POST',
        url: '/auth/login',
        remoteAddress: '203.0.113.77',
        headers: { cookie: `svc_session_device=${cookie}` },
        payload: { email: person.email, password },
      })
    expect((await right('203.0.113.77')).statusCode).toBe(429)
    expect((await login(theirs?.value ?? '')).statusCode).toBe(429)
    expect((await login('made-up')).statusCode).toBe(429)
    expect((await login(mine?.value ?? '')).statusCode).toBe(200)
    for (let i = 0; i < 5; i++) expect((await login(mine?.value ?? '', 'a wrong guess')).statusCode).toBe(401)
    expect((await login(mine?.value ?? '')).statusCode).toBe(429)
  })

  test('devices that somebody collected before have fifty guesses together', async () => {
    const marks: string[] = []
    for (let i = 0; i < 11; i++) {
      const { cookies } = await right('192.0.2.150')
      marks.push(cookies.find(({ name }) => name === 'svc_session_device')?.value ?? '')
    }
    const guess = (mark: string | undefined, remoteAddress: string, password = 'a wrong guess') => {
      const headers = { cookie: `svc_session_device=${mark}` }
      const payload = { email: person.email, password }
      return service.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, headers, payload })
    }
    for (let i = 0; i < 50; i++) expect((await guess(marks[i % 10], '203.0.113.78')).statusCode).toBe(401)
    expect((await guess(marks[10], '203.0.113.78')).statusCode).toBe(429)
    expect((await guess(marks[10], '192.0.2.150', PASSWORD)).statusCode).toBe(200)
    expect((await right('203.0.113.79')).statusCode).toBe(200)
  })

  test('somebody who found a session has fifty guesses at its password, from however many networks', async () => {
    const guess = (remoteAddress: string, current = 'a wrong guess') =>
      service.app.inject({
        method: 'POST',
        url: '/auth/password',
        remoteAddress,
        headers: person.headers,
        payload: { current_password: current, new_password: 'another long one' },
      })
    for (let i = 0; i < 50; i++) expect((await guess(`192.0.2.${i}`)).statusCode).toBe(403)
    expect((await guess('192.0.2.77', PASSWORD)).statusCode).toBe(429)
    expect((await right('192.0.2.77')).statusCode).toBe(200)
  })

  test('300 failures from one address lock it, whatever the emails, but not for people who are signed in there', async () => {
    expect((await right('198.51.100.7')).statusCode).toBe(200)
    expect((await wrong(newEmail(), '198.51.100.7')).statusCode).toBe(401)
    await service.sql`update attempts set tries = 299 where subject = 'login-network:198.51.100.7'`
    expect((await wrong(newEmail(), '198.51.100.7')).statusCode).toBe(401)
    expect((await wrong(newEmail(), '198.51.100.7')).statusCode).toBe(429)
    expect((await right('198.51.100.7')).statusCode).toBe(200)
    for (let i = 0; i < 5; i++) expect((await wrong(person.email, '198.51.100.7')).statusCode).toBe(401)
    expect((await wrong(person.email, '198.51.100.7')).statusCode).toBe(429)
  })

  test('attempts that are rejected unchecked, or are right, count towards no other limit', async () => {
    for (let i = 0; i < 50; i++) await wrong(person.email, '198.51.100.8')
    for (let i = 0; i < 40; i++) expect((await right('198.51.100.9')).statusCode).toBe(200)
    for (let i = 0; i < 45; i++) expect((await wrong(person.email, `192.0.2.${i}`)).statusCode).toBe(401)
    expect((await wrong(person.email, '192.0.2.77')).statusCode).toBe(429)
  })

  test('all addresses of one IPv6 network count as one', async () => {
    for (let i = 0; i < 5; i++) await wrong(person.email, `2001:db8:0:1::${i}`)
    expect((await wrong(person.email, '2001:db8:0:1:ffff::9')).statusCode).toBe(429)
    expect((await wrong(person.email, '2001:db8:0:2::1')).statusCode).toBe(401)
  })
})

describe('the cookie', () => {
  test('is set for browsers, inaccessible to scripts and other sites', async () => {
    const answer = await post('/auth/register', { email: newEmail(), password: PASSWORD })
    const token = answer.json().access_token
    expect(answer.headers['set-cookie']).toContain(
      `svc_session=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800`,
    )
    const headers = { cookie: `svc_session=${token}` }
    expect((await get('/auth/me', { headers })).statusCode).toBe(200)
    expect((await post('/auth/logout', undefined, headers)).statusCode).toBe(403)
    const out = await post('/auth/logout', undefined, { ...headers, origin: 'http://127.0.0.1:8080' })
    expect(out.statusCode).toBe(200)
    expect(out.headers['set-cookie']).toContain('svc_session=; ')
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
  })

  test('is Secure if the service is reached over https', async () => {
    const secure = await openService({ env: { PUBLIC_URL: 'https://equipoise.example' } })
    const payload = { email: newEmail(), password: PASSWORD }
    const answer = await secure.app.inject({ method: 'POST', url: '/auth/register', payload })
    for (const cookie of [answer.headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure$/)
    await secure.close()
  })

  test('is removed when it is no longer valid, so that open pages work again', async () => {
    const answer = await get('/usage/stats', { headers: { cookie: 'svc_session=stale' } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, expect.stringContaining('Max-Age=0')])
  })
})

describe('sessions really end', () => {
  test('signing out ends this one only', async () => {
    const person = await signUp(service.app)
    const other = await signIn(service.app, person.email)
    const out = await post('/auth/logout', undefined, person.headers)
    expect([out.statusCode, out.json()]).toEqual([200, { status: 'signed_out' }])
    expect((await get('/auth/me', person)).statusCode).toBe(401)
    expect((await get('/auth/me', other)).statusCode).toBe(200)
  })

  test('a session can be ended from another one', async () => {
    const person = await signUp(service.app)
    const other = await signIn(service.app, person.email)
    const sessions = (await get('/auth/sessions', person)).json()
    const { id } = sessions.find(({ current }: { current: boolean }) => !current)
    const end = (headers: Record<string, string>) =>
      service.app.inject({ method: 'DELETE', url: `/auth/sessions/${id}`, headers })
    expect((await end((await signUp(service.app)).headers)).statusCode).toBe(404)
    expect((await end(person.headers)).json()).toEqual({ id, status: 'ended' })
    expect((await get('/auth/me', other)).statusCode).toBe(401)
    expect((await end(person.headers)).statusCode).toBe(404)
  })

  test('a session ends after seven days', async () => {
    const person = await signUp(service.app)
    clockMs += 7 * 86_400_000 - 1_000
    expect((await get('/auth/me', person)).statusCode).toBe(200)
    clockMs += 1_000
    expect((await get('/auth/me', person)).statusCode).toBe(401)
  })

  test('changing the password ends the others and keeps this one', async () => {
    const person = await signUp(service.app)
    const other = await signIn(service.app, person.email)
    const change = (current_password: string) =>
      post('/auth/password', { current_password, new_password: 'another long secret' }, person.headers)
    expect([(await change('wrong one')).statusCode, (await get('/auth/me', other)).statusCode]).toEqual([403, 200])
    expect((await change(PASSWORD)).json()).toEqual({ status: 'changed' })
    expect((await get('/auth/me', person)).statusCode).toBe(200)
    expect((await get('/auth/me', other)).statusCode).toBe(401)
    expect((await post('/auth/login', { email: person.email, password: PASSWORD })).statusCode).toBe(401)
    await signIn(service.app, person.email, 'another long secret')
  })
})

describe('the account itself', () => {
  test('has an audit log: who, what, when, from where', async () => {
    const person = await signUp(service.app)
    await makeKey(service.app, person)
    await post('/auth/login', { email: person.email, password: 'wrong one' }, { 'user-agent': 'curl' })
    const rows = await vi.waitFor(async () => {
      const found = (await get('/auth/me/audit', person)).json()
      expect(found).toHaveLength(3)
      return found
    }, WAIT)
    expect(rows.map(({ event }: { event: string }) => event)).toEqual(['sign_in_failed', 'key_created', 'registered'])
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', user_agent: 'curl', at: new Date(clockMs).toISOString() })
    expect(JSON.stringify(rows)).not.toContain('wrong one')
  })

  test('can be exported as a whole, without secrets', async () => {
    const person = await signUp(service.app)
    const key = await makeKey(service.app, person)
    const answer = await get('/auth/me/export', person)
    expect(answer.json()).toMatchObject({
      account: { email: person.email },
      api_keys: [{ id: key.id }],
      sessions: [{ current: true }],
      audit: [{ event: 'key_created' }, { event: 'registered' }],
      usage: { plan: 'free' },
    })
    for (const secret of [key.key, person.token, 'argon2']) expect(answer.body).not.toContain(secret)
  })

  test('exports all of its history: old audit rows and months, revoked keys', async () => {
    const person = await signUp(service.app)
    const key = await makeKey(service.app, person)
    await service.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers: person.headers })
    const { sql } = service
    await sql`
      insert into audit_log (account_id, at, event, address, user_agent)
      select ${person.id}, now(), 'signed_in', '', '' from generate_series(1, 300)`
    await sql`insert into usage_months (account_id, month, meter, from_allowance, from_topup) values (${person.id}, '2025-11-01', 'compute', 40, 2)`
    await sql`insert into usage_days (account_id, day, meter, units) values (${person.id}, '2025-11-05', 'compute', 42)`
    await sql`insert into usage_keys (account_id, month, key_id, calls) values (${person.id}, '2025-11-01', ${key.id}, 6)`
    const taken = (await get('/auth/me/export', person)).json()
    expect(taken.audit).toHaveLength(303)
    expect((await get('/auth/me/audit', person)).json()).toHaveLength(200)
    expect(taken.api_keys).toEqual([])
    expect(taken.revoked_api_keys).toMatchObject([{ id: key.id, revoked_at: new Date(clockMs).toISOString() }])
    expect(taken.usage_history).toEqual({
      months: [{ month: '2025-11', endpoint: 'compute', used: 42 }],
      days: [{ date: '2025-11-05', compute: 42, ai: 0 }],
      keys: [{ month: '2025-11', key_id: key.id, calls: 6 }],
    })
  })

  test('can be deleted, with the password', async () => {
    const person = await signUp(service.app)
    const key = await makeKey(service.app, person)
    const erase = (password: string) =>
      service.app.inject({ method: 'DELETE', url: '/auth/me', headers: person.headers, payload: { password } })
    await service.sql`update accounts set plan = 'pro', email_verified_at = now() where id = ${person.id}`
    expect((await erase('wrong one')).statusCode).toBe(403)
    const done = await erase(PASSWORD)
    expect([done.statusCode, done.json()]).toEqual([200, { status: 'erased' }])
    expect((await get('/auth/me', person)).statusCode).toBe(401)
    expect((await get('/usage/stats', key)).statusCode).toBe(401)
    for (const table of ['accounts', 'sessions', 'api_keys', 'audit_log', 'topup_balances']) {
      const column = table === 'accounts' ? 'id' : 'account_id'
      const left = await service.sql`select 1 from ${service.sql(table)} where ${service.sql(column)} = ${person.id}`
      expect([table, left.length]).toEqual([table, 0])
    }
    // Anybody who signs up with its address gets nothing of it.
    const again = await signUp(service.app, person.email)
    expect(again.id).not.toBe(person.id)
    expect((await get('/auth/me', again)).json()).toMatchObject({ plan: 'free', email_verified: false })
    expect((await get('/api-keys', again)).json()).toEqual([])
    expect((await get('/auth/sessions', again)).json()).toHaveLength(1)
    expect((await get('/auth/me', person)).statusCode).toBe(401)
    expect((await get('/usage/stats', key)).statusCode).toBe(401)
  })

  test('guessing the password in a found browser is limited too', async () => {
    const person = await signUp(service.app)
    const guess = () =>
      service.app.inject({ method: 'DELETE', url: '/auth/me', headers: person.headers, payload: { password: 'guess' } })
    for (let i = 0; i < 5; i++) expect((await guess()).statusCode).toBe(403)
    expect((await guess()).statusCode).toBe(429)
  })
})

test.each([
  ['/auth/forgot', { email: 'somebody@example.org' }],
  ['/auth/reset', { token: 'any', password: 'a long enough one' }],
])('without mail %s is 503, names the setting, and does not invite a retry', async (path, body) => {
  const answer = await post(path, body)
  expect([answer.statusCode, answer.json().detail, answer.headers['retry-after']]).toEqual([
    503,
    expect.stringContaining('SMTP_URL'),
    undefined,
  ])
})

test('without mail the error about a used link says who can create a new one', async () => {
  const answer = await post('/auth/reset', { token: 'used', password: 'a long enough one' })
  expect(answer.json().detail).toMatch(/^This link is no longer valid\. Ask an administrator for a new one/)
})
