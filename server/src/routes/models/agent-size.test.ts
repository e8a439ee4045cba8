// Conversations of coding agents: thousands of messages, megabytes of text, large tools, in the formats of today's agents.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { reject, say, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('studio')
})
afterAll(() => service.close())

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...headers }
  const response = await fetch(service.url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

const user = (content: unknown) => ({ role: 'user', content })
const many = (count: number) => Array.from({ length: count }, (_, at) => user(`Step ${at}.`))
const ROUTES: [path: string, body: (messages: object[]) => object][] = [
  ['/ai/chat', (messages) => ({ messages })],
  ['/v1/chat/completions', (messages) => ({ model: 'm', messages })],
  ['/v1/messages', (messages) => ({ model: 'm', max_tokens: 9, messages })],
  ['/v1/responses', (input) => ({ model: 'm', input, store: false })],
]

test.each(ROUTES)('%s accepts 2,000 messages, and no more', async (path, body) => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const used = await account.used('ai/chat')
  expect((await post(path, body(many(2_000)))).status).toBe(200)
  expect(service.upstream.calls[0]?.body.messages.length).toBe(2_000)
  const { status, text } = await post(path, body(many(2_001)))
  expect([status, text]).toEqual([422, expect.stringContaining('2000')])
  expect([service.upstream.calls.length, (await account.used('ai/chat')) - used]).toEqual([1, 1])
})

test('4,000,000 characters are accepted, an emoji counts as one, and one more is too many', async () => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const words = 'word '.repeat(799_999)
  const passing = await post('/v1/chat/completions', { model: 'm', messages: [user(words), user('😀abcd')] })
  expect(passing.status).toBe(200)
  const { status, text } = await post('/v1/chat/completions', { model: 'm', messages: [user(words), user('😀abcde')] })
  expect([status, text]).toEqual([422, expect.stringContaining('at most 4000000 characters')])
})

test('a large body that the provider rejected temporarily is sent again unchanged', async () => {
  service.upstream.plan(reject(503), say('Fine, scores 0.9'))
  const { status } = await post('/v1/chat/completions', { model: 'm', messages: [user('wörd '.repeat(200_000))] })
  const sent = service.upstream.calls.map(({ raw, headers }) => [raw, headers['content-length']])
  expect([status, sent.length, sent[1]]).toEqual([200, 2, sent[0]])
  expect(sent[0]).toEqual([expect.stringContaining('wörd '), String(Buffer.byteLength(String(sent[0]?.[0])))])
})

test('arguments and results of tools count too', async () => {
  const call = { type: 'tool_use', id: 'c', name: 'read', input: { path: 'x'.repeat(2_000_000) } }
  const result = { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'y'.repeat(2_000_000) }] }
  const messages = [user('Go.'), { role: 'assistant', content: [call] }, user([result])]
  const { status, text } = await post('/v1/messages', { model: 'm', max_tokens: 9, messages })
  expect([status, text]).toEqual([422, expect.stringContaining('at most 4000000 characters')])
})

test('a tool with a schema of 200 kB is passed on as it is', async () => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const properties = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`field_${at}`, { type: 'string', description: 'd'.repeat(60) }]),
  )
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties } } }]
  expect(JSON.stringify(tools).length).toBeGreaterThan(200_000)
  const { status } = await post('/v1/chat/completions', { model: 'm', messages: [user('Go.')], tools })
  expect([status, service.upstream.calls[0]?.body.tools]).toEqual([200, tools])
})

test('a list of invalid messages is rejected with its first errors, however long it is', async () => {
  const parts = Array.from({ length: 40 }, () => ({ type: 'nothing' }))
  const { status, text } = await post('/v1/chat/completions', { model: 'm', messages: Array(10).fill(user(parts)) })
  expect(status).toBe(422)
  const failing = JSON.parse(text).detail.map(({ loc }: { loc: unknown[] }) => loc[2])
  expect(failing).toEqual([0, 1, 2])
})

test('a large body without credentials is not read', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [user('x'.repeat(1_000_000))] })
  const response = await fetch(`${service.url}/ai/chat`, { method: 'POST', headers, body })
  expect(response.status).toBe(401)
})

