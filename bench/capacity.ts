// What one call of each endpoint costs, how that grows, and what one, two and three processes answer, beside what the model says
// (capacity-model.ts). docs/operating/capacity.md is written from these tables.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Case, ENDPOINTS, GROWTH, HEAVY, proxied } from './capacity-cases.ts'
import { type CallCost, predictRate } from './capacity-model.ts'
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
const PROCESS_ROUNDS = 3
const PROCESSES = [1, 2, 3]
const PROXY_CALLERS = 16
const PROXY_CALLS = 2_000
const PROXY_ROUNDS = 4

interface Measured {
  readonly rate: number
  readonly cost: CallCost
  /** Charges that one commit stores; NaN for what is not metered. */
  readonly charges: number
  readonly walBytes: number
  readonly megabytes: number
}

export async function benchCapacity(): Promise<Section[]> {
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' })
  const effectiveCores = await measureCores()
  const surroundings = await openSurroundings()
  const services: Service[] = []
  try {
    services.push(await startService(surroundings, 1))
    const [one] = services as [Service]
    const endpoints = await measureAll(surroundings, one, ENDPOINTS)
    const alone = await measureAlone(one)
    const growth = await measureAll(surroundings, one, GROWTH)
    const proxy = await measureProxy(surroundings, one)
    for (const workers of PROCESSES.slice(1)) services.push(await startService(surroundings, workers))
    const processes = await measureProcesses(surroundings, services)
    return [endpointSection(endpoints, alone), growthSection(growth), processSection(processes, proxy, effectiveCores)]
  } finally {
    for (const service of services) await service.stop()
    await surroundings.close()
  }
}

/** The best of a few rounds in turn: the least processor time, since other work can only add to it. */
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

async function measure(surroundings: Surroundings, service: Service, one: Case): Promise<Measured> {
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
    // Workers share the calls, so that each of them spends this much on its own.
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

/** Milliseconds of a call while nobody else calls. */
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

type Processes = Map<string, Measured[]>

/** By case, for each number of processes, the round with the highest rate. */
async function measureProcesses(surroundings: Surroundings, services: readonly Service[]): Promise<Processes> {
  const found: Processes = new Map()
  for (let round = 0; round < PROCESS_ROUNDS; round++) {
    for (const one of Object.values(HEAVY)) {
      const best = found.get(one.name) ?? []
      found.set(one.name, best)
      for (const [at, service] of services.entries()) {
        const now = await measure(surroundings, service, one)
        if (now.rate > (best[at]?.rate ?? 0)) best[at] = now
      }
    }
  }
  return found
}

const SPIN =
  'let s=0;const t=process.hrtime.bigint();for(let i=0;i<4e8;i++)s+=i&3;console.log(Number(process.hrtime.bigint()-t)+(s>1?0:1))'

/** What all cores do together, in cores that work alone: less than their number where they share what is inside a processor. */
async function measureCores(): Promise<number> {
  const spin = async (count: number): Promise<number> => {
    const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', SPIN]))
    const times = await Promise.all(children.map(numberOf))
    return Math.max(...times)
  }
  const [alone, together] = [await spin(1), await spin(availableParallelism())]
  return Math.min(availableParallelism(), (availableParallelism() * Math.min(alone, await spin(1))) / together)
}

async function numberOf(child: ChildProcess): Promise<number> {
  let said = ''
  child.stdout?.on('data', (words) => {
    said += words
  })
  await once(child, 'close')
  return Number(said)
}

const round = (value: number, digits = 0) =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const perCore = ({ cost }: Measured) => 1e6 / cost.serviceUs
const some = (value: number) => round(value, value < 100 ? 1 : 0)

function endpointSection(measured: Map<string, Measured>, alone: Map<string, number>): Section {
  return {
    title: 'Capacity: one call of each endpoint',
    intro: `The built service with one process, ${CONNECTIONS} connections (fewer for sign-ins and the encoder), ${ROUNDS} rounds in turn; PostgreSQL waits for the disk at every commit. The processor time of a call is that of
all threads of the service, from the scheduler; it is nearly the same on a busy machine. "Calls/s of one core" is its inverse. "Alone" is one caller at a time.
The load, the provider and PostgreSQL run on the same ${availableParallelism()} cores, so the measured rate is lower than what the service answers on cores of its own.`,
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
    targets: [],
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

function processSection(processes: Processes, proxy: Proxied, cores: number): Section {
  const model = (all: readonly Measured[], at: number) =>
    predictRate((all[0] as Measured).cost, { workers: PROCESSES[at] ?? 1, cores })
  const rows = [...processes].flatMap(([name, all]) =>
    all.map((one, at) => [
      `\`${name}\``,
      String(PROCESSES[at]),
      round(one.rate),
      round(one.rate / (all[0]?.rate ?? Number.NaN), 2),
      round(model(all, at)),
      round(model(all, at) / one.rate, 2),
      round((one.cost.serviceUs / (one.cost.serviceUs + one.cost.databaseUs + one.cost.besideUs)) * 100),
    ]),
  )
  const ratios = [...processes.values()].flatMap((all) => all.map((one, at) => model(all, at) / one.rate))
  const gain = ({ name }: Case) => {
    const [one, two] = processes.get(name) ?? []
    return (two?.rate ?? Number.NaN) / (one?.rate ?? Number.NaN)
  }
  return {
    title: 'Capacity: one, two and three processes',
    intro: `Three deployments (\`WORKERS\` 1, 2 and 3) on one PostgreSQL, measured in turn, best of ${PROCESS_ROUNDS} rounds. Everything shares ${availableParallelism()} cores, which together did the work of ${cores.toFixed(2)} in this run (a plain loop,
on all of them at once). So that the load leaves room, three of the four cases cost the service many times what they cost the load; the last column is the service's share of all processor time. "Model" is \`predictRate\` of
\`capacity-model.ts\`, with the costs of one process. \`POST /ai/proxy\` at ${PROXY_CALLERS} callers with a provider of 0 ms: ${round(proxy.ours)} calls/s, the bare forwarder ${round(proxy.forwarder)}.`,
    table: [
      ['', 'processes', 'calls/s', 'times one process', 'model', 'model / measured', "service's share, %"],
      ...rows,
    ],
    targets: [
      { what: 'two processes / one, `POST /compute`', value: gain(HEAVY.compute), least: 1.6 },
      { what: 'two processes / one, `POST /ai/analyze`, fast', value: gain(HEAVY.fast), least: 1.6 },
      { what: 'two processes / one, `POST /ai/analyze`, default', value: gain(HEAVY.encoder), least: 1.6 },
      {
        what: 'the model, furthest above or below a measurement',
        value: Math.max(...ratios.map((one) => Math.max(one, 1 / one))),
        most: 1.35,
      },
      {
        what: `\`POST /ai/proxy\` / bare forwarder, calls/s at ${PROXY_CALLERS}`,
        value: proxy.ours / proxy.forwarder,
        least: 0.4,
      },
    ],
  }
}
