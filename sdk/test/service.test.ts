// Every method of the client against the real service, over a real socket.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, openAiService } from '../../server/test/ai-service.ts'
import { say } from '../../server/test/upstream.ts'
import {
  AuthenticationError,
  BadRequestError,
  type ChatEvent,
  Equipoise,
  NotFoundError,
  PermissionError,
  ProviderError,
  QuotaError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from '../src/sdk.ts'

let service: AiService
let anonymous: Equipoise
beforeAll(async () => {
  service = await openAiService()
  anonymous = new Equipoise({ baseUrl: service.url })
})
afterAll(() => service.close())

const PASSWORD = 'correct horse battery'
const question = { messages: [{ role: 'user' as const, content: 'Hello' }] }

let people = 0
async function register() {
  const email = `sdk-${++people}@example.org`
  const { access_token: token, account } = await anonymous.auth.register({ email, password: PASSWORD, name: 'Ada' })
  return { email, account, client: new Equipoise({ baseUrl: service.url, token }) }
}

test('an anonymous caller can compute, sweep, and read what is public', async () => {
  const result = await anonymous.compute({ bias: 0.1, N: 9, samples: 1000, seed: 42 })
  expect(result).toMatchObject({ ain: 1, sequence: '001001011', seed: 42 })
  expect((await anonymous.sweep({ steps: 5, seed: 'a' })).results).toHaveLength(5)
  expect((await anonymous.plans()).plans[0]?.id).toBe('free')
  expect((await anonymous.brand()).word).toBe('svc')
  expect((await anonymous.health()).status).toBe('ok')
  // This deployment sends no email.
  await expect(anonymous.subscribeNewsletter('reader@example.org')).rejects.toMatchObject({ status: 503 })
  await expect(anonymous.confirmNewsletter('unknown')).rejects.toBeInstanceOf(NotFoundError)
  await expect(anonymous.unsubscribeNewsletter('unknown')).rejects.toBeInstanceOf(NotFoundError)
})

test('the example of the client does what it says', async () => {
  const source = readFileSync(new URL('../src/client.ts', import.meta.url), 'utf8')
  const [, example = '', stated] = /@example (.+) \/\/ => (.+)/.exec(source) ?? []
  const value = new Function('Equipoise', 'baseUrl', `return (async () => ${example})()`)(Equipoise, service.url)
  expect(String(await value)).toBe(stated)
})

test('errors arrive as their classes', async () => {
  const wrong = await anonymous.compute({ bias: 2, samples: 1 }).catch((error) => error)
  expect(wrong).toBeInstanceOf(ValidationError)
  expect(wrong.messageOf('bias')).toContain('less than or equal to 1')
  expect(wrong.messageOf('samples')).toBeDefined()
  await expect(anonymous.compute({ bias: 0.5, N: 64 })).rejects.toBeInstanceOf(AuthenticationError)
  const { email, client } = await register()
  await expect(client.compute({ bias: 0.5, N: 64 })).rejects.toBeInstanceOf(PermissionError)
  await expect(client.keys.revoke(999_999)).rejects.toBeInstanceOf(NotFoundError)
  await expect(client.billing.cancel()).rejects.toBeInstanceOf(BadRequestError)
  await expect(client.auth.forgotPassword(email)).rejects.toBeInstanceOf(UnavailableError)
})

test('an account, from sign-up to deletion', async () => {
  const { email, account, client } = await register()
  expect(await client.auth.me()).toEqual(account)
  const other = await anonymous.auth.login({ email, password: PASSWORD })
  const sessions = await client.auth.sessions()
  expect(sessions).toHaveLength(2)
  await client.auth.endSession(sessions.find(({ current }) => !current)?.id ?? '')
  const ended = new Equipoise({ baseUrl: service.url, token: other.access_token })
  await expect(ended.auth.me()).rejects.toBeInstanceOf(AuthenticationError)
  await client.auth.changePassword({ current_password: PASSWORD, new_password: `${PASSWORD} 2` })
  expect((await client.auth.audit()).map(({ event }) => event)).toContain('password_changed')
  expect((await client.auth.exportAccount()).account.email).toBe(email)
  await client.auth.deleteAccount(`${PASSWORD} 2`)
  await expect(client.auth.me()).rejects.toBeInstanceOf(AuthenticationError)
})

test('keys are created, used, rotated and revoked', async () => {
  const { client } = await register()
  const created = await client.keys.create({ name: 'Laptop', scope: 'compute' })
  const byKey = new Equipoise({ baseUrl: service.url, apiKey: created.key })
  await byKey.compute({ bias: 0.5 })
  await expect(byKey.ai.analyze('A text.')).rejects.toBeInstanceOf(PermissionError)
  const rotated = await client.keys.rotate(created.id, { grace_seconds: 0 })
  await expect(byKey.compute({ bias: 0.5 })).rejects.toBeInstanceOf(AuthenticationError)
  expect(await client.keys.revoke(rotated.id)).toEqual({ id: rotated.id, status: 'revoked' })
  expect((await client.keys.list()).map(({ id }) => id)).not.toContain(rotated.id)
  expect((await client.usage()).endpoints.compute.used).toBe(1)
})

test('lists are read page by page', async () => {
  const { client } = await register()
  const made: number[] = []
  for (let nth = 0; nth < 5; nth++) made.push((await client.keys.create()).id)
  expect((await client.keys.list({ limit: 2, after: made[1] })).map(({ id }) => id)).toEqual(made.slice(2, 4))
  const all: number[] = []
  for await (const { id } of client.keys.each({ limit: 2 })) all.push(id)
  expect(all).toEqual(made)
  const [newest, ...older] = await client.auth.audit()
  expect(await client.auth.audit({ after: newest?.id })).toEqual(older)
  const events: string[] = []
  for await (const { event } of client.auth.eachAuditEntry({ limit: 4 })) events.push(event)
  expect(events).toHaveLength(6)
})

test('texts, chats and streams', async () => {
  const { client } = await register()
  expect((await client.ai.analyze('The vote is on Tuesday.')).svc_certified).toBe(true)
  service.upstream.plan(say('Bad, scores 0.3'), say('Good, scores 0.8'))
  const result = await client.ai.chat({ ...question, svc_options: { filter_mode: 'strict' } })
  expect(result.svc_filter.attempts.map(({ ain_score }) => ain_score)).toEqual([0.3, 0.8])
  service.upstream.plan(say('In several pieces'))
  const events: ChatEvent[] = []
  for await (const event of client.ai.streamChat(question)) events.push(event)
  const told = events.flatMap((event) => (event.type === 'delta' ? event.text : [])).join('')
  expect(told).toBe('In several pieces')
  expect(events.at(-1)).toMatchObject({ type: 'result', result: { response: 'In several pieces' } })
})

test('two calls with the same idempotency key are answered and charged once', async () => {
  const { client } = await register()
  service.upstream.plan(say('Once'))
  const first = await client.ai.chat(question, { idempotencyKey: 'name-1' })
  expect(await client.ai.chat(question, { idempotencyKey: 'name-1' })).toEqual(first)
  expect(service.upstream.calls).toHaveLength(1)
  expect((await client.usage()).endpoints['ai/chat'].used).toBe(1)
})

test('a used-up quota says when it resets', async () => {
  const { account, client } = await register()
  await service.sql`insert into usage_months (account_id, month, meter, from_allowance)
    values (${account.id}, date_trunc('month', now() at time zone 'utc'), 'ai/chat', 50)`
  service.upstream.plan(say('Hi'))
  const error = await client.ai.chat(question).catch((e) => e)
  expect(error).toBeInstanceOf(QuotaError)
  expect(error.resetsAt.getUTCDate()).toBe(1)
})

test('an own provider key, and errors of the provider', async () => {
  const { token } = await service.account('basic')
  const client = new Equipoise({ baseUrl: service.url, token })
  service.upstream.plan(say('From your provider'))
  const request = { ...question, provider: 'provider_b', user_api_key: 'sk-own' }
  expect((await client.ai.proxy(request)).response).toBe('From your provider')
  service.upstream.plan(({ response }) => response.writeHead(401).end('{}'))
  await expect(client.ai.proxy(request)).rejects.toBeInstanceOf(ProviderError)
})

test('billing opens payment pages and lists what can be bought', async () => {
  const { client } = await register()
  expect((await client.billing.topups()).map(({ id }) => id)).toContain('topup_10k')
  expect((await client.billing.checkout('basic')).checkout_url).toMatch(/^http/)
  expect((await client.billing.topup('topup_10k')).checkout_url).toMatch(/^http/)
  expect(await client.billing.subscription()).toMatchObject({ plan: 'free', status: 'none' })
  expect(await client.billing.history()).toEqual([])
})

test('after too many wrong passwords the caller is told how long to wait, and the client does not wait silently', async () => {
  const { email } = await register()
  const attempt = () => anonymous.auth.login({ email, password: 'wrong' }).catch((error) => error)
  for (let i = 0; i < 5; i++) expect(await attempt()).toBeInstanceOf(AuthenticationError)
  const error = await attempt()
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error.retryAfterMs).toBeGreaterThan(60_000)
})

test('a sequence is read sample by sample, and an interrupted one is an error', async () => {
  const samples: string[] = []
  for await (const bits of anonymous.sequence({ bias: 0.1, samples: 5_000, seed: 42 })) samples.push(bits)
  expect([samples.length, samples[0]]).toEqual([5_000, '001001011'])
  for await (const bits of anonymous.sequence({ bias: 0.1, seed: 42, offset: 1, limit: 1 }))
    expect(bits).toBe('110110100')
})
