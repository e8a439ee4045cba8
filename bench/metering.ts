// What authentication and charging cost, compared with the same request from an anonymous caller.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { requestsPerSecond, requestText } from './load.ts'
import type { Section } from './section.ts'

const ROUNDS = 6
const SECONDS = 1
const CROWD = 64
const BODY = { bias: 0.3, N: 9, samples: 1_000, seed: 'bench' }

interface Figures {
  rate: number
  statements: number
}

interface Node {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: Interface
  readonly port: number
  readonly keys: string[]
}

export async function benchMetering(): Promise<Section> {
  const node = await start()
  try {
    const [key = ''] = node.keys
    const wants = {
      anonymous: { connections: CROWD, keys: [undefined] },
      metered: { connections: CROWD, keys: [key] },
      many: { connections: CROWD, keys: node.keys },
      aloneAnonymous: { connections: 1, keys: [undefined] },
      alone: { connections: 1, keys: [key] },
    }
    const best: Record<string, Figures> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, want] of Object.entries(wants)) {
        const figures = await measure(node, want)
        if (figures.rate > (best[name]?.rate ?? 0)) best[name] = figures
      }
    }
    const tripMs = await ask(node, 'trip')
    return sectionOf(best as Record<keyof typeof wants, Figures>, tripMs)
  } finally {
    node.process.stdin.end()
    await once(node.process, 'exit')
  }
}

async function start(): Promise<Node> {
  const script = fileURLToPath(new URL('./metering-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return { process: child, lines, ...(JSON.parse(line) as { port: number; keys: string[] }) }
}

async function ask({ process: child, lines }: Node, question: string): Promise<number> {
  const answer = once(lines, 'line')
  child.stdin.write(`${question}\n`)
  const [line] = (await answer) as [string]
  return Number(line)
}

async function measure(
  node: Node,
  { connections, keys }: { connections: number; keys: readonly (string | undefined)[] },
): Promise<Figures> {
  const before = await ask(node, 'statements')
  const rates = await Promise.all(
    keys.map((key) =>
      requestsPerSecond({
        port: node.port,
        request: requestText('/compute', BODY, key),
        connections: connections / keys.length,
        seconds: SECONDS,
      }),
    ),
  )
  const rate = rates.reduce((sum, one) => sum + one, 0)
  return { rate, statements: ((await ask(node, 'statements')) - before) / (rate * SECONDS) }
}

type Measured = Record<'anonymous' | 'metered' | 'many' | 'aloneAnonymous' | 'alone', Figures>

function sectionOf({ anonymous, metered, many, aloneAnonymous, alone }: Measured, tripMs: number): Section {
  const row = (name: string, { rate, statements }: Figures, connections: number) => [
    name,
    String(connections),
    Math.round(rate).toLocaleString('en'),
    Math.round(rate * statements).toLocaleString('en'),
    statements.toFixed(3),
    ((connections / rate) * 1000).toFixed(2),
  ]
  const addedMs = 1000 / alone.rate - 1000 / aloneAnonymous.rate
  return {
    title: 'Accounts and metering',
    intro: `\`POST /compute\` from anonymous callers and with an API key, identified and charged, on one server process over PostgreSQL on the same
machine with every commit on disk; best of ${ROUNDS} rounds in turn. The database, the server and the client share the cores. A single call
waits ${addedMs.toFixed(2)} ms longer when it is charged; a charge without HTTP takes ${tripMs.toFixed(2)} ms.`,
    table: [
      ['', 'connections', 'requests/s', 'SQL statements/s', 'statements per request', 'mean latency, ms'],
      row('anonymous', anonymous, CROWD),
      row('with a key, metered', metered, CROWD),
      row(`${CROWD} accounts, metered`, many, CROWD),
      row('anonymous, alone', aloneAnonymous, 1),
      row('with a key, metered, alone', alone, 1),
    ],
    targets: [
      {
        what: `metered / anonymous, requests per second at ${CROWD}`,
        value: metered.rate / anonymous.rate,
        least: 0.75,
      },
      { what: `SQL statements per metered request at ${CROWD}`, value: metered.statements, most: 0.2 },
      { what: 'round trips that a charge adds to a call alone', value: alone.statements, most: 1.05 },
    ],
  }
}
