// An allocation is exact over four processes, even when one of them is killed in the middle.
import { once } from 'node:events'
import { allocationArms, planAllocation } from '@equipoise/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltNode, startBuiltNode } from './built-node.ts'
import { makeKey, signUp, type TestKey } from './people.ts'
import { openService, type Service } from './service.ts'

const NODES = 4
const PEOPLE = 300
const STRATA = ['north', 'south']
const KILLED_AFTER = 100
/** Requests in progress at the same time. */
const AT_ONCE = 64
const HOST = '127.0.0.1'

let service: Service
let key: TestKey
let nodes: BuiltNode[] = []
beforeAll(async () => {
  service = await openService()
  const person = await signUp(service.app)
  await service.sql`update accounts set plan = 'enterprise_xl' where id = ${person.id}`
  key = await makeKey(service.app, person, 'draws')
  nodes = await Promise.all(Array.from({ length: NODES }, () => startBuiltNode(service, HOST)))
  for (const { node } of nodes) node.stdout?.resume()
})
afterAll(async () => {
  for (const { node } of nodes) {
    if (node.exitCode !== null || node.signalCode !== null) continue
    node.kill('SIGTERM')
    await once(node, 'exit')
  }
  await service.close()
})

/** Returns undefined if the node was killed before it answered. */
async function post(node: number, path: string, body: object): Promise<Record<string, unknown> | undefined> {
  try {
    const headers = { ...key.headers, 'content-type': 'application/json' }
    const url = `http://${HOST}:${nodes[node % NODES]?.port}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const json = (await answer.json()) as Record<string, unknown>
    // An overloaded node asks the caller to try again.
    if (answer.status === 503) return undefined
    if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(json)}`)
    return json
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

test('300 people are assigned once each, whichever node is killed, and every stratum stays within its bound', async () => {
  const created = await post(0, '/allocations', { arms: [{ name: 'a', weight: 2 }, { name: 'b' }], strata: STRATA })
  const path = `/allocations/${created?.id}/assign`
  let answered = 0
  const arms = new Map<string, unknown>()
  const assign = async (person: number): Promise<void> => {
    const participant = `P-${person}`
    // Without an answer, callers try another node.
    for (let node = person; ; node++) {
      const answer = await post(node, path, { participant, stratum: STRATA[person % 2] })
      if (++answered === KILLED_AFTER) nodes[1]?.node.kill('SIGKILL')
      if (!answer) continue
      const known = arms.get(participant) ?? answer.arm
      expect(answer.arm).toBe(known)
      arms.set(participant, answer.arm)
      return
    }
  }
  // Everybody is sent twice, to different nodes.
  let come = 0
  const door = async (): Promise<void> => {
    while (come < 2 * PEOPLE) await assign(come++ % PEOPLE)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, door))
  const rows = await service.sql<{ participant: string; stratum: string; position: number; arm: number }[]>`
    select participant, stratum, position, arm from allocation_assignments order by stratum, position`
  expect(new Set(rows.map(({ participant }) => participant)).size).toBe(PEOPLE)
  expect(rows).toHaveLength(PEOPLE)
  const closed = await post(0, `/allocations/${created?.id}/close`, {})
  const plan = planAllocation({ weights: [2, 1], block: 'permuted' })
  for (const stratum of STRATA) {
    const mine = rows.filter((row) => row.stratum === stratum)
    expect(mine.map(({ position }) => position)).toEqual(mine.map((_, i) => i))
    // Exactly the committed sequence, without a gap: so the bound proved for it always holds.
    const wanted = [...allocationArms(plan, { seed: String(closed?.seed), stratum, count: mine.length })]
    expect(mine.map(({ arm }) => arm)).toEqual(wanted)
  }
})
