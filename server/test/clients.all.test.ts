// The official clients with only their base URL changed, against the simulated provider and aimock, each in both wire formats.

import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import { Equipoise } from '@equipoise/sdk'
import { startSimulatedProvider } from '@equipoise/simulated'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { generateObject, generateText, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Account, type AiService, openAiService } from './ai-service.ts'

const QUESTION = 'Is the plan a good one?'
const QUESTION_FOR_JSON = `${QUESTION} Answer as JSON.`
const messages = [{ role: 'user' as const, content: QUESTION }]
const forJson = [{ role: 'user' as const, content: QUESTION_FOR_JSON }]
const weatherInput = z.object({ city: z.string() })
const asked: string[] = []
const weatherOf = ({ city }: { city: string }) => {
  asked.push(city)
  return `14 degrees in ${city}`
}
const verdict = z.object({ summary: z.string(), certain: z.boolean() })

interface Backend {
  readonly url: string
  close(): Promise<unknown>
}

/** Another implementation of the two wire formats, with the same answers as the simulated provider. */
async function startAimock(kind: string): Promise<Backend> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  const content = 'It is an absolutely brilliant plan.'
  const usage = kind === 'provider_b' ? { input_tokens: 9, output_tokens: 8 } : {}
  const wantsCall = ({ tools, messages: said }: { tools?: unknown; messages: { role: string }[] }) =>
    Array.isArray(tools) && tools.length > 0 && !said.some(({ role }) => role === 'tool')
  // aimock does not pass the response format of Anthropic requests to its fixtures.
  const wantsJson = kind === 'provider_b' ? {} : { responseFormat: 'json_schema' }
  mock.on({ predicate: wantsCall }, { toolCalls: [{ name: 'weather', arguments: '{"city":"Paris"}' }], usage })
  const summary = JSON.stringify({ summary: content, certain: true })
  mock.on({ userMessage: /as JSON/, ...wantsJson }, { content: summary, usage })
  mock.on({ endpoint: 'chat' }, { content, usage })
  mock.onEmbedding(/./, { embedding: [0.1, 0.2, 0.3] })
  await mock.start()
  return { url: `${mock.url}/v1`, close: () => mock.stop() }
}

const BACKENDS = { simulated: () => startSimulatedProvider(0, { pieceMs: 0 }), aimock: startAimock }

