import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import { streamedAnswer, wholeAnswer } from '@equipoise/simulated'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  breakAfter,
  reject,
  reset,
  say,
  sayUncounted,
  sendRaw,
  stall,
  startUpstream,
  type Upstream,
} from '../../../test/upstream.ts'
import { ApiError } from '../../ground/errors.ts'
import { Secret } from '../../ground/secret.ts'
import { type Deadline, startDeadline } from '../deadline.ts'
import type { Answer, Ask } from '../provider.ts'
import { type ConnectedProvider, createProvider, type ProviderOptions } from './providers.ts'

const KEY = 'sk-canary-0123456789'

let upstream: Upstream
let deadline: Deadline
const hangUp = { controller: new AbortController() }
const waits: number[] = []
const opened: ConnectedProvider[] = []

beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => {
  waits.length = 0
  hangUp.controller = new AbortController()
  deadline = startDeadline(10_000, hangUp.controller, Date.now)
})
afterEach(async () => {
  deadline.end()
  await Promise.all(opened.splice(0).map((provider) => provider.close()))
})

const FORMATS = ['openai', 'anthropic'] as const
type Format = (typeof FORMATS)[number]

function open(format: Format, options: Partial<ProviderOptions> & { baseUrl?: string } = {}): ConnectedProvider {
  const { baseUrl = upstream.url, ...rest } = options
  const provider = createProvider(
    'provider_x',
    { format, baseUrl, model: 'default-model' },
    {
      random: () => 0.5,
      sleep: async (ms) => void waits.push(ms),
      ...rest,
    },
  )
  opened.push(provider)
  return provider
}

const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Why?' },
] as const

function asking(rest: Partial<Ask> = {}): Ask {
  return {
    dialect: 'chat',
    request: { messages: MESSAGES },
    head: { id: 'chatcmpl-test' },
    wantsText: true,
    model: 'some-model',
    key: new Secret(KEY),
    keyName: 'user_api_key',
    deadline,
    ...rest,
  }
}

function finishOf({ whole }: Answer): unknown {
  return (whole.choices as { finish_reason: unknown }[])[0]?.finish_reason
}

async function errorFrom(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`not rejected but ${String(error)}`)
  expect(JSON.stringify([error.message, error.headers, String(error.stack), String(error.cause)])).not.toContain(KEY)
  return error
}

