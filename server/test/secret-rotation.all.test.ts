// JWT_SECRET is replaced as in docs/operating/access.md: nobody is signed out, and what the old secret encrypted stays readable.
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '../src/ground/sealed.ts'
import { Secret } from '../src/ground/secret.ts'
import { PASSWORD, type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const OLD = 'the old secret of this deployment, long enough'
const NEW = 'the new secret of this deployment, long enough'

let clockMs = Date.UTC(2026, 2, 10, 12)
const nowMs = () => clockMs
let before: Service
let person: Person
let totp: string
let recoveryCodes: string[]
beforeAll(async () => {
  before = await openService({ secrets: [OLD], nowMs })
  person = await signUp(before.app)
  const begun = await post(before, '/auth/second-factor', { password: PASSWORD })
  totp = begun.json().secret
  const confirmed = await post(before, '/auth/second-factor/confirm', { code: code() })
  recoveryCodes = confirmed.json().recovery_codes
  expect(recoveryCodes).toHaveLength(10)
})
afterAll(() => before.close())

const post = ({ app }: Service, url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, headers: person.headers })
const meOn = async ({ app }: Service, token = person.token) =>
  (await app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
const code = () => new TOTP({ secret: TotpSecret.fromBase32(totp) }).generate({ timestamp: clockMs })

/** Uses the next code, because each works once. */
function signIn(node: Service) {
  clockMs += 30_000
  return post(node, '/auth/login', { email: person.email, password: PASSWORD, code: code() })
}

test('while the old secret is still accepted nobody is signed out, and second factors move to the new one', async () => {
  const between = await openService({ beside: before, secrets: [NEW, OLD], nowMs })
  expect(await meOn(between)).toBe(200)
  const signedIn = await signIn(between)
  expect(signedIn.statusCode).toBe(200)
  const { access_token: newer } = signedIn.json()
  // A node that was not restarted does not know the new secret.
  expect([await meOn(before), await meOn(before, newer)]).toEqual([200, 401])
  const onlyNew = createSeal([new Secret(NEW)], 'second factor')
  await expect
    .poll(async () => {
      const [row] = await before.sql<
        { secret: Buffer }[]
      >`select secret from second_factors where account_id = ${person.id}`
      return row && onlyNew.open(row.secret)
    })
    .toBe(totp)
  await between.close()

  const after = await openService({ beside: before, secrets: [NEW], nowMs })
  expect([await meOn(after), await meOn(after, newer)]).toEqual([401, 200])
  expect((await signIn(after)).statusCode).toBe(200)
  await after.close()
})

const UNREADABLE =
  'Your second factor cannot be checked on this deployment right now. Use a recovery code, or ask an administrator to remove the second factor.'

test('without the secret that encrypted it, a second factor is rejected with an explanation; a recovery code still signs in', async () => {
  const restored = await openService({
    beside: before,
    secrets: ['a secret that encrypted nothing here, long enough'],
    nowMs,
  })
  const rejected = await signIn(restored)
  expect([rejected.statusCode, rejected.json(), rejected.headers['retry-after']]).toEqual([
    503,
    { detail: UNREADABLE },
    undefined,
  ])
  expect(restored.log()).toContain(`equipoise-admin accounts remove-second-factor ${person.id}`)
  const payload = { email: person.email, password: PASSWORD, code: recoveryCodes[0] }
  const recovered = await restored.app.inject({ method: 'POST', url: '/auth/login', payload })
  expect(recovered.statusCode).toBe(200)
  const headers = { authorization: `Bearer ${recovered.json().access_token}` }
  const remove = (given: string) =>
    restored.app.inject({
      method: 'DELETE',
      url: '/auth/second-factor',
      headers,
      payload: { password: PASSWORD, code: given },
    })
  expect((await remove('123456')).json()).toEqual({ detail: UNREADABLE })
  expect((await remove(recoveryCodes[1] ?? '')).statusCode).toBe(200)
  await restored.close()
})

test('a setup that was started with another secret has to be started again', async () => {
  const other = await signUp(before.app)
  await before.app.inject({
    method: 'POST',
    url: '/auth/second-factor',
    headers: other.headers,
    payload: { password: PASSWORD },
  })
  const restored = await openService({
    beside: before,
    secrets: ['a secret that encrypted nothing here, long enough'],
    nowMs,
  })
  const headers = { authorization: `Bearer ${(await logIn(restored, other.email)).json().access_token}` }
  const confirm = { method: 'POST', url: '/auth/second-factor/confirm', headers, payload: { code: '123456' } } as const
  const rejected = await restored.app.inject(confirm)
  expect([rejected.statusCode, rejected.json().detail]).toEqual([
    400,
    'This setup can no longer be finished. Start it again.',
  ])
  await restored.close()
})

const logIn = ({ app }: Service, email: string) =>
  app.inject({ method: 'POST', url: '/auth/login', payload: { email, password: PASSWORD } })
