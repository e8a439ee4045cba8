// Every route that accepts a code, a token or a password counts wrong ones. The routes are found by their schemas.
import { randomUUID } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentityProvider, openIdentityProvider } from './identity-provider.ts'
import { PASSWORD, type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const PUBLIC_URL = 'http://127.0.0.1:8080'
/** Field names of what can be guessed. Not new passwords, nor request credentials, which the gate counts. */
const SECRETS = ['password', 'current_password', 'code', 'token', 'invitation']
/** More than any limit on guesses, and fewer than the requests per minute that everybody may send. */
const TRIES_MAX = 55

let clockMs = Date.UTC(2026, 2, 10, 12)
let provider: IdentityProvider
let service: Service
beforeAll(async () => {
  provider = await openIdentityProvider(`${PUBLIC_URL}/auth/oidc/callback`)
  const env = {
    PUBLIC_URL,
    ...provider.env,
  }
  service = await openService({ env, nowMs: () => clockMs })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

interface Guess {
  /** By default, the route's own address. */
  readonly url?: string
  readonly payload?: object
  readonly headers?: object
}

const WRONG = { password: 'a wrong guess', token: 'a-wrong-guess', code: '000000' }
const as = ({ headers }: Person, payload: object): Guess => ({ headers, payload })
const email = () => `${randomUUID()}@example.org`

/** How to guess there, with everything else valid. */
const GUESSES: Record<string, () => Promise<(nth: number) => Guess>> = {
  'POST /auth/register': async () => () => ({
    payload: { email: email(), password: PASSWORD, invitation: WRONG.token },
  }),
  'POST /auth/login': async () => {
    const person = await signUp(service.app)
    return () => ({ payload: { email: person.email, password: WRONG.password } })
  },
  'POST /auth/password': signedIn({ current_password: WRONG.password, new_password: 'a brand new secret' }),
  'POST /auth/email': signedIn({ email: 'other@example.org', password: WRONG.password }),
  'DELETE /auth/me': withFactor({ password: PASSWORD, code: WRONG.code }),
  'POST /auth/reset': async () => () => ({ payload: { token: WRONG.token, password: PASSWORD } }),
  'POST /auth/verify': async () => () => ({ payload: { token: WRONG.token } }),
  'POST /auth/invitation/look': async () => () => ({ payload: { token: WRONG.token } }),
  'POST /auth/invitation': signedIn({ token: WRONG.token }),
  'POST /auth/second-factor': signedIn({ password: WRONG.password }),
  'POST /auth/second-factor/confirm': async () => {
    const person = await signUp(service.app)
    await begin(person)
    return () => as(person, { code: WRONG.code })
  },
  'DELETE /auth/second-factor': withFactor({ password: PASSWORD, code: WRONG.code }),
  'DELETE /auth/identities/:id': signedIn({ password: WRONG.password }),
  'POST /auth/oidc/connect': signedIn({ password: WRONG.password }),
  'POST /auth/oidc/code': async () => {
    const { cookie } = await comeToCode()
    return () => ({ headers: { cookie }, payload: { code: WRONG.code } })
  },
  'POST /newsletter/confirm': async () => () => ({ url: `/newsletter/confirm?token=${WRONG.token}`, payload: {} }),
  'POST /newsletter/unsubscribe': async () => () => ({
    url: `/newsletter/unsubscribe?token=${WRONG.token}`,
    payload: {},
  }),
}
/** A code of 128 random bits, which opens one entry. Nobody finds one by guessing. */
const TOO_LONG_TO_GUESS = ['POST /draws/prize/:id/entrant']
/** These show a page or redirect to the provider, whatever the token. */
const LOOK_AT_NOTHING = ['GET /newsletter/confirm', 'GET /newsletter/unsubscribe', 'GET /auth/oidc/start']

function signedIn(payload: object) {
  return async () => {
    const person = await signUp(service.app)
    return () => as(person, payload)
  }
}

function withFactor(payload: object) {
  return async () => {
    const person = await signUp(service.app)
    await confirm(person)
    return () => as(person, payload)
  }
}

async function begin({ headers }: Person): Promise<string> {
  const payload = { password: PASSWORD }
  return (await service.app.inject({ method: 'POST', url: '/auth/second-factor', headers, payload })).json().secret
}

async function confirm(person: Person): Promise<void> {
  const secret = TotpSecret.fromBase32(await begin(person))
  const payload = { code: new TOTP({ secret }).generate({ timestamp: clockMs }) }
  const { headers } = person
  const answer = await service.app.inject({ method: 'POST', url: '/auth/second-factor/confirm', headers, payload })
  expect(answer.statusCode).toBe(200)
}

const cookiesOf = (header: unknown) =>
  [header]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

async function leave(url: string) {
  const start = await service.app.inject(url)
  const back = (await provider.follow(String(start.headers.location))).slice(PUBLIC_URL.length)
  return { back, cookie: cookiesOf(start.headers['set-cookie']) }
}

/** Signs in through the provider to an account with a second factor. */
async function comeToCode(): Promise<{ cookie: string }> {
  const person = await signUp(service.app)
  await confirm(person)
  await service.sql`update accounts set email_verified_at = now() where id = ${person.id}`
  provider.signInAs({ subject: randomUUID(), email: person.email, isVerified: true })
  const { back, cookie } = await leave('/auth/oidc/start')
  const answer = await service.app.inject({ url: back, headers: { cookie } })
  expect(answer.headers.location).toContain('code=provider')
  return { cookie: cookiesOf(answer.headers['set-cookie']) }
}

/** Routes with such a field in their body, query or path. */
function guessable(): string[] {
  const found = service.app.accessTable.filter(({ schema = {} }) => {
    const shapes = [schema.body, schema.querystring, schema.params] as ({ shape?: object } | undefined)[]
    const names = shapes.flatMap((one) => Object.keys(one?.shape ?? {}))
    return names.some((name) => SECRETS.includes(name))
  })
  return [...new Set(found.map(({ method, url }) => `${method} ${url}`))].filter((route) => !route.startsWith('HEAD'))
}

test('every route that accepts something to guess is tested here', () => {
  expect(guessable().length).toBeGreaterThan(10)
  expect(guessable().sort()).toEqual([...Object.keys(GUESSES), ...TOO_LONG_TO_GUESS, ...LOOK_AT_NOTHING].sort())
})

test.each(Object.entries(GUESSES))('%s accepts a limited number of guesses', async (route, prepare) => {
  await service.sql`delete from attempts`
  clockMs += 3_600_000
  const [method = 'GET', path = ''] = route.split(' ')
  const guess = await prepare()
  const details: string[] = []
  for (let nth = 0; nth < TRIES_MAX; nth++) {
    const { url = path.replace(':id', 'abc'), payload, headers = {} } = guess(nth)
    const answer = await service.app.inject({
      method: method as 'POST',
      url,
      headers: { ...headers },
      ...(payload ? { payload } : {}),
    })
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(300)
    if (answer.statusCode === 429) {
      expect(answer.json().detail).toMatch(/^Too many (login attempts|invalid links or codes)\b/)
      expect(answer.headers['retry-after']).toMatch(/^\d+$/)
      return
    }
    details.push(answer.body)
  }
  throw new Error(`${TRIES_MAX} guesses were taken: ${details.at(-1)}`)
})

test('codes that the identity provider does not confirm are counted too', async () => {
  await service.sql`delete from attempts`
  provider.signInAs({ subject: randomUUID(), email: email(), isVerified: true })
  const { back, cookie } = await leave('/auth/oidc/start')
  const guess = async () => {
    const url = back.replace(/code=[^&]+/, 'code=a-wrong-guess')
    return String((await service.app.inject({ url, headers: { cookie } })).headers.location)
  }
  for (let nth = 0; nth < 30; nth++) expect(await guess()).toContain('problem=rejected')
  expect(await guess()).toContain('problem=limited')
})
