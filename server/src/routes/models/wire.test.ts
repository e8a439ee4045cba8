// Recordings of the bytes that an official client sends and the bytes that reach the provider. They are the same except for the changes
// in the guide's row "changed on the way"; each of those has a test here.
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { say } from '../../../test/upstream.ts'

let service: AiService
let account: Account
let openai: OpenAI
let anthropic: Anthropic
let sent = ''

beforeAll(async () => {
  service = await openAiService({
    env: ({ upstream }) => ({
      PROVIDERS: JSON.stringify({
        a: { format: 'openai', base_url: upstream, model: 'small-model' },
        b: { format: 'anthropic', base_url: upstream, model: 'small-model' },
      }),
      CHAT_PROVIDER: 'a',
      CHAT_API_KEY: '',
      CHAT_TARGETS: JSON.stringify([
        { name: 'only', provider: 'a', api_key: 'k', models: { m: 'm', nick: 'vendor/real-name' } },
      ]),
    }),
  })
  account = await service.account('studio')
  const recording: typeof fetch = (url, init) => {
    sent = String(init?.body)
    return fetch(url, init)
  }
  const common = { apiKey: account.key, maxRetries: 0, fetch: recording }
  openai = new OpenAI({ ...common, baseURL: `${service.url}/v1` })
  const defaultHeaders = { 'x-provider': 'b', 'x-provider-key': 'sk-mine' }
  anthropic = new Anthropic({ ...common, baseURL: service.url, defaultHeaders })
})
afterAll(() => service.close())
beforeEach(() => service.upstream.plan(say('{"a": "scores 0.1"}'), say('{"a": "scores 0.9"}')))

const received = (call = 0) => service.upstream.calls[call]?.raw
const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 1e3 } }, additionalProperties: false }
const PNG = 'iVBORw0KGgo='
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'developer', content: 'Be brief.\u2028"\\', name: 'boss' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Whÿ? 😀\u0000\t' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{ "a" : 1.0 }' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '4' },
]
const chat: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  seed: 7,
  messages,
  model: 'm',
  tools: [
    { type: 'function', function: { name: 'f', description: 'F', parameters: schema, strict: true } },
    { type: 'custom', custom: { name: 'g', format: { type: 'text' } } },
  ],
  tool_choice: { type: 'function', function: { name: 'f' } },
  parallel_tool_calls: false,
  response_format: { type: 'json_schema', json_schema: { name: 'x', schema, strict: true } },
  logprobs: true,
  top_logprobs: 2,
  logit_bias: { 50256: -100 },
  frequency_penalty: 0.5,
  presence_penalty: -0.5,
  reasoning_effort: 'low',
  verbosity: 'low',
  service_tier: 'flex',
  prompt_cache_key: 'k',
  safety_identifier: 's',
  metadata: { run: '1' },
  prediction: { type: 'content', content: 'x' },
  modalities: ['text'],
  store: false,
  user: 'u-1',
  temperature: 0.1,
  top_p: 1,
  stop: ['END'],
  n: 2,
  max_completion_tokens: 9,
}

test('a chat completion with tools, images, a file and a schema arrives byte for byte', async () => {
  await openai.chat.completions.create(chat)
  expect(received()).toBe(sent)
})

test('changed: our own field is removed', async () => {
  await openai.chat.completions.create({ svc_options: { filter_mode: 'analyze' }, ...chat } as typeof chat)
  expect(sent).toContain('{"svc_options":{"filter_mode":"analyze"},"seed":7')
  expect(received()).toBe(sent.replace('"svc_options":{"filter_mode":"analyze"},', ''))
})

test("changed: the model loses a filter suffix, and gets the target's name", async () => {
  await openai.chat.completions.create({ ...chat, model: 'm:analyze' })
  expect(received()).toBe(sent.replace('"m:analyze"', '"m"'))
  await openai.chat.completions.create({ ...chat, model: 'nick:analyze' })
  expect(received(1)).toBe(sent.replace('"nick:analyze"', '"vendor/real-name"'))
})

test('changed: without a model, the default one is added at the end', async () => {
  const { model: _none, ...rest } = chat
  await openai.chat.completions.create(rest as typeof chat)
  expect(received()).toBe(sent.replace(/\}$/, ',"model":"small-model"}'))
})

test('changed: a stream asks for its token counts', async () => {
  for await (const _chunk of await openai.chat.completions.create({ ...chat, n: 1, stream: true }));
  expect(received()).toBe(sent.replace(/\}$/, ',"stream_options":{"include_usage":true}}'))
  const stream_options = { include_usage: true }
  for await (const _chunk of await openai.chat.completions.create({ ...chat, n: 1, stream: true, stream_options }));
  expect(received(1)).toBe(sent)
})

test('changed: an answer that is held back is requested as a whole, and a retry adds one system message', async () => {
  const body = { ...chat, model: 'm:strict', n: 1, stream: true as const, stream_options: { include_usage: true } }
  for await (const _chunk of await openai.chat.completions.create(body));
  const whole = sent
    .replace('"m:strict"', '"m"')
    .replace(',"stream":true', '')
    .replace(',"stream_options":{"include_usage":true}', '')
  expect(received()).toBe(whole)
  const retry = received(1) ?? ''
  const [added] = /\{"role":"system","content":"Answer the conversation in neutral language\.[^}]*\},/.exec(retry) ?? []
  expect(retry.replace(added ?? 'nothing was added', '')).toBe(whole)
})

const message: Anthropic.MessageCreateParamsNonStreaming = {
  max_tokens: 2048,
  model: 'c',
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Whÿ? 😀' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: '4' }] }] },
  ],
  thinking: { type: 'enabled', budget_tokens: 1024 },
  tools: [{ name: 'f', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  output_config: { format: { type: 'json_schema', schema } },
  metadata: { user_id: 'u' },
  stop_sequences: ['END'],
  // The client's types no longer have it, but the format does.
  ...{ top_k: 5 },
}

test('a message with tools, an image, a file, thinking and a schema arrives byte for byte, whole and streamed', async () => {
  await anthropic.messages.create(message)
  expect(received()).toBe(sent)
  for await (const _event of await anthropic.messages.create({ ...message, stream: true }));
  expect(received(1)).toBe(sent)
  expect(service.upstream.calls[1]?.headers['x-api-key']).toBe('sk-mine')
})

test('changed: a retry of a message adds its instruction to the system text', async () => {
  await anthropic.messages.create({ ...message, model: 'c:strict' })
  const retry = received(1) ?? ''
  const [added] = /,\{"type":"text","text":"Answer the conversation in neutral language\.[^}]*\}/.exec(retry) ?? []
  expect(retry.replace(added ?? 'nothing was added', '')).toBe(sent.replace('"c:strict"', '"c"'))
})

test('changed: JSON is rewritten, so spaces are removed and numbers get their shortest form', async () => {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const body = '{ "model": "m",\n "temperature": 1.0, "messages": [{"role": "user", "content": "\\u00e9"}] }'
  await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers, body })
  expect(received()).toBe('{"model":"m","temperature":1,"messages":[{"role":"user","content":"é"}]}')
})

test('embeddings arrive byte for byte', async () => {
  service.upstream.plan(({ response }) => response.end('{"object":"list","data":[]}'))
  const body = { model: 'm', input: ['Whÿ?', 'b'], dimensions: 3, encoding_format: 'float' as const, later: 1 }
  await openai.embeddings.create(body)
  expect(received()).toBe(sent)
})