const cached = { cache_control: { type: 'ephemeral' } }
/** A turn of a coding agent in Anthropic's format: cached blocks, thinking, parallel calls, a tool error, a reminder after results. */
const CLAUDE_CODE = {
  model: 'm',
  max_tokens: 32_000,
  stream: true,
  metadata: { user_id: 'user_1_account__session_2' },
  thinking: { type: 'adaptive' },
  output_config: { effort: 'high' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  system: [
    { type: 'text', text: 'You are a coding agent.' },
    { type: 'text', text: 'The project is in /repo.', ...cached },
  ],
  tools: ['Bash', 'Read', 'Edit'].map((name) => ({
    name,
    description: `Runs ${name}.`,
    input_schema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} },
    eager_input_streaming: true,
  })),
  messages: [
    user([
      { type: 'text', text: '<reminder>Be careful.</reminder>' },
      { type: 'text', text: 'Fix the test.', ...cached },
    ]),
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Which test?', signature: 'c2ln' },
        { type: 'text', text: 'I look at it.' },
        { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } },
        { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { file_path: '/repo/a.ts' } },
      ],
    },
    user([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'exit 1', is_error: true },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: [{ type: 'text', text: '1 export' }], ...cached },
      { type: 'text', text: '<reminder>Two tasks are open.</reminder>' },
    ]),
    { role: 'system', content: [{ type: 'text', text: 'A tool was added.', ...cached }] },
  ],
}

test.each([
  ['its own format', { 'x-provider': 'provider_b', 'x-provider-key': 'k' }],
  ['OpenAI’s format', {}],
])('a turn of a coding agent in Anthropic’s format reaches a provider of %s', async (_name, headers) => {
  service.upstream.plan(say('Done. It scores 0.9'))
  const query = '/v1/messages?beta=true'
  const { status, text } = await post(query, CLAUDE_CODE, { 'anthropic-beta': 'a-1,b-2', ...headers })
  expect([status, text]).toEqual([200, expect.stringContaining('event: message_stop')])
  const { raw = '', body } = service.upstream.calls[0] ?? {}
  if ('x-provider' in headers) expect(body).toEqual(CLAUDE_CODE)
  else
    expect(body?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
      'system',
    ])
  expect(raw).toContain('npm test')
})

/** A turn of a coding agent in the format of Responses: nothing stored, encrypted reasoning, calls and outputs as items. */
const CODEX = {
  model: 'm',
  instructions: 'You are a coding agent.',
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: '<permissions>read</permissions>' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix the test.' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], content: null, encrypted_content: 'eA==' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look at it.' }] },
    { type: 'function_call', name: 'shell', arguments: '{"command":["npm","test"]}', call_id: 'call_1' },
    { type: 'function_call', name: 'update_plan', arguments: '{"plan":[]}', call_id: 'call_2' },
    { type: 'function_call_output', call_id: 'call_1', output: '{"output":"exit 1"}' },
    { type: 'function_call_output', call_id: 'call_2', output: 'Plan updated' },
  ],
  tools: ['shell', 'update_plan'].map((name) => ({
    type: 'function',
    name,
    description: `Runs ${name}.`,
    strict: false,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  })),
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'medium', summary: 'auto' },
  store: false,
  stream: true,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: '0199-session',
  text: { verbosity: 'medium' },
}

test('a turn of a coding agent in the format of Responses is answered', async () => {
  service.upstream.plan(say('', { calls: [{ id: 'call_3', name: 'shell', input: { command: ['ls'] } }] }))
  const { status, text } = await post('/v1/responses', CODEX)
  expect([status, text]).toEqual([200, expect.stringContaining('event: response.completed')])
  expect(text).toContain('"call_id":"call_3"')
  const roles = service.upstream.calls[0]?.body.messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'developer', 'user', 'assistant', 'tool', 'tool'])
})

const GRAMMAR = { syntax: 'lark', definition: 'start: /.+/' }
const PATCH = '*** Begin Patch\n*** End Patch'
/** As newer versions of such an agent send it: a tool whose input is plain text, and an earlier call of it. */
const WITH_PATCHES = {
  ...CODEX,
  input: [
    ...CODEX.input,
    { type: 'custom_tool_call', name: 'apply_patch', input: PATCH, call_id: 'call_4', status: 'completed' },
    { type: 'custom_tool_call_output', call_id: 'call_4', output: [{ type: 'input_text', text: 'Done.' }] },
  ],
  tools: [
    ...CODEX.tools,
    { type: 'custom', name: 'apply_patch', description: 'Edits files.', format: { type: 'grammar', ...GRAMMAR } },
  ],
}
const patchCall = { id: 'call_5', type: 'custom', custom: { name: 'apply_patch', input: PATCH } }

