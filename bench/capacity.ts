// What one request to each endpoint costs, and how that grows. docs/operating/capacity.md is written from these tables.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Case, ENDPOINTS, GROWTH, proxied } from './capacity-cases.ts'
import { openSurroundings, type Service, type Surroundings, startService } from './capacity-service.ts'
import { load } from './gateway-load.ts'
import { requestsPerSecond } from './load.ts'
import type { Section } from './section.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CONNECTIONS = 64
const WARM_UP_SECONDS = 0.4
const SECONDS = 1.2
const ALONE_SECONDS = 0.4
const ROUNDS = 2
const PROXY_CALLERS = 16
const PROXY_CALLS = 2_000
const PROXY_ROUNDS = 4

/** Processor time of one request, in microseconds. */
interface CallCost {
  /** Of the busiest thread of a worker, which limits the worker's rate. */
  readonly busiestUs: number
  /** Of all threads of the service: workers and supervisor. */
  readonly serviceUs: number
  readonly databaseUs: number
  /** Of the load generator and the provider, which run on the same cores. */
  readonly besideUs: number
}

export interface Measured {
  readonly rate: number
  readonly cost: CallCost
  /** Charges per commit; NaN if not metered. */
  readonly charges: number
  readonly walBytes: number
  readonly megabytes: number
}

export async function benchCapacity(): Promise<Section[]> {
  buildService()
  const surroundings = await openSurroundings()
  const services: Service[] = []
  try {
    services.push(await startService(surroundings, 1))
    const [one] = services as [Service]
    const endpoints = await measureAll(surroundings, one, ENDPOINTS)
    const alone = await measureAlone(one)
    const growth = await measureAll(surroundings, one, GROWTH)
    const proxy = await measureProxy(surroundings, one)
    return [endpointSection(endpoints, alone, proxy), growthSection(growth)]
  } finally {
    for (const service of services) await service.stop()
    await surroundings.close()
  }
}

export function buildService(): void {
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' })
}

/** The best of a few interleaved rounds: the least processor time, since other work can only add to it. */
async function measureAll(surroundings: Surroundings, service: Service, cases: readonly Case[]) {
  const best = new Map<string, Measured>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of cases) {
      const now = await measure(surroundings, service, one)
      const before = best.get(one.name)
      if (!before || now.cost.serviceUs < before.cost.serviceUs) best.set(one.name, now)
    }
  }
  return best
}

export async function measure(surroundings: Surroundings, service: Service, one: Case): Promise<Measured> {
  const request = one.request(service)
  const shape = { port: service.port, request, connections: one.connections ?? CONNECTIONS }
  await requestsPerSecond({ ...shape, seconds: WARM_UP_SECONDS })
  const before = await snapshot(surroundings, service)
  const startMs = performance.now()
  const rate = await requestsPerSecond({ ...shape, seconds: SECONDS })
  const calls = (rate * (performance.now() - startMs)) / 1_000
  const after = await snapshot(surroundings, service)
  const threads = [...after.threads].map(([id, us]) => us - (before.threads.get(id) ?? 0))
  const perCall = (key: 'databaseUs' | 'besideUs' | 'walBytes') => (after[key] - before[key]) / calls
  const cost = {
    // Workers share the requests, so this is what each of them spends on its own.
    busiestUs: (Math.max(...threads) * service.workers) / calls,
    serviceUs: threads.reduce((sum, us) => sum + us, 0) / calls,
    databaseUs: perCall('databaseUs'),
    besideUs: perCall('besideUs'),
  }
  const charges = one.isMetered ? calls / (after.groups - before.groups) : Number.NaN
  return { rate, cost, charges, walBytes: perCall('walBytes'), megabytes: service.residentMb() }
}

async function snapshot({ sql, databaseUs, besideUs }: Surroundings, { threadsUs }: Service) {
  const [row] = await sql<{ groups: number; wal: number }[]>`
    select (select coalesce(sum(batch), 0) from charge_slots)::int8 as groups,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as wal`
  const { groups = 0, wal = 0 } = row ?? {}
  const times = { threads: threadsUs(), databaseUs: databaseUs(), besideUs: besideUs() }
  return { ...times, groups: Number(groups), walBytes: Number(wal) }
}

