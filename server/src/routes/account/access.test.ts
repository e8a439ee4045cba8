// Tests the tables of docs/operating/access.md row by row: what proves an address, and what then remains of earlier users of the account.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, openIdentityProvider } from '../../../test/identity-provider.ts'
import { type Inbox, openInbox } from '../../../test/inbox.ts'
import { makeKey, PASSWORD, type Person, signIn, signUp, type TestKey } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import { hashOf } from '../../accounts/keys/keys.ts'

const PUBLIC_URL = 'http://127.0.0.1:8080'
const NEW_PASSWORD = 'a brand new secret'
let clockMs = Date.UTC(2026, 2, 10, 12)
let box: Inbox
let provider: IdentityProvider
let service: Service
let silent: Service
let withoutPasswords: Service
let administrator: Person
let silentAdministrator: Person

beforeAll(async () => {
  box = await openInbox()
  provider = await openIdentityProvider(`${PUBLIC_URL}/auth/oidc/callback`)
  const oidc = {
    PUBLIC_URL,
    ...provider.env,
  }
  const nowMs = () => clockMs
  const mail = { SMTP_URL: box.url, MAIL_FROM: 'a@b.example', ADMIN_EMAIL: 'boss@example.org' }
  service = await openService({ env: { ...oidc, ...mail }, nowMs })
  silent = await openService({ env: oidc, nowMs })
  withoutPasswords = await openService({ env: { ...oidc, ...mail, PASSWORD_SIGN_IN: 'off' }, nowMs, beside: service })
  administrator = await makeAdministrator(service)
  silentAdministrator = await makeAdministrator(silent)
})
afterAll(async () => {
  await withoutPasswords.close()
  await service.close()
  await silent.close()
  await provider.close()
  await box.close()
})

async function makeAdministrator(at: Service): Promise<Person> {
  const { email, id } = await signUp(at.app)
  await at.sql`update accounts set role = 'administrator', email_verified_at = now() where id = ${id}`
  return signIn(at.app, email)
}

const send = (at: Service, method: 'POST' | 'DELETE', url: string, payload: object, headers = {}) =>
  at.app.inject({ method, url, payload, headers })
const post = (url: string, payload: object, headers = {}) => send(service, 'POST', url, payload, headers)
const administer = (at: Service, person: { id: number }, act: string, more: object = {}) =>
  send(at, 'POST', `/admin/accounts/${person.id}/${act}`, { reason: 'a test', ...more }, adminOf(at).headers)
const adminOf = (at: Service) => (at === service ? administrator : silentAdministrator)

const unfolded = (email: string) => email.replace(/=\r\n/g, '').replace(/=3D/g, '=')
const tokenIn = (email: string) => /token=([\w-]+)/.exec(unfolded(email))?.[1] ?? ''

/** The next email to this address with these words in its subject; others are dropped. */
async function emailTo(address: string, subject: string): Promise<string> {
  for (;;) {
    const email = unfolded(await box.next())
    if (email.includes(`To: ${address}`) && email.includes(subject)) return email
  }
}

/** Everything that somebody can leave in an account to get back in later. */
interface Squat {
  readonly at: Service
  readonly person: Person
  readonly key: TestKey
  readonly subject: string
  readonly factor: string
}

/** The identity is inserted directly, because connecting one needs a confirmed address. */
async function squat({ at = service, email = `${randomUUID()}@example.org` } = {}): Promise<Squat> {
  const person = await signUp(at.app, email)
  const key = await makeKey(at.app, person)
  const begun = await send(at, 'POST', '/auth/second-factor', { password: PASSWORD }, person.headers)
  const { secret } = begun.json()
  await send(at, 'POST', '/auth/second-factor/confirm', { code: codeOf(secret) }, person.headers)
  const subject = randomUUID()
  await at.sql`
    insert into oidc_identities (issuer, subject, account_id, created_at, email)
    values (${provider.env.OIDC_ISSUER}, ${subject}, ${person.id}, ${new Date(clockMs)}, 'squatter@example.org')`
  clockMs += 60_000
  return { at, person, key, subject, factor: secret }
}

const codeOf = (secret: string) => new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate({ timestamp: clockMs })
const cookiesOf = (header: unknown) =>
  [header]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

