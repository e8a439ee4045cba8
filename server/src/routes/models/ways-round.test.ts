// Ways round a budget, as an attacker would try them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { say } from '../../../test/upstream.ts'

let service: AiService
let account: Account
/** A token costs a millionth of a euro, and an answer has at most 1,000. */
const MODELS = [{ id: 'small', price: { input: 1, output: 1 }, max_output_tokens: 1_000 }]

beforeAll(async () => {
  service = await openAiService({ env: { CHAT_MODELS: JSON.stringify(MODELS) } })
})
afterAll(() => service.close())
beforeEach(async () => {
  account = await service.account('pro')
  service.upstream.plan(say('Hello there.'))
})

async function send(url: string, payload: object, key = account.token) {
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode: status, body } = await service.app.inject({ method: 'POST', url, headers, payload })
  return { status, json: body.startsWith('{') ? JSON.parse(body) : undefined }
}
async function keyWith(budget: number): Promise<{ id: number; key: string }> {
  return (await send('/api-keys', { limits: { budget_eur: { day: budget } } })).json
}
/** Millionths of a euro. */
async function usedOf({ id }: { id: number }): Promise<number | undefined> {
  const [row] = await service.sql<{ used: number }[]>`select used from limit_use where subject = ${`key ${id}`}`
  return row?.used
}

const messages = [{ role: 'user', content: 'Why?' }]
const model = 'small'
const chat = '/v1/chat/completions'

describe('reserves the maximum of the model if the limit on output is', () => {
  test.each([
    ['the field of another format', chat, { model, messages, max_output_tokens: 1 }],
    ['the field of another format', '/v1/responses', { model, input: 'Why?', max_tokens: 1 }],
    ['the newer field of another format', '/v1/responses', { model, input: 'Why?', max_completion_tokens: 1 }],
    ['null', chat, { model, messages, max_tokens: null }],
    ['given twice, and the larger one counts', chat, { model, messages, max_tokens: 1, max_completion_tokens: 900 }],
  ])('%s (%s)', async (_what, url, body) => {
    const key = await keyWith(0.0005)
    expect((await send(url, body, key.key)).status).toBe(402)
    expect([service.upstream.calls, await usedOf(key)]).toEqual([[], undefined])
  })
})

test.each([
  ['predicted output', { prediction: { type: 'content', content: 'Because.' } }],
  ['the best of several answers', { best_of: 20 }],
  ["a provider's own search", { search_parameters: { mode: 'on' } }],
])('%s is not asked for with a budget: nobody knows what it costs', async (_what, field) => {
  const { key } = await keyWith(9)
  expect((await send(chat, { model, messages, max_tokens: 5, ...field }, key)).status).toBe(403)
})

test.each(['x', -3, 1e300, [8]])('choices of a format that has none (%j) change nothing', async (n) => {
  const key = await keyWith(0.01)
  expect((await send('/v1/messages', { model, messages, max_tokens: 5, n }, key.key)).status).toBe(200)
  expect(await usedOf(key)).toBe(18)
})

test.each([
  ['SMALL', 422],
  ['provider_a/small', 422],
  ['small:strict', 402],
])('the model "%s" has no lower price', async (named, status) => {
  const { key } = await keyWith(0.0005)
  expect((await send(chat, { model: named, messages, max_tokens: 50 }, key)).status).toBe(status)
  expect(service.upstream.calls).toEqual([])
})

test('a key of your own is counted as well, however it is sent', async () => {
  const key = await keyWith(0.01)
  const body = { provider: 'provider_a', user_api_key: 'sk-own', model, messages }
  expect((await send('/ai/proxy', body, key.key)).status).toBe(200)
  expect(await usedOf(key)).toBe(18)
})

test.each([
  ['negative counts', -5, 3],
  ['counts that no model has', 1e18, 1e18],
  ['more than the request can use', 99_999_999, 7],
  ['an answer longer than its limit', 11, 99_999_999],
  ['parts of tokens', 1.5, 2],
  ['words', '12', 7],
])('a provider that reports %s is paid what was reserved, and no more', async (_what, input, output) => {
  const key = await keyWith(0.001)
  service.upstream.plan(say('Hello there.', { usage: { input: input as number, output } }))
  const reserved = []
  for (const stream of [false, true]) {
    const before = (await usedOf(key)) ?? 0
    expect((await send(chat, { model, messages, max_tokens: 50, stream }, key.key)).status).toBe(200)
    reserved.push(((await usedOf(key)) ?? 0) - before)
  }
  expect(Math.min(...reserved)).toBeGreaterThan(100)
  expect(Math.max(...reserved)).toBeLessThan(200)
})
