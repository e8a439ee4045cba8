// What bounded.test, shelf, failing-after-charge and fairness hold for one process, from outside of several: two nodes, two workers, and two
// nodes behind PgBouncer; while the clocks jump. Not part of `npm test`: npx vitest run --project cluster trials/nets.
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../server/test/database.ts'
import { resolveAll } from '../server/test/documented.ts'
import { EXCEPTIONS, fillShelf, type Get } from '../server/test/filled-shelf.ts'
import { call } from '../server/test/load.ts'
import { hasPooler, startPooler } from '../server/test/pooler.ts'
import { breakAfter, stall } from '../server/test/upstream.ts'
import { type Cluster, type ClusterAccount, internalErrors, openCluster, type Served } from './cluster-setup.ts'

const CPU_MS_MAX = 5
const CPU_MS_MAX_WITH_REASON = 20
const BODY_BYTES_MAX = 1_000_000
const DAY_MS = 86_400_000
const CLOCKS = [0, 40 * DAY_MS, -DAY_MS, 3_600_000, 0]

interface Deployment {
  readonly nodes: number
  readonly env?: Readonly<Record<string, string>>
  readonly behindPooler?: boolean
}

const DEPLOYMENTS: Record<string, Deployment> = {
  'two nodes': { nodes: 2 },
  'two workers': { nodes: 1, env: { WORKERS: '2' } },
  'two nodes behind PgBouncer': { nodes: 2, behindPooler: true },
}
const POOLER = 'two nodes behind PgBouncer'
const there = Object.keys(DEPLOYMENTS).filter((name) => name !== POOLER || hasPooler())

async function open({ nodes, env = {}, behindPooler = false }: Deployment): Promise<Cluster<Served>> {
  const postgres = await startPostgres()
  if (!behindPooler) return openCluster<Served>(nodes, postgres, env)
  const pooler = await startPooler(postgres.url, 'transaction', 4)
  const close = async () => {
    await pooler.close()
    await postgres.close()
  }
  const settings = { ...env, DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: postgres.url }
  return openCluster<Served>(nodes, { url: postgres.url, close }, settings)
}

describe.each(there)('%s', (name) => {
  let cluster: Cluster<Served>
  beforeAll(async () => {
    cluster = await open(DEPLOYMENTS[name] as Deployment)
  })
  afterEach(() => cluster.setAhead(0))
  afterAll(() => cluster?.close())

  test('reads at their largest take little of the thread that answers everybody', async () => {
    const shelf = await fillShelf({ app: appOver(cluster.port), sql: cluster.sql, databaseUrl: cluster.postgres.url })
    const slow: string[] = []
    let read = 0
    for (const get of gets()) {
      const { reason, isFile = false } = EXCEPTIONS[get.path] ?? {}
      for (const path of shelf.urlsOf(get)) {
        const asked = { path, headers: { ...shelf.headersFor(get.path) } }
        const { status, body } = await call(cluster.port, asked)
        // Some of them need settings that this deployment does not have.
        if (status !== 200 || isFile) continue
        read++
        if (Buffer.byteLength(body) > BODY_BYTES_MAX) slow.push(`${path}: ${body.length} characters`)
        const limitMs = reason ? CPU_MS_MAX_WITH_REASON : CPU_MS_MAX
        const ms = await leastCpuMs(cluster, () => call(cluster.port, asked), limitMs)
        if (ms > limitMs) slow.push(`${path}: ${ms} ms`)
      }
    }
    expect(slow).toEqual([])
    expect(read).toBeGreaterThan(30)
  })

  test('what a caller makes fail is paid for, although the clocks jump', async () => {
    const account = await cluster.account('studio')
    const url = '/v1/chat/completions'
    let asked = 0
    for (const behaviour of [stall(), breakAfter(['Once '], 'stall')]) {
      for (const aheadMs of CLOCKS) {
        await cluster.setAhead(aheadMs)
        cluster.upstream.plan(behaviour)
        for (let i = 0; i < 4; i++) await hangUp(cluster, account, url, i % 2 === 1)
        asked += cluster.upstream.calls.length
      }
    }
    expect(asked).toBeGreaterThan(30)
    await expect.poll(() => account.used(), { timeout: 30_000 }).toBeGreaterThanOrEqual(asked)
  })

  test('an audit that is cancelled and resumed again and again is paid for, although the clocks jump', async () => {
    const account = await cluster.account('studio')
    const pairs = Array.from({ length: 3 }, (_, at) => ({ topic: 't', prompt_a: `a${at}`, prompt_b: `b${at}` }))
    cluster.upstream.plan(stall())
    const send = async (path: string, payload: object) =>
      call(cluster.port, { path, headers: account.headers, payload })
    const started = cluster.upstream.nextCall()
    const { id } = JSON.parse((await send('/audits', { pairs })).body)
    await started
    for (const aheadMs of CLOCKS) {
      await cluster.setAhead(aheadMs)
      await send(`/audits/${id}/cancel`, {})
      const next = cluster.upstream.nextCall()
      if ((await send(`/audits/${id}/resume`, {})).status < 300) await next
    }
    await send(`/audits/${id}/cancel`, {})
    const asked = cluster.upstream.calls.length
    expect(asked).toBeGreaterThan(3)
    await expect.poll(() => account.used(), { timeout: 30_000 }).toBeGreaterThanOrEqual(asked)
  })

  test('nobody waits long for a computation because of another account', async () => {
    const [greedy, innocent] = [await cluster.account('studio'), await cluster.account('studio')]
    const slower: string[] = []
    for (const [theirs, flood] of Object.entries(JOBS)) {
      for (const [own, asked] of Object.entries(JOBS)) {
        if (own === theirs) continue
        const times: number[] = []
        for (let round = 0; round < ROUNDS && isSlow(times); round++) {
          const idle = await medianMs(cluster, innocent, asked)
          const flooding = floodWith(cluster, greedy, flood)
          times.push((await medianMs(cluster, innocent, asked)) / Math.max(idle, NOTICEABLE_MS / SLOWER_MAX))
          await flooding()
        }
        if (isSlow(times)) slower.push(`${own} beside 16 × ${theirs}: ${Math.min(...times)} × its idle time`)
      }
    }
    expect(slower).toEqual([])
  })

  test('no node logged an internal error', () => expect(internalErrors(cluster.said())).toEqual([]))
})

