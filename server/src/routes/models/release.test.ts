// Streams whose sentences can be rejected: what is sent and when, in all formats, and what it costs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { breakAfter, say, sendRaw } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('studio')
})
afterAll(() => service.close())

const messages = [{ role: 'user', content: 'Why?' }]
const FLOWING = { filter_mode: 'strict', release: 'sentence' }
const OWN = { 'x-provider': 'provider_b', 'x-provider-key': 'sk-mine' }

async function send(path: string, body: object, headers: Record<string, string> = {}) {
  const sent = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...headers }
  const whole = { svc_options: FLOWING, stream: true, ...body }
  return fetch(service.url + path, { method: 'POST', headers: sent, body: JSON.stringify(whole) })
}

const dataOf = (stream: string) =>
  [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json ?? '{}') as Record<string, never>)

/** The text that a client of each format assembles. */
const FORMATS: [name: string, path: string, body: object, headers: Record<string, string>, piece: RegExp][] = [
  ['/ai/chat', '/ai/chat', { messages }, {}, /^data: \{"text":"(.*)"\}$/gm],
  ['/v1/chat/completions', '/v1/chat/completions', { messages }, {}, /"delta":\{[^}]*"content":"([^"]*)"/g],
  ['/v1/messages', '/v1/messages', { messages, max_tokens: 9 }, OWN, /"text_delta","text":"([^"]*)"/g],
  ['/v1/messages from chat', '/v1/messages', { messages, max_tokens: 9 }, {}, /"text_delta","text":"([^"]*)"/g],
  ['/v1/responses', '/v1/responses', { input: 'Why?' }, {}, /output_text\.delta".*"delta":"([^"]*)"/g],
]

describe.each(FORMATS)('%s', (_name, path, body, headers, piece) => {
  const heard = (stream: string) => [...stream.matchAll(piece)].map(([, text]) => text)

  test('sentences that pass are sent one by one, and the model continues where one failed', async () => {
    const used = async () => (await account.used('ai/chat')) + (await account.used('ai/proxy'))
    const before = await used()
    service.upstream.plan(
      say('One scores 0.9 here. CANARY scores 0.1 here. Three.'),
      say('Two is calm. One scores 0.9 here. Three scores 0.8 too.'),
    )
    const response = await send(path, body, headers)
    const stream = await response.text()
    expect(heard(stream)).toEqual(['One scores 0.9 here. ', 'Two is calm. ', 'Three scores 0.8 too.'])
    expect(stream).not.toContain('CANARY')
    expect(stream).toContain('"passed":true')
    expect((await used()) - before).toBe(1)
    const asked = service.upstream.calls[1]?.body.messages.slice(-2)
    expect(asked).toMatchObject([
      { role: 'assistant', content: 'One scores 0.9 here.' },
      { role: 'user', content: expect.stringContaining('Write only what comes after it') },
    ])
    expect(service.upstream.calls[1]?.raw).not.toContain('CANARY')
  })

  test('if no attempt succeeds, the answer ends with what was sent', async () => {
    service.upstream.plan(say('One is calm. CANARY scores 0.7 here.'), say('CANARY scores 0.1 again.'))
    const stream = await (await send(path, body, headers)).text()
    expect(heard(stream)).toEqual(['One is calm. '])
    expect(stream).not.toContain('CANARY')
    expect([stream.includes('"passed":false'), service.upstream.calls.length]).toEqual([true, 4])
  })
})

test('each format says why such an answer ended', async () => {
  service.upstream.plan(say('One is calm. It scores 0.1 here.'), say('It scores 0.1 again.'))
  const chat = dataOf(await (await send('/v1/chat/completions', { messages })).text())
  service.upstream.plan(say('One is calm. It scores 0.1 here.'), say('It scores 0.1 again.'))
  expect(JSON.stringify(chat)).toContain('"finish_reason":"content_filter"')
  const anthropic = await (await send('/v1/messages', { messages, max_tokens: 9 })).text()
  expect(anthropic).toContain('"stop_reason":"refusal"')
  expect([...anthropic.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(await (await send('/v1/responses', { input: 'Why?' })).text()).toContain('event: response.incomplete')
})

test('the first sentence is sent when it has ended, not when the answer has', async () => {
  service.upstream.plan(breakAfter(['One ', 'is ', 'calm. ', 'Two '], 'stall'))
  const response = await send('/ai/chat', { messages })
  const reader = response.body?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  expect(first).toBe('event: delta\ndata: {"text":"One is calm. "}\n\n')
  await reader?.cancel()
})

test('a stream that is cut off after three sentences ends with an error, and costs nothing', async () => {
  const before = await account.used('ai/chat')
  let breakOff = (): void => {}
  service.upstream.plan((scene) => {
    breakOff = () => scene.response.socket?.resetAndDestroy()
    breakAfter(['One is calm. ', 'Two is calm. ', 'Three is calm. ', 'Fo'], 'stall')(scene)
  })
  const response = await send('/ai/chat', { messages })
  let stream = ''
  for await (const piece of response.body ?? []) {
    stream += new TextDecoder().decode(piece)
    if (stream.includes('Three')) breakOff()
  }
  expect([...stream.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['delta', 'delta', 'delta', 'error'])
  await expect.poll(() => account.used('ai/chat')).toBe(before)
})

test('a megabyte without a full stop is sent in parts of at most 2,000 characters', async () => {
  const chunk = (content: string, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`
  const text = 'word '.repeat(200_000)
  const pieces = text.match(/[\s\S]{1,10000}/g) ?? []
  const stream = `${pieces.map((piece) => chunk(piece)).join('')}${chunk('', 'stop')}data: [DONE]\n\n`
  service.upstream.plan(sendRaw(stream, 'text/event-stream'))
  const told = dataOf(await (await send('/ai/chat', { messages })).text())
  const parts = told.map(({ text: part }) => part as string | undefined).filter((part) => part !== undefined)
  expect(parts.join('').trim()).toBe(text.trim())
  expect(Math.max(...parts.map((part) => part.length))).toBe(2_000)
})

test('the text in the last event of a stream is scored before the answer ends', async () => {
  const last = (content: string) => {
    const choices = [{ index: 0, delta: { content }, finish_reason: 'stop' }]
    return sendRaw(`data: ${JSON.stringify({ id: 'c', model: 'm', choices })}`, 'text/event-stream')
  }
  service.upstream.plan(last('One is calm. CANARY scores 0.1 here. Three is lost'), last('Two is calm. Three is calm.'))
  const stream = await (await send('/ai/chat', { messages })).text()
  expect(stream).not.toContain('CANARY')
  expect(stream).toContain('"response":"One is calm. Two is calm. Three is calm."')
  expect([...stream.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual([
    'delta',
    'attempt',
    'delta',
    'delta',
    'attempt',
    'result',
  ])
})

test('a model that adds nothing ends the answer with what was sent', async () => {
  service.upstream.plan(say('One is calm. Two scores 0.1 here.'), say(''))
  const stream = await (await send('/ai/chat', { messages })).text()
  expect(stream).toContain('"response":"One is calm. "')
  expect(stream).toContain('"passed":true')
})

test('if the scorer fails, nothing more is sent or requested', async () => {
  service.upstream.plan(say('One is calm. Two scores nothing here. Three.'))
  const stream = await (await send('/ai/chat', { messages })).text()
  expect([...stream.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['delta', 'attempt', 'result'])
  expect([stream.includes('"passed":false'), service.upstream.calls.length]).toEqual([true, 1])
})

test.each([
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
  ['a format', { response_format: { type: 'json_object' } }],
  ['several choices', { n: 2 }],
])('with %s the answer is sent as a whole', async (_what, rest) => {
  service.upstream.plan(say('One is calm. CANARY scores 0.1 here.'), say('All is calm. It scores 0.9 now.'))
  const stream = await (await send('/v1/chat/completions', { messages, ...rest })).text()
  expect(stream).not.toContain('CANARY')
  expect(service.upstream.calls[1]?.body.messages.at(-1)).toEqual(messages[0])
})

test('an unknown value is rejected', async () => {
  const response = await send('/ai/chat', { messages, svc_options: { release: 'word' } })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining("'answer' or 'sentence'")])
})
