// Two nodes under load with several PostgreSQL servers and Citus, while servers are lost and shards move.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { monthOf } from '../server/src/ground/calendar.ts'
import { call, count, startLoad } from '../server/test/load.ts'
import { addNode, asked, type Citus, hasCitus, makeDistributed, makeEmpty, startCitus } from './citus-setup.ts'
import { type Cluster, type ClusterAccount, internalErrors, openCluster, type Served } from './cluster-setup.ts'

const NODES = 2
const DATABASE = 'equipoise'
const LOAD = { callers: 4, paceMs: 10 }
const DRAW = { seed: 'distributed', bias: 0.5, N: 3, samples: 1_000 }
const LONG = { timeout: 120_000, interval: 50 }
const MONTH_MS = 32 * 86_400_000
/** The quota of the free plan, and how much of it is left when the load starts. */
const ALLOWANCE = 1_000
const LEFT = 10

let citus: Citus
let url: string
let cluster: Cluster<Served>

describe.skipIf(!hasCitus())('a deployment over several database servers', () => {
  beforeAll(async () => {
    // Two more servers with shards are added later.
    citus = await startCitus(4)
    const [coordinator, first, second] = citus.servers
    if (!coordinator || !first || !second) throw new Error('a server is missing')
    url = await makeDistributed([coordinator, first, second], DATABASE)
    cluster = await openCluster(NODES, { url, close: () => citus.close() })
  }, 300_000)
  afterAll(() => cluster?.close())

  const loadOf = ({ headers }: ClusterAccount, port = cluster.port) =>
    startLoad(port, { path: '/compute', headers, payload: DRAW }, LOAD)

  /** Waits until this many more requests have this status. */
  async function passes({ statuses }: ReturnType<typeof loadOf>, more: number, status = 200): Promise<void> {
    const before = count(statuses, status)
    await vi.waitFor(() => expect(count(statuses, status)).toBeGreaterThanOrEqual(before + more), LONG)
  }

  const kinds = (statuses: readonly number[]) => [...new Set(statuses)].sort((a, b) => a - b)

  /** Every acknowledged request is counted once; requests that were carried out but not acknowledged are cancelled. */
  async function isCounted(account: ClusterAccount, statuses: readonly number[]): Promise<void> {
    await vi.waitFor(async () => expect(await account.used()).toBe(count(statuses, 200)), LONG)
  }

  /** Where Citus has the newest account: its group, and the shard of its balance. */
  async function placeOfNewest(): Promise<{ group: number; shard: number }> {
    const [row] = await cluster.sql<{ group: number; shard: number }[]>`
      select p.groupid as group, p.shardid as shard from pg_dist_placement p
      where p.shardid = get_shard_id_for_distribution_column('topup_balances', (select max(id) from accounts))`
    if (!row) throw new Error('the account has no shard')
    return row
  }

  async function accountOn(group: number): Promise<ClusterAccount> {
    for (;;) {
      // The balancer may briefly see no node as ready.
      const account = await vi.waitFor(() => cluster.account('enterprise_xl'), LONG)
      if ((await placeOfNewest()).group === group) return account
    }
  }

  test('killing a server with shards stops only its accounts, and nothing acknowledged is lost', async () => {
    const [kept, lost] = [await accountOn(1), await accountOn(2)]
    // Directly at one node: on a busy machine the balancer may briefly see no node as ready, and respond with 503 itself.
    const [keptLoad, lostLoad] = [loadOf(kept, cluster.ports[0]), loadOf(lost, cluster.ports[0])]
    await Promise.all([passes(keptLoad, 100), passes(lostLoad, 100)])
    await citus.servers[2]?.kill()
    await passes(lostLoad, 5, 503)
    await passes(keptLoad, 50)
    await citus.servers[2]?.start()
    await passes(lostLoad, 50)
    const [keptStatuses, lostStatuses] = [await keptLoad.stop(), await lostLoad.stop()]
    expect([kinds(keptStatuses), kinds(lostStatuses)]).toEqual([[200], [200, 503]])
    await isCounted(kept, keptStatuses)
    await isCounted(lost, lostStatuses)
  })

  test('without the coordinator requests get 503 with a message; when it is back, nothing acknowledged is lost', async () => {
    const accounts = [await accountOn(1), await accountOn(2)]
    const loads = accounts.map((account, at) => loadOf(account, cluster.ports[at]))
    await Promise.all(loads.map((load) => passes(load, 100)))
    await citus.servers[0]?.kill()
    await Promise.all(loads.map((load) => passes(load, 5, 503)))
    const { status, body } = await call(cluster.ports[0] ?? 0, {
      path: '/compute',
      headers: accounts[0]?.headers ?? {},
      payload: DRAW,
    })
    expect([status, JSON.parse(body)]).toEqual([503, { detail: expect.stringContaining('database') }])
    await citus.servers[0]?.start()
    await Promise.all(loads.map((load) => passes(load, 50)))
    for (const [at, load] of loads.entries()) {
      const statuses = await load.stop()
      expect(kinds(statuses)).toEqual([200, 503])
      await isCounted(accounts[at] as ClusterAccount, statuses)
    }
  })

  test('moving a shard under load loses nothing', async () => {
    const account = await accountOn(1)
    const { shard } = await placeOfNewest()
    const load = loadOf(account)
    await passes(load, 50)
    const [from, to] = await cluster.sql<{ name: string; port: number }[]>`
      select nodename as name, nodeport as port from pg_dist_node where groupid in (1, 2) order by groupid`
    const move = `${shard}, '${from?.name}', ${from?.port}, '${to?.name}', ${to?.port}, 'force_logical'`
    await asked(url, [`select citus_move_shard_placement(${move})`])
    expect((await placeOfNewest()).group).toBe(2)
    await passes(load, 50)
    const statuses = await load.stop()
    expect(kinds(statuses).filter((status) => status !== 200 && status !== 503)).toEqual([])
    await isCounted(account, statuses)
  })

  test('two added servers take over their share of the shards under load, and nothing is lost', async () => {
    const accounts = [await accountOn(1), await accountOn(2)]
    const loads = accounts.map((account) => loadOf(account))
    await Promise.all(loads.map((load) => passes(load, 50)))
    const added = citus.servers.slice(3)
    for (const server of added) await makeEmpty(server, DATABASE)
    await asked(url, [
      ...added.map((server) => addNode(server.url)),
      `select citus_rebalance_start(shard_transfer_mode => 'force_logical')`,
      'select citus_rebalance_wait()',
    ])
    const groups = await cluster.sql`select distinct groupid from pg_dist_placement`
    expect(groups).toHaveLength(4)
    await Promise.all(loads.map((load) => passes(load, 50)))
    for (const [at, load] of loads.entries()) {
      const statuses = await load.stop()
      expect(kinds(statuses).filter((status) => status !== 200 && status !== 503)).toEqual([])
      await isCounted(accounts[at] as ClusterAccount, statuses)
    }
  }, 600_000)

  test('the quota of a month is exact, and the next month has its own', async () => {
    const account = await cluster.account('free')
    await cluster.sql`
      insert into usage_months (account_id, month, meter, from_allowance)
      select max(id), ${monthOf(Date.now())}::date, 'compute', ${ALLOWANCE - LEFT} from accounts`
    const load = loadOf(account)
    await passes(load, 20, 402)
    expect(count(await load.stop(), 200)).toBe(LEFT)
    expect(await account.used()).toBe(ALLOWANCE)
    await cluster.setAhead(MONTH_MS)
    const next = loadOf(account)
    await passes(next, 5)
    const passed = count(await next.stop(), 200)
    expect(await account.used(Date.now() + MONTH_MS)).toBe(passed)
    await cluster.setAhead(0)
  })

  test('no node logged an internal error in any of these tests', () => {
    expect(internalErrors(cluster.said())).toEqual([])
  })
})
