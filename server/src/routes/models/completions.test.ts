import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from '../../../test/ai-service.ts'
import { breakAfter, reject, say, sayUncounted, stall } from '../../../test/upstream.ts'

let service: AiService
let account: Account
let client: OpenAI

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
  client = clientOf(account.key)
})
afterAll(() => service.close())

function clientOf(apiKey: string, rest: { timeout?: number; maxRetries?: number } = {}): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries: 0, ...rest })
}

const messages = [{ role: 'user' as const, content: 'Why?' }]
type Filtered<T> = T & { svc_filter?: { ain_score: number; passed: boolean; attempts: unknown[] } }

async function failureOf(work: Promise<unknown>): Promise<APIError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof APIError)) throw new Error(`not an APIError: ${String(error)}`)
  return error
}

test('the official client gets a completion, with the report of the filter beside it', async () => {
  service.upstream.plan(say('Because, scores 0.8', { finish: 'length' }))
  const completion: Filtered<OpenAI.ChatCompletion> = await client.chat.completions.create({
    model: 'some/model',
    messages,
  })
  expect(completion).toMatchObject({
    object: 'chat.completion',
    model: 'some/model',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Because, scores 0.8' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    svc_filter: { ain_score: 0.8, passed: true, filter_mode: 'analyze' },
  })
  const [call] = service.upstream.calls
  expect([call?.body.model, call?.headers.authorization]).toEqual(['some/model', `Bearer ${CHAT_KEY}`])
  expect(await account.used('ai/chat')).toBe(1)
})

test('filter options are read from the body', async () => {
  service.upstream.plan(say('scores 0.1'), say('scores 0.9'))
  const body = { model: 'm', messages, svc_options: { filter_mode: 'strict' } }
  const completion: Filtered<OpenAI.ChatCompletion> = await client.chat.completions.create(body)
  expect([completion.svc_filter?.attempts.length, completion.svc_filter?.ain_score]).toEqual([2, 0.9])
})

test('a history with a refusal is accepted, and an empty message without one is an error', async () => {
  service.upstream.plan(say('x'))
  const history = [...messages, { role: 'assistant' as const, content: null, refusal: 'No.' }, ...messages]
  await client.chat.completions.create({ model: 'm', messages: history })
  expect(service.upstream.calls[0]?.body.messages).toEqual(history)
  const silent = { role: 'assistant' as const, content: null }
  const rejected = await failureOf(client.chat.completions.create({ model: 'm', messages: [silent, ...messages] }))
  expect([rejected.status, rejected.message]).toEqual([422, expect.stringContaining('body.messages.0.content: Input')])
})

test('a format can be as deep as a JSON schema, and options can be null', async () => {
  service.upstream.plan(say('x'))
  let schema: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < 10; level++) schema = { type: 'object', properties: { inner: schema } }
  const completion = await client.chat.completions.create({
    model: 'm',
    messages,
    response_format: { type: 'json_schema', json_schema: { name: 'deep', schema } },
    stream_options: { include_usage: null } as never,
  })
  expect(completion.choices[0]?.message.content).toBe('x')
})

