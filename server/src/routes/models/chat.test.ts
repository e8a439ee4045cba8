import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, breakAfter, reject, say, sayUncounted, stall } from '../../../test/upstream.ts'
import type { PlanId } from '../../ground/plans.ts'

let service: AiService
let pro: Account

beforeAll(async () => {
  service = await openAiService({ env: { CHAT_MESSAGES_MAX: '100', CHAT_CHARACTERS_MAX: '100000' } })
  pro = await service.account('pro')
})
afterAll(() => service.close())

const USER_KEY = 'sk-callers-own-key'
const messages = [{ role: 'user', content: 'Why?' }]
const chatBody = { messages }
const proxyBody = { provider: 'provider_a', user_api_key: USER_KEY, messages }

async function post(path: string, body: unknown, { account = pro, headers = {} }: Sent = {}) {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, json: await answer.json() }
}

interface Sent {
  account?: Account
  headers?: Record<string, string>
}

async function stream(path: string, body: object, { account = pro, headers = {} }: Sent = {}) {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...body, stream: true }),
  })
  return { status: answer.status, type: answer.headers.get('content-type'), events: eventsOf(await answer.text()) }
}

function eventsOf(text: string): [string, Record<string, unknown>][] {
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event = '', data = '']) => [
    event,
    JSON.parse(data),
  ])
}

const strict = { svc_options: { filter_mode: 'strict' } }
const rebalance = { svc_options: { filter_mode: 'rebalance' } }

describe('POST /ai/analyze', () => {
  test('returns the score, its band, and the words with their positions, and calls no provider', async () => {
    service.upstream.plan(say('x'))
    const { status, json } = await post('/ai/analyze', { text: 'Dreadful text scores 0.39' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      ain_score: 0.39,
      bias_direction: 'negative_leaning',
      svc_certified: false,
      band: 'biased',
      word_ratios: { positive: 0, negative: 0.25, loaded: 0.25, neutral: 0.5 },
      sentences: [{ start: 0, end: 25, ain_score: 0.39 }],
      evidence: [{ start: 0, end: 8, text: 'dreadful', kind: 'loaded', direction: 'negative', weight: 1 }],
      model_version: 'by-text',
    })
    expect(service.upstream.calls).toHaveLength(0)
  })

  test('counts characters as people do: 10,000 emoji fit, one more does not', async () => {
    expect((await post('/ai/analyze', { text: '😀'.repeat(10_000) })).status).toBe(200)
    const { status, json } = await post('/ai/analyze', { text: '😀'.repeat(10_001) })
    expect([status, json.detail[0].loc, json.detail[0].type]).toEqual([422, ['body', 'text'], 'string_too_long'])
    expect((await post('/ai/analyze', { text: '\ud83d'.repeat(10_001) })).status).toBe(422)
    expect((await post('/ai/analyze', { text: '\ud83d'.repeat(10_000) })).status).toBe(200)
    const empty = await post('/ai/analyze', { text: '' })
    expect([empty.status, empty.json.detail[0].type]).toEqual([422, 'string_too_short'])
    expect((await post('/ai/analyze', {})).json.detail[0].type).toBe('missing')
  })
})