/** Milliseconds of a request while there are no others. */
async function measureAlone(service: Service): Promise<Map<string, number>> {
  const best = new Map<string, number>()
  for (const one of ENDPOINTS) {
    const rate = await requestsPerSecond({
      port: service.port,
      request: one.request(service),
      connections: 1,
      seconds: ALONE_SECONDS,
    })
    best.set(one.name, 1_000 / rate)
  }
  return best
}

interface Proxied {
  readonly ours: number
  readonly forwarder: number
}

async function measureProxy({ forwarderUrl }: Surroundings, { port, keys }: Service): Promise<Proxied> {
  const headers = { 'x-api-key': keys[0] ?? '' }
  const ours = { name: '/ai/proxy', url: `http://127.0.0.1:${port}/ai/proxy`, headers, more: proxied }
  const bare = { name: 'bare forwarder', url: forwarderUrl, headers: { authorization: 'Bearer x' } }
  const best = { ours: 0, forwarder: 0 }
  for (let round = 0; round <= PROXY_ROUNDS; round++) {
    const rates = []
    for (const target of [ours, bare]) {
      rates.push((await load(target, { concurrency: PROXY_CALLERS, calls: PROXY_CALLS })).perSecond)
    }
    // The first round warms up.
    if (round === 0) continue
    best.ours = Math.max(best.ours, rates[0] ?? 0)
    best.forwarder = Math.max(best.forwarder, rates[1] ?? 0)
  }
  return best
}

export const round = (value: number, digits = 0) =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const perCore = ({ cost }: Measured) => 1e6 / cost.serviceUs
const some = (value: number) => round(value, value < 100 ? 1 : 0)

function endpointSection(measured: Map<string, Measured>, alone: Map<string, number>, proxy: Proxied): Section {
  return {
    title: 'Capacity: one call of each endpoint',
    intro: `The built service with one process, ${CONNECTIONS} connections (fewer for sign-ins and the encoder), ${ROUNDS} rounds in turn; PostgreSQL waits for the disk at every commit. The processor time of a call is that of
all threads of the service, from the scheduler; it is nearly the same on a busy machine. "Calls/s of one core" is its inverse. "Alone" is one caller at a time.
The load, the provider and PostgreSQL run on the same ${availableParallelism()} cores, so the measured rate is lower than what the service answers on cores of its own.
\`POST /ai/proxy\` at ${PROXY_CALLERS} callers with a provider of 0 ms: ${round(proxy.ours)} calls/s, the bare forwarder ${round(proxy.forwarder)}.`,
    table: [
      [
        '',
        'calls/s of one core',
        'calls/s here',
        'alone, ms',
        'service, µs a call',
        'PostgreSQL, µs a call',
        'charges a commit',
        'log, bytes a call',
        'memory, MB',
      ],
      ...[...measured].map(([name, one]) => [
        `\`${name}\``,
        round(perCore(one)),
        round(one.rate),
        round(alone.get(name) ?? Number.NaN, 2),
        round(one.cost.serviceUs),
        round(one.cost.databaseUs),
        some(one.charges),
        round(one.walBytes),
        round(one.megabytes),
      ]),
    ],
    targets: [
      {
        what: `\`POST /ai/proxy\` / bare forwarder, calls/s at ${PROXY_CALLERS}`,
        value: proxy.ours / proxy.forwarder,
        least: 0.4,
      },
    ],
  }
}

function growthSection(measured: Map<string, Measured>): Section {
  return {
    title: 'Capacity: longer texts and more bits',
    intro: 'As above, with a key. Up to 500 µs of computing run where the request is answered; more runs on a thread.',
    table: [
      ['', 'service, ms a call', 'calls/s of one core'],
      ...[...measured].map(([name, one]) => [name, round(one.cost.serviceUs / 1_000, 2), some(perCore(one))]),
    ],
    targets: [],
  }
}