describe.each(FORMATS)('%s', (format) => {
  test('a whole answer carries its text, model and tokens', async () => {
    upstream.plan(say('Because.'))
    const answer = await open(format).complete(asking())
    expect(answer).toMatchObject({
      texts: ['Because.'],
      model: 'some-model',
      usage: { inputTokens: 11, outputTokens: 7 },
      whole: { choices: [{ finish_reason: 'stop' }] },
    })
  })

  test('a streamed answer comes in pieces and adds up to the same', async () => {
    upstream.plan(say('One two three.', { finish: 'length' }))
    const pieces: string[] = []
    const answer = await open(format).stream(asking(), (piece) => void pieces.push(piece.text))
    expect(pieces.join('')).toBe('One two three.')
    expect(answer).toMatchObject({
      texts: ['One two three.'],
      model: 'some-model',
      usage: { inputTokens: 11, outputTokens: 7 },
      whole: { choices: [{ finish_reason: 'length' }] },
    })
  })

  test('tokens that the provider does not count are unknown, not 0', async () => {
    upstream.plan(sayUncounted('Hello.'))
    const unknown = { inputTokens: null, outputTokens: null }
    expect((await open(format).complete(asking())).usage).toEqual(unknown)
    expect((await open(format).stream(asking(), () => undefined)).usage).toEqual(unknown)
  })

  test('a number of tokens that no model could read is ignored', async () => {
    const claimed = { prompt_tokens: 9e15, completion_tokens: 7, input_tokens: 9e15, output_tokens: 7 }
    const answer = JSON.parse(wholeAnswer(format, { text: 'Hi.', model: 'm' }))
    upstream.plan(sendRaw(JSON.stringify({ ...answer, usage: claimed })))
    const { usage } = await open(format).complete(asking())
    expect(usage).toEqual({ inputTokens: null, outputTokens: 7 })
  })

  test('only headers of the allow-list are sent, and the key only in its own', async () => {
    upstream.plan(say('Hi.'))
    await open(format).complete(asking())
    const { headers, path } = upstream.calls[0] ?? { headers: {}, path: '' }
    const own = format === 'openai' ? ['authorization'] : ['anthropic-version', 'x-api-key']
    const allowed = ['accept', 'connection', 'content-length', 'content-type', 'host', ...own].sort()
    expect(Object.keys(headers).sort()).toEqual(allowed)
    expect(path).toBe(format === 'openai' ? '/v1/chat/completions' : '/v1/messages')
  })

  test.each([
    ['an empty answer', say(''), 'it is empty'],
    ['broken JSON', sendRaw('{"choices": ['), 'it is not JSON'],
    ['JSON of another kind', sendRaw('[1,2]'), 'it is malformed'],
    ['null', sendRaw('null'), 'it is malformed'],
    ['an answer that is too large', sendRaw(`"${'x'.repeat(5_000_000)}"`), 'it is too large'],
    ['an answer that is too deep', sendRaw(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`), 'too many values or levels'],
    ['an answer of many values', sendRaw(`{"a":[${'{},'.repeat(300_000)}{}]}`), 'too many values or levels'],
  ])('%s is reported as a failure of the provider', async (_what, behaviour, words) => {
    upstream.plan(behaviour)
    const error = await errorFrom(open(format).complete(asking()))
    expect([error.kind, error.message]).toEqual(['provider_failed', expect.stringContaining(words)])
    expect(upstream.calls).toHaveLength(1)
  })

  test('an answer can start with a byte order mark', async () => {
    const answer = wholeAnswer(format, { text: 'Hi.', model: 'm' })
    upstream.plan(sendRaw(`\ufeff${answer}`))
    expect((await open(format).complete(asking())).texts[0]).toBe('Hi.')
  })

  test.each([
    ['an object', { message: 'The model is overloaded' }],
    ['the words alone', 'overloaded_error'],
  ])('an error inside an answer is reported: %s', async (_what, error) => {
    upstream.plan(sendRaw(JSON.stringify({ error })), sendRaw(`data: ${JSON.stringify({ error })}\n\n`))
    for (const work of [open(format).complete(asking()), open(format).stream(asking(), () => undefined)]) {
      const error = await errorFrom(work)
      expect([error.kind, error.message]).toEqual(['provider_failed', expect.stringContaining(': it is overloaded.')])
    }
  })

  test('a content filter is reported as such, whole and streamed', async () => {
    upstream.plan(say('half', { finish: 'filtered' }))
    const provider = open(format)
    for (const work of [provider.complete(asking()), provider.stream(asking(), () => undefined)]) {
      const error = await errorFrom(work)
      expect([error.kind, error.message]).toEqual(['content_filtered', expect.stringContaining('content filter')])
      expect(error.headers['x-should-retry']).toBe('false')
    }
  })

  test.each([
    ['end', 'provider_failed', 'breaks off'],
    ['reset', 'provider_failed', 'closed the connection'],
    ['error', 'provider_failed', 'in the middle of its answer.'],
  ] as const)('a stream that ends with %s after its first text is not retried', async (then, kind, words) => {
    upstream.plan(breakAfter(['Once ', 'upon '], then, `bad luck ${KEY}`))
    const pieces: string[] = []
    const error = await errorFrom(open(format).stream(asking(), (piece) => void pieces.push(piece.text)))
    expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(words)])
    expect(pieces.join('')).toBe('Once upon ')
    expect([upstream.calls.length, waits]).toEqual([1, []])
  })

  test('a stream that goes silent in the middle is a timeout', async () => {
    upstream.plan(breakAfter(['Once '], 'stall'))
    const provider = open(format, { limits: { idleMs: 30 } })
    const error = await errorFrom(provider.stream(asking(), () => undefined))
    expect([error.kind, error.message]).toEqual(['timed_out', expect.stringContaining('stopped sending')])
  })

  test('a stream whose first byte does not arrive is a timeout', async () => {
    upstream.plan(stall())
    const error = await errorFrom(open(format, { limits: { firstByteMs: 30 } }).stream(asking(), () => undefined))
    expect([error.kind, error.message]).toEqual(['timed_out', expect.stringContaining('did not start')])
  })

  test('a stream is complete with its end mark, and a connection left open after that is dropped', async () => {
    upstream.plan(({ wire, response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const answer = { text: '', model: 'some-model', usage: { input: 1, output: 2 } }
      for (const frame of streamedAnswer(wire, answer, ['One ', 'two.'])) response.write(frame)
    })
    const dropped = upstream.nextHangUp()
    const provider = open(format, { limits: { idleMs: 60_000, lingerMs: 20 } })
    // A slow reader delays the end, but does not lose it.
    const answer = await provider.stream(asking(), () => new Promise((resolve) => setImmediate(resolve)))
    expect([answer.texts[0], finishOf(answer), answer.usage.outputTokens]).toEqual(['One two.', 'stop', 2])
    await dropped
  })

  test('a connection that ends right after the end mark is used again', async () => {
    const sockets = new Set<unknown>()
    upstream.plan(({ wire, response }) => {
      sockets.add(response.socket)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const frames = streamedAnswer(wire, { text: '', model: 'some-model' }, ['Hi.'])
      response.write(frames.join(''), () => setImmediate(() => response.end()))
    })
    const provider = open(format, { limits: { connectionsMax: 1 } })
    for (const _ of Array(3)) expect((await provider.stream(asking(), () => undefined)).texts[0]).toBe('Hi.')
    expect([upstream.calls.length, sockets.size]).toEqual([3, 1])
  })

  test('a line without an end is rejected', async () => {
    upstream.plan(sendRaw(`data: ${'x'.repeat(600_000)}`, 'text/event-stream'))
    const error = await errorFrom(open(format).stream(asking(), () => undefined))
    expect([error.kind, error.message]).toEqual(['provider_failed', expect.stringContaining('too long')])
  })
})

test('system text is a separate field for Anthropic, and a conversation of nothing else becomes the question', async () => {
  upstream.plan(say('Hi.'))
  const provider = open('anthropic')
  await provider.complete(asking())
  await provider.complete(asking({ request: { messages: [{ role: 'system', content: 'Alone.' }] } }))
  expect(upstream.calls.map(({ body }) => [body.system, body.messages, body.max_tokens])).toEqual([
    ['Be brief.', [{ role: 'user', content: 'Why?' }], 4096],
    [undefined, [{ role: 'user', content: 'Alone.' }], 4096],
  ])
})

test('Anthropic never gets a conversation that ends in an answer, because its model would continue that answer', async () => {
  upstream.plan(say('Hi.'))
  const messages = [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'Because' },
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: 'Now sum it up.' },
  ] as const
  await open('anthropic').complete(asking({ request: { messages } }))
  expect(upstream.calls[0]?.body).toMatchObject({
    system: 'Be brief.',
    messages: [...messages.slice(0, 2), { role: 'user', content: 'Now sum it up.' }],
  })
})

test.each(FORMATS)('%s: an unknown reason to end is an ordinary end, whatever its name', async (format) => {
  for (const reason of ['constructor', 'toString', '__proto__', 'brand_new']) {
    const openai = { choices: [{ message: { content: 'Hi.' }, finish_reason: reason }] }
    const anthropic = { content: [{ type: 'text', text: 'Hi.' }], stop_reason: reason }
    upstream.plan(sendRaw(JSON.stringify(format === 'openai' ? openai : anthropic)))
    expect(finishOf(await open(format).complete(asking()))).toBe(format === 'openai' ? reason : 'stop')
  }
})

test.each([
  ['openai', 'length'],
  ['anthropic', 'max_tokens'],
  ['anthropic', 'model_context_window_exceeded'],
] as const)('%s: an answer that ends with %s was cut off', async (format, reason) => {
  const openai = { choices: [{ message: { content: 'Hi.' }, finish_reason: reason }] }
  const anthropic = { content: [{ type: 'text', text: 'Hi.' }], stop_reason: reason }
  upstream.plan(sendRaw(JSON.stringify(format === 'openai' ? openai : anthropic)))
  expect(finishOf(await open(format).complete(asking()))).toBe('length')
})

test('the text of an answer in parts is its text parts, without the thoughts, whole and streamed', async () => {
  const content = [
    { type: 'thinking', thinking: [] },
    null,
    { type: 'text', text: 'Hi ' },
    { type: 'text', text: 'you.' },
  ]
  const whole = { choices: [{ message: { content }, finish_reason: 'stop' }] }
  const streamed = { choices: [{ delta: { content }, finish_reason: 'stop' }] }
  upstream.plan(sendRaw(JSON.stringify(whole)), sendRaw(`data: ${JSON.stringify(streamed)}\n\n`))
  const provider = open('openai')
  expect((await provider.complete(asking())).texts[0]).toBe('Hi you.')
  expect((await provider.stream(asking(), () => undefined)).texts[0]).toBe('Hi you.')
})

test('a refusal in a stream of OpenAI counts as a content filter, though it ends like any other answer', async () => {
  const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
  const frames = [
    chunk({ delta: { role: 'assistant', content: 'Well. ' } }),
    chunk({ delta: { refusal: 'I cannot ' } }),
    chunk({ delta: { refusal: 'help.' } }),
    chunk({ delta: {}, finish_reason: 'stop' }),
    'data: [DONE]\n\n',
  ]
  upstream.plan(sendRaw(frames.join(''), 'text/event-stream'))
  const error = await errorFrom(open('openai').stream(asking(), () => undefined))
  expect([error.kind, error.message]).toEqual(['content_filtered', expect.stringContaining('content filter')])
})

test('sampling options are passed on with the names of each format', async () => {
  upstream.plan(say('Hi.'))
  const sampling = { temperature: 0.2, top_p: 0.9, stop: ['END'], max_completion_tokens: 5 }
  const request = { messages: MESSAGES, ...sampling }
  await open('openai').complete(asking({ request }))
  await open('anthropic').complete(asking({ request }))
  const [openai, anthropic] = upstream.calls.map(({ body }) => body)
  expect(openai).toMatchObject({ temperature: 0.2, top_p: 0.9, stop: ['END'], max_completion_tokens: 5 })
  expect(openai).not.toHaveProperty('max_tokens')
  expect(anthropic).toMatchObject({ temperature: 0.2, top_p: 0.9, stop_sequences: ['END'], max_tokens: 5 })
})

test.each([
  [400, 'provider_failed', 'rejected the request (status 400): the messages are too long for the model.', 1],
  [401, 'provider_failed', 'rejected the API key given as user_api_key (status 401)', 1],
  [403, 'provider_failed', 'rejected the API key given as user_api_key (status 403)', 1],
  [404, 'provider_failed', 'does not know the model "some-model"', 1],
  [301, 'provider_failed', 'redirect (status 301), which is not followed', 1],
  [408, 'timed_out', 'did not finish in time', 3],
  [429, 'too_fast', 'accepts no more requests for now', 3],
  [500, 'provider_failed', 'failed (status 500)', 3],
  [529, 'provider_failed', 'failed (status 529)', 3],
])('status %i is %s', async (status, kind, words, calls) => {
  upstream.plan(reject(status, { message: `too long ${KEY} Bearer ${KEY}` }, { location: 'http://127.0.0.1:1/' }))
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(words)])
  expect(upstream.calls).toHaveLength(calls)
})

test.each([{ error: 'too long' }, { object: 'error', message: 'too long', code: 400 }])(
  'an error message uses our own words: %j',
  async (rejected) => {
    upstream.plan(({ response }) => response.writeHead(400).end(JSON.stringify(rejected)))
    const error = await errorFrom(open('openai').complete(asking()))
    expect(error.message).toBe('provider_x rejected the request (status 400): the messages are too long for the model.')
  },
)

const spelled: [how: string, key: string][] = [
  ['as it is', KEY],
  ['in base64', Buffer.from(KEY).toString('base64')],
  ['in base64url of a longer text', Buffer.from(`x${KEY}`).toString('base64url')],
  ['in hex', Buffer.from(KEY).toString('hex')],
  ['reversed', [...KEY].reverse().join('')],
  ['spaced', [...KEY].join(' ')],
  ['in upper case', KEY.toUpperCase()],
  ['in parts', KEY.replace(/(.{5})/g, '$1…')],
]

test.each(spelled)('no error carries the key %s, whatever its status', async (_how, key) => {
  for (const status of [400, 402, 403, 404, 409, 418, 429, 500, 529]) {
    upstream.plan(
      reject(status, { message: `The model rejected ${key} because of its permission`, code: key, type: key }),
    )
    const error = await errorFrom(open('openai').complete(asking({ mayRetry: false })))
    expect(JSON.stringify([error.message, error.headers, String(error.cause)])).not.toContain(key)
  }
})

test('if the provider rejects the deployment’s own key, the error tells the operator to check it', async () => {
  upstream.plan(reject(401))
  const error = await errorFrom(open('openai').complete(asking({ keyName: 'CHAT_API_KEY' })))
  expect(error.message).toContain('the operator has to check CHAT_API_KEY')
})

test('a retry waits with full jitter, and never less than the provider asks for', async () => {
  upstream.plan(reject(503), reject(429, {}, { 'retry-after': '2' }), say('Third time.'))
  expect((await open('openai').complete(asking())).texts[0]).toBe('Third time.')
  expect(waits).toEqual([125, 2_250])
})

test('if Retry-After is beyond the deadline, we pass it on instead of waiting', async () => {
  upstream.plan(reject(429, {}, { 'retry-after': '11' }))
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.kind, error.headers['retry-after']]).toEqual(['too_fast', '11'])
  expect([upstream.calls.length, waits]).toEqual([1, []])
})

test.each([500, 503, 529, 408])('a Retry-After of status %i is passed on, too', async (status) => {
  upstream.plan(reject(status, {}, { 'retry-after': '11' }))
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.headers['retry-after'], upstream.calls.length]).toEqual(['11', 1])
})

test('a Retry-After can be a date, and one in the past means no wait', async () => {
  const nowMs = () => Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')
  const on = (date: string) => reject(503, {}, { 'retry-after': date })
  upstream.plan(on('Wed, 21 Oct 2026 07:28:03 GMT'), on('Wed, 21 Oct 2026 07:20:00 GMT'), say('Third time.'))
  expect((await open('openai', { nowMs }).complete(asking())).texts[0]).toBe('Third time.')
  expect(waits).toEqual([3_125, 250])
})

test.each(['soon, 2026', 'Wed, 99 Oct 2026 07:28:00 GMT'])('a Retry-After of "%s" is ignored', async (odd) => {
  upstream.plan(reject(503, {}, { 'retry-after': odd }))
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.headers, waits]).toEqual([{}, [125, 250]])
})

test('a request is not retried if the quota at the provider is used up', async () => {
  upstream.plan(reject(429, { message: 'You exceeded your quota', code: 'insufficient_quota' }))
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.headers, upstream.calls.length]).toEqual([{ 'retry-after': '30', 'x-should-retry': 'false' }, 1])
})

test('a stream is retried only before its first byte', async () => {
  upstream.plan(reject(500), say('Second try.'))
  expect((await open('openai').stream(asking(), () => undefined)).texts[0]).toBe('Second try.')
  expect(upstream.calls).toHaveLength(2)
})

test('an answer that has started is never requested again, whatever network error follows', async () => {
  upstream.plan(say('Hello world.'))
  const lost = async () => {
    throw Object.assign(new Error('the network timed out'), { code: 'ETIMEDOUT' })
  }
  const error = await errorFrom(open('openai').stream(asking(), lost))
  expect([error.kind, error.message]).toEqual([
    'provider_failed',
    expect.stringContaining('closed the connection before its answer was complete'),
  ])
  expect(upstream.calls).toHaveLength(1)
})

test('a bug of our own while a stream is passed on is not blamed on the provider', async () => {
  upstream.plan(say('Hello world.'))
  const bug = new TypeError('a bug of ours')
  const streaming = open('openai').stream(asking(), () => {
    throw bug
  })
  await expect(streaming).rejects.toBe(bug)
})

test.each([
  ['openai', '{"choices": 5}'],
  ['openai', '{"choices": [7]}'],
  ['openai', '[]'],
  ['anthropic', '{"content": {"text": "x"}}'],
  ['anthropic', '"text"'],
] as const)('an answer of %s with another shape is malformed: %s', async (format, body) => {
  upstream.plan(sendRaw(body))
  const whole = await errorFrom(open(format).complete(asking()))
  expect([whole.kind, whole.message]).toEqual(['provider_failed', expect.stringContaining('it is malformed')])
})

test('an unreachable provider is tried three times', async () => {
  const error = await errorFrom(open('openai', { baseUrl: 'http://127.0.0.1:1' }).complete(asking()))
  expect([error.kind, error.message]).toEqual(['provider_failed', expect.stringContaining('cannot be reached')])
  expect(waits).toHaveLength(2)
})

test('a connection that is reset after the question was sent is not retried', async () => {
  upstream.plan(reset())
  const error = await errorFrom(open('openai').complete(asking()))
  expect([error.kind, upstream.calls.length]).toEqual(['provider_failed', 1])
})

test('the deadline ends a call that stalls, with and without a stream', async () => {
  upstream.plan(stall())
  for (const streamed of [true, false]) {
    const short = startDeadline(40, new AbortController(), Date.now)
    const ask = asking({ deadline: short })
    const provider = open('openai')
    const error = await errorFrom(streamed ? provider.stream(ask, () => undefined) : provider.complete(ask))
    short.end()
    expect([error.kind, error.message]).toEqual(['timed_out', expect.stringContaining('within 0.04 seconds')])
  }
})

test('only the deadline ends the wait for a whole answer, whose charge is then kept', async () => {
  upstream.plan(stall())
  const ending = new AbortController()
  // A timer of undici's for a response takes up to a second.
  const short = { ...startDeadline(2_000, ending, Date.now), remainingMs: () => 1 }
  const error = await errorFrom(open('openai').complete(asking({ deadline: short })))
  expect([error, ending]).toEqual([ending.signal.reason, expect.objectContaining({ hasLeft: true })])
})

test('the deadline ends a provider that sends a little at a time without end', async () => {
  upstream.plan(({ wire, response }) => {
    const [, piece = ''] = streamedAnswer(wire, { text: 'drop', model: 'small-model' }, ['drop'])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const dripping = setInterval(() => response.write(piece), 5)
    response.on('close', () => clearInterval(dripping))
  })
  // Aborts when the third piece has arrived: on a busy machine the first may be late.
  const ending = new AbortController()
  let drops = 0
  const short = startDeadline(600_000, ending, Date.now)
  const reading = open('openai').stream(asking({ deadline: short }), () => {
    if (++drops === 3) ending.abort(new ApiError('timed_out', 'Too late.'))
    return undefined
  })
  const error = await errorFrom(reading)
  short.end()
  expect([error.kind, drops]).toEqual(['timed_out', 3])
})

test('a reader that never takes its text does not outlast the deadline', async () => {
  upstream.plan(say('Hello there.'))
  const short = startDeadline(60, new AbortController(), Date.now)
  const error = await errorFrom(open('openai').stream(asking({ deadline: short }), () => new Promise(() => {})))
  short.end()
  expect(error.kind).toBe('timed_out')
})

test('a caller that hangs up ends the call to the provider, while waiting or in the middle of a stream', async () => {
  for (const behaviour of [stall(), breakAfter(['Once '], 'stall')]) {
    upstream.plan(behaviour)
    hangUp.controller = new AbortController()
    deadline.end()
    deadline = startDeadline(10_000, hangUp.controller, Date.now)
    const released = upstream.nextHangUp()
    const called = upstream.nextCall()
    const work = errorFrom(open('openai').stream(asking(), () => undefined))
    await called
    hangUp.controller.abort(new ApiError('caller_gone', 'gone'))
    expect((await work).kind).toBe('caller_gone')
    await released
  }
})

test('a caller that hangs up while waiting for a connection does not keep waiting', async () => {
  upstream.plan(stall())
  const provider = open('openai', { limits: { connectionsMax: 1 } })
  const called = upstream.nextCall()
  const first = errorFrom(provider.complete(asking()))
  await called
  const gone = new AbortController()
  const waiting = startDeadline(10_000, gone, Date.now)
  const second = errorFrom(provider.complete({ ...asking(), deadline: waiting }))
  gone.abort(new ApiError('caller_gone', 'gone'))
  expect([(await second).kind, upstream.calls.length]).toEqual(['caller_gone', 1])
  waiting.end()
  hangUp.controller.abort(new ApiError('caller_gone', 'gone'))
  await first
})

test("the official clients of both providers accept the test provider's format", async () => {
  upstream.plan(say('One two three.'))
  const messages = [{ role: 'user', content: 'Count.' }] as const
  const openai = new OpenAI({ apiKey: 'x', baseURL: upstream.url, maxRetries: 0 })
  const whole = await openai.chat.completions.create({ model: 'm', messages: [...messages] })
  expect(whole.choices[0]?.message.content).toBe('One two three.')
  let heard = ''
  for await (const chunk of await openai.chat.completions.create({
    model: 'm',
    messages: [...messages],
    stream: true,
  })) {
    heard += chunk.choices[0]?.delta.content ?? ''
  }
  expect(heard).toBe('One two three.')
  const anthropic = new Anthropic({ apiKey: 'x', baseURL: upstream.url.replace(/\/v1$/, ''), maxRetries: 0 })
  const stream = anthropic.messages.stream({ model: 'm', max_tokens: 10, messages: [...messages] })
  const message = await stream.finalMessage()
  expect(message.content[0]).toMatchObject({ type: 'text', text: 'One two three.' })
  expect(message.usage.output_tokens).toBe(7)
})

test('the adapters work with a simulated provider that others wrote', async () => {
  const mock = new LLMock({ port: 0 })
  mock.onMessage('Why?', { content: 'Because of physics.' })
  await mock.start()
  try {
    for (const format of FORMATS) {
      const provider = open(format, { baseUrl: `${mock.url}/v1` })
      const ask = asking({
        request: { messages: [{ role: 'user', content: 'Why?' }] },
        model: format === 'openai' ? 'gpt-4o' : 'claude-3-5-haiku-latest',
      })
      expect((await provider.complete(ask)).texts[0]).toBe('Because of physics.')
      let heard = ''
      const streamed = await provider.stream(ask, (piece) => {
        heard += piece.text
        return undefined
      })
      expect([heard, streamed.texts[0], finishOf(streamed)]).toEqual([
        'Because of physics.',
        'Because of physics.',
        'stop',
      ])
    }
  } finally {
    await mock.stop()
  }
})
