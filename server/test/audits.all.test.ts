// An audit whose node is killed continues on another node: nothing answered is asked again, and nothing is charged twice.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from './ai-service.ts'
import { type BuiltNode, startBuiltNode } from './built-node.ts'
import { say, stall } from './upstream.ts'
import { WAIT } from './waiting.ts'

const HOST = '127.0.0.1'
const ANSWERED = 10
const PAIRS = 12

let service: AiService
let account: Account
let killed: BuiltNode
beforeAll(async () => {
  service = await openAiService()
  account = await service.account('basic')
  vi.stubEnv('CHAT_API_KEY', CHAT_KEY)
  const provider = { format: 'openai', base_url: service.upstream.url, model: 'small-model' }
  vi.stubEnv('PROVIDERS', JSON.stringify({ provider_a: provider, provider_b: provider, provider_c: provider }))
  killed = await startBuiltNode(service, HOST)
  killed.node.stdout?.resume()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

test('an audit survives kill -9', async () => {
  const answers = Array.from({ length: ANSWERED }, () => say('Many people think so.'))
  service.upstream.plan(...answers, stall())
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
  const body = JSON.stringify({ sample: PAIRS })
  const started = await fetch(`http://${HOST}:${killed.port}/audits`, { method: 'POST', headers, body })
  const { id } = (await started.json()) as { id: string }
  const read = async () => (await service.app.inject({ url: `/audits/${id}`, headers })).json()
  await vi.waitFor(async () => {
    expect((await read()).answered).toBe(ANSWERED)
    expect(service.upstream.calls).toHaveLength(ANSWERED + 4)
  }, WAIT)
  const asked = service.upstream.calls.slice(0, ANSWERED).map(({ body: { messages } }) => messages[0]?.content)
  killed.node.kill('SIGKILL')
  await once(killed.node, 'exit')
  expect(await account.used('ai/chat')).toBe(ANSWERED + 4)

  service.upstream.plan(say('Many people think so.'))
  await vi.waitFor(async () => expect((await read()).state).toBe('done'), { ...WAIT, timeout: 240_000 })
  expect(service.upstream.calls).toHaveLength(2 * PAIRS - ANSWERED)
  const again = service.upstream.calls.map(({ body: { messages } }) => messages[0]?.content)
  expect(again.filter((prompt) => asked.includes(prompt))).toEqual([])
  expect(await account.used('ai/chat')).toBe(2 * PAIRS)
})
