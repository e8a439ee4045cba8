import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, breakAfter, reject, say, stall } from '../../../test/upstream.ts'

const clock = { offsetMs: 0 }
let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService({ nowMs: () => Date.now() + clock.offsetMs })
  account = await service.account('basic')
})
afterAll(() => service.close())

const body = { messages: [{ role: 'user', content: 'Why?' }] }

async function post(key: string, { path = '/ai/chat', payload = body as object, as = account } = {}) {
  const headers = { 'x-api-key': as.key, 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(payload) })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test.each([
  ['/ai/chat', body, 'ai/chat'],
  ['/ai/chat', { ...body, stream: true }, 'ai/chat'],
  ['/ai/chat', { ...body, stream: true, svc_options: { filter_mode: 'strict' } }, 'ai/chat'],
  ['/ai/proxy', { ...body, provider: 'provider_b', user_api_key: 'sk-mine' }, 'ai/proxy'],
  ['/v1/chat/completions', { ...body, model: 'm' }, 'ai/chat'],
  ['/v1/chat/completions', { ...body, model: 'm', stream: true }, 'ai/chat'],
] as const)('%s with the same key and body %j calls the model and charges once', async (path, payload, meter) => {
  const fresh = await service.account('basic')
  service.upstream.plan(say('Only once.'), reject(500))
  const first = await post('k-1', { path, payload, as: fresh })
  // A stream ends before its answer is stored: for a moment its key is still in use.
  await expect.poll(async () => (await post('k-1', { path, payload, as: fresh })).status).toBe(200)
  const second = await post('k-1', { path, payload, as: fresh })
  expect([first.status, second.status, service.upstream.calls.length]).toEqual([200, 200, 1])
  expect(inOnePiece(second.text)).toBe(inOnePiece(first.text))
  expect(await fresh.used(meter)).toBe(1)
})

/** What arrives in many pieces the first time arrives in one the second time; everything else is the same, in the same order. */
function inOnePiece(text: string): string {
  return text
    .replace(/event: delta\ndata: \{"text":"(.*)"\}\n\n/g, '$1')
    .replace(/data: \{.*"delta":\{(?:"role":"assistant",)?"content":"(.*)"\}.*\n\n/g, '$1')
}

test('a repeated answer in OpenAI’s format has the same id and time', async () => {
  const payload = { ...body, model: 'm' }
  service.upstream.plan(say('Only once.'), reject(500))
  const named = async () => {
    const { id, created } = JSON.parse((await post('k-named', { path: '/v1/chat/completions', payload })).text)
    return { id, created }
  }
  const first = await named()
  clock.offsetMs = 5_000
  expect(await named()).toEqual(first)
  clock.offsetMs = 0
})

test('a stored answer is returned even if the quota is used up', async () => {
  const poor = await service.account('free')
  service.upstream.plan(say('Paid for.'))
  expect((await post('k-2', { as: poor })).status).toBe(200)
  await service.sql`update usage_months set from_allowance = 50 where account_id = ${poor.id}`
  expect((await post('k-3', { as: poor })).status).toBe(402)
  expect((await post('k-2', { as: poor })).status).toBe(200)
})

test('the same key with another body, or on another path, is 422', async () => {
  service.upstream.plan(say('x'))
  await post('k-4')
  const other = await post('k-4', { payload: { messages: [{ role: 'user', content: 'How?' }] } })
  expect([other.status, other.text]).toEqual([422, expect.stringContaining('another request')])
  expect((await post('k-4', { path: '/v1/chat/completions' })).status).toBe(422)
  expect(service.upstream.calls).toHaveLength(1)
})

test('the same key of another account is another key', async () => {
  const other = await service.account('basic')
  service.upstream.plan(say('x'))
  await post('k-5')
  expect((await post('k-5', { as: other })).status).toBe(200)
  expect(service.upstream.calls).toHaveLength(2)
})

test('of concurrent requests one works and the others are 409', async () => {
  const fresh = await service.account('basic')
  service.upstream.plan(stall())
  const called = service.upstream.nextCall()
  const controller = new AbortController()
  const headers = { 'x-api-key': fresh.key, 'content-type': 'application/json', 'idempotency-key': 'k-6' }
  const running = fetch(`${service.url}/ai/chat`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: controller.signal,
  })
  running.catch(() => {})
  await called
  const others = await Promise.all(Array.from({ length: 5 }, () => post('k-6', { as: fresh })))
  expect(others.map(({ status, headers: sent }) => [status, sent.get('retry-after')])).toEqual(
    Array(5).fill([409, '1']),
  )
  expect(service.upstream.calls).toHaveLength(1)
  controller.abort()
  service.upstream.plan(say('x'))
  await expect.poll(async () => (await post('k-6', { as: fresh })).status).toBe(200)
  // The abandoned request stays charged, because the provider was called.
  expect(await fresh.used('ai/chat')).toBe(2)
})

