// Tests of clients that are not our dependencies: only `npm run trial -- clients` installs them.
import { createAnthropic } from '@ai-sdk/anthropic'
import { startSimulatedProvider } from '@equipoise/simulated'
import { ChatAnthropic } from '@langchain/anthropic'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { OpenAI } from '@llamaindex/openai'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import * as llamaindex from 'llamaindex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openAiService } from '../../server/test/ai-service.ts'

const QUESTION = 'Is the plan a good one?'
const weatherInput = z.object({ city: z.string() })
const asked = []
const weatherOf = ({ city }) => {
  asked.push(city)
  return `14 degrees in ${city}`
}
let service
let provider
let apiKey

beforeAll(async () => {
  provider = await startSimulatedProvider(0, { pieceMs: 0 })
  const openai = { format: 'openai', base_url: provider.url, model: 'small-model' }
  const PROVIDERS = JSON.stringify({ provider_a: openai, provider_b: { ...openai, format: 'anthropic' } })
  service = await openAiService({ env: { PROVIDERS, CHAT_PROVIDER: 'provider_b' } })
  apiKey = (await service.account('pro')).key
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

test('@ai-sdk/anthropic: text, a second turn, and a stream with tools over several steps', async () => {
  const model = createAnthropic({ apiKey, baseURL: `${service.url}/v1` })('m')
  const { text, response } = await generateText({ model, prompt: QUESTION, maxRetries: 0 })
  expect(text).toContain('brilliant')
  const messages = [{ role: 'user', content: QUESTION }, ...response.messages, { role: 'user', content: QUESTION }]
  expect((await generateText({ model, messages, maxRetries: 0 })).text).toContain('brilliant')
  asked.length = 0
  const tools = { weather: tool({ inputSchema: weatherInput, execute: async (input) => weatherOf(input) }) }
  const streamed = streamText({ model, prompt: QUESTION, tools, stopWhen: stepCountIs(3), maxRetries: 0 })
  expect(await streamed.text).toContain('brilliant')
  expect([asked, (await streamed.steps).length]).toEqual([['Paris'], 2])
})

test('@langchain/anthropic: invoke, stream and tool calling', async () => {
  const model = new ChatAnthropic({ apiKey, anthropicApiUrl: service.url, model: 'm', maxRetries: 0 })
  expect((await model.invoke(QUESTION)).text).toContain('brilliant')
  let heard = ''
  for await (const chunk of await model.stream(QUESTION)) heard += chunk.text
  expect(heard).toContain('brilliant')
  const able = model.bindTools([langchainTool(weatherOf, { name: 'weather', description: 'w', schema: weatherInput })])
  const calling = await able.invoke([new HumanMessage(QUESTION)])
  const [call] = calling.tool_calls
  expect(call).toMatchObject({ name: 'weather', args: { city: 'Paris' } })
  const result = new ToolMessage({ content: '14 degrees', tool_call_id: call.id })
  expect((await able.invoke([new HumanMessage(QUESTION), calling, result])).text).toContain('brilliant')
})

test('llamaindex: chat and stream', async () => {
  expect(Object.keys(llamaindex).length).toBeGreaterThan(10)
  const model = new OpenAI({ apiKey, baseURL: `${service.url}/v1`, model: 'gpt-4o-mini', maxRetries: 0 })
  const messages = [{ role: 'user', content: QUESTION }]
  expect((await model.chat({ messages })).message.content).toContain('brilliant')
  let heard = ''
  for await (const { delta } of await model.chat({ messages, stream: true })) heard += delta
  expect(heard).toContain('brilliant')
})

test.each([
  ['@modelcontextprotocol/client', NewClient, NewTransport],
  ['@modelcontextprotocol/sdk', Client, StreamableHTTPClientTransport],
])('%s: lists the tools, and scores a text', async (_name, Connecting, Transport) => {
  const client = new Connecting({ name: 'trial', version: '1.0.0' })
  const headers = { authorization: `Bearer ${apiKey}` }
  await client.connect(new Transport(new URL(`${service.url}/mcp`), { requestInit: { headers } }))
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(3)
  const name = tools.find((one) => one.inputSchema.properties?.text)?.name
  const { content } = await client.callTool({ name, arguments: { text: 'The plan was presented in March.' } })
  expect(content[0].type).toBe('text')
  await client.close()
})
