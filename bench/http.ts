// Our HTTP floor against bare Fastify, and the event loop while the largest sweeps run.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { requestsPerSecond, requestText } from './load.ts'
import type { Section } from './section.ts'

const ROUNDS = 8
const SECONDS = 1
const CONNECTIONS = 16
const DELAY_ROUNDS = 4
const SWEEPS_AT_ONCE = 4

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

/** The lowest p99 of a few rounds, idle and under load in turn. */
async function measureDelays(
  server: Server,
  lines: Interface,
  port: number,
): Promise<{ idle: number; loaded: number }> {
  const delays = { idle: Number.POSITIVE_INFINITY, loaded: Number.POSITIVE_INFINITY }
  const sweeps = requestText('/sweep?N=64&samples=50000&steps=50&seed=1')
  for (let round = 0; round < DELAY_ROUNDS; round++) {
    await command(server, lines, 'reset')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    delays.idle = Math.min(delays.idle, await command(server, lines, 'read'))
    await command(server, lines, 'reset')
    await requestsPerSecond({ port, request: sweeps, connections: SWEEPS_AT_ONCE, seconds: 2 })
    delays.loaded = Math.min(delays.loaded, await command(server, lines, 'read'))
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

function sectionOf(rates: Map<string, number>, { idle, loaded }: { idle: number; loaded: number }): Section {
  const ours = rates.get(OURS) ?? Number.NaN
  const share = (name: string) => ours / (rates.get(name) ?? Number.NaN)
  return {
    title: 'HTTP',
    intro: `Requests per second of one server process under ${CONNECTIONS} connections, best of ${ROUNDS} rounds in turn; the client is a process
of its own on the same machine. Calls are anonymous, the log is off and the pace is lifted. The target is the route with the same
schemas; the one that sends ready text, past any response schema, is there to show what Fastify itself costs. Event-loop delay is the p99 interval of a 1 ms timer in the server, so an undisturbed loop reads
a little over 1 ms: idle ${idle.toFixed(2)} ms, with ${SWEEPS_AT_ONCE} of the largest sweeps at once ${loaded.toFixed(2)} ms.`,
    table: [
      ['', 'requests/s', 'ours as a share of it'],
      ...[...rates].map(([name, rate]) => [name, Math.round(rate).toLocaleString('en'), share(name).toFixed(2)]),
    ],
    targets: [
      { what: '`POST /compute` / bare Fastify with the same schemas', value: share(OBJECT), least: 0.6 },
      { what: 'event-loop delay p99, four largest sweeps / idle', value: loaded / idle, most: 3 },
    ],
  }
}
