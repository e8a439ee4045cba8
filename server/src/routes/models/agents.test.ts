// What agents' clients need besides answers: working without threads, token counts, ids, prompt caches, errors that name the field.
import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { say, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterAll(() => service.close())

const OWN = { 'x-provider': 'provider_b', 'x-provider-key': 'sk-mine' }
const messages = [{ role: 'user' as const, content: 'Why?' }]
const asked = { model: 'm', max_tokens: 9, messages }

async function post(path: string, body: object, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...more }
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

const clientOf = (defaultHeaders: Record<string, string> = {}) =>
  new Anthropic({ apiKey: account.key, baseURL: service.url, maxRetries: 0, defaultHeaders })

test.each([
  ['OpenAI', {}],
  ['Anthropic', OWN],
])('the tool runner works without a thread, with a provider of %s’s kind', async (_name, headers) => {
  const used = async () => (await account.used('ai/chat')) + (await account.used('ai/proxy'))
  const before = await used()
  const call = { id: 'call_1', name: 'weather', input: { city: 'Paris' } }
  service.upstream.plan(say('', { calls: [call] }), say('Done, scores 0.9'))
  const weather = betaTool({
    name: 'weather',
    description: 'The weather in a city',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }: { city: string }) => `14 in ${city}`,
  })
  const last = await clientOf(headers).beta.messages.toolRunner({ ...asked, tools: [weather] })
  expect(last.content).toMatchObject([{ type: 'text', text: 'Done, scores 0.9' }])
  expect(service.upstream.calls.length).toBe(2)
  expect(service.upstream.calls[1]?.raw).toContain('14 in Paris')
  // Two answered turns; the request that was rejected for its thread costs nothing.
  expect((await used()) - before).toBe(2)
})

test('a thread is rejected with the error from which a client recovers', async () => {
  const { status, json } = await post('/v1/messages', { ...asked, thread: { type: 'create' } })
  expect(status).toBe(422)
  const details = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }
  expect(json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error', param: 'thread', details } })
})

const TOMORROW = { from_tomorrow: 1, later: { edits: [] }, prompt_options: { ttl: 1 }, 'a\nb': 1 }
const NAMED = 'from_tomorrow, later, prompt_options, ?'
const FORMATS: [path: string, body: object][] = [
  ['/v1/messages', asked],
  ['/v1/chat/completions', { model: 'm', messages }],
  ['/v1/responses', { model: 'm', input: 'Why?' }],
]

test.each([
  ['/v1/messages', asked, OWN],
  ['/v1/chat/completions', { model: 'm', messages }, {}],
])('fields of %s that we do not know reach a provider of the same format', async (path, body, headers) => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const answer = await post(path, { ...body, ...TOMORROW }, headers)
  expect([answer.status, answer.headers.has('x-ignored-fields')]).toEqual([200, false])
  expect(service.upstream.calls[0]?.body).toEqual({ ...body, ...TOMORROW })
})

test.each([
  ['/v1/messages', {}],
  ['/v1/chat/completions', OWN],
  ['/v1/responses', {}],
  ['/v1/responses', OWN],
])('fields of %s that a provider of another format cannot get are left out and named: %j', async (path, headers) => {
  const body = Object.fromEntries(FORMATS)[path]
  for (const stream of [false, true]) {
    service.upstream.plan(say('Fine, scores 0.9'))
    const answer = await post(path, { ...body, ...TOMORROW, stream }, headers)
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, NAMED])
    expect(service.upstream.calls[0]?.raw).not.toMatch(/from_tomorrow|later|prompt_options/)
    expect((await post(path, body ?? {}, headers)).headers.has('x-ignored-fields')).toBe(false)
  }
})

test.each(FORMATS)('fields of %s that choose another model or price reach no provider', async (path, body) => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const costly = { speed: 'fast', fallbacks: [{ model: 'dear' }], models: ['dear'], provider: {}, betas: ['a'] }
  const { status, headers } = await post(path, { ...body, ...costly }, path === '/v1/messages' ? OWN : {})
  expect([status, headers.get('x-ignored-fields')]).toEqual([200, Object.keys(costly).join(', ')])
  expect(service.upstream.calls[0]?.raw).not.toMatch(/speed|fallbacks|models|"provider"|betas|dear/)
})