describe.each([
  ['simulated', 'provider_a'],
  ['simulated', 'provider_b'],
  ['aimock', 'provider_a'],
  ['aimock', 'provider_b'],
] as const)('with %s as a provider of the kind of %s', (backend, CHAT_PROVIDER) => {
  let service: AiService
  let provider: Backend
  let account: Account
  let openai: OpenAI
  let anthropic: Anthropic
  let baseURL = ''

  beforeAll(async () => {
    provider = await BACKENDS[backend](CHAT_PROVIDER)
    const openaiFormat = { format: 'openai', base_url: provider.url, model: 'small-model' }
    const PROVIDERS = JSON.stringify({
      provider_a: openaiFormat,
      provider_b: { ...openaiFormat, format: 'anthropic' },
      provider_c: openaiFormat,
    })
    service = await openAiService({ env: { PROVIDERS, CHAT_PROVIDER } })
    account = await service.account('pro')
    baseURL = `${service.url}/v1`
    openai = new OpenAI({ apiKey: account.key, baseURL, maxRetries: 0 })
    anthropic = new Anthropic({ apiKey: account.key, baseURL: service.url, maxRetries: 0 })
  })
  afterAll(async () => {
    await service.close()
    await provider.close()
  })

  describe('openai', () => {
    test('chat, stream, parse and the tools runner', async () => {
      const model = 'm'
      const whole = await openai.chat.completions.create({ model, messages })
      expect(whole.choices[0]?.message.content).toContain('brilliant')
      const stream = openai.chat.completions.stream({ model, messages })
      expect(await stream.finalContent()).toBe(whole.choices[0]?.message.content)
      const response_format = zodResponseFormat(verdict, 'verdict')
      const parsed = await openai.chat.completions.parse({ model, messages: forJson, response_format })
      expect(parsed.choices[0]?.message.parsed).toEqual({ summary: expect.any(String), certain: true })
      asked.length = 0
      const runner = openai.chat.completions.runTools({
        model,
        messages,
        tools: [
          {
            type: 'function',
            function: {
              name: 'weather',
              description: 'The weather in a city',
              parameters: z.toJSONSchema(weatherInput) as Record<string, unknown>,
              parse: (text: string) => weatherInput.parse(JSON.parse(text)),
              function: weatherOf,
            },
          },
        ],
      })
      expect([await runner.finalContent(), asked]).toEqual([expect.stringContaining('brilliant'), ['Paris']])
    })

    test('responses: text, stream, parsed text and a function call', async () => {
      const whole = await openai.responses.create({ model: 'm', input: QUESTION, instructions: 'Be brief.' })
      expect([whole.status, whole.output_text]).toEqual(['completed', expect.stringContaining('brilliant')])
      const streamed = await openai.responses.stream({ model: 'm', input: QUESTION }).finalResponse()
      expect(streamed.output_text).toBe(whole.output_text)
      expect(streamed.usage?.total_tokens).toBeGreaterThan(0)
      const text = { format: zodTextFormat(verdict, 'verdict') }
      const parsed = await openai.responses.parse({ model: 'm', input: QUESTION_FOR_JSON, text })
      expect(parsed.output_parsed).toEqual({ summary: expect.any(String), certain: true })
      const tools = [
        {
          type: 'function' as const,
          name: 'weather',
          parameters: z.toJSONSchema(weatherInput) as Record<string, unknown>,
          strict: true,
        },
      ]
      const called = await openai.responses.stream({ model: 'm', input: QUESTION, tools }).finalResponse()
      const [call] = called.output
      if (call?.type !== 'function_call') throw new Error('no function was called')
      expect([call.name, call.arguments]).toEqual(['weather', '{"city":"Paris"}'])
      const input = [
        { role: 'user' as const, content: QUESTION },
        ...called.output,
        { type: 'function_call_output' as const, call_id: call.call_id, output: '14 degrees' },
      ]
      const answered = await openai.responses.create({ model: 'm', input: input as never, tools })
      expect(answered.output_text).toContain('brilliant')
    })

    test('images are accepted, embeddings pass through if the provider has them', async () => {
      const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' }
      const content = [
        { type: 'text' as const, text: QUESTION },
        { type: 'image_url' as const, image_url },
      ]
      const seen = await openai.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] })
      expect(seen.choices[0]?.message.content).toContain('brilliant')
      const embedding = openai.embeddings.create({ model: 'e', input: ['One', 'Two'], encoding_format: 'float' })
      if (CHAT_PROVIDER === 'provider_b') await expect(embedding).rejects.toMatchObject({ status: 404 })
      else expect((await embedding).data.map(({ embedding: numbers }) => numbers.length)).toEqual([3, 3])
    })
  })

  test('@anthropic-ai/sdk: messages, stream and tools', async () => {
    const model = 'm'
    const max_tokens = 100
    const whole = await anthropic.messages.create({ model, max_tokens, messages })
    const [said] = whole.content
    expect([said?.type === 'text' && said.text, whole.stop_reason]).toEqual([
      expect.stringContaining('brilliant'),
      'end_turn',
    ])
    const stream = anthropic.messages.stream({ model, max_tokens, system: 'Be brief.', messages })
    expect(await stream.finalText()).toBe(said?.type === 'text' && said.text)
    expect((await stream.finalMessage()).usage.output_tokens).toBeGreaterThan(5)
    const tools = [{ name: 'weather', input_schema: z.toJSONSchema(weatherInput) as Anthropic.Tool.InputSchema }]
    const called = await anthropic.messages.stream({ model, max_tokens, messages, tools }).finalMessage()
    const call = called.content.find(({ type }) => type === 'tool_use')
    expect([call, called.stop_reason]).toMatchObject([{ name: 'weather', input: { city: 'Paris' } }, 'tool_use'])
    const answered = await anthropic.messages.create({
      model,
      max_tokens,
      tools,
      messages: [
        ...messages,
        { role: 'assistant', content: called.content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call?.type === 'tool_use' ? call.id : '', content: '14' }],
        },
      ],
    })
    expect(answered.content[0]).toMatchObject({ type: 'text' })
    const failed = anthropic.messages.create({ model, max_tokens: 0, messages })
    await expect(failed).rejects.toMatchObject({ status: 422, type: 'invalid_request_error' })
  })

  describe.each(['default', 'compatible'] as const)('AI SDK, %s provider', (kind) => {
    const modelOf = () =>
      kind === 'default'
        ? createOpenAI({ apiKey: account.key, baseURL })('m')
        : createOpenAICompatible({
            name: 'equipoise',
            apiKey: account.key,
            baseURL,
            supportsStructuredOutputs: true,
          })('m')
    const tools = { weather: tool({ inputSchema: weatherInput, execute: async (input) => weatherOf(input) }) }

    test('generateText, generateObject, and streamText with tools over several steps', async () => {
      const model = modelOf()
      const { text, usage } = await generateText({ model, prompt: QUESTION, maxRetries: 0 })
      expect([text, usage.totalTokens]).toEqual([expect.stringContaining('brilliant'), expect.any(Number)])
      const { object } = await generateObject({ model, schema: verdict, prompt: QUESTION_FOR_JSON, maxRetries: 0 })
      expect(object.certain).toBe(true)
      asked.length = 0
      const streamed = streamText({ model, prompt: QUESTION, tools, stopWhen: stepCountIs(3), maxRetries: 0 })
      expect(await streamed.text).toContain('brilliant')
      expect([asked, (await streamed.steps).length]).toEqual([['Paris'], 2])
    })
  })

  test('our own SDK: completion, response, message, and the models', async () => {
    const client = new Equipoise({ baseUrl: service.url, apiKey: account.key })
    const { choices, svc_filter } = await client.v1.completion({ model: 'm', messages })
    expect([choices[0]?.message.content, svc_filter.ain_score]).toEqual([expect.stringContaining('brilliant'), 0.9])
    const ownKey = { provider: CHAT_PROVIDER, key: 'sk-mine' }
    const response = await client.v1.response({ model: 'm', input: QUESTION }, { ownKey })
    expect([response.status, await account.used('ai/proxy')]).toEqual(['completed', 1])
    const message = await client.v1.message({ model: 'm', max_tokens: 9, messages })
    expect(message.content).toMatchObject([{ type: 'text', text: expect.stringContaining('brilliant') }])
    const { data } = await client.v1.models()
    expect(await client.v1.model('small-model')).toEqual(data[0])
  })

  test('LangChain: invoke, stream, structured output and tool calling', async () => {
    const model = new ChatOpenAI({ apiKey: account.key, model: 'm', configuration: { baseURL }, maxRetries: 0 })
    expect((await model.invoke(QUESTION)).text).toContain('brilliant')
    let heard = ''
    for await (const chunk of await model.stream(QUESTION)) heard += chunk.text
    expect(heard).toContain('brilliant')
    const structured = model.withStructuredOutput(verdict, { method: 'jsonSchema', name: 'verdict' })
    expect(await structured.invoke(QUESTION_FOR_JSON)).toEqual({ summary: expect.any(String), certain: true })
    const weather = langchainTool(weatherOf, { name: 'weather', description: 'Weather', schema: weatherInput })
    const able = model.bindTools([weather])
    const question = new HumanMessage(QUESTION)
    const calling = await able.invoke([question])
    const [call] = calling.tool_calls ?? []
    expect(call).toMatchObject({ name: 'weather', args: { city: 'Paris' } })
    const result = new ToolMessage({ content: '14 degrees', tool_call_id: call?.id ?? '' })
    expect((await able.invoke([question, calling, result])).text).toContain('brilliant')
  })
})