test('custom tools and their calls are passed on, and a call of one is returned as an item', async () => {
  const message = { role: 'assistant', content: null, tool_calls: [patchCall] }
  const answer = { id: 'chatcmpl-1', model: 'm', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
  service.upstream.plan(sendRaw(JSON.stringify(answer)))
  const choice = { type: 'custom', name: 'apply_patch' }
  const { status, text } = await post('/v1/responses', { ...WITH_PATCHES, stream: false, tool_choice: choice })
  expect([status, JSON.parse(text).output]).toEqual([
    200,
    [
      {
        id: 'ctc_1_0',
        type: 'custom_tool_call',
        call_id: 'call_5',
        name: 'apply_patch',
        input: PATCH,
        status: 'completed',
      },
    ],
  ])
  const { body } = service.upstream.calls[0] ?? {}
  expect(body?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: null, tool_calls: [{ ...patchCall, id: 'call_4' }] },
    { role: 'tool', tool_call_id: 'call_4', content: 'Done.' },
  ])
  expect([(body?.tools as object[] | undefined)?.at(-1), body?.tool_choice]).toEqual([
    {
      type: 'custom',
      custom: { name: 'apply_patch', description: 'Edits files.', format: { type: 'grammar', grammar: GRAMMAR } },
    },
    { type: 'custom', custom: { name: 'apply_patch' } },
  ])
})

test('in a stream, the input of a custom tool is sent as it arrives', async () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const begun = { ...patchCall, index: 0, custom: { name: 'apply_patch', input: '' } }
  const inputs = ['*** Begin', ' Patch\n*** End Patch'].map((input) => ({ index: 0, custom: { input } }))
  const deltas = [begun, ...inputs].map((call) => chunk({ tool_calls: [call] })).join('')
  service.upstream.plan(sendRaw(`${deltas}${chunk({}, 'tool_calls')}data: [DONE]\n\n`, 'text/event-stream'))
  const { text } = await post('/v1/responses', WITH_PATCHES)
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  const item = { id: 'ctc_1_0', type: 'custom_tool_call', call_id: 'call_5', name: 'apply_patch' }
  const place = { item_id: 'ctc_1_0', output_index: 0 }
  expect(events.slice(2, -1)).toMatchObject([
    { type: 'response.output_item.added', item: { ...item, input: '', status: 'in_progress' } },
    { type: 'response.custom_tool_call_input.delta', ...place, delta: '*** Begin' },
    { type: 'response.custom_tool_call_input.delta', ...place, delta: ' Patch\n*** End Patch' },
    { type: 'response.custom_tool_call_input.done', ...place, input: PATCH },
    { type: 'response.output_item.done', item: { ...item, input: PATCH, status: 'completed' } },
  ])
  expect(events.at(-1).response.output).toMatchObject([{ ...item, input: PATCH }])
})

test('tools that run at the provider, and groups of tools, are left out beside others, and named', async () => {
  service.upstream.plan(say('Fine, scores 0.9'))
  const others = [{ type: 'web_search' }, { type: 'namespace', name: 'agents', tools: [] }]
  const sent = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...CODEX, tools: [...others, ...CODEX.tools], client_metadata: { a: '1' } })
  const response = await fetch(`${service.url}/v1/responses`, { method: 'POST', headers: sent, body })
  expect([response.status, response.headers.get('x-ignored-fields')]).toEqual([
    200,
    'client_metadata, tools.0, tools.1',
  ])
  expect(service.upstream.calls[0]?.body.tools).toMatchObject([{ type: 'function' }, { type: 'function' }])
})

test.each([
  ['tools[0].type', { tools: [{ type: 'web_search' }, { type: 'namespace', name: 'mcp', tools: [] }] }, {}],
  ['tool_choice', { tool_choice: { type: 'image_generation' } }, {}],
  ['input[0].input', { input: [{ type: 'custom_tool_call', name: 'f', call_id: 'c', input: {} }] }, {}],
  ['input[0].type', { input: [{ type: 'local_shell_call', call_id: 'c', action: {} }] }, {}],
  ['tools[2].type', { text: null }, { 'x-provider': 'provider_b', 'x-provider-key': 'k' }],
])('an error names what cannot be passed on: %s', async (field, rest, headers) => {
  const { status, text } = await post('/v1/responses', { ...WITH_PATCHES, ...rest }, headers)
  expect([status, JSON.parse(text).error.param]).toEqual([422, field])
})
