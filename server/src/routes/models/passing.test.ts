// What reaches the provider and what is returned, without silent losses in between.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, say, sendRaw } from '../../../test/upstream.ts'
import { brandNamed } from '../../ground/brand.ts'
import { chatFieldNames, chatRequest } from './chat-request.ts'
import { messagesFieldNames } from './messages-request.ts'
import { responsesFieldNames } from './responses-request.ts'
import { NEVER_PASSED } from './unknown-fields.ts'

const SHAPE = { brand: brandNamed(), conversation: { messagesMax: 2_000, charactersMax: 4_000_000 } }
/** Treated like fields that we do not know. */
const ONLY_SAME_FORMAT = ['diagnostics']
let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterAll(() => service.close())

const messages = [{ role: 'user', content: 'Why?' }]

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...headers }
  const response = await fetch(service.url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, text, json: () => JSON.parse(text) }
}

/** The field names of an interface in the types of an installed client. */
function fieldsIn(pkg: string, file: string, name: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(pkg))
  const source = readFileSync(join(folder, file), 'utf8')
  const body = source.slice(source.indexOf(`export interface ${name} {`)).split('\n}\n', 1)[0] ?? ''
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field]) => field ?? '')
}

test.each([
  ['openai', 'resources/chat/completions/completions.d.ts', 'ChatCompletionCreateParamsBase', chatFieldNames],
  ['openai', 'resources/responses/responses.d.ts', 'ResponseCreateParamsBase', responsesFieldNames],
  ['@anthropic-ai/sdk', 'resources/messages/messages.d.ts', 'MessageCreateParamsBase', messagesFieldNames],
] as const)('every field that %s knows in %s has a rule of its own', (pkg, file, name, known) => {
  const fields = fieldsIn(pkg, file, name)
  expect(fields.length).toBeGreaterThan(10)
  const ruled = new Set([...known(SHAPE), ...NEVER_PASSED, ...ONLY_SAME_FORMAT])
  expect(fields.filter((field) => !ruled.has(field))).toEqual([])
})

test('the guide’s table names every field of a chat completion, and only those', () => {
  const guide = readFileSync(new URL('../../../../docs/guide/openai-compatible.md', import.meta.url), 'utf8')
  const table = guide.split('## Fields of a chat completion')[1]?.split('Limits:')[0] ?? ''
  const row = (start: string) => {
    const line = table.split('\n').find((one) => one.startsWith(`| ${start}`)) ?? ''
    return [...line.matchAll(/`(\w+)(?:: \w+)?`/g)].map(([, name]) => name ?? '')
  }
  const passed = [...row('passed on unchanged'), ...row('extensions')]
  const changed = row('changed before we pass it on')
  const rejected = row('rejected')
  const known = chatFieldNames(SHAPE)
  expect(known.filter((name) => ![...passed, ...changed, ...rejected].includes(name))).toEqual([])
  const parts = ['name', 'tool_calls', 'image_url', 'file_data', 'auto', 'default', 'flex', 'rebalance', 'strict']
  expect([...passed, ...changed].filter((name) => ![...known, ...parts].includes(name))).toEqual([])
  expect(rejected.filter((name) => !known.includes(name))).toEqual([])
  const schema = chatRequest(SHAPE)
  const isRejected = (name: string) => !schema.safeParse({ messages, [name]: name === 'store' ? true : {} }).success
  expect(rejected.filter((name) => !isRejected(name))).toEqual([])
})

const everything = {
  seed: 7,
  messages: [
    { role: 'developer', content: 'Be brief.', name: 'boss' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Whÿ? 😀' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{ "a" : 1 }' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '4' },
  ],
  model: 'some-model',
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: true } }],
  tool_choice: { type: 'function', function: { name: 'f' } },
  parallel_tool_calls: false,
  response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
  logprobs: true,
  top_logprobs: 2,
  logit_bias: { 50256: -100 },
  frequency_penalty: 0.5,
  presence_penalty: -0.5,
  reasoning_effort: 'low',
  user: 'u-1',
  stop: 'END',
  n: 2,
  max_completion_tokens: 9,
}

