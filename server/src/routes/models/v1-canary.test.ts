// Words of a rejected answer are never sent: on no endpoint, in no wire format, with tools, formats and thinking, streamed or not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, reject, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService({ env: { LOG_LEVEL: 'trace' } })
  account = await service.account('studio')
})
afterAll(() => service.close())

const CANARY = /canary-\w+/g
const schema = { type: 'object', properties: { a: { type: 'string' } } }
const messages = [{ role: 'user', content: 'Why?' }]
const functionTool = { type: 'function', function: { name: 'f', parameters: schema } }
const format = { type: 'json_schema', json_schema: { name: 'x', schema } }
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
const seen = [{ role: 'user', content: [{ type: 'text', text: 'Why?' }, image] }]
const tools = [{ name: 'f', input_schema: schema }]

const REQUESTS: [string, string, object][] = [
  ['/v1/chat/completions', 'plain', { messages }],
  ['/v1/chat/completions', 'tools', { messages, tools: [functionTool] }],
  ['/v1/chat/completions', 'a format', { messages, response_format: format }],
  ['/v1/chat/completions', 'an image', { messages: seen }],
  ['/v1/responses', 'plain', { input: 'Why?' }],
  ['/v1/responses', 'tools', { input: 'Why?', tools: [{ type: 'function', name: 'f', parameters: schema }] }],
  ['/v1/responses', 'a format', { input: 'Why?', text: { format: { type: 'json_schema', name: 'x', schema } } }],
  ['/v1/messages', 'plain', { max_tokens: 9, messages }],
  ['/v1/messages', 'tools', { max_tokens: 9, messages, tools }],
  ['/v1/messages', 'a format', { max_tokens: 9, messages, output_config: { format: { type: 'json_schema', schema } } }],
]

/** An answer with its word in every place that can contain one. */
function speak(word: string, score: number): Behaviour {
  const text = JSON.stringify({ a: `It scores ${score} ${word}` })
  const call = { id: `call_${word}`, type: 'function', function: { name: 'f', arguments: JSON.stringify({ a: word }) } }
  const openai = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 5,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, reasoning_content: `Hm, ${word}.`, tool_calls: [call] },
        logprobs: { content: [{ token: word, logprob: -1, bytes: null, top_logprobs: [] }] },
        finish_reason: 'tool_calls',
      },
    ],
  }
  const anthropic = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: `Hm, ${word}.`, signature: word },
      { type: 'text', text },
      { type: 'tool_use', id: `call_${word}`, name: 'f', input: { a: word } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 4 },
  }
  return (scene) => sendRaw(JSON.stringify(scene.wire === 'openai' ? openai : anthropic))(scene)
}

/** The whole response, including the texts in the ids of /v1/responses. */
async function ask(path: string, body: object, provider: string): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${account.key}`,
    'content-type': 'application/json',
    'user-agent': 'ai/6 ai-sdk/openai/3',
    'x-provider': provider,
    'x-provider-key': 'sk-mine',
  }
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = JSON.stringify([...response.headers]) + (await response.text())
  const carried = [...text.matchAll(/~([\w-]+)/g)].map(([, hidden]) =>
    Buffer.from(hidden ?? '', 'base64url').toString(),
  )
  return { status: response.status, text: text + carried.join('\n') }
}

const wordsIn = (text: string) => [...new Set(text.match(CANARY))]
const PROVIDERS = ['provider_a', 'provider_b']
const WAYS = PROVIDERS.flatMap((provider) => [false, true].map((stream) => ({ provider, stream })))

test.each(REQUESTS)('%s with %s: only the accepted answer is sent', async (path, _what, request) => {
  for (const { provider, stream } of WAYS) {
    const body = { model: 'm:strict', ...request, stream }
    service.upstream.plan(speak('canary-one', 0.1), speak('canary-two', 0.6), speak('canary-three', 0.9))
    const accepted = await ask(path, body, provider)
    expect([provider, stream, accepted.status, wordsIn(accepted.text)]).toEqual([
      provider,
      stream,
      200,
      ['canary-three'],
    ])
    expect(service.upstream.calls).toHaveLength(3)

    service.upstream.plan(...[0.1, 0.3, 0.2, 0.15].map((score, index) => speak(`canary-${index}`, score)))
    const best = await ask(path, body, provider)
    expect([provider, stream, best.status, wordsIn(best.text)]).toEqual([provider, stream, 200, ['canary-1']])

    service.upstream.plan(speak('canary-one', 0.1), reject(400, { message: 'no', failed_generation: 'canary-two' }))
    const failed = await ask(path, body, provider)
    expect([provider, stream, failed.text.includes('provider_failed'), wordsIn(failed.text)]).toEqual([
      provider,
      stream,
      true,
      [],
    ])
  }
})

test('of several choices, a rejected one is sent in no mode that rejects', async () => {
  const choice = (index: number, score: number) => ({
    index,
    message: { role: 'assistant', content: `scores ${score} canary-${index}` },
    finish_reason: 'stop',
  })
  const three = { id: 'x', object: 'chat.completion', choices: [choice(0, 0.2), choice(1, 0.9), choice(2, 0.3)] }
  for (const mode of ['rebalance', 'strict']) {
    for (const stream of [false, true]) {
      service.upstream.plan(sendRaw(JSON.stringify(three)))
      const { text } = await ask('/v1/chat/completions', { model: `m:${mode}`, messages, n: 3, stream }, 'provider_a')
      expect([mode, stream, wordsIn(text)]).toEqual([mode, stream, ['canary-1']])
    }
  }
})

test('no word of any answer is logged, stored or counted', async () => {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const rows = await Promise.all(
    tables.map(({ name }) => service.sql<{ row: string }[]>`select t::text as row from ${service.sql(name)} t`),
  )
  const metrics = (await service.app.inject({ url: '/metrics' })).body
  expect(service.log()).toContain('"path":"/v1/responses"')
  const stored = rows.flat().map(({ row }) => row)
  expect(stored.length).toBeGreaterThan(5)
  expect(wordsIn([service.log(), metrics, ...stored].join('\n'))).toEqual([])
})