function gets(): Get[] {
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  const paths = resolveAll(document.paths, document) as Record<string, { get?: Omit<Get, 'path'> }>
  return Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []))
}

type FilledApp = Parameters<typeof fillShelf>[0]['app']

interface Injected {
  readonly method?: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: object
}

/** What helpers send within a process, sent over the network. */
function appOver(port: number): FilledApp {
  const inject = ({ method = 'GET', url, headers = {}, payload }: Injected) =>
    new Promise((resolve, reject) => {
      const sent = { 'content-type': 'application/json', ...headers }
      const asking = httpRequest({ host: '127.0.0.1', port, path: url, method, headers: sent }, async (answer) => {
        const pieces: Buffer[] = []
        for await (const piece of answer) pieces.push(piece as Buffer)
        const body = Buffer.concat(pieces).toString()
        resolve({ statusCode: answer.statusCode, body, json: () => JSON.parse(body) })
      })
      asking.once('error', reject)
      asking.end(payload && JSON.stringify(payload))
    })
  return { inject } as unknown as FilledApp
}

const TRIES = 12
const REQUESTS = 4

/** Of one request, of the main threads of all processes together. */
async function leastCpuMs(cluster: Cluster<Served>, one: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < TRIES && least > enoughMs; round++) {
    const before = mainThreadsMs(cluster)
    for (let i = 0; i < REQUESTS; i++) await one()
    least = Math.min(least, (mainThreadsMs(cluster) - before) / REQUESTS / slowness())
  }
  return least
}

function mainThreadsMs({ nodes }: Cluster<Served>): number {
  const parents = nodes.map(({ process }) => process.pid ?? 0)
  const workers = parents.flatMap((pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' '))
  const all = [...parents, ...workers.filter((pid) => pid.trim() !== '').map(Number)]
  return all.reduce((sum, pid) => sum + cpuMsOf(`/proc/${pid}/task/${pid}/schedstat`), 0)
}

function cpuMsOf(file: string): number {
  return Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6
}

/** So many additions take 10 ms on the slowest machine for which the limits are meant. */
function slowness(): number {
  const before = cpuMsOf('/proc/thread-self/schedstat')
  let sum = 0
  for (let i = 0; i < 10_000_000; i++) sum += i % 7
  return sum > 0 ? Math.max(1, (cpuMsOf('/proc/thread-self/schedstat') - before) / 10) : 1
}

/** Hangs up when the provider has the request. */
async function hangUp(cluster: Cluster<Served>, account: ClusterAccount, path: string, stream: boolean): Promise<void> {
  const called = cluster.upstream.nextCall()
  const headers = { ...account.headers, 'content-type': 'application/json' }
  const asking = httpRequest({ host: '127.0.0.1', port: cluster.port, path, method: 'POST', headers })
  const answered = new Promise<void>((resolve) => {
    asking.once('response', (answer) => resolve(void answer.resume().on('error', () => {})))
    asking.once('error', () => resolve())
  })
  asking
    .on('error', () => {})
    .end(JSON.stringify({ model: 'small-model', stream, messages: [{ role: 'user', content: 'Why?' }] }))
  await Promise.race([called, answered])
  const ended = cluster.upstream.nextHangUp()
  asking.destroy()
  await Promise.race([ended, answered])
}

const SLOWER_MAX = 5
/** Below this a comparison would measure the scheduler. */
const NOTICEABLE_MS = 300
const CALLS = 7
const ROUNDS = 5
const GREEDY_JOBS = 16

const JOBS: Record<string, { path: string; payload: object }> = {
  compute: { path: '/compute', payload: { bias: 0.5, N: 9, samples: 50_000, seed: 1, report: true } },
  round: {
    path: '/draws',
    payload: { kind: 'dice', dice: '1d6', seed_from: { beacon: 'drand', round: 1, signature: 'ab'.repeat(48) } },
  },
  cards: {
    path: '/draws/odds',
    payload: {
      kind: 'deck',
      cards: Array.from({ length: 500 }, (_, at) => ({ name: `c${at}`, copies: 3 })),
      draws: 1,
      counts: [1, 1, ...Array(498).fill(0)],
    },
  },
  text: { path: '/ai/analyze', payload: { text: 'The vote on the shameless bill is in May. '.repeat(400) } },
}

const isSlow = (times: readonly number[]) => times.every((one) => one > SLOWER_MAX)

async function medianMs(
  { port }: Cluster<Served>,
  { headers }: ClusterAccount,
  { path, payload }: { path: string; payload: object },
): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const startMs = performance.now()
    const { status, body } = await call(port, { path, headers, payload })
    expect(status, `${path}: ${body}`).toBeLessThan(500)
    times.push(performance.now() - startMs)
  }
  return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0
}

/** Keeps this many in flight until the returned function is called. */
function floodWith(
  { port }: Cluster<Served>,
  { headers }: ClusterAccount,
  { path, payload }: { path: string; payload: object },
) {
  let isOver = false
  const all = Array.from({ length: GREEDY_JOBS }, async () => {
    while (!isOver) await call(port, { path, headers, payload })
  })
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}