describe('POST /ai/chat', () => {
  test('answers with the response, its score and the report of the filter', async () => {
    service.upstream.plan(say('It depends, scores 0.8'))
    const { status, json } = await post('/ai/chat', chatBody)
    expect(status).toBe(200)
    expect(json).toEqual({
      response: 'It depends, scores 0.8',
      ain_score: 0.8,
      model: 'small-model',
      svc_filter: {
        ain_score: 0.8,
        svc_certified: true,
        bias_direction: 'neutral',
        word_ratios: { positive: 0, negative: 0.25, loaded: 0.25, neutral: 0.5 },
        filter_mode: 'analyze',
        passed: true,
        attempts: [
          {
            ain_score: 0.8,
            bias_direction: 'neutral',
            input_tokens: 11,
            output_tokens: 7,
            duration_ms: expect.any(Number),
          },
        ],
        model_version: 'by-text',
        language: 'en',
      },
      usage: { input_tokens: 11, output_tokens: 7 },
    })
    expect(service.upstream.calls[0]?.headers.authorization).toBe(`Bearer ${CHAT_KEY}`)
  })

  test.each([
    ['analyze', [0.1], 1, true],
    ['rebalance', [0.4], 1, true],
    ['rebalance', [0.1, 0.5], 2, true],
    ['rebalance', [0.3, 0.2], 2, false],
    ['strict', [0.71], 1, true],
    ['strict', [0.7, 0.9], 2, true],
    ['strict', [0.1, 0.1, 0.1, 0.1], 4, false],
  ])('%s over %j calls the provider exactly %i times, and costs 1', async (filter_mode, scores, asks, passed) => {
    const account = await service.account('pro')
    service.upstream.plan(...scores.map((score) => say(`text scores ${score}`)), reject(500))
    const { status, json } = await post('/ai/chat', { ...chatBody, svc_options: { filter_mode } }, { account })
    expect([status, service.upstream.calls.length, json.svc_filter.attempts.length]).toEqual([200, asks, asks])
    expect([json.svc_filter.passed, json.usage.input_tokens]).toEqual([passed, 11 * asks])
    expect(await account.used('ai/chat')).toBe(1)
  })

  test.each(['provider_a', 'provider_b'])('a retry of %s keeps a question that is system text', async (provider) => {
    service.upstream.plan(say('scores 0.1'), say('scores 0.9'))
    const alone = [{ role: 'system', content: 'Say why.' }]
    await post('/ai/proxy', { ...proxyBody, provider, messages: alone, ...rebalance })
    const asked = service.upstream.calls.map(({ body }) => body.messages.at(-1)?.content)
    expect(asked).toEqual(['Say why.', 'Say why.'])
    expect(JSON.stringify(service.upstream.calls[1]?.body)).toContain('neutral language')
  })

  test('an answer that cannot be scored has a null score and does not pass', async () => {
    service.upstream.plan(say('scores nothing'))
    const { status, json } = await post('/ai/chat', { ...chatBody, ...strict })
    expect([status, json.ain_score, json.svc_filter.passed, json.svc_filter.svc_certified]).toEqual([
      200,
      null,
      false,
      false,
    ])
  })

  test('a conversation that ends with the assistant is continued', async () => {
    service.upstream.plan(say('And so on.'))
    const begun = [...messages, { role: 'assistant', content: 'First' }]
    expect((await post('/ai/chat', { messages: begun })).status).toBe(200)
    expect(service.upstream.calls.at(-1)?.body).toMatchObject({ messages: begun })
  })

  test('unknown token counts are null', async () => {
    service.upstream.plan(sayUncounted('scores 0.9'))
    expect((await post('/ai/chat', chatBody)).json.usage).toEqual({ input_tokens: null, output_tokens: null })
  })

  test('without a key of the deployment it is 503 and names the setting', async () => {
    const bare = await openAiService({ env: { CHAT_API_KEY: '' } })
    const account = await bare.account('free')
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/ai/chat',
      headers: { 'x-api-key': account.key },
      payload: chatBody,
    })
    expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('CHAT_API_KEY')])
    await expect.poll(() => account.used('ai/chat')).toBe(0)
    await bare.close()
  })

  test.each([
    ['no messages', {}, ['body', 'messages'], 'missing'],
    ['an empty list', { messages: [] }, ['body', 'messages'], 'too_short'],
    ['another role', { messages: [{ role: 'tool', content: 'x' }] }, ['body', 'messages', 0, 'role'], 'literal_error'],
    [
      'content that is no text',
      { messages: [{ role: 'user', content: 7 }] },
      ['body', 'messages', 0, 'content'],
      'string_type',
    ],
    ['a mode at the top', { messages, filter_mode: 'strict' }, ['body', 'filter_mode'], 'extra_forbidden'],
    ['a mode in camel case', { messages, filterMode: 'strict' }, ['body', 'filterMode'], 'extra_forbidden'],
    ['options in camel case', { messages, svcOptions: {} }, ['body', 'svcOptions'], 'extra_forbidden'],
    [
      'a misspelt option',
      { messages, svc_options: { mode: 'strict' } },
      ['body', 'svc_options', 'mode'],
      'extra_forbidden',
    ],
    ['101 messages', { messages: Array(101).fill(messages[0]) }, ['body', 'messages'], 'too_long'],
    [
      '100,001 characters',
      { messages: Array(100).fill({ role: 'user', content: 'x'.repeat(1_001) }) },
      ['body', 'messages'],
      'string_too_long',
    ],
    ['a model with spaces', { messages, model: 'a b' }, ['body', 'model'], 'value_error'],
    ['a model that is too long', { messages, model: 'm'.repeat(129) }, ['body', 'model'], 'string_too_long'],
    [
      'an unknown filter mode',
      { messages, svc_options: { filter_mode: 'lax' } },
      ['body', 'svc_options', 'filter_mode'],
      'literal_error',
    ],
    ['a stream that is no boolean', { messages, stream: 'yes' }, ['body', 'stream'], 'value_error'],
  ])('%s is 422 with its location', async (_what, body, loc, type) => {
    service.upstream.plan(say('x'))
    const { status, json } = await post('/ai/chat', body)
    expect([status, json.detail[0].loc, json.detail[0].type]).toEqual([422, loc, type])
    expect(service.upstream.calls).toHaveLength(0)
  })

  test('100 messages with 100,000 characters in all are accepted', async () => {
    service.upstream.plan(say('x'))
    const many = Array(100).fill({ role: 'user', content: '😀'.repeat(1_000) })
    expect((await post('/ai/chat', { messages: many })).status).toBe(200)
  })

  test.each(['/ai/chat', '/ai/proxy'])(
    '%s accepts 100,000 characters in any notation, and rejects a larger body',
    async (path) => {
      service.upstream.plan(say('x'))
      const sent = async (characters: number) => {
        const escaped = JSON.stringify({ ...proxyBody, messages: [{ role: 'user', content: 'TEXT' }] })
        const answer = await fetch(service.url + path, {
          method: 'POST',
          headers: { 'x-api-key': pro.key, 'content-type': 'application/json' },
          body: escaped.replace('TEXT', '\\ud83d\\ude00'.repeat(characters)),
        })
        await answer.arrayBuffer()
        return answer.status
      }
      expect([await sent(100_000), await sent(100_001), await sent(200_000)]).toEqual([200, 422, 413])
    },
  )

  test('all errors are listed at once: of single messages, and of the conversation as a whole', async () => {
    const wrong = [
      { role: 'x', content: 5 },
      null,
      { role: 'user', content: 'x'.repeat(100_001) },
      { role: 'assistant', content: 'y' },
    ]
    const { status, json } = await post('/ai/chat', { messages: wrong, model: 'a b' })
    expect(status).toBe(422)
    expect(json.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')).sort()).toEqual([
      'body.messages',
      'body.messages.0.content',
      'body.messages.0.role',
      'body.messages.1',
      'body.model',
    ])
  })
})

