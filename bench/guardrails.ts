// What a gateway waits for when it has a text judged by the fast tier, beside a bare Fastify route in the same run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PARAGRAPH as TEXT } from './neutrality-texts.ts'
import type { Section } from './section.ts'

const ROUNDS = 6
const REQUESTS = 300

interface Contender {
  readonly name: string
  readonly port: number
  readonly path: string
  readonly body: object
}

export async function benchGuardrails(): Promise<Section> {
  const script = fileURLToPath(new URL('./guardrails-server.ts', import.meta.url))
  const server = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
    const { metered, uncharged, bare, key } = JSON.parse(line) as Record<'metered' | 'uncharged' | 'bare', number> & {
      key: string
    }
    const settings = { additional_provider_specific_params: { tier: 'fast' }, input_type: 'response' }
    const litellm = { path: '/beta/litellm_basic_guardrail_api', body: { texts: [TEXT], ...settings } }
    const portkey = { path: '/ai/guardrails/portkey?tier=fast', body: { response: { text: TEXT } } }
    const moderation = { path: '/v1/moderations', body: { input: TEXT, tier: 'fast' } }
    const contenders: Contender[] = [
      { name: BARE, port: bare, path: '/bare', body: { texts: [TEXT] } },
      { name: 'LiteLLM', port: metered, ...litellm },
      { name: 'Portkey', port: metered, ...portkey },
      { name: 'moderations', port: metered, ...moderation },
      { name: UNCHARGED, port: uncharged, ...litellm },
    ]
    return sectionOf(await measure(contenders, key))
  } finally {
    server.stdin.end()
    await once(server, 'exit')
  }
}

const BARE = 'bare Fastify, validated body, constant answer'
const UNCHARGED = 'LiteLLM, without the charge'

interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Each contender's best round, the rounds in turn; one request at a time on one connection. */
async function measure(contenders: readonly Contender[], key: string): Promise<Map<string, Latency>> {
  const best = new Map<string, Latency>()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      const timesMs: number[] = []
      for (let at = 0; at < REQUESTS; at++) timesMs.push(await timed(contender, key, agent))
      timesMs.sort((a, b) => a - b)
      const latency = { p50: timesMs[REQUESTS / 2] ?? 0, p99: timesMs[Math.floor(REQUESTS * 0.99)] ?? 0 }
      if (latency.p50 < (best.get(contender.name)?.p50 ?? Number.POSITIVE_INFINITY)) best.set(contender.name, latency)
    }
  }
  agent.destroy()
  return best
}

function timed({ port, path, body }: Contender, key: string, agent: Agent): Promise<number> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'x-api-key': key }
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
      response.resume()
      response.on('end', () => resolve(performance.now() - startMs))
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

function sectionOf(latencies: ReadonlyMap<string, Latency>): Section {
  const bare = latencies.get(BARE)?.p50 ?? Number.NaN
  const added = (name: string) => (latencies.get(name)?.p50 ?? Number.NaN) - bare
  const ms = (value: number) => value.toFixed(2)
  return {
    title: 'Guardrails',
    intro: `Milliseconds that a gateway waits for a score of the fast tier: one request at a time over one connection, best of ${ROUNDS} rounds of
${REQUESTS} in turn. The caller is identified by a key and charged in PostgreSQL on the same machine, with every commit on disk, before the response leaves; the
last row shows the same without that. The text has ${TEXT.length} characters. A charge is durable before its text is scored (decision 0004), so the target can be met only
if a charge (a round trip, three statements and a commit) takes less than about ${ms(1 - added(UNCHARGED))} ms.`,
    table: [
      ['', 'p50, ms', 'p99, ms', 'p50 added, ms'],
      ...[...latencies].map(([name, { p50, p99 }]) => [name, ms(p50), ms(p99), name === BARE ? '' : ms(added(name))]),
    ],
    targets: [
      { what: 'LiteLLM, p50 added, ms', value: added('LiteLLM'), most: 1 },
      { what: 'Portkey, p50 added, ms', value: added('Portkey'), most: 1 },
      { what: 'moderations, p50 added, ms', value: added('moderations'), most: 1 },
      { what: 'without the charge, p50 added, ms', value: added(UNCHARGED), most: 1 },
    ],
  }
}
