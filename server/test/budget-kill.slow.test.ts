// A budget is exact over three processes with 64 callers, even when one of them is killed in the middle.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiService, aiSettings, openAiService } from './ai-service.ts'
import { type Node, startNode, stopNode } from './metering-nodes.ts'

const NODES = 3
const WORKERS = 64
const CALLS = 700
const KILLED_AFTER = 100
/** Millionths of a euro. A token costs one. */
const BUDGET = 4_000
const MODEL = { id: 'small', price: { input: 1, output: 1 }, max_output_tokens: 1_000 }
const ASKED = JSON.stringify({ model: 'small', max_tokens: 40, messages: [{ role: 'user', content: 'Why?' }] })

let service: AiService
let nodes: Node[] = []
beforeAll(async () => {
  const models = { CHAT_MODELS: JSON.stringify([MODEL]) }
  service = await openAiService({ env: models })
  const settings = { ...aiSettings(service.upstream.url), ...models }
  nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(service.databaseUrl, settings)))
})
afterAll(async () => {
  await Promise.all(nodes.map(stopNode))
  await service.close()
})

/** The status of one request; 0 if the node ended before it answered. */
async function ask({ url }: Node, key: string): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: ASKED })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

test('the provider never bills more than the budget, and what was answered is counted, when one of three is killed', async () => {
  const { token } = await service.account('enterprise')
  const own = { method: 'POST', url: '/api-keys', headers: { authorization: `Bearer ${token}` } } as const
  const made = await service.app.inject({ ...own, payload: { limits: { budget_eur: { day: BUDGET / 1e6 } } } })
  const { id, key } = made.json()
  const used = async () => {
    const keys = (await service.app.inject({ ...own, method: 'GET' })).json()
    const found = keys.find((one: { id: number }) => one.id === id)
    return Math.round((found.limit_use[0]?.used ?? 0) * 1e6)
  }
  const [victim] = nodes as [Node]
  expect(await ask(victim, key)).toBe(200)
  const each = await used()
  expect(each).toBeGreaterThan(0)

  const statuses: number[] = []
  let started = 0
  const worker = async (): Promise<void> => {
    for (let at = started++; at < CALLS; at = started++) {
      statuses.push(await ask(nodes[at % NODES] as Node, key))
      if (statuses.length === KILLED_AFTER) victim.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  const count = (status: number) => statuses.filter((one) => one === status).length
  expect(victim.process.signalCode).toBe('SIGKILL')
  expect(count(0)).toBeGreaterThan(0)
  expect(count(402)).toBeGreaterThan(0)

  const billed = service.upstream.calls.length * each
  const counted = await used()
  expect(billed).toBeLessThanOrEqual(BUDGET)
  expect(counted).toBeLessThanOrEqual(BUDGET)
  // What the killed process had asked for is counted with the most that it can cost.
  expect(counted).toBeGreaterThanOrEqual(billed)
  expect(billed).toBeGreaterThanOrEqual((count(200) + 1) * each)
})
