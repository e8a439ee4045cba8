// Conversations of several turns with the AI SDK's default provider, which sends ids in place of earlier answers.
import { createOpenAI } from '@ai-sdk/openai'
import {
  convertToModelMessages,
  generateText,
  type ModelMessage,
  readUIMessageStream,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
} from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Account, type AiService, openAiService } from './ai-service.ts'
import { type Behaviour, say, sendRaw } from './upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
  account = await service.account('pro')
})
afterAll(() => service.close())
beforeEach(() => service.upstream.plan(say(ANSWER), say('Done, scores 0.9')))

const ANSWER = 'Whÿ not? 😀 scores 0.8'
const user = (content: string) => ({ role: 'user' as const, content })
const modelOf = (id = 'm') => createOpenAI({ apiKey: account.key, baseURL: `${service.url}/v1` })(id)
const sent = (call: number) => service.upstream.calls[call]?.body.messages

const ask = async (messages: ModelMessage[], id?: string) => {
  const { response } = await generateText({ model: modelOf(id), messages, maxRetries: 0 })
  return response.messages
}
const askStreamed = async (messages: ModelMessage[], id?: string) => {
  const streamed = streamText({ model: modelOf(id), messages, maxRetries: 0 })
  return (await streamed.response).messages
}

describe.each([
  ['generateText', ask],
  ['streamText', askStreamed],
])('%s', (_name, turn) => {
  test.each(['m', 'm:strict', 'gpt-5'])(
    'sends the model the whole conversation in its second turn (%s)',
    async (id) => {
      const answered = await turn([user('Why?')], id)
      await turn([user('Why?'), ...answered, user('Sure?')], id)
      const roles = sent(1)?.map(({ role, content }) => [role, content])
      expect(roles).toEqual([
        ['user', [{ type: 'text', text: 'Why?' }]],
        ['assistant', ANSWER],
        ['user', [{ type: 'text', text: 'Sure?' }]],
      ])
    },
  )
})

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } }
const calling = {
  id: 'chatcmpl-7',
  object: 'chat.completion',
  created: 5,
  model: 'm',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: ANSWER, reasoning_content: 'Hm.', tool_calls: [call] },
      finish_reason: 'tool_calls',
    },
  ],
}
const { choices, ...head } = calling
const chunkOf = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const callingStream = [
  chunkOf({ role: 'assistant', reasoning_content: 'Hm.' }),
  chunkOf({ content: ANSWER }),
  chunkOf({ tool_calls: [{ index: 0, ...call }] }),
  chunkOf({}, 'tool_calls'),
  'data: [DONE]\n\n',
].join('')

test.each([
  ['generateText', generateText, sendRaw(JSON.stringify(calling))],
  ['streamText', streamText, sendRaw(callingStream, 'text/event-stream')],
] as [string, typeof generateText | typeof streamText, Behaviour][])(
  '%s runs tools of a model that writes and thinks before it calls them',
  async (_name, run, behaviour) => {
    service.upstream.plan(behaviour, say('Done, scores 0.9'))
    const weather = tool({
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `14 in ${city}`,
    })
    const options = { model: modelOf(), prompt: 'Why?', tools: { weather }, stopWhen: stepCountIs(3), maxRetries: 0 }
    expect(await (await run(options)).text).toBe('Done, scores 0.9')
    expect(sent(1)?.slice(1)).toEqual([
      { role: 'assistant', content: ANSWER, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: '14 in Paris' },
    ])
  },
)

test('messages of a chat screen work too', async () => {
  const streamed = streamText({ model: modelOf(), prompt: 'Why?', maxRetries: 0 })
  let shown: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream: streamed.toUIMessageStream() })) shown = message
  const before: UIMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }
  const after: UIMessage = { id: '3', role: 'user', parts: [{ type: 'text', text: 'Sure?' }] }
  if (!shown) throw new Error('nothing was shown')
  await ask(await convertToModelMessages([before, shown, after]))
  expect(sent(1)?.[1]).toEqual({ role: 'assistant', content: ANSWER })
})

test('a streamed answer uses the same item ids as the whole answer at its end (held back: all in one chunk)', async () => {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'm:strict', input: 'Why?', stream: true, store: false })
  const text = await (await fetch(`${service.url}/v1/responses`, { method: 'POST', headers, body })).text()
  const ids = [...text.matchAll(/"(?:item_id|id)":"(msg_[^"]*)"/g)].map(([, id]) => id)
  expect([new Set(ids).size, ids[0]]).toEqual([1, 'msg_simulated'])
})

test('a client that sets store to false gets short ids, whatever its name', async () => {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
  const idsFor = async (rest: object, more: Record<string, string> = {}) => {
    const body = JSON.stringify({ model: 'm', input: 'Why?', ...rest })
    const response = await fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    })
    return ((await response.json()) as { output: { id: string }[] }).output.map(({ id }) => id.length < 64)
  }
  const aiSdk = { 'user-agent': 'ai/6.0.0 ai-sdk/openai/3.0.0' }
  service.upstream.plan(say('long '.repeat(50)))
  expect(await idsFor({})).toEqual([false])
  expect(await idsFor({}, aiSdk)).toEqual([false])
  expect(await idsFor({ store: false })).toEqual([true])
  expect(await idsFor({ store: false }, aiSdk)).toEqual([true])
})
