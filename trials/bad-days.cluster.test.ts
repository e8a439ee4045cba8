// Three nodes behind a balancer under load, while many things go wrong. Not part of `npm test`: npx vitest run --project cluster.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPostgres } from '../server/test/database.ts'
import { call, count, startLoad } from '../server/test/load.ts'
import { say, stall } from '../server/test/upstream.ts'
import { AI_TIMEOUT_MS, type Cluster, internalErrors, makeNextRelease, openCluster } from './cluster-setup.ts'

const NODES = 3
const LOAD = { callers: 6, paceMs: 10 }
const DRAW = { seed: 'cluster', bias: 0.5, N: 3, samples: 1_000 }
const LONG = { timeout: 30_000, interval: 50 }
/** On a busy machine, starting a node takes longer than noticing that one has stopped. */
const RECOVERY_MS = 10_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(NODES, await startPostgres())
}, 120_000)
afterAll(() => cluster?.close())

type Account = Awaited<ReturnType<Cluster['account']>>

const loadOf = ({ headers }: Account) => startLoad(cluster.port, { path: '/compute', headers, payload: DRAW }, LOAD)

/** Waits until this many more requests have succeeded. */
async function passes({ statuses }: ReturnType<typeof loadOf>, more: number): Promise<void> {
  const before = count(statuses, 200)
  await vi.waitFor(() => expect(count(statuses, 200)).toBeGreaterThanOrEqual(before + more), LONG)
}

const kinds = (statuses: readonly number[]) => [...new Set(statuses)].sort((a, b) => a - b)
const nodeAt = (at: number) => cluster.nodes[at] as Cluster['nodes'][number]

/** Requests lost with a stopped node: a lost connection, or 502 from the balancer. */
const lostOf = (statuses: readonly number[]) => count(statuses, 0) + count(statuses, 502)

test('killing a node costs only its own requests', async () => {
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  nodeAt(0).process.kill('SIGKILL')
  await passes(load, 200)
  const statuses = await load.stop()
  const acknowledged = count(statuses, 200)
  expect(acknowledged + lostOf(statuses)).toBe(statuses.length)
  expect(lostOf(statuses)).toBeLessThanOrEqual(LOAD.callers)
  const used = await account.used()
  expect(used).toBeGreaterThanOrEqual(acknowledged)
  expect(used).toBeLessThanOrEqual(acknowledged + lostOf(statuses))
  await cluster.start(0)
})

test('a graceful stop loses no request', async () => {
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  nodeAt(1).process.kill('SIGTERM')
  expect(await nodeAt(1).ended).toBe(0)
  await cluster.start(1)
  await passes(load, 50)
  const statuses = await load.stop()
  expect([kinds(statuses), await account.used()]).toEqual([[200], statuses.length])
})

test('while PostgreSQL restarts, requests get 503 and cost nothing; then the nodes recover by themselves', async () => {
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  await cluster.postgres.stop()
  await vi.waitFor(() => expect(count(load.statuses, 503)).toBeGreaterThan(0), LONG)
  await cluster.postgres.start()
  const backMs = performance.now()
  await passes(load, 100)
  expect(performance.now() - backMs).toBeLessThan(RECOVERY_MS)
  const statuses = await load.stop()
  expect(kinds(statuses)).toEqual([200, 503])
  await vi.waitFor(async () => expect(await account.used()).toBe(count(statuses, 200)), LONG)
})

test('a provider that hangs blocks nobody else, and unanswered requests are refunded', async () => {
  const account = await cluster.account('enterprise_xl')
  cluster.upstream.plan(stall())
  const load = loadOf(account)
  const payload = { messages: [{ role: 'user', content: 'Why?' }] }
  const chats = Array.from({ length: 20 }, () =>
    call(cluster.port, { path: '/ai/chat', headers: account.headers, payload }),
  )
  const startedMs = performance.now()
  const hung = (await Promise.all(chats)).map(({ status }) => status)
  expect(kinds(hung)).toEqual([504])
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(AI_TIMEOUT_MS - 100)
  cluster.upstream.plan(say('Hello there.'))
  const { status } = await call(cluster.port, { path: '/ai/chat', headers: account.headers, payload })
  const statuses = await load.stop()
  expect([status, kinds(statuses)]).toEqual([200, [200]])
  expect(statuses.length).toBeGreaterThan(50)
  // One chat was answered; all other units come from compute requests.
  await vi.waitFor(async () => expect(await account.used()).toBe(statuses.length + 1), LONG)
})

/** Milliseconds from now into the next month. */
function monthMs(): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime()
}

test('at the end of a month each request counts for one month, and the quota is exact in both', async () => {
  const nowMs = Date.now()
  const nextMs = Date.UTC(new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth() + 1)
  const account = await cluster.account('enterprise_xl')
  const limited = await cluster.account('free')
  // Twelve at a time: the threads of three nodes would reject more with 503.
  const spend = async () => {
    const cost = { path: '/compute', headers: limited.headers, payload: { ...DRAW, samples: 20_000 } }
    const callers = Array.from({ length: 12 }, async () => {
      const statuses: number[] = []
      for (let at = 0; at < 16; at++) statuses.push((await call(cluster.port, cost)).status)
      return statuses
    })
    return (await Promise.all(callers)).flat()
  }
  const before = await spend()
  expect([kinds(before), count(before, 200)]).toEqual([[200, 402], Math.floor(1_000 / 6)])

  const load = loadOf(account)
  await passes(load, 20)
  await cluster.setAhead(nextMs - Date.now() - 300)
  await vi.waitFor(async () => expect(await account.used(nextMs)).toBeGreaterThan(0), LONG)
  await passes(load, 50)
  const statuses = await load.stop()
  expect(kinds(statuses)).toEqual([200])
  const [old, next] = [await account.used(nowMs), await account.used(nextMs)]
  expect([old + next, old > 0]).toEqual([statuses.length, true])

  const after = await spend()
  expect(count(after, 200)).toBe(Math.floor(1_000 / 6))
  expect([await limited.used(nowMs), await limited.used(nextMs)]).toEqual([996, 996])
})

test('when the clocks jump back, even into the previous month, every request is still answered and counted once', async () => {
  await cluster.setAhead(monthMs())
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  await cluster.setAhead(0)
  await passes(load, 100)
  const statuses = await load.stop()
  expect([kinds(statuses), await account.used()]).toEqual([[200], statuses.length])
  const [thisMonth, next] = [await account.used(Date.now()), await account.used(Date.now() + monthMs())]
  expect([thisMonth > 0, next > 0]).toEqual([true, true])
})

test('nodes of the next release replace the old ones without a lost request; an old one that starts again says why it cannot', async () => {
  const next = await makeNextRelease()
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  for (let at = 0; at < NODES; at++) {
    nodeAt(at).process.kill('SIGTERM')
    expect(await nodeAt(at).ended).toBe(0)
    await cluster.start(at, next.program)
    await passes(load, 20)
  }
  const statuses = await load.stop()
  expect([kinds(statuses), await account.used()]).toEqual([[200], statuses.length])
  expect(await cluster.startInVain()).toContain(
    'Cannot start: the database is newer than this code: it has migration 9999_next.sql',
  )
  await next.remove()
})

test('no node logged an internal error in any of these tests', () => {
  expect(cluster.said().split('is ready')).toHaveLength(1 + NODES + 1 + 1 + NODES)
  expect(internalErrors(cluster.said())).toEqual([])
})
