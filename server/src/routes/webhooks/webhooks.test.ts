// Webhooks over HTTP, with a real receiver. Services in tests run no timers; a test event makes the service send.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Inbox, openInbox } from '../../../test/inbox.ts'
import { makeKey, type Person, signUp } from '../../../test/people.ts'
import { openReceiver, type Receiver, withStatus } from '../../../test/receiver.ts'
import { openService, type Service } from '../../../test/service.ts'
import { WAIT } from '../../../test/waiting.ts'

const clock = { nowMs: Date.parse('2026-03-10T12:00:00Z') }
let box: Inbox
let service: Service
let receiver: Receiver
let person: Person

beforeAll(async () => {
  box = await openInbox()
  receiver = await openReceiver()
  const env = { SMTP_URL: box.url, MAIL_FROM: 'Equipoise <hello@e.example>', WEBHOOK_ADDRESSES: 'any' }
  service = await openService({ env, nowMs: () => clock.nowMs })
})
afterAll(async () => {
  await service.close()
  await receiver.close()
  await box.close()
})
beforeEach(async () => {
  person = await signUp(service.app)
})

const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  service.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) })
const create = async (body: object = {}) => {
  const answer = await ask('POST', '/webhooks', { url: receiver.url, ...body })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

test('a webhook is created, changed, tried, switched off and deleted, and its secret is shown once', async () => {
  const made = await create({ description: ' Alerts ', events: ['payment.failed'] })
  expect(made).toMatchObject({ description: 'Alerts', events: ['payment.failed'], disabled_at: null })
  const { secret, ...shown } = made
  expect(secret).toMatch(/^whsec_/)
  expect((await ask('GET', '/webhooks')).json()).toEqual([shown])
  const path = `/webhooks/${made.id}`
  expect((await ask('POST', `${path}/rotate`)).json().secret).not.toBe(secret)
  expect((await ask('PATCH', path, { events: [] })).json()).toEqual({ ...shown, events: [] })
  const sent = await ask('POST', `${path}/test`)
  expect(sent.statusCode).toBe(201)
  expect((await receiver.next()).id).toBe(sent.json().id)
  await vi.waitFor(async () => {
    const [delivery] = (await ask('GET', `${path}/deliveries`)).json()
    expect(delivery).toMatchObject({ type: 'webhook.test', state: 'delivered', attempts: 1, status: 204 })
  }, WAIT)
  const again = await ask('POST', `${path}/deliveries/${sent.json().id}/resend`)
  expect(again.json()).toMatchObject({ id: sent.json().id, state: 'waiting', attempts: 0 })
  expect((await receiver.next()).id).toBe(sent.json().id)
  expect((await ask('PATCH', path, { enabled: false })).json()).toMatchObject({ disabled_because: 'owner' })
  expect((await ask('POST', `${path}/test`)).statusCode).toBe(409)
  expect((await ask('DELETE', path)).json()).toEqual({ id: made.id, status: 'deleted' })
  expect((await ask('GET', `${path}/deliveries`)).statusCode).toBe(404)
  expect((await ask('PATCH', path, {})).statusCode).toBe(404)
})

test('what cannot be used is rejected', async () => {
  for (const body of [
    {},
    { url: 'no address' },
    { url: 'https://user:password@example.org/' },
    { url: receiver.url, events: ['webhook.test'] },
    { url: `https://example.org/${'x'.repeat(2_000)}` },
  ]) {
    expect((await ask('POST', '/webhooks', body)).statusCode, JSON.stringify(body)).toBe(422)
  }
  for (let count = 0; count < 5; count++) await create()
  expect((await ask('POST', '/webhooks', { url: receiver.url })).statusCode).toBe(409)
})

test('an API key cannot manage webhooks, and another account does not find them', async () => {
  const { id } = await create()
  const key = await makeKey(service.app, person)
  expect((await service.app.inject({ url: '/webhooks', headers: key.headers })).statusCode).toBe(401)
  person = await signUp(service.app)
  expect((await ask('DELETE', `/webhooks/${id}`)).statusCode).toBe(404)
  expect((await ask('GET', '/webhooks')).json()).toEqual([])
})

test('50, 80 and 100 % of an allowance are told once each, and the data of an account names its webhooks', async () => {
  const { id, secret: _secret, ...shown } = await create({ events: ['quota.reached'] })
  const analyse = async (used: number) => {
    await service.sql`
      insert into usage_months (account_id, month, meter, from_allowance) values (${person.id}, '2026-03-01', 'ai/analyze', ${used})
      on conflict (account_id, month, meter) do update set from_allowance = ${used}`
    await ask('POST', '/ai/analyze', { text: 'The council met on Tuesday.' })
  }
  for (const used of [100, 249, 300, 399, 420, 499, 499]) await analyse(used)
  await vi.waitFor(async () => {
    const [row] = await service.sql<{ count: number }[]>`
      select count(*) from webhook_deliveries where webhook_id = ${id} and level = 100`
    expect(row?.count).toBe(1)
  }, WAIT)
  await ask('POST', `/webhooks/${id}/test`)
  const got = [await receiver.next(), await receiver.next(), await receiver.next(), await receiver.next()]
  expect(got.map(({ body }) => JSON.parse(body).data.percent)).toEqual([50, 80, 100, undefined])
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
    type: 'quota.reached',
    data: { meter: 'ai/analyze', plan: 'free', used: 250, allowance: 500, resets_at: '2026-04-01T00:00:00.000Z' },
  })
  const exported = (await ask('GET', '/auth/me/export')).json()
  expect(exported.webhooks).toEqual([{ id, ...shown }])
})

test('the owner of a webhook that was switched off gets an email', async () => {
  const { id } = await create()
  receiver.answer = withStatus(500)
  await ask('POST', `/webhooks/${id}/test`)
  const isAt = async (state: object) =>
    vi.waitFor(
      async () => expect((await ask('GET', `/webhooks/${id}/deliveries`)).json()[0]).toMatchObject(state),
      WAIT,
    )
  await isAt({ state: 'waiting', attempts: 1 })
  clock.nowMs += 3 * 86_400_000
  person = { ...person, ...(await signInAgain()) }
  const other = await create()
  await ask('POST', `/webhooks/${other.id}/test`)
  await isAt({ state: 'failed', attempts: 2 })
  receiver.answer = withStatus(204)
  let email = await box.next()
  while (!email.includes(person.email) || !email.includes('switched off')) email = await box.next()
  expect(email).toContain(receiver.url)
})

async function signInAgain(): Promise<Pick<Person, 'headers'>> {
  const { email, password } = person
  const answer = await service.app.inject({ method: 'POST', url: '/auth/login', payload: { email, password } })
  return { headers: { authorization: `Bearer ${answer.json().access_token}` } }
}
