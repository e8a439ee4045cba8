// Errors in a request are named, on every endpoint, before anything is charged or sent. Errors that the provider finds are reported in
// our words, and charged.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from '../../../test/ai-service.ts'
import { reject, say } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService({ env: { CHAT_CHARACTERS_MAX: '100000' } })
  account = await service.account('pro')
})
afterAll(() => service.close())

async function post(path: string, body: object) {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

const CHAT = '/v1/chat/completions'
const RESPONSES = '/v1/responses'
const MESSAGES = '/v1/messages'
const chat = (...messages: object[]) => ({ model: 'm', messages })
const responses = (...input: object[]) => ({ model: 'm', input })
const anthropic = (...messages: object[]) => ({ model: 'm', max_tokens: 9, messages })
const user = (content: unknown) => ({ role: 'user', content })
const LARGE = 'A'.repeat(7 * 1024 * 1024)
const png = (data: string) => `data:image/png;base64,${data}`
const chatImage = (data: string) => user([{ type: 'image_url', image_url: { url: png(data) } }])
const responsesImage = (data: string) => user([{ type: 'input_image', image_url: png(data) }])
const anthropicImage = (data: string) =>
  user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }])
const pdf = (data: string) => `data:application/pdf;base64,${data}`
const MEGABYTE = 'x'.repeat(1_000_000)
const called = { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: MEGABYTE } }] }

const WRONG: [string, string, object, string, string][] = [
  ['options by another name', CHAT, { ...chat(user('Why?')), options: {} }, 'body.options', 'use svc_options'],
  ['options by another name', RESPONSES, { ...responses(user('Why?')), svcOptions: {} }, 'body.svcOptions', 'use svc'],
  ['a mode at the top', MESSAGES, { ...anthropic(user('Why?')), filter_mode: 'strict' }, 'body.filter_mode', 'use svc'],
  [
    'an unknown option',
    RESPONSES,
    { ...responses(user('Why?')), svc_options: { frob: 1 } },
    'body.svc_options.frob',
    'Unknown field',
  ],
  ['an input of another kind', '/v1/embeddings', { model: 'm', input: 7, frob: 1 }, 'body.input', 'text, or a list'],
  [
    'a result without a call',
    CHAT,
    chat(user('Why?'), { role: 'tool', tool_call_id: 'c', content: '4' }),
    'body.messages.1.tool_call_id',
    'no tool call',
  ],
  [
    'a result without a call',
    RESPONSES,
    responses({ type: 'reasoning', summary: [] }, user('Why?'), {
      type: 'function_call_output',
      call_id: 'c',
      output: '4',
    }),
    'body.input.2.call_id',
    'no tool call',
  ],
  [
    'a result without a call',
    MESSAGES,
    anthropic(user([{ type: 'tool_result', tool_use_id: 'c', content: '4' }])),
    'body.messages.0.content.0.tool_use_id',
    'no tool call',
  ],
  ['a large image', CHAT, chat(chatImage(LARGE)), 'body.messages.0.content.0.image_url.url', 'at most 5 MiB'],
  ['a large image', RESPONSES, responses(responsesImage(LARGE)), 'body.input.0.content.0.image_url', 'at most 5 MiB'],
  [
    'a large image',
    MESSAGES,
    anthropic(anthropicImage(LARGE)),
    'body.messages.0.content.0.source.data',
    'at most 5 MiB',
  ],
  ['broken base64', CHAT, chat(chatImage('@@@')), 'body.messages.0.content.0.image_url.url', 'valid base64'],
  ['broken base64', RESPONSES, responses(responsesImage('@@@')), 'body.input.0.content.0.image_url', 'valid base64'],
  [
    'broken base64',
    MESSAGES,
    anthropic(anthropicImage('@@@')),
    'body.messages.0.content.0.source.data',
    'valid base64',
  ],
  [
    'a broken file',
    CHAT,
    chat(user([{ type: 'file', file: { file_data: pdf('@') } }])),
    'body.messages.0.content.0.file.file_data',
    'valid base64',
  ],
  [
    '21 images',
    CHAT,
    chat(...Array.from({ length: 21 }, () => chatImage('AAAA'))),
    'body.messages',
    'at most 20 images',
  ],
  [
    '1 MB of arguments',
    CHAT,
    chat(user('Why?'), called, { role: 'tool', tool_call_id: 'c', content: '4' }),
    'body.messages',
    'at most 100000 characters',
  ],
  [
    '1 MB of arguments',
    RESPONSES,
    responses(
      user('Why?'),
      { type: 'function_call', call_id: 'c', name: 'f', arguments: MEGABYTE },
      { type: 'function_call_output', call_id: 'c', output: '4' },
    ),
    'body.input',
    'at most 100000 characters',
  ],
  [
    '1 MB of arguments',
    MESSAGES,
    anthropic(
      user('Why?'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: MEGABYTE } }] },
      user([{ type: 'tool_result', tool_use_id: 'c', content: '4' }]),
    ),
    'body.messages',
    'at most 100000 characters',
  ],
  [
    '1 MB in an id that carries text',
    RESPONSES,
    responses({ type: 'item_reference', id: `msg_x~${Buffer.from(MEGABYTE).toString('base64url')}` }, user('Why?')),
    'body.input',
    'at most 100000 characters',
  ],
]

test.each(WRONG)('%s at %s is 422 with its name, and costs nothing', async (_what, path, body, field, words) => {
  service.upstream.plan(say('x'))
  const used = await account.used('ai/chat')
  const { status, text } = await post(path, body)
  const { detail } = JSON.parse(text) as { detail: { loc: (string | number)[]; msg: string }[] }
  expect([status, detail.map(({ loc }) => loc.join('.'))]).toEqual([422, [field]])
  expect(detail[0]?.msg).toContain(words)
  // The error does not quote the megabyte.
  expect(text.length).toBeLessThan(1_000)
  expect([service.upstream.calls.length, await account.used('ai/chat')]).toEqual([0, used])
})

const schema = { type: 'object', properties: { a: { type: 'strin' } } }
test.each([
  [CHAT, { ...chat(user('Why?')), response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }],
  [RESPONSES, { ...responses(user('Why?')), text: { format: { type: 'json_schema', name: 'x', schema } } }],
  [MESSAGES, { ...anthropic(user('Why?')), output_config: { format: { type: 'json_schema', schema } } }],
  [CHAT, { ...chat(user('Why?')), tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] }],
])(
  'a schema that the provider rejects is named in our words, whole and streamed, and charged: %s',
  async (path, body) => {
    const used = await account.used('ai/chat')
    for (const stream of [false, true]) {
      service.upstream.plan(reject(400, { message: `Invalid schema: "strin" is no type. Key ${CHAT_KEY}` }))
      const { status, text } = await post(path, { ...body, stream })
      expect([status, text]).toEqual([502, expect.stringContaining('it does not accept a schema of the request')])
      expect(text).not.toContain(CHAT_KEY)
    }
    expect(await account.used('ai/chat')).toBe(used + 2)
  },
)