describe.each(['/ai/chat', '/v1/chat/completions'])('%s', (path) => {
  test('reports, besides too many messages, the errors of the first ones and of the whole', async () => {
    const wrong = [{ role: 'x', content: 'y' }, ...Array(200).fill(messages[0]), { role: 'assistant', content: 5 }]
    const { status, json } = await post(path, { messages: wrong, model: 'a b' })
    expect(status).toBe(422)
    expect(json.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.join('.'), type])).toEqual([
      ['body.messages.0.role', 'literal_error'],
      ['body.messages', 'too_long'],
      ['body.model', 'value_error'],
    ])
  })

  test('reports at most a hundred errors, however many messages there are', async () => {
    const { status, json } = await post(path, { messages: Array(2_000).fill(0) })
    expect([status, json.detail.length]).toEqual([422, 100])
  })

  test('only counts the messages if there are more than any body may have', async () => {
    const { status, json } = await post(path, { messages: Array(15_000).fill(0) })
    expect([status, json.detail.map(({ type }: { type: string }) => type)]).toEqual([422, ['too_long']])
    expect((await post(path, { messages: Array(45_000).fill(0) })).status).toBe(413)
  })
})

describe('POST /ai/proxy', () => {
  test.each(['provider_a', 'provider_b', 'provider_c'])('calls %s with the caller’s key only', async (provider) => {
    service.upstream.plan(say('Well, scores 0.9'))
    const { status, json } = await post('/ai/proxy', { ...proxyBody, provider, model: 'vendor/big-model:1' })
    expect([status, json.response, json.svc_filter.svc_certified, json.model]).toEqual([
      200,
      'Well, scores 0.9',
      true,
      'vendor/big-model:1',
    ])
    const [call] = service.upstream.calls
    expect(call?.headers[provider === 'provider_b' ? 'x-api-key' : 'authorization']).toContain(USER_KEY)
    expect(JSON.stringify(call)).not.toContain(CHAT_KEY)
    expect(JSON.stringify(call)).not.toContain(pro.key)
  })

  test('is not in the free plan, and the error names the plan it needs', async () => {
    const account = await service.account('free')
    const { status, json } = await post('/ai/proxy', proxyBody, { account })
    expect([status, json.detail]).toEqual([403, expect.stringContaining('basic')])
  })

  test.each([
    ['an unknown provider', { provider: 'http://127.0.0.1/' }, ['body', 'provider'], 'literal_error'],
    ['a key with a line break', { user_api_key: 'a\r\nX-Evil: 1' }, ['body', 'user_api_key'], 'value_error'],
    ['an empty key', { user_api_key: '' }, ['body', 'user_api_key'], 'string_too_short'],
    ['no key', { user_api_key: undefined }, ['body', 'user_api_key'], 'missing'],
  ])('%s is 422', async (_what, wrong, loc, type) => {
    const { status, json } = await post('/ai/proxy', { ...proxyBody, ...wrong })
    expect(status).toBe(422)
    expect(json.detail.map((field: { loc: unknown; type: unknown }) => [field.loc, field.type])).toContainEqual([
      loc,
      type,
    ])
  })

  test.each([
    [401, 1, 'rejected the API key given as user_api_key'],
    [404, 1, 'does not know the model'],
    [400, 1, 'rejected the request'],
    [500, 0, 'failed (status 500)'],
  ])('status %i of the provider is 502, with an explanation, and costs %i calls', async (theirs, cost, words) => {
    const account = await service.account('basic')
    service.upstream.plan(reject(theirs, { message: `key ${USER_KEY} is bad` }))
    const { status, json } = await post('/ai/proxy', proxyBody, { account })
    expect([status, json.detail]).toEqual([502, expect.stringContaining(words)])
    expect(JSON.stringify(json)).not.toContain(USER_KEY)
    expect(await account.used('ai/proxy')).toBe(cost)
  })

  test('the provider’s 429 is passed on with its Retry-After, and costs nothing', async () => {
    const account = await service.account('basic')
    service.upstream.plan(reject(429, { message: 'slow down' }, { 'retry-after': '120' }))
    const { status, headers, json } = await post('/ai/proxy', proxyBody, { account })
    expect([status, headers.get('retry-after'), json.detail]).toEqual([
      429,
      '120',
      expect.stringContaining('accepts no more requests'),
    ])
    await expect.poll(() => account.used('ai/proxy')).toBe(0)
  })

  test('one deadline covers all attempts: 504, charged once', async () => {
    const hurried = await openAiService({ env: { AI_TIMEOUT_MS: '800' } })
    const account = await hurried.account('basic')
    hurried.upstream.plan(say('scores 0.1'), say('scores 0.2'), stall())
    const payload = { ...proxyBody, ...strict }
    const answer = await hurried.app.inject({
      method: 'POST',
      url: '/ai/proxy',
      headers: { 'x-api-key': account.key },
      payload,
    })
    expect([answer.statusCode, hurried.upstream.calls.length]).toEqual([504, 3])
    expect(await account.used('ai/proxy')).toBe(1)
    await hurried.close()
  })
})

