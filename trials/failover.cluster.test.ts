// Three nodes behind a balancer under load, while their database server is lost and its standby takes over.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { count, startLoad } from '../server/test/load.ts'
import { type Cluster, internalErrors, openCluster } from './cluster-setup.ts'
import { type Pair, startPair } from './replica.ts'

const NODES = 3
const LISTENERS_OF_A_NODE = 2
const LOAD = { callers: 6, paceMs: 10 }
const DRAW = { seed: 'failover', bias: 0.5, N: 3, samples: 1_000 }
const LONG = { timeout: 30_000, interval: 50 }
/** Enough for a busy machine. */
const RECOVERY_MS = 10_000

let cluster: Cluster<Pair>
beforeAll(async () => {
  cluster = await openCluster(NODES, await startPair())
}, 120_000)
afterAll(() => cluster?.close())

type Account = Awaited<ReturnType<typeof cluster.account>>

const loadOf = ({ headers }: Account) => startLoad(cluster.port, { path: '/compute', headers, payload: DRAW }, LOAD)

/** Waits until this many more requests have this status. */
async function passes({ statuses }: ReturnType<typeof loadOf>, more: number, status = 200): Promise<void> {
  const before = count(statuses, status)
  await vi.waitFor(() => expect(count(statuses, status)).toBeGreaterThanOrEqual(before + more), LONG)
}

const kinds = (statuses: readonly number[]) => [...new Set(statuses)].sort((a, b) => a - b)

/** Every acknowledged request is counted once; requests that were carried out but not acknowledged are cancelled. */
async function isCounted(account: Account, statuses: readonly number[]): Promise<void> {
  await vi.waitFor(async () => expect(await account.used()).toBe(count(statuses, 200)), LONG)
}

test('while no server accepts writes, requests get 503 and cost nothing; the nodes recover when one does', async () => {
  const { first } = cluster.postgres
  const setReadOnly = async (value: 'on' | 'off') => {
    await first.sql`set default_transaction_read_only = off`
    await first.sql.unsafe(`alter system set default_transaction_read_only = ${value}`)
    await first.sql`select pg_reload_conf()`
  }
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 50)
  await setReadOnly('on')
  await passes(load, 50, 503)
  await setReadOnly('off')
  const backMs = performance.now()
  await passes(load, 100)
  expect(performance.now() - backMs).toBeLessThan(RECOVERY_MS)
  const statuses = await load.stop()
  expect(kinds(statuses)).toEqual([200, 503])
  await isCounted(account, statuses)
})

test('when the primary is lost and its standby promoted, the nodes continue there, and nothing acknowledged is lost', async () => {
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  await passes(load, 200)
  await cluster.postgres.loseFirst()
  await passes(load, 1, 503)
  await cluster.postgres.promoteSecond()
  const promotedMs = performance.now()
  await passes(load, 100)
  const recoveryMs = performance.now() - promotedMs
  console.info(`100 requests have succeeded ${Math.round(recoveryMs)} ms after the promotion`)
  expect(recoveryMs).toBeLessThan(RECOVERY_MS)
  const statuses = await load.stop()
  expect(kinds(statuses)).toEqual([200, 503])
  await isCounted(account, statuses)
})

test('nodes notify each other over the promoted server', async () => {
  const listeners = () => cluster.postgres.second.sql`
    select 1 from pg_stat_activity
    where application_name = 'equipoise' and (query like 'listen %' or query like '%pg_is_in_recovery%')`
  await vi.waitFor(
    async () => expect((await listeners()).length).toBeGreaterThanOrEqual(NODES * LISTENERS_OF_A_NODE),
    LONG,
  )
})

test('a node that starts now finds the promoted server, although it is not first in its address', async () => {
  const account = await cluster.account('enterprise_xl')
  const load = loadOf(account)
  // The balancer checks every 200 ms, and must have seen that the others are back.
  await passes(load, 300)
  cluster.nodes[0]?.process.kill('SIGTERM')
  expect(await cluster.nodes[0]?.ended).toBe(0)
  await cluster.start(0)
  await passes(load, 20)
  const statuses = await load.stop()
  expect([kinds(statuses), await account.used()]).toEqual([[200], statuses.length])
})

test('no node logged an internal error in any of these tests', () => {
  expect(cluster.said().split('is ready')).toHaveLength(1 + NODES + 1)
  expect(internalErrors(cluster.said())).toEqual([])
})