async function comeWithProvider(at: Service, subject: string, email = 'squatter@example.org') {
  provider.signInAs({ subject, email, isVerified: true })
  const start = await at.app.inject('/auth/oidc/start')
  const back = await provider.follow(String(start.headers.location))
  const headers = { cookie: cookiesOf(start.headers['set-cookie']) }
  return at.app.inject({ url: back.slice(PUBLIC_URL.length), headers })
}

/** What is left of it in the account; each way in is tried as an attacker would. */
async function left({ at, person, key, subject }: Squat, password = PASSWORD) {
  const status = async (url: string, headers: object) =>
    (await at.app.inject({ url, headers: { ...headers } })).statusCode
  const login = await send(at, 'POST', '/auth/login', { email: person.email, password })
  const asksCode = login.headers['x-second-factor'] === 'required'
  const callback = await comeWithProvider(at, subject)
  const session = cookiesOf(callback.headers['set-cookie'])
  const me = await at.app.inject({ url: '/auth/me', headers: { cookie: session } })
  const account = me.statusCode === 200 ? me.json().id : undefined
  const isAsked = String(callback.headers.location).includes('code=provider')
  return {
    password: login.statusCode === 200 || asksCode,
    session: (await status('/auth/me', person.headers)) === 200,
    key: (await status('/usage/stats', key.headers)) === 200,
    factor: asksCode,
    identity: account === person.id || isAsked,
  }
}

const accountOf = async (at: Service, { id }: { id: number }) => {
  const [row] = await at.sql`select role, email_verified_at is not null as "isProven" from accounts where id = ${id}`
  return row as { role: string; isProven: boolean }
}

async function resetByEmail({ person }: Squat, more: object = {}): Promise<void> {
  await post('/auth/forgot', { email: person.email })
  const token = tokenIn(await emailTo(person.email, 'Set a new'))
  expect((await post('/auth/reset', { token, password: NEW_PASSWORD, ...more })).statusCode).toBe(200)
}

/** The same ways in, set up by the owner, who confirmed the address afterwards. */
async function proven(): Promise<Squat> {
  const owned = await squat()
  const token = await confirmToken(owned)
  expect((await post('/auth/verify', { token }, owned.person.headers)).statusCode).toBe(200)
  return owned
}

/** Moves the account to another address, which needs the password and the code. */
async function move(owned: Squat): Promise<Squat> {
  const email = `${randomUUID()}@example.org`
  const change = (code?: string) => post('/auth/email', { email, password: PASSWORD, code }, owned.person.headers)
  const without = await change()
  expect([without.statusCode, without.headers['x-second-factor']]).toEqual([403, 'required'])
  expect((await change('000000')).statusCode).toBe(403)
  expect((await change(codeOf(owned.factor))).statusCode).toBe(200)
  clockMs += 30_000
  return { ...owned, person: { ...owned.person, email } }
}

async function afterReset(owned: Squat): Promise<Outcome> {
  await resetByEmail(owned)
  const { password } = await left(owned, PASSWORD)
  return { ...(await accountOf(service, owned.person)), left: { ...(await left(owned, NEW_PASSWORD)), password } }
}

const confirmToken = async ({ person }: Squat) => tokenIn(await emailTo(person.email, 'Confirm your email'))
const invite = async (at: Service, email: string) =>
  tokenIn(
    (
      await send(
        at,
        'POST',
        '/admin/invitations',
        { email, expires_at: new Date(clockMs + 3_600_000).toISOString(), reason: 'a test' },
        adminOf(at).headers,
      )
    ).json().link,
  )

const NOTHING = { password: false, session: false, key: false, factor: false, identity: false }

interface Outcome {
  readonly isProven: boolean
  /** Absent if there was nothing before. */
  readonly left?: typeof NOTHING
}