describe('the request', () => {
  test('is passed on byte for byte, except for our own field', async () => {
    service.upstream.plan(say('x'))
    const { status } = await post('/v1/chat/completions', { ...everything, svc_options: { filter_mode: 'analyze' } })
    expect(status).toBe(200)
    expect(JSON.stringify(service.upstream.calls[0]?.body)).toBe(JSON.stringify(everything))
  })

  test('of a stream also asks for token counts, and changes nothing else', async () => {
    service.upstream.plan(say('x'))
    await post('/v1/chat/completions', { ...everything, n: 1, stream: true })
    const stream_options = { include_usage: true }
    const expected = { ...everything, n: 1, stream: true, stream_options }
    expect(JSON.stringify(service.upstream.calls[0]?.body)).toBe(JSON.stringify(expected))
  })

  test('keeps tools and format in every retry, which adds one message', async () => {
    service.upstream.plan(say('{"a": "scores 0.1"}'), say('{"a": "scores 0.9"}'))
    const { json } = await post('/v1/chat/completions', { ...everything, n: 1, svc_options: { filter_mode: 'strict' } })
    const [first, second] = service.upstream.calls.map(({ body }) => body)
    const { messages: told, ...rest } = second ?? { messages: [] }
    expect(rest).toEqual({ ...everything, n: 1, messages: undefined })
    expect(told.filter((_, index) => index !== 1)).toEqual(first?.messages)
    expect(json().svc_filter).toMatchObject({ passed: true, attempts: [{ ain_score: 0.1 }, { ain_score: 0.9 }] })
  })

  test('in Anthropic’s format is passed on unchanged if the provider uses it', async () => {
    service.upstream.plan(say('x'))
    const body = {
      max_tokens: 10,
      model: 'c',
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tools: [{ name: 'f', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
      top_k: 5,
    }
    const own = { 'x-provider': 'provider_b', 'x-provider-key': 'sk-mine' }
    expect((await post('/v1/messages', body, own)).status).toBe(200)
    expect(JSON.stringify(service.upstream.calls[0]?.body)).toBe(JSON.stringify(body))
    expect(service.upstream.calls[0]?.headers['x-api-key']).toBe('sk-mine')
  })

  test.each([
    ['/v1/chat/completions', { seed: 7 }, 'body.seed'],
    ['/v1/chat/completions', { response_format: { type: 'json_object' } }, 'body.response_format'],
    ['/v1/chat/completions', { n: 2 }, 'body.n'],
  ])('that Anthropic’s format cannot express is rejected by name: %s %j', async (path, rest, field) => {
    service.upstream.plan(say('x'))
    const used = await account.used('ai/proxy')
    const own = { 'x-provider': 'provider_b', 'x-provider-key': 'sk-mine' }
    const { status, text } = await post(path, { model: 'c', messages, ...rest }, own)
    expect([status, text, service.upstream.calls.length]).toEqual([422, expect.stringContaining(field), 0])
    expect(await account.used('ai/proxy')).toBe(used)
  })

  test.each([{ thinking: { type: 'enabled', budget_tokens: 1024 } }, { top_k: 5 }])(
    'that OpenAI’s format cannot express is rejected by name: %j',
    async (rest) => {
      service.upstream.plan(say('x'))
      const { status, text } = await post('/v1/messages', { model: 'c', max_tokens: 9, messages, ...rest })
      expect([status, text]).toEqual([422, expect.stringContaining(`body.${Object.keys(rest)[0]}`)])
    },
  )

  test.each([
    [{ store: true }, 'body.store'],
    [{ previous_response_id: 'resp_1' }, 'body.previous_response_id'],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'body.input.0.type'],
    [{ tools: [{ type: 'web_search' }] }, 'body.tools.0.type'],
    [{ truncation: 'auto' }, 'body.truncation'],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: { a: 1 } }] }, 'body.input.0.output'],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: '4' }] }, 'body.input.0.call_id'],
    [{ input: [{ role: 'user' }] }, 'body.input.0.content'],
  ])('of /v1/responses that needs storage or a tool of the provider is rejected by name: %j', async (rest, field) => {
    service.upstream.plan(say('x'))
    const { status, text } = await post('/v1/responses', { model: 'm', input: 'Why?', ...rest })
    expect([status, text, service.upstream.calls.length]).toEqual([422, expect.stringContaining(field), 0])
  })
})