describe('streaming', () => {
  test('analyze sends the text as it arrives, then the attempt and the same result as without a stream', async () => {
    service.upstream.plan(say('One two scores 0.8'))
    const { status, type, events } = await stream('/ai/chat', chatBody)
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(events.map(([event]) => event).join(' ')).toMatch(/^(delta )+attempt result$/)
    const text = events.flatMap(([event, data]) => (event === 'delta' ? [data.text] : [])).join('')
    expect(text).toBe('One two scores 0.8')
    const { json } = await post('/ai/chat', chatBody)
    const [, result] = events.at(-1) ?? []
    const timeless = (answer: unknown) =>
      JSON.parse(JSON.stringify(answer).replace(/"duration_ms":\d+/g, '"duration_ms":0'))
    expect(timeless(result)).toEqual(timeless(json))
  })

  test.each([rebalance, strict])('a rejected token is never sent (%j)', async (options) => {
    service.upstream.plan(say('rejected scores 0.1'), say('accepted scores 0.9'))
    const { events } = await stream('/ai/chat', { ...chatBody, ...options })
    expect(events.map(([event]) => event)).toEqual(['attempt', 'attempt', 'delta', 'result'])
    expect(JSON.stringify(events)).not.toContain('rejected')
    expect(events[2]?.[1]).toEqual({ text: 'accepted scores 0.9' })
  })

  test('what fails before the first event is rejected with its status', async () => {
    service.upstream.plan(reject(401))
    const answer = await post('/ai/chat', { ...chatBody, stream: true })
    expect([answer.status, answer.json.detail]).toEqual([502, expect.stringContaining('CHAT_API_KEY')])
  })

  test.each(['reset', 'end', 'error'] as const)(
    'a stream that is cut off (%s) ends with an error event and costs nothing',
    async (then) => {
      const account = await service.account('pro')
      service.upstream.plan(breakAfter(['Once '], then))
      const { events } = await stream('/ai/proxy', proxyBody, { account })
      expect(events).toEqual([
        ['delta', { text: 'Once ' }],
        ['error', { status: 502, detail: expect.stringContaining('provider_a') }],
      ])
      await expect.poll(() => account.used('ai/proxy')).toBe(0)
    },
  )
})