/** What each event does to an account with everything in it, as in the table of the documentation. */
const EVENTS: Record<string, () => Promise<Outcome>> = {
  'Signing up': async () => {
    return accountOf(service, await signUp(service.app))
  },
  'Signing up with an invitation for the address': async () => {
    const email = `${randomUUID()}@example.org`
    const invitation = await invite(service, email)
    const made = await post('/auth/register', { email, password: PASSWORD, invitation })
    return accountOf(service, made.json().account)
  },
  'Signing up through the identity provider': async () => {
    const email = `${randomUUID()}@example.org`
    await comeWithProvider(service, randomUUID(), email)
    const [row] = await service.sql`select id from accounts where email = ${email}`
    return accountOf(service, row as { id: number })
  },
  'Confirming by the link, signed in to the account': async () => {
    const squatted = await squat()
    const token = await confirmToken(squatted)
    expect((await post('/auth/verify', { token }, squatted.person.headers)).statusCode).toBe(200)
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'Confirming by the link, not signed in': async () => {
    const squatted = await squat()
    const token = await confirmToken(squatted)
    expect((await post('/auth/verify', { token })).statusCode).toBe(200)
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'Resetting the password by email, address not confirmed': async () => {
    const squatted = await squat()
    await resetByEmail(squatted)
    expect(await left(squatted, PASSWORD)).toEqual(NOTHING)
    const mine = await left(squatted, NEW_PASSWORD)
    return { ...(await accountOf(service, squatted.person)), left: { ...mine, password: false } }
  },
  'Resetting the password by email, address confirmed': async () => afterReset(await proven()),
  'Resetting the password by email, new address confirmed': async () => {
    const moved = await move(await proven())
    expect((await post('/auth/verify', { token: await confirmToken(moved) }, moved.person.headers)).statusCode).toBe(
      200,
    )
    return afterReset(moved)
  },
  'Resetting the password by email, new address not confirmed': async () => afterReset(await move(await proven())),
  'Confirming a new address by the link, not signed in': async () => {
    const moved = await move(await proven())
    expect((await post('/auth/verify', { token: await confirmToken(moved) })).statusCode).toBe(200)
    // Without a password no code is needed; once its owner has chosen one, it is.
    const token = tokenIn(await emailTo(moved.person.email, 'Choose a password'))
    const before = await left(moved)
    expect((await post('/auth/reset', { token, password: NEW_PASSWORD })).statusCode).toBe(200)
    const { factor } = await left(moved, NEW_PASSWORD)
    return { ...(await accountOf(service, moved.person)), left: { ...before, factor } }
  },
  'Setting a password by a link from an administrator': async () => {
    const squatted = await squat({ at: silent })
    const { link } = (await administer(silent, squatted.person, 'reset-link')).json()
    await send(silent, 'POST', '/auth/reset', { token: tokenIn(link), password: NEW_PASSWORD })
    const { password } = await left(squatted, PASSWORD)
    return {
      ...(await accountOf(silent, squatted.person)),
      left: { ...(await left(squatted, NEW_PASSWORD)), password },
    }
  },
  'Signing in at the provider, not confirmed, passwords off': async () => {
    const squatted = await squat()
    const { email, id } = squatted.person
    expect((await comeWithProvider(service, randomUUID(), email)).headers.location).toContain('problem=taken')
    const owner = await comeWithProvider(withoutPasswords, randomUUID(), email)
    const session = cookiesOf(owner.headers['set-cookie'])
    const me = await service.app.inject({ url: '/auth/me', headers: { cookie: session } })
    expect(me.json()).toMatchObject({ id, email_verified: true })
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'Signing in at the provider, not confirmed, no email configured': async () => {
    const squatted = await squat({ at: silent })
    const { email, id } = squatted.person
    const owner = await comeWithProvider(silent, randomUUID(), email)
    const session = cookiesOf(owner.headers['set-cookie'])
    const me = await silent.app.inject({ url: '/auth/me', headers: { cookie: session } })
    expect(me.json()).toMatchObject({ id, email_verified: true })
    return { ...(await accountOf(silent, squatted.person)), left: await left(squatted) }
  },
  'Accepting an invitation for the address': async () => {
    const squatted = await squat()
    const token = await invite(service, squatted.person.email)
    expect((await post('/auth/invitation', { token }, squatted.person.headers)).statusCode).toBe(200)
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'An administrator confirms the address': async () => {
    const squatted = await squat()
    await administer(service, squatted.person, 'verify-email')
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'An administrator signs the account out, address not confirmed': async () => {
    const squatted = await squat()
    await administer(service, squatted.person, 'sign-out')
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'An administrator signs the account out, address confirmed': async () => {
    const squatted = await proven()
    await administer(service, squatted.person, 'sign-out')
    return { ...(await accountOf(service, squatted.person)), left: await left(squatted) }
  },
  'An administrator signs the account out, no email configured': async () => {
    const squatted = await squat({ at: silent })
    await administer(silent, squatted.person, 'sign-out')
    return { ...(await accountOf(silent, squatted.person)), left: await left(squatted) }
  },
  'Changing the email address': async () => {
    const moved = await move(await proven())
    return { ...(await accountOf(service, moved.person)), left: await left(moved) }
  },
}

const documented = readFileSync(new URL('../../../../docs/operating/access.md', import.meta.url), 'utf8')

/** The rows of the table with this first heading, as cells. */
function tableOf(heading: string): string[][] {
  const lines = documented.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  if (start < 0) return []
  const rows = lines.slice(start + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const shown = (isKept: boolean | undefined) => (isKept === undefined ? '–' : isKept ? 'kept' : 'removed')
const cellsOf = ({ isProven, left: is }: Outcome) => [
  isProven ? 'yes' : 'no',
  ...[is?.password, is?.session, is?.key, is?.factor, is?.identity].map(shown),
]

test('a second factor set up after moving to an address that is not confirmed stays, because an earlier one was', async () => {
  const moved = await move(await proven())
  const { headers } = moved.person
  const codes = { password: PASSWORD, code: codeOf(moved.factor) }
  expect((await send(service, 'DELETE', '/auth/second-factor', codes, headers)).statusCode).toBe(200)
  const { secret: factor } = (await post('/auth/second-factor', { password: PASSWORD }, headers)).json()
  expect((await post('/auth/second-factor/confirm', { code: codeOf(factor) }, headers)).statusCode).toBe(200)
  clockMs += 30_000
  expect((await afterReset({ ...moved, factor })).left?.factor).toBe(true)
})

describe('what proves an address, and what is kept then', () => {
  const rows = tableOf('What happens')

  test('every row of the table is tested here, and everything tested here is a row', () => {
    expect(rows.map(([event]) => event)).toEqual(Object.keys(EVENTS))
  })

  test.each(rows)('%s', async (event = '', ...cells) => {
    const outcome = await EVENTS[event]?.()
    expect(outcome && cellsOf(outcome)).toEqual(cells)
  })
})

test('an unused link from an administrator stops working when the account passes to its owner', async () => {
  const squatted = await squat()
  const token = await confirmToken(squatted)
  await service.sql`
    insert into password_resets (token_hash, account_id, expires_at)
    values (${hashOf('a-link-for-the-squatter')}, ${squatted.person.id}, ${new Date(clockMs + 3_600_000)})`
  expect((await post('/auth/verify', { token })).statusCode).toBe(200)
  const late = await post('/auth/reset', { token: 'a-link-for-the-squatter', password: NEW_PASSWORD })
  expect(late.statusCode).toBe(400)
})

test('the person in ADMIN_EMAIL who was made a member stays one, however often they prove the address', async () => {
  const chief = await signUp(service.app, 'boss@example.org')
  const isChief = async () => (await accountOf(service, chief)).role === 'administrator'
  await post('/auth/verify', { token: tokenIn(await emailTo(chief.email, 'Confirm your email')) }, chief.headers)
  expect(await isChief()).toBe(true)
  await administer(service, chief, 'role', { role: 'member' })
  await post('/auth/forgot', { email: chief.email })
  await post('/auth/reset', { token: tokenIn(await emailTo(chief.email, 'Set a new')), password: PASSWORD })
  expect(await isChief()).toBe(false)
  await administer(service, chief, 'role', { role: 'administrator' })
  expect(await isChief()).toBe(true)
  expect((await administer(service, chief, 'role', { role: 'member' })).statusCode).toBe(200)
  await send(service, 'DELETE', `/admin/accounts/${chief.id}`, { reason: 'a test' }, administrator.headers)
})

describe('who can remove what', () => {
  const rows = tableOf('What')
  const withSession = (squatted: Squat) => squatted.person.headers
  const rejected = async (answer: Promise<{ statusCode: number }>) =>
    expect([403, 409]).toContain((await answer).statusCode)
  const done = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    expect({ statusCode, body }).toMatchObject({ statusCode: 200 })
  }
  const identityOf = async ({ person, at }: Squat) =>
    (await at.app.inject({ url: '/auth/identities', headers: person.headers })).json()[0].id as string

  /** By the owner, who is rejected without what the table requires, and by an administrator. */
  const REMOVALS: Record<string, { owner(one: Squat): Promise<void>; administrator(one: Squat): Promise<void> }> = {
    'A session': {
      async owner(one) {
        const { at, person } = one
        const [session] = (await at.app.inject({ url: '/auth/sessions', headers: person.headers })).json()
        await done(send(at, 'DELETE', `/auth/sessions/${session.id}`, {}, withSession(one)))
      },
      administrator: ({ at, person }) => done(administer(at, person, 'sign-out')),
    },
    'An API key': {
      owner: (one) => done(send(one.at, 'DELETE', `/api-keys/${one.key.id}`, {}, withSession(one))),
      administrator: ({ at, person, key }) => done(administer(at, person, `keys/${key.id}/revoke`)),
    },
    'The second factor': {
      async owner(one) {
        const remove = (payload: object) => send(one.at, 'DELETE', '/auth/second-factor', payload, withSession(one))
        await rejected(remove({ password: 'wrong one', code: codeOf(one.factor) }))
        await rejected(remove({ password: PASSWORD, code: '000000' }))
        await done(remove({ password: PASSWORD, code: codeOf(one.factor) }))
      },
      administrator: ({ at, person }) => done(administer(at, person, 'second-factor/remove')),
    },
    'An identity': {
      async owner(one) {
        const id = await identityOf(one)
        const remove = (password: string) =>
          send(one.at, 'DELETE', `/auth/identities/${id}`, { password }, withSession(one))
        await rejected(remove('wrong one'))
        const [{ hash }] = (await one.at.sql`
          select password_hash as hash from accounts where id = ${one.person.id}`) as unknown as [{ hash: string }]
        await one.at.sql`update accounts set password_hash = null where id = ${one.person.id}`
        await rejected(remove(''))
        await one.at.sql`update accounts set password_hash = ${hash} where id = ${one.person.id}`
        await done(remove(PASSWORD))
      },
      administrator: async (one) => done(administer(one.at, one.person, `identities/${await identityOf(one)}/remove`)),
    },
    'The account': {
      async owner(one) {
        const remove = (payload: object) => send(one.at, 'DELETE', '/auth/me', payload, withSession(one))
        await rejected(remove({ password: 'wrong one' }))
        const withoutCode = await remove({ password: PASSWORD })
        expect([withoutCode.statusCode, withoutCode.headers['x-second-factor']]).toEqual([403, 'required'])
        await rejected(remove({ password: PASSWORD, code: '000000' }))
        await done(remove({ password: PASSWORD, code: codeOf(one.factor) }))
      },
      administrator: ({ at, person }) =>
        done(send(at, 'DELETE', `/admin/accounts/${person.id}`, { reason: 'a test' }, adminOf(at).headers)),
    },
  }
  const GONE: Record<string, Partial<typeof NOTHING>> = {
    'A session': { session: false },
    'An API key': { key: false },
    'The second factor': { factor: false, password: true },
    'An identity': { identity: false },
    'The account': NOTHING,
  }

  test('every row of the table is tested here', () => {
    expect(rows.map(([what]) => what)).toEqual(Object.keys(REMOVALS))
  })

  test.each(rows)('%s: by its owner, with %s; an administrator %s', async (what = '') => {
    const removal = REMOVALS[what]
    for (const by of ['owner', 'administrator'] as const) {
      const one = await squat()
      expect(await left(one)).toEqual({ password: true, session: true, key: true, factor: true, identity: true })
      await removal?.[by](one)
      expect(await left(one)).toMatchObject(GONE[what] ?? {})
    }
  })
})

describe('an identity', () => {
  const connect = async (person: Person, subject: string, payload: object = { password: PASSWORD }) => {
    provider.signInAs({ subject, email: 'other@example.org', isVerified: true })
    const start = await post('/auth/oidc/connect', payload, person.headers)
    return {
      start,
      async finish() {
        const back = await provider.follow(start.json().authorization_url)
        const headers = { cookie: cookiesOf(start.headers['set-cookie']) }
        return service.app.inject({ url: back.slice(PUBLIC_URL.length), headers })
      },
    }
  }
  const confirmed = async () => {
    const person = await signUp(service.app)
    await service.sql`update accounts set email_verified_at = ${new Date(clockMs)} where id = ${person.id}`
    return person
  }
  const listed = async ({ headers }: Person) => (await service.app.inject({ url: '/auth/identities', headers })).json()

  test('is connected only with the password and a confirmed address, is listed, and its owner gets an email', async () => {
    const person = await signUp(service.app)
    const early = await connect(person, randomUUID())
    expect([early.start.statusCode, early.start.json().detail]).toEqual([
      403,
      'Confirm your email address before you connect an identity.',
    ])
    await service.sql`update accounts set email_verified_at = ${new Date(clockMs)} where id = ${person.id}`
    expect((await connect(person, randomUUID(), { password: 'wrong one' })).start.statusCode).toBe(403)
    expect((await connect(person, randomUUID(), {})).start.statusCode).toBe(422)
    const subject = randomUUID()
    const connected = await (await connect(person, subject)).finish()
    expect(connected.headers.location).toBe(`${PUBLIC_URL}/app/account`)
    expect(await emailTo(person.email, 'how you sign in has changed')).toContain('An identity was connected')
    const at = new Date(clockMs).toISOString()
    const identity = {
      id: expect.any(String),
      issuer: provider.env.OIDC_ISSUER,
      email: 'other@example.org',
      created_at: at,
    }
    expect(await listed(person)).toEqual([{ ...identity, last_used_at: null }])
    const seen = await service.app.inject({ url: `/admin/accounts/${person.id}`, headers: administrator.headers })
    expect(seen.json().identities).toEqual([{ ...identity, last_used_at: null }])
    await comeWithProvider(service, subject, 'other@example.org')
    expect(await listed(person)).toEqual([{ ...identity, last_used_at: at }])
  })

  test('is the last of twenty: a further one is rejected, also one that was on its way', async () => {
    const person = await confirmed()
    const onItsWay = await connect(person, randomUUID())
    await service.sql`
      insert into oidc_identities (issuer, subject, account_id, created_at, email)
      select ${provider.env.OIDC_ISSUER}, ${person.id} || '-' || n, ${person.id}, now(), '' from generate_series(1, 20) n`
    const { start } = await connect(person, randomUUID())
    expect([start.statusCode, start.json().detail]).toEqual([
      409,
      'An account can have at most 20 connected identities. Remove one first.',
    ])
    expect((await onItsWay.finish()).headers.location).toContain('problem=')
    expect(await listed(person)).toHaveLength(20)
  })

  test('is not connected if the session that asked for it has ended meanwhile', async () => {
    const person = await confirmed()
    const late = await connect(person, randomUUID())
    await post('/auth/logout', {}, person.headers)
    expect((await late.finish()).headers.location).toContain('/app/sign-in?problem=')
    const again = await signIn(service.app, person.email)
    expect(await listed(again)).toEqual([])
  })

  test('belongs to one account', async () => {
    const subject = randomUUID()
    await (await connect(await confirmed(), subject)).finish()
    const second = await (await connect(await confirmed(), subject)).finish()
    expect(second.headers.location).toBe(`${PUBLIC_URL}/app/sign-in?problem=connected`)
  })

  test('that is removed ends the sessions it opened, and the owner gets an email', async () => {
    const person = await confirmed()
    const subject = randomUUID()
    await (await connect(person, subject)).finish()
    const thief = cookiesOf((await comeWithProvider(service, subject)).headers['set-cookie'])
    const seen = () => service.app.inject({ url: '/auth/me', headers: { cookie: thief } })
    expect((await seen()).json().id).toBe(person.id)
    const [{ id }] = await listed(person)
    await send(service, 'DELETE', `/auth/identities/${id}`, { password: PASSWORD }, person.headers)
    expect((await seen()).statusCode).toBe(401)
    expect((await service.app.inject({ url: '/auth/me', headers: person.headers })).statusCode).toBe(200)
    expect(await emailTo(person.email, 'how you sign in has changed')).toBeTruthy()
  })

  test('signs in to an account with a second factor only with a code, and wrong codes are counted', async () => {
    const person = await confirmed()
    const subject = randomUUID()
    await (await connect(person, subject)).finish()
    const { secret } = (await post('/auth/second-factor', { password: PASSWORD }, person.headers)).json()
    await post('/auth/second-factor/confirm', { code: codeOf(secret) }, person.headers)
    clockMs += 30_000
    const callback = await comeWithProvider(service, subject)
    expect(callback.headers.location).toBe(`${PUBLIC_URL}/app/sign-in?code=provider&next=%2Fapp%2Fusage`)
    const cookie = cookiesOf(callback.headers['set-cookie'])
    expect((await service.app.inject({ url: '/auth/me', headers: { cookie } })).statusCode).toBe(401)
    const enter = (code: string, headers: object = { cookie }) => post('/auth/oidc/code', { code }, headers)
    expect((await enter(codeOf(secret), {})).statusCode).toBe(400)
    expect((await enter('000000')).statusCode).toBe(403)
    expect((await enter(codeOf(secret))).json().account).toMatchObject({ id: person.id })
    clockMs += 30_000
    for (let count = 0; count < 5; count++) expect((await enter('000000')).statusCode).toBe(403)
    expect((await enter(codeOf(secret))).statusCode).toBe(429)
  })

  test('that has the same confirmed address needs the second factor too', async () => {
    const person = await confirmed()
    const { secret } = (await post('/auth/second-factor', { password: PASSWORD }, person.headers)).json()
    await post('/auth/second-factor/confirm', { code: codeOf(secret) }, person.headers)
    const callback = await comeWithProvider(service, randomUUID(), person.email)
    expect(callback.headers.location).toContain('code=provider')
    expect(await listed(person)).toEqual([])
  })
})

describe('somebody who signed up with the address in ADMIN_EMAIL', () => {
  test('loses all access once its owner has confirmed it, and the owner becomes the administrator', async () => {
    const squatted = await squat({ email: 'boss@example.org' })
    await post('/auth/verify', { token: await confirmToken(squatted) })
    expect(await left(squatted)).toEqual(NOTHING)
    expect(await accountOf(service, squatted.person)).toEqual({ role: 'administrator', isProven: true })
    const token = tokenIn(await emailTo('boss@example.org', 'Choose a password'))
    expect((await post('/auth/reset', { token, password: NEW_PASSWORD })).statusCode).toBe(200)
    const boss = await signIn(service.app, 'boss@example.org', NEW_PASSWORD)
    expect((await service.app.inject({ url: '/admin/accounts', headers: boss.headers })).statusCode).toBe(200)
    expect(await left(squatted)).toEqual(NOTHING)
    await service.sql`update accounts set role = 'member' where email = 'boss@example.org'`
    const deletion = { password: NEW_PASSWORD }
    expect((await send(service, 'DELETE', '/auth/me', deletion, boss.headers)).statusCode).toBe(200)
  })

  test('cannot prove it with a link that was sent to their own address', async () => {
    const person = await signUp(service.app)
    await post('/auth/forgot', { email: person.email })
    const reset = tokenIn(await emailTo(person.email, 'Set a new'))
    const confirm = await post('/auth/verify/resend', {}, person.headers)
    expect(confirm.statusCode).toBe(200)
    const verify = tokenIn(await emailTo(person.email, 'Confirm your email'))
    const move = { email: 'boss@example.org', password: PASSWORD }
    expect((await post('/auth/email', move, person.headers)).statusCode).toBe(200)
    expect((await post('/auth/reset', { token: reset, password: NEW_PASSWORD })).statusCode).toBe(400)
    expect((await post('/auth/verify', { token: verify }, person.headers)).statusCode).toBe(400)
    expect(await accountOf(service, person)).toEqual({ role: 'member', isProven: false })
    await service.sql`update accounts set email = ${person.email} where id = ${person.id}`
  })

  test('loses all access once its owner has reset the password, whatever they do at the same time', async () => {
    const squatted = await squat({ email: 'boss@example.org' })
    const { headers, email } = squatted.person
    await post('/auth/forgot', { email })
    const token = tokenIn(await emailTo(email, 'Set a new'))
    const busy = Array.from({ length: 10 }, (_, nth) => [
      post('/api-keys', { name: `key ${nth}` }, headers),
      post(
        '/auth/email',
        { email: `thief${nth}@example.org`, password: PASSWORD, code: codeOf(squatted.factor) },
        headers,
      ),
      send(service, 'POST', '/auth/login', { email, password: PASSWORD, code: codeOf(squatted.factor) }),
    ])
    const reset = post('/auth/reset', { token, password: NEW_PASSWORD })
    await Promise.all([reset, ...busy.flat()])
    const [row] = await service.sql`
      select email, (select count(*)::int from api_keys k where k.account_id = a.id and revoked_at is null) as keys,
        (select count(*)::int from sessions s where s.account_id = a.id) as sessions
      from accounts a where id = ${squatted.person.id}`
    // The squatter may have moved the account to another address first; then the link is invalid, and the owner's address is free again.
    if ((await reset).statusCode === 200) expect(row).toEqual({ email, keys: 0, sessions: 0 })
    else expect(await accountOf(service, squatted.person)).toEqual({ role: 'member', isProven: false })
    await service.sql`update accounts set email = ${`${randomUUID()}@example.org`} where email = 'boss@example.org'`
  })
})