describe('headers of a format', () => {
  const SENT = {
    'anthropic-beta': 'a-1,b-2',
    'anthropic-version': '2027-01-01',
    'anthropic-from-tomorrow': 'x',
    'openai-beta': 'o-1',
    'openai-organization': 'org-1',
    'anthropic-auth-token': 'k',
    cookie: 'a=b',
    'x-forwarded-for': '10.0.0.1',
    'x-internal-user': 'someone',
    'proxy-authorization': 'Basic eA==',
    forwarded: 'for=10.0.0.1',
    'x-real-ip': '10.0.0.1',
    via: '1.1 proxy',
    te: 'trailers',
    origin: 'https://app.example',
    referer: 'https://app.example/secret',
    traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    'x-svc-filter-mode': 'analyze',
  }
  const own = (headers: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name in SENT))

  test('reach a provider of that format unchanged, and no other header does', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    const { 'anthropic-beta': beta, 'anthropic-version': version, 'anthropic-from-tomorrow': tomorrow } = SENT
    await post('/v1/messages?beta=true', asked, { ...OWN, ...SENT })
    expect(own(service.upstream.calls[0]?.headers)).toEqual({
      'anthropic-beta': beta,
      'anthropic-version': version,
      'anthropic-from-tomorrow': tomorrow,
    })
    await post('/v1/chat/completions', { model: 'm', messages }, SENT)
    expect(own(service.upstream.calls[1]?.headers)).toEqual({ 'openai-beta': 'o-1' })
  })

  test('are all that a provider gets from a caller: its other headers are of our own making', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    for (const [path, body] of FORMATS) await post(path, body, SENT)
    await post('/v1/messages', asked, { ...OWN, ...SENT })
    const names = service.upstream.calls.map(({ headers }) =>
      Object.keys(headers)
        .filter((name) => !/^(host|connection|content-.*|accept.*|user-agent)$/.test(name))
        .sort(),
    )
    expect(names).toEqual([
      ['authorization'],
      ['authorization', 'openai-beta'],
      ['authorization'],
      ['anthropic-beta', 'anthropic-from-tomorrow', 'anthropic-version', 'x-api-key'],
    ])
    expect(JSON.stringify(service.upstream.calls.map(({ headers }) => headers))).not.toContain(account.key)
  })

  test('do not reach a provider of another format', async () => {
    service.upstream.plan(say('Fine, scores 0.9'))
    await post('/v1/messages', asked, SENT)
    await post('/v1/responses', { model: 'm', input: 'Why?' }, SENT)
    await post('/v1/chat/completions', { model: 'm', messages }, { ...OWN, ...SENT })
    const [first, second, third] = service.upstream.calls.map(({ headers }) => own(headers))
    expect([first, second, third]).toEqual([{}, {}, { 'anthropic-version': '2023-06-01' }])
  })
})

test.each([{ inference_geo: 'eu' }, { mcp_servers: [{ name: 'a' }] }, { container: 'c' }])(
  'a field that asks for something we do not do is rejected: %j',
  async (rest) => {
    const { status, json } = await post('/v1/messages', { ...asked, ...rest })
    expect([status, json().error.param]).toEqual([422, Object.keys(rest)[0]])
  },
)

test("errors name the field as OpenAI's clients expect, and the request as Anthropic's do", async () => {
  const wrong = { model: 'm', messages: [...messages, { role: 'user', content: 7 }] }
  const { json, headers } = await post('/v1/chat/completions', wrong)
  expect(json().error.param).toBe('messages[1].content')
  expect(headers.get('request-id')).toBe(headers.get('x-request-id'))
})

test('tokens are counted by the provider, or estimated if it cannot; neither costs anything', async () => {
  const before = [await account.used('ai/chat'), await account.used('ai/proxy')]
  service.upstream.plan(sendRaw('{"input_tokens": 42}'))
  const tools = [{ name: 'weather', input_schema: { type: 'object' as const } }]
  expect(await clientOf(OWN).messages.countTokens({ model: 'm', messages, tools })).toEqual({ input_tokens: 42 })
  expect(service.upstream.calls).toMatchObject([
    { path: '/v1/messages/count_tokens', body: { model: 'm', messages, tools } },
  ])
  const estimated = await post('/v1/messages/count_tokens', {
    messages: [{ role: 'user', content: 'x'.repeat(4_000) }],
  })
  expect([estimated.status, estimated.headers.get('x-token-count')]).toEqual([200, 'estimated'])
  expect(estimated.json().input_tokens).toBeGreaterThanOrEqual(1_000)
  expect(estimated.json().input_tokens).toBeLessThan(1_050)
  expect([await account.used('ai/chat'), await account.used('ai/proxy')]).toEqual(before)
})

test('counting tokens needs credentials, and with an own key the plan that allows it', async () => {
  const path = `${service.url}/v1/messages/count_tokens`
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(path, { method: 'POST', headers, body: JSON.stringify(asked) })).status).toBe(401)
  const free = await service.account('free')
  const own = { ...headers, ...OWN, 'x-api-key': free.key }
  expect((await fetch(path, { method: 'POST', headers: own, body: JSON.stringify(asked) })).status).toBe(403)
})

const cachedAnswer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Fine, scores 0.9' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 25, output_tokens: 3 },
}

test('cached tokens are counted the same in all three formats', async () => {
  service.upstream.plan(sendRaw(JSON.stringify(cachedAnswer)))
  const message = (await post('/v1/messages', asked, OWN)).json()
  const completion = (await post('/v1/chat/completions', { model: 'm', messages, prompt_cache_key: 'k' }, OWN)).json()
  const response = (await post('/v1/responses', { model: 'm', input: 'Why?', prompt_cache_key: 'k' }, OWN)).json()
  expect(message.usage).toEqual(cachedAnswer.usage)
  expect(message.svc_filter.attempts).toMatchObject([{ input_tokens: 100, output_tokens: 3 }])
  expect(completion.usage).toMatchObject({ prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 70 } })
  expect(completion.svc_filter.attempts).toMatchObject([{ input_tokens: 100 }])
  expect(response.usage).toMatchObject({ input_tokens: 100, input_tokens_details: { cached_tokens: 70 } })
})

test('a stream reports the input tokens from the start, if the provider does', async () => {
  const chunk = (rest: object) => `data: ${JSON.stringify({ id: 'c', model: 'm', ...rest })}\n\n`
  const counts = { prompt_tokens: 12, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 4 } }
  const text = { choices: [{ index: 0, delta: { content: 'Fine.' }, finish_reason: null }], usage: counts }
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  service.upstream.plan(sendRaw(`${chunk(text)}${chunk(end)}data: [DONE]\n\n`, 'text/event-stream'))
  const { text: streamed } = await post('/v1/messages', { ...asked, stream: true })
  const start = JSON.parse(/data: (.*message_start.*)/.exec(streamed)?.[1] ?? '{}')
  expect(start.message.usage).toEqual({ input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 0 })
})
