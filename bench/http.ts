// Our HTTP layer compared with bare Fastify, and the event loop while the largest sweeps run.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { requestsPerSecond, requestText } from './load.ts'
import { PARAGRAPH } from './neutrality-texts.ts'
import type { Section } from './section.ts'

const ROUNDS = 8
const SECONDS = 1
const CONNECTIONS = 16
const DELAY_ROUNDS = 4
const SWEEPS_AT_ONCE = 4
const ANALYSES_AT_ONCE = 16

const BODY = { bias: 0.3, N: 9, samples: 1_000, seed: 'bench' }
const OURS = '`POST /compute`, default call'
const OBJECT = 'bare Fastify, same schemas, constant object'
const TEXT = 'bare Fastify, same body schema, constant text'

export async function benchHttp(): Promise<Section> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./http-server.ts', import.meta.url))],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  try {
    const lines = createInterface({ input: server.stdout })
    const ports = JSON.parse(await nextLine(lines)) as { ours: number; bare: number }
    const rates = await measureRates(ports)
    const delays = await measureDelays(server, lines, ports.ours)
    return sectionOf(rates, delays)
  } finally {
    server.stdin.end()
    await once(server, 'exit')
  }
}

type Server = ChildProcessByStdio<Writable, Readable, null>

async function measureRates({ ours, bare }: { ours: number; bare: number }): Promise<Map<string, number>> {
  const contenders = [
    { name: OURS, port: ours, path: '/compute' },
    { name: OBJECT, port: bare, path: '/object' },
    { name: TEXT, port: bare, path: '/text' },
  ]
  const best = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, port, path } of contenders) {
      const request = requestText(path, BODY)
      const rate = await requestsPerSecond({ port, request, connections: CONNECTIONS, seconds: SECONDS })
      best.set(name, Math.max(rate, best.get(name) ?? 0))
    }
  }
  return best
}

interface Delays {
  idle: number
  sweeps: number
  analyses: number
}

/** The lowest p99 of a few rounds, idle and under each load in turn. */
async function measureDelays(server: Server, lines: Interface, port: number): Promise<Delays> {
  const load = (request: string, connections: number) => () =>
    requestsPerSecond({ port, request, connections, seconds: 2 })
  const work = {
    idle: () => new Promise((resolve) => setTimeout(resolve, 2_000)),
    sweeps: load(requestText('/sweep?N=64&samples=50000&steps=50&seed=1'), SWEEPS_AT_ONCE),
    analyses: load(requestText('/ai/analyze', { text: PARAGRAPH }, 'svc_bench'), ANALYSES_AT_ONCE),
  }
  const delays: Delays = { idle: Infinity, sweeps: Infinity, analyses: Infinity }
  for (let round = 0; round < DELAY_ROUNDS; round++) {
    for (const name of ['idle', 'sweeps', 'analyses'] as const) {
      await command(server, lines, 'reset')
      await work[name]()
      delays[name] = Math.min(delays[name], await command(server, lines, 'read'))
    }
  }
  return delays
}

async function command(server: Server, lines: Interface, line: string): Promise<number> {
  const answer = nextLine(lines)
  server.stdin.write(`${line}\n`)
  return (JSON.parse(await answer) as { p99Ms: number }).p99Ms
}

async function nextLine(lines: Interface): Promise<string> {
  const [line] = (await once(lines, 'line')) as [string]
  return line
}

function sectionOf(rates: Map<string, number>, { idle, sweeps, analyses }: Delays): Section {
  const ours = rates.get(OURS) ?? Number.NaN
  const share = (name: string) => ours / (rates.get(name) ?? Number.NaN)
  return {
    title: 'HTTP',
    intro: `Requests per second of one server process under ${CONNECTIONS} connections, best of ${ROUNDS} rounds in turn; the client is a separate
process on the same machine. Calls are anonymous, the log is off and the rate limit is lifted. The target is the route with the same
schemas; the route that sends ready-made text, without a response schema, shows what Fastify itself costs. Event-loop delay is the p99 interval of a 1 ms timer in the server, so an idle loop shows
a little over 1 ms: idle ${idle.toFixed(2)} ms, with ${SWEEPS_AT_ONCE} of the largest sweeps at once ${sweeps.toFixed(2)} ms, with ${ANALYSES_AT_ONCE} callers of
\`POST /ai/analyze\`, scored by the encoder on a thread of its own, ${analyses.toFixed(2)} ms.`,
    table: [
      ['', 'requests/s', 'ours as a share of it'],
      ...[...rates].map(([name, rate]) => [name, Math.round(rate).toLocaleString('en'), share(name).toFixed(2)]),
    ],
    targets: [
      { what: '`POST /compute` / bare Fastify with the same schemas', value: share(OBJECT), least: 0.6 },
      { what: 'event-loop delay p99, four largest sweeps / idle', value: sweeps / idle, most: 3 },
      { what: 'event-loop delay p99, 16 callers of /ai/analyze / idle', value: analyses / idle, most: 3 },
    ],
  }
}
