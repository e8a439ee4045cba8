import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const PASSWORD = 'correct horse battery'

async function newcomer() {
  const email = `profile-${Date.now()}-${Math.random()}@example.org`
  const payload = { email, password: PASSWORD, name: 'Ada' }
  const { access_token: token } = (await service.app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  return { email, headers: { authorization: `Bearer ${token}` } }
}

test('a page can ask who is signed in: nobody is not an error, a wrong token is', async () => {
  const { email, headers } = await newcomer()
  const ask = (sent: Record<string, string>) => service.app.inject({ url: '/auth/session', headers: sent })
  expect((await ask(headers)).json().account.email).toBe(email)
  const nobody = await ask({})
  expect([nobody.statusCode, nobody.json()]).toEqual([200, { account: null, notice: null }])
  expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(401)
})

test('a name can be changed and removed', async () => {
  const { headers } = await newcomer()
  const change = (name: string) => service.app.inject({ method: 'PATCH', url: '/auth/me', headers, payload: { name } })
  expect((await change(' Grace ')).json().name).toBe('Grace')
  expect((await change('')).json().name).toBeNull()
  expect((await change('x'.repeat(101))).statusCode).toBe(422)
})

test('changing the email address needs the password, and the new one signs in from then on', async () => {
  const { email, headers } = await newcomer()
  const other = await newcomer()
  const change = (to: string, password = PASSWORD) =>
    service.app.inject({ method: 'POST', url: '/auth/email', headers, payload: { email: to, password } })
  expect((await change('new@example.org', 'not the password')).statusCode).toBe(403)
  expect([(await change(other.email)).statusCode, (await change(other.email.toUpperCase())).statusCode]).toEqual([
    400, 400,
  ])
  const changed = await change(`next-${email}`)
  expect([changed.statusCode, changed.json().email]).toEqual([200, `next-${email}`])
  const login = (as: string) =>
    service.app.inject({ method: 'POST', url: '/auth/login', payload: { email: as, password: PASSWORD } })
  expect([(await login(email)).statusCode, (await login(`next-${email}`)).statusCode]).toEqual([401, 200])
})

test('a key is renamed, and the audit log names it; the key of another account is not found', async () => {
  const person = await signUp(service.app)
  const key = await makeKey(service.app, person)
  const rename = (headers: Record<string, string>) =>
    service.app.inject({ method: 'PATCH', url: `/api-keys/${key.id}`, headers, payload: { name: 'Build server' } })
  expect((await rename((await signUp(service.app)).headers)).statusCode).toBe(404)
  expect((await rename(person.headers)).json()).toMatchObject({ id: key.id, name: 'Build server' })
  const audit = (await service.app.inject({ url: '/auth/me/audit', headers: person.headers })).json()
  expect(audit[0]).toMatchObject({ event: 'key_renamed', detail: { name: 'Build server' } })
})

test('usage is listed month by month, with the keys that were used', async () => {
  const person = await signUp(service.app)
  const key = await makeKey(service.app, person)
  const text = 'The meeting starts at nine.'
  await service.app.inject({ method: 'POST', url: '/ai/analyze', headers: key.headers, payload: { text } })
  const months = (await service.app.inject({ url: '/usage/months', headers: person.headers })).json()
  expect(months).toMatchObject([
    {
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      endpoints: { 'ai/analyze': 1, compute: 0 },
      keys: [{ id: key.id, calls: 1 }],
    },
  ])
})

test('without a cancelled plan there is nothing to resume', async () => {
  const { headers } = await newcomer()
  const answer = await service.app.inject({ method: 'POST', url: '/billing/resume', headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([400, 'There is no cancelled plan to resume'])
})
