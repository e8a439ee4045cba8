// The quota is exact over four processes, even when one of them is killed in the middle.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Node, startNode, stopNode } from './metering-nodes.ts'
import { makeKey, type Person, signUp, type TestKey } from './people.ts'
import { openService, type Service } from './service.ts'

const NODES = 4
const CALLS = 1_000
const ALLOWANCE = 1_000
/** Concurrent requests in the test that kills a process. */
const WORKERS = 64
/** How many units are left when the requests start. */
const LEFT = 337

let service: Service
let nodes: Node[] = []
beforeAll(async () => {
  service = await openService()
  nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(service.databaseUrl)))
})
afterAll(async () => {
  await Promise.all(nodes.map(stopNode))
  await service.close()
})

/** An account with exactly LEFT units left in this month. */
async function account(): Promise<{ person: Person; key: TestKey }> {
  const person = await signUp(service.app)
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  await service.sql`
    insert into usage_months (account_id, month, meter, from_allowance)
    values (${person.id}, ${month}, 'compute', ${ALLOWANCE - LEFT})`
  return { person, key: await makeKey(service.app, person) }
}

/** The status of one request; 0 if the node ended before it answered. */
async function call({ url }: Node, { headers }: TestKey): Promise<number> {
  try {
    const answer = await fetch(`${url}/work`, { method: 'POST', headers })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** On a stalled machine a charge can miss its deadline. That is a 503 and costs nothing, so callers retry. */
async function callUntilServed(node: Node, key: TestKey): Promise<number> {
  let status = await call(node, key)
  for (let again = 0; status === 503 && again < 20; again++) status = await call(node, key)
  return status
}

const used = async ({ headers }: Person): Promise<number> =>
  (await service.app.inject({ url: '/usage/stats', headers })).json().endpoints.compute.used
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
const tally = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, count(statuses, status)]))
const nodeAt = (at: number): Node => nodes[at % nodes.length] as Node

test('of 1,000 requests at once over 4 processes with 337 units left, exactly 337 pass and the rest get 402', async () => {
  const { person, key } = await account()
  const statuses = await Promise.all(Array.from({ length: CALLS }, (_, at) => callUntilServed(nodeAt(at), key)))
  expect(tally(statuses)).toEqual({ 200: LEFT, 402: CALLS - LEFT })
  expect(await used(person)).toBe(ALLOWANCE)
  const [row] = await service.sql`select calls from usage_keys where key_id = ${key.id}`
  expect(row?.calls).toBe(LEFT)
})

test('with kill -9 of one process in the middle, no more are served, and nothing acknowledged is lost', async () => {
  const { person, key } = await account()
  const victim = nodeAt(0)
  const statuses: number[] = []
  const worker = async (): Promise<void> => {
    for (let at = started++; at < CALLS; at = started++) {
      statuses.push(await call(nodeAt(at), key))
      if (statuses.length === 100) victim.process.kill('SIGKILL')
    }
  }
  let started = 0
  await Promise.all(Array.from({ length: WORKERS }, worker))
  const served = count(statuses, 200)
  const total = await used(person)
  expect(victim.process.signalCode).toBe('SIGKILL')
  expect(count(statuses, 0)).toBeGreaterThan(0)
  expect(served + count(statuses, 402) + count(statuses, 0)).toBe(CALLS)
  // Every answered request is counted; what the killed process charged without answering may be counted too.
  expect(total - (ALLOWANCE - LEFT)).toBeGreaterThanOrEqual(served)
  expect(total - (ALLOWANCE - LEFT) - served).toBeLessThanOrEqual(count(statuses, 0))
  expect(total).toBe(ALLOWANCE)
  expect(await call(nodeAt(1), key)).toBe(402)
})
