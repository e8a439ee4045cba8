import { expect, test } from 'vitest'
import { ApiError } from '../../ground/errors.ts'
import { type Json, objectOf, objectsOf } from './json.ts'
import { CODECS, translationOf } from './translation.ts'

const towardsAnthropic = translationOf('chat', 'messages')
const towardsOpenai = translationOf('messages', 'chat')

/** The events of a whole answer, as a provider would stream them. */
function eventsOf(dialect: 'chat' | 'messages', whole: Json): Json[] {
  const { events, tail } = CODECS[dialect].stream(whole)
  const body = events
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as Json)
  return [...body, ...tail]
}

const chat = {
  id: 'chatcmpl-x',
  object: 'chat.completion',
  model: 'm',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Hi.',
        refusal: null,
        reasoning_content: 'Hm.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{"n":1}' } },
          { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
        ],
      },
      logprobs: null,
      finish_reason: 'tool_calls',
    },
  ],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13, prompt_tokens_details: { cached_tokens: 5 } },
}

const message = {
  id: 'msg_x',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: '' },
    { type: 'text', text: 'Hi.' },
    { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } },
    { type: 'tool_use', id: 'b', name: 'g', input: {} },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 4, output_tokens: 4, cache_read_input_tokens: 5 },
}

test('a whole answer means the same in both dialects, there and back', () => {
  expect(towardsOpenai?.answer(chat)).toEqual(message)
  expect(towardsAnthropic?.answer(message)).toEqual(chat)
})

test('a streamed answer adds up to the whole one, in both directions', () => {
  const follow = (from: 'chat' | 'messages', whole: Json) => {
    const to = from === 'chat' ? 'messages' : 'chat'
    const translator = translationOf(to, from)?.stream({})
    const reader = CODECS[to].follow()
    for (const event of eventsOf(from, whole)) for (const one of translator?.take(event) ?? []) reader.take(one)
    for (const one of translator?.end(true) ?? []) reader.take(one)
    return reader.reading()
  }
  const asMessage = follow('chat', chat)
  const { id, content } = asMessage.whole
  expect([asMessage.finish, id, content]).toEqual(['complete', message.id, message.content])
  const asChat = follow('messages', message)
  const [choice] = objectsOf(asChat.whole.choices)
  expect(asChat.whole.id).toBe(chat.id)
  expect([asChat.finish, choice?.finish_reason, asChat.whole.usage]).toEqual(['complete', 'tool_calls', chat.usage])
  expect(choice?.message).toMatchObject({ content: 'Hi.', reasoning_content: 'Hm.' })
  expect(objectsOf(objectOf(choice?.message).tool_calls)).toEqual(chat.choices[0]?.message.tool_calls)
})

test('a request with tools, images and a schema means the same in Anthropic’s format', () => {
  const translated = towardsAnthropic?.request({
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: chat.choices[0]?.message.tool_calls },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
    ],
    tools: [{ type: 'function', function: { name: 'f', description: 'F', parameters: { type: 'object' } } }],
    tool_choice: 'required',
    parallel_tool_calls: false,
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
    reasoning_effort: 'low',
    stop: 'END',
    user: 'u',
  })
  expect(translated).toEqual({
    system: 'Be brief.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'a.pdf' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } },
          { type: 'tool_use', id: 'b', name: 'g', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '1' },
          { type: 'tool_result', tool_use_id: 'b', content: '2' },
        ],
      },
    ],
    max_tokens: 4096,
    stop_sequences: ['END'],
    metadata: { user_id: 'u' },
    tools: [{ name: 'f', description: 'F', input_schema: { type: 'object' } }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    output_config: { format: { type: 'json_schema', schema: { type: 'object' } }, effort: 'low' },
  })
})

test('an error names what a dialect cannot express', () => {
  const fieldOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return error instanceof ApiError ? error.fields?.[0]?.loc.join('.') : String(error)
    }
    return undefined
  }
  const user = (part: Json) => ({ messages: [{ role: 'user', content: [part] }] })
  expect([
    fieldOf(() => towardsAnthropic?.request({ messages: [], logit_bias: { 1: 2 } })),
    fieldOf(() => towardsAnthropic?.request(user({ type: 'input_audio' }))),
    fieldOf(() => towardsAnthropic?.request({ messages: [], tools: [{ type: 'custom' }] })),
    fieldOf(() => towardsOpenai?.request({ messages: [], mcp_servers: [{ name: 'a' }] })),
    fieldOf(() => towardsOpenai?.request(user({ type: 'tool_result', content: [{ type: 'image' }] }))),
  ]).toEqual([
    'body.logit_bias',
    'body.messages.0.content.0.type',
    'body.tools.0.type',
    'body.mcp_servers',
    'body.messages.0.content.0.content',
  ])
})