test('the official client reads the stream, with its tokens and the report at the end', async () => {
  service.upstream.plan(say('One two three scores 0.8'))
  const stream = await client.chat.completions.create({
    model: 'm',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  const chunks: Filtered<OpenAI.ChatCompletionChunk>[] = []
  for await (const chunk of stream) chunks.push(chunk)
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('One two three scores 0.8')
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
  const last = chunks.find((chunk) => chunk.choices[0]?.finish_reason)
  expect([last?.choices[0]?.finish_reason, last?.svc_filter?.ain_score]).toEqual(['stop', 0.8])
  expect(chunks.at(-1)?.usage?.total_tokens).toBe(18)
})

test.each(['analyze', 'strict'])(
  'every chunk names the model that answered, as the whole answer does (%s)',
  async (mode) => {
    service.upstream.plan((scene) => {
      const body = { ...scene.call.body, model: 'm-2026-01-01' }
      say('Hi, scores 0.9')({ ...scene, call: { ...scene.call, body } })
    })
    const body = { model: 'm', messages, svc_options: { filter_mode: mode } }
    const models = new Set<string>()
    for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) models.add(chunk.model)
    expect(models).toEqual(new Set(['m-2026-01-01']))
    expect((await client.chat.completions.create(body)).model).toBe('m-2026-01-01')
  },
)

test("the client's stream helper works too, and a rejected token is never sent", async () => {
  service.upstream.plan(say('rejected scores 0.1'), say('accepted scores 0.9'))
  const body = { model: 'm', messages, stream: true as const, svc_options: { filter_mode: 'rebalance' } }
  const seen: string[] = []
  const runner = client.chat.completions.stream(body).on('content', (delta) => seen.push(delta))
  expect((await runner.finalChatCompletion()).choices[0]?.message.content).toBe('accepted scores 0.9')
  expect(seen.join('')).toBe('accepted scores 0.9')
})

test('unknown token counts are left out', async () => {
  service.upstream.plan(sayUncounted('x'))
  expect((await client.chat.completions.create({ model: 'm', messages })).usage).toBeUndefined()
})

test('errors have the shape that the client expects, beside our own', async () => {
  service.upstream.plan(reject(404))
  const missing = await failureOf(client.chat.completions.create({ model: 'no-such', messages }))
  expect([missing.status, missing.type, missing.code, missing.message]).toEqual([
    502,
    'api_error',
    'provider_failed',
    expect.stringContaining('does not know the model "no-such"'),
  ])
  const anonymous = await failureOf(clientOf('svc_nobody').chat.completions.create({ model: 'm', messages }))
  expect([anonymous.status, anonymous.type]).toEqual([401, 'authentication_error'])
  const invalid = await failureOf(client.chat.completions.create({ model: 'm', messages: [] }))
  expect([invalid.status, invalid.type]).toEqual([422, 'invalid_request_error'])
  service.upstream.plan(reject(429, {}, { 'retry-after': '99' }))
  const hurried = await failureOf(client.chat.completions.create({ model: 'm', messages }))
  expect([hurried.status, hurried.headers?.get('retry-after')]).toEqual([429, '99'])
})

test('an unknown path and a wrong method are reported in that shape too', async () => {
  const missing = await failureOf(client.post('/nothing', { body: {} }))
  expect([missing.status, missing.type, missing.code]).toEqual([404, 'invalid_request_error', 'not_found'])
  const wrong = await failureOf(client.get('/chat/completions'))
  expect([wrong.status, wrong.code, wrong.message]).toEqual([
    405,
    'method_not_allowed',
    expect.stringContaining('use POST'),
  ])
})

test.each([
  ['storage', { store: true }, 'body.store: Not supported here'],
  ['audio', { modalities: ['text', 'audio'] }, 'body.modalities'],
  ['a web search', { web_search_options: {} }, 'body.web_search_options: Not supported here'],
  ['too many choices', { n: 9 }, 'body.n'],
  ['a service tier that costs more', { service_tier: 'priority' }, 'body.service_tier'],
  [
    'a result without a call',
    { messages: [...messages, { role: 'tool', tool_call_id: 'call_1', content: '4' }] },
    'body.messages.1.tool_call_id: There is no tool call with this id before it',
  ],
  [
    'an image that is not base64',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,@@@' } }] }] },
    'valid base64',
  ],
  [
    'an image that is too large',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(8 * 1024 * 1024)}` } }],
        },
      ],
    },
    'at most 5 MiB',
  ],
  [
    'a file of another account',
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] },
    'file',
  ],
  [
    '4 MB of arguments',
    {
      messages: [
        ...messages,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: 'x'.repeat(4_000_000) } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'x' },
      ],
    },
    'at most 4000000 characters together',
  ],
])('%s is rejected by name and costs nothing', async (_what, rest, words) => {
  service.upstream.plan(say('x'))
  const free = await service.account('free')
  const body = { model: 'm', messages, ...rest } as never
  const rejected = await failureOf(clientOf(free.key).chat.completions.create(body))
  expect([rejected.status, rejected.message]).toEqual([422, expect.stringContaining(words)])
  expect([service.upstream.calls.length, await free.used('ai/chat')]).toEqual([0, 0])
})

test('a client with retries does not repeat what cannot succeed', async () => {
  service.upstream.plan(reject(401))
  await failureOf(clientOf(account.key, { maxRetries: 2 }).chat.completions.create({ model: 'm', messages }))
  expect(service.upstream.calls).toHaveLength(1)
})

test('an error in the middle of a stream reaches the client as an error', async () => {
  service.upstream.plan(breakAfter(['Once '], 'error'))
  const stream = await client.chat.completions.create({ model: 'm', messages, stream: true })
  const heard: string[] = []
  const read = async () => {
    for await (const chunk of stream) heard.push(chunk.choices[0]?.delta.content ?? '')
  }
  const failure = await failureOf(read())
  expect([heard.join(''), failure.message]).toEqual(['Once ', expect.stringContaining('in the middle of its answer')])
})

test('a client that times out or aborts ends the call to the provider and is refunded', async () => {
  const patient = await service.account('pro')
  service.upstream.plan(stall())
  let released = service.upstream.nextHangUp()
  const timed = await failureOf(
    clientOf(patient.key, { timeout: 300 }).chat.completions.create({ model: 'm', messages }),
  )
  expect(timed).toBeInstanceOf(APIConnectionTimeoutError)
  await released
  released = service.upstream.nextHangUp()
  const called = service.upstream.nextCall()
  const controller = new AbortController()
  const call = failureOf(
    clientOf(patient.key).chat.completions.create(
      { model: 'm', messages, stream: true },
      { signal: controller.signal },
    ),
  )
  await called
  controller.abort()
  expect(await call).toBeInstanceOf(APIUserAbortError)
  await released
  expect(await patient.used('ai/chat')).toBe(2)
})

test('models lists those that chat uses', async () => {
  const listed = await client.models.list()
  expect(listed.data).toEqual([
    expect.objectContaining({
      id: 'small-model',
      object: 'model',
      owned_by: 'provider_c',
      display_name: 'small-model',
    }),
  ])
  expect((await failureOf(clientOf('svc_nobody').models.list())).status).toBe(401)
})
