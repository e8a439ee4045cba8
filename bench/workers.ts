// What one, two and three processes serve on one port, and where the core time goes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { buildService, type Measured, measure, round } from './capacity.ts'
import { type Case, WORK } from './capacity-cases.ts'
import { openSurroundings, type Service, type Surroundings, startService } from './capacity-service.ts'
import type { Section } from './section.ts'

const ROUNDS = 3
const PROCESSES = [1, 2, 3]

export async function benchWorkers(): Promise<Section> {
  buildService()
  const cores = await measureCores()
  const surroundings = await openSurroundings()
  const services: Service[] = []
  try {
    for (const workers of PROCESSES) services.push(await startService(surroundings, workers))
    return processSection(await measureProcesses(surroundings, services), cores)
  } finally {
    for (const service of services) await service.stop()
    await surroundings.close()
  }
}

type Processes = Map<string, Measured[]>

/** For each case and number of processes, the round with the highest rate. */
async function measureProcesses(surroundings: Surroundings, services: readonly Service[]): Promise<Processes> {
  const found: Processes = new Map()
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of Object.values(WORK)) {
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

/** The work of all cores together, in units of one core working alone: less than their number if they share parts of a processor. */
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

const busy = ({ rate }: Measured, us: number) => round((rate * us) / 1e6, 2)

function processSection(processes: Processes, cores: number): Section {
  const rows = [...processes].flatMap(([name, all]) =>
    all.map((one, at) => [
      `\`${name}\``,
      String(PROCESSES[at]),
      round(one.rate),
      round(one.rate / (all[0]?.rate ?? Number.NaN), 2),
      busy(one, one.cost.serviceUs),
      busy(one, one.cost.databaseUs),
      busy(one, one.cost.besideUs),
      round(one.charges, 1),
    ]),
  )
  const gain = ({ name }: Case) => {
    const [one, two] = processes.get(name) ?? []
    return (two?.rate ?? Number.NaN) / (one?.rate ?? Number.NaN)
  }
  const target = (one: Case, least: number) => ({
    what: `two processes / one, \`${one.name}\``,
    value: gain(one),
    least,
  })
  return {
    title: 'Capacity: one, two and three processes',
    intro: `Three deployments (\`WORKERS\` 1, 2 and 3) on one PostgreSQL, measured in turn, best of ${ROUNDS} rounds. Everything shares ${availableParallelism()} cores, which together did the work of ${cores.toFixed(2)} in this run (a plain loop,
on all of them at once). The last columns say how many cores each part kept busy, and how many charges one commit stored.`,
    table: [
      ['', 'processes', 'calls/s', 'times one process', 'cores: service', 'PostgreSQL', 'load', 'charges a commit'],
      ...rows,
    ],
    targets: [target(WORK.encoder, 1.6), target(WORK.fast, 1.6), target(WORK.compute, 1.6), target(WORK.light, 1)],
  }
}