describe('a stream that runs into the deadline', () => {
  const stoppedAt = async (behaviour: Behaviour) => {
    const hurried = await openAiService({ env: { AI_TIMEOUT_MS: '800' } })
    const account = await hurried.account('pro')
    hurried.upstream.plan(behaviour)
    const answer = await fetch(`${hurried.url}/ai/proxy`, {
      method: 'POST',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body: JSON.stringify({ ...proxyBody, stream: true }),
    })
    const said = await answer.text()
    const used = await account.used('ai/proxy')
    await hurried.close()
    return { status: answer.status, said, used }
  }

  test('is charged once text arrived, so that requesting more than fits is not free', async () => {
    const { said, used } = await stoppedAt(breakAfter(['The answer. ', '1 2 3 '], 'stall'))
    expect(eventsOf(said)).toEqual([
      ['delta', { text: 'The answer. 1 2 3 ' }],
      ['error', { status: 504, detail: expect.stringContaining('within 0.8 seconds') }],
    ])
    expect(used).toBe(1)
  })

  test("is charged once text arrived, even if the provider's content filter stops it", async () => {
    const { said, used } = await stoppedAt(say('Nearly everything.', { finish: 'filtered' }))
    expect(eventsOf(said).at(-1)).toEqual(['error', { status: 502, detail: expect.stringContaining('content filter') }])
    expect(used).toBe(1)
  })

  test('is charged even if nothing arrived: the provider was called', async () => {
    const { status, used } = await stoppedAt(stall())
    expect([status, used]).toEqual([504, 1])
  })
})