describe('the answer', () => {
  const answer = {
    id: 'chatcmpl-7',
    object: 'chat.completion',
    created: 5,
    model: 'm-2026',
    system_fingerprint: 'fp',
    service_tier: 'default',
    x_vendor: { queue: 1 },
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hi, scores 0.8',
          reasoning_content: 'Hm.',
          refusal: null,
          annotations: [],
        },
        logprobs: { content: [{ token: 'Hi', logprob: -1 }] },
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 5,
      completion_tokens: 6,
      total_tokens: 11,
      prompt_tokens_details: { cached_tokens: 3 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  }

  test('is returned with every field', async () => {
    service.upstream.plan(sendRaw(JSON.stringify(answer)))
    const { svc_filter, ...rest } = (await post('/v1/chat/completions', { model: 'm', messages })).json()
    expect([rest, svc_filter.ain_score]).toEqual([answer, 0.8])
  })

  test('of several attempts has the tokens of all, including details', async () => {
    const low = structuredClone(answer)
    ;(low.choices[0] as { message: { content: string } }).message.content = 'scores 0.1'
    service.upstream.plan(sendRaw(JSON.stringify(low)), sendRaw(JSON.stringify(answer)))
    const { usage } = (
      await post('/v1/chat/completions', { model: 'm', messages }, { 'x-svc-filter-mode': 'rebalance' })
    ).json()
    expect(usage).toEqual({
      prompt_tokens: 10,
      completion_tokens: 12,
      total_tokens: 22,
      prompt_tokens_details: { cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 4 },
    })
  })

  test('of several choices has the most neutral one first, and in modes that reject omits rejected ones', async () => {
    const choice = (index: number, score: number) => ({
      index,
      message: { role: 'assistant', content: `scores ${score}` },
      finish_reason: 'stop',
    })
    const three = { ...answer, choices: [choice(0, 0.2), choice(1, 0.9), choice(2, 0.8)] }
    service.upstream.plan(sendRaw(JSON.stringify(three)))
    const asked = { model: 'm', messages, n: 3 }
    const all = (await post('/v1/chat/completions', asked)).json()
    const texts = (from: { choices: { index: number; message: { content: string } }[] }) =>
      from.choices.map(({ index, message }) => [index, message.content])
    expect(texts(all)).toEqual([
      [0, 'scores 0.9'],
      [1, 'scores 0.8'],
      [2, 'scores 0.2'],
    ])
    expect(all.svc_filter.choices.map(({ ain_score }: { ain_score: number }) => ain_score)).toEqual([0.9, 0.8, 0.2])
    const strict = (await post('/v1/chat/completions', { ...asked, svc_options: { filter_mode: 'strict' } })).json()
    expect(texts(strict)).toEqual([
      [0, 'scores 0.9'],
      [1, 'scores 0.8'],
    ])
  })

  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":"scores 0.1"}' } }
  const calling = {
    ...answer,
    choices: [
      { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' },
    ],
  }

  test.each(['analyze', 'strict'] as const)(
    'that is only a tool call is passed on unscored, and not retried (%s)',
    async (mode) => {
      service.upstream.plan(sendRaw(JSON.stringify(calling)))
      const { svc_filter, choices } = (
        await post('/v1/chat/completions', { model: 'm', messages, svc_options: { filter_mode: mode } })
      ).json()
      expect(choices[0].message.tool_calls).toEqual([call])
      expect(svc_filter).toMatchObject({ ain_score: null, reason: 'no_text', passed: mode === 'analyze' })
      expect(service.upstream.calls).toHaveLength(1)
    },
  )

  test('in JSON is scored by its texts, not by its field names', async () => {
    service.upstream.plan(say('{"scores 0.1": "scores 0.9"}'))
    const response_format = { type: 'json_object' }
    const { svc_filter } = (await post('/v1/chat/completions', { model: 'm', messages, response_format })).json()
    expect(svc_filter.ain_score).toBe(0.9)
  })

  const chunk = (choice: object) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }] })}\n\n`
  const begun = chunk({
    delta: { role: 'assistant', tool_calls: [{ index: 0, ...call, function: { name: 'f', arguments: '{"a' } }] },
  })
  const BROKEN: [string, Behaviour][] = [
    ['a stream that ends inside a tool call', sendRaw(begun, 'text/event-stream')],
    ['a stream that says it is done inside a tool call', sendRaw(`${begun}data: [DONE]\n\n`, 'text/event-stream')],
  ]
  test.each(BROKEN)('%s ends with an error in every format, refunded', async (_what, behaviour) => {
    const used = await account.used('ai/chat')
    for (const [path, body] of [
      ['/v1/chat/completions', { model: 'm', messages, stream: true }],
      ['/v1/responses', { model: 'm', input: 'Why?', stream: true }],
      ['/v1/messages', { model: 'm', max_tokens: 9, messages, stream: true }],
    ] as const) {
      service.upstream.plan(behaviour)
      const { text } = await post(path, body)
      expect([path, text]).toEqual([path, expect.stringContaining('breaks off before its end')])
      expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed/)
    }
    await expect.poll(() => account.used('ai/chat')).toBe(used)
  })

  test.each([
    ['a page', sendRaw('<html>', 'text/html')],
    ['Anthropic’s format', sendRaw(JSON.stringify({ type: 'message', content: [{ type: 'text', text: 'Hi' }] }))],
    ['a list', sendRaw('[]')],
  ] as [string, Behaviour][])(
    'in another format (%s) is 502 with an explanation, on every path, refunded',
    async (_what, behaviour) => {
      const used = await account.used('ai/chat')
      for (const [path, body] of [
        ['/v1/chat/completions', { model: 'm', messages }],
        ['/v1/responses', { model: 'm', input: 'Why?' }],
        ['/v1/messages', { model: 'm', max_tokens: 9, messages }],
      ] as const) {
        service.upstream.plan(behaviour)
        const { status, text } = await post(path, body)
        expect([path, status, text]).toEqual([path, 502, expect.stringContaining('unusable answer')])
      }
      expect(await account.used('ai/chat')).toBe(used)
    },
  )
})

test('a rejected word is never sent, whatever the endpoint, the tools and the format; progress is reported in comments', async () => {
  const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }]
  const response_format = { type: 'json_object' }
  const paths = [
    ['/v1/chat/completions', { model: 'm', messages, tools, response_format }],
    ['/v1/responses', { model: 'm', input: 'Why?', text: { format: { type: 'json_object' } } }],
    ['/v1/messages', { model: 'm', max_tokens: 9, messages, tools: [{ name: 'f', input_schema: {} }] }],
    ['/ai/chat', { messages }],
  ] as const
  for (const [path, body] of paths) {
    for (const stream of [false, true]) {
      service.upstream.plan(
        say('{"a": "scores 0.1 CANARYONE"}'),
        say('{"a": "scores 0.2 CANARYTWO"}'),
        say('{"a": "scores 0.9 fine"}'),
      )
      const { status, text } = await post(path, { ...body, stream, svc_options: { filter_mode: 'strict' } })
      expect([path, stream, status, text]).toEqual([path, stream, 200, expect.stringContaining('scores 0.9 fine')])
      expect([path, text.includes('CANARY')]).toEqual([path, false])
      expect(service.upstream.calls.map(({ body: sent }) => JSON.stringify(sent).includes('CANARY'))).toEqual([
        false,
        false,
        false,
      ])
      if (stream && path.startsWith('/v1/')) expect(text.match(/^: attempt \{.*\}$/gm)).toHaveLength(3)
    }
  }
})