test('a failed request frees its key, and costs nothing', async () => {
  const fresh = await service.account('basic')
  service.upstream.plan(reject(401), say('Second try.'))
  expect((await post('k-7', { as: fresh })).status).toBe(502)
  await expect.poll(() => fresh.used('ai/chat')).toBe(0)
  expect((await post('k-7', { as: fresh })).status).toBe(200)
})

test('invalid input, and an exhausted quota, do not take the key', async () => {
  expect((await post('k-8', { payload: {} })).status).toBe(422)
  const poor = await service.account('free')
  service.upstream.plan(say('x'))
  await post('k-9', { as: poor })
  await service.sql`update usage_months set from_allowance = 50 where account_id = ${poor.id}`
  expect((await post('k-10', { as: poor })).status).toBe(402)
  await service.sql`update usage_months set from_allowance = 0 where account_id = ${poor.id}`
  expect((await post('k-10', { as: poor })).status).toBe(200)
  expect((await post('k-8')).status).toBe(200)
})

test('a key that is too long is rejected', async () => {
  expect((await post('k'.repeat(256))).status).toBe(400)
})

test('a stored answer can be read neither in the database nor without the key, and is deleted after 24 hours', async () => {
  service.upstream.plan(say('A most private answer.'))
  await post('k-private-1')
  const rows = await service.sql<{ text: string }[]>`
    select encode(response, 'escape') || encode(key_hash, 'escape') || encode(fingerprint, 'escape') as text from idempotent_calls
    where response is not null`
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toMatch(/private|Why/)
  clock.offsetMs = 24 * 3_600_000 + 1
  expect((await post('k-private-1')).status).toBe(200)
  expect(service.upstream.calls).toHaveLength(2)
})

/** The provider answers only when told to, so that a test can stop the database between question and answer. */
function answerWhenTold(behaviour: Behaviour) {
  const scenes: Parameters<Behaviour>[0][] = []
  service.upstream.plan((scene) => void scenes.push(scene))
  return { asked: service.upstream.nextCall(), answer: () => scenes.forEach(behaviour) }
}

test.each([
  ['a stream', { ...body, stream: true }, say('Whole.'), 'event: result'],
  ['a stream that fails', { ...body, stream: true }, breakAfter(['Half', ' an answer'], 'error'), 'event: error'],
  ['a whole answer', body, say('Whole.'), '"response":"Whole."'],
  ['an error', body, reject(400), 'status 400'],
])('%s ends even if the database is unavailable at its end', async (_what, payload, behaviour, expected) => {
  const fresh = await service.account('basic')
  const { asked, answer } = answerWhenTold(behaviour)
  const posting = post('k-locked', { payload, as: fresh })
  await asked
  await service.sql.begin(async (tx) => {
    await tx`lock table idempotent_calls, usage_refunds in access exclusive mode`
    answer()
    expect((await posting).text).toContain(expected)
  })
})