describe('a caller that hangs up', () => {
  /** Sends a request on its own connection and returns a function that cuts it. */
  function callAndCut(account: Account, body: object) {
    const { hostname, port } = new URL(service.url)
    const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
    const call = httpRequest({ hostname, port, path: '/ai/proxy', method: 'POST', headers })
    call.on('error', () => {})
    const firstByte = new Promise<void>((resolve) =>
      call.on('response', (answer) => answer.once('data', () => resolve())),
    )
    call.end(JSON.stringify(body))
    return { cut: () => call.destroy(), firstByte }
  }

  test('ends the call to the provider at once, and is charged for it', async () => {
    for (const streamed of [false, true]) {
      const account = await service.account('pro')
      service.upstream.plan(stall())
      const [called, released] = [service.upstream.nextCall(), service.upstream.nextHangUp()]
      const { cut } = callAndCut(account, { ...proxyBody, stream: streamed })
      await called
      const ticks = countTicks()
      cut()
      await released
      expect(ticks.stop()).toBeLessThan(100)
      await expect.poll(service.log).toMatch(new RegExp(`"status":499,.*"account":${account.id},`))
      expect(await account.used('ai/proxy')).toBe(1)
    }
  })

  test('ends the request in progress on its connection, and those queued behind it never start', async () => {
    const account = await service.account('pro')
    service.upstream.plan(stall())
    const { hostname, port } = new URL(service.url)
    const body = JSON.stringify(chatBody)
    const head = `POST /ai/chat HTTP/1.1\r\nhost: x\r\nx-api-key: ${account.key}\r\ncontent-type: application/json`
    const socket = connect(Number(port), hostname)
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`.repeat(3))
    await expect.poll(() => service.upstream.calls.length).toBe(1)
    const hungUp = () => service.log().split('"status":499').length
    const before = hungUp()
    socket.destroy()
    await expect.poll(() => hungUp() - before).toBe(1)
    expect([await account.used('ai/chat'), service.upstream.calls.length]).toEqual([1, 1])
  })

  test('is in the log and in the metrics', async () => {
    const account = await service.account('pro')
    service.upstream.plan(stall())
    const called = service.upstream.nextCall()
    const { cut } = callAndCut(account, proxyBody)
    await called
    cut()
    const line = new RegExp(`"path":"/ai/proxy","status":499,.*"account":${account.id},`)
    await expect.poll(service.log).toMatch(line)
    const metrics = (await service.app.inject('/metrics')).body
    expect(metrics).toMatch(/http_errors_total\{method="POST",route="\/ai\/proxy",status="499"\} [1-9]/)
  })

  /** Counts milliseconds in which this process could work: a stall of a second counts as one. */
  function countTicks() {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    return {
      stop() {
        clearInterval(timer)
        return ticks
      },
    }
  }

  test('is charged for a stream that had started to arrive, so that hanging up before its end is not free', async () => {
    const account = await service.account('pro')
    service.upstream.plan(breakAfter(['Nearly ', 'everything '], 'stall'))
    const released = service.upstream.nextHangUp()
    const { cut, firstByte } = callAndCut(account, { ...proxyBody, stream: true })
    await firstByte
    cut()
    await released
    service.upstream.plan(say('x'))
    expect((await post('/ai/proxy', proxyBody, { account })).status).toBe(200)
    expect(await account.used('ai/proxy')).toBe(2)
  })
})

describe('the in-flight cap', () => {
  test('rejects further requests with 429 and Retry-After, refunds them, and frees places again', async () => {
    const plan: PlanId = 'basic'
    const account = await service.account(plan)
    service.upstream.plan(stall())
    const controller = new AbortController()
    const running = Array.from({ length: 20 }, () =>
      fetch(`${service.url}/ai/proxy`, {
        method: 'POST',
        headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
        body: JSON.stringify(proxyBody),
        signal: controller.signal,
      }).catch(() => undefined),
    )
    await expect.poll(() => service.upstream.calls.length).toBe(20)
    const { status, headers, json } = await post('/ai/proxy', proxyBody, { account })
    expect([status, headers.get('retry-after'), json.detail]).toEqual([429, '1', expect.stringContaining('At most 20')])
    const own = { 'x-provider': 'provider_a', 'x-provider-key': 'k' }
    const input = { model: 'm', input: 'x' }
    expect((await post('/v1/embeddings', input, { account, headers: own })).status).toBe(429)
    const counted = { model: 'm', messages: [{ role: 'user', content: 'x' }] }
    expect((await post('/v1/messages/count_tokens', counted, { account, headers: own })).status).toBe(429)
    controller.abort()
    await Promise.all(running)
    service.upstream.plan(say('x'))
    await expect.poll(async () => (await post('/ai/proxy', proxyBody, { account })).status).toBe(200)
    expect(await account.used('ai/proxy')).toBe(21)
  })
})
