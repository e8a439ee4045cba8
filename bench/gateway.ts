// `npm run bench:gateway`: what the service adds to a call, beside Portkey's gateway and the barest forwarder, all in one run
// against the same provider. Portkey is installed by hand (npm install --no-save @portkey-ai/gateway, or BENCH_PEERS=<a folder
// with it in node_modules>) and skipped with a word where it is not there. Every call of ours waits for a charge that is on
// the disk: how long that takes here is printed, and BENCH_FOLDER (a folder in memory, say) puts the database elsewhere.
// A dash: not measured, or the contender failed. `-- --memory` makes 50,000 calls and shows the memory.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CATALOGUE, PLAN_ORDER } from '../server/src/plans.ts'
import { type Figures, load, type Target } from './gateway-load.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_TIMEOUT_MS = 120_000
const CALLS = Number(process.env.BENCH_CALLS ?? 2_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6)
const MEMORY_CALLS = 50_000
/** Too little for a leak of 2 kB a call, so that a leak ends the process rather than hiding behind a lazy collector. */
const MEMORY_HEAP_MB = 128
const RATE = '16 callers: calls/s'
const CPU = '16 callers: own CPU µs a call'
const ALONE = '1 caller: p50 ms'
const FIRST = '1 stream: first text ms'

/** What is measured; of all rounds the one with the highest merit counts. */
const KINDS = [
  { kind: RATE, options: { concurrency: 16, calls: CALLS }, merit: (f: Figures) => f.perSecond },
  { kind: CPU, options: { concurrency: 16, calls: CALLS }, merit: (f: Figures) => -f.cpuUs },
  { kind: ALONE, options: { concurrency: 1, calls: CALLS / 10 }, merit: (f: Figures) => -f.p50Ms },
  { kind: FIRST, options: { concurrency: 1, calls: CALLS / 20, streamed: true }, merit: (f: Figures) => -f.p50Ms },
] as const

const children: ChildProcess[] = []
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-gateway-'))
// Root's database runs as another user, and moves out of a folder that this user cannot enter.
chmodSync(folder, 0o711)

console.log(`One write to the disk under ${folder} takes ${diskMs().toFixed(2)} ms (median of fdatasync)`)

try {
  if (process.argv.includes('--memory')) await showMemory()
  else for (const latencyMs of [0, 20]) await compare(latencyMs)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))))
  rmSync(folder, { recursive: true, force: true })
}

function diskMs(): number {
  const file = openSync(join(folder, 'disk'), 'w')
  const times = Array.from({ length: 101 }, () => {
    writeSync(file, 'x'.repeat(8_192), 0)
    const startedMs = performance.now()
    fdatasyncSync(file)
    return performance.now() - startedMs
  })
  closeSync(file)
  return times.sort((a, b) => a - b)[50] ?? Number.NaN
}

async function compare(latencyMs: number): Promise<void> {
  const provider = await openProvider(latencyMs)
  const targets = [
    direct(provider),
    await openForwarder(provider),
    await openEquipoise(provider),
    await openPortkey(provider),
  ].filter((target) => target !== undefined)
  console.log(`\nProvider latency ${latencyMs} ms, ${CALLS} calls a cell, best of ${ROUNDS} rounds in turn`)
  const table: Record<string, Record<string, string>> = {}
  const found = new Map<string, number>()
  for (const { kind, options, merit } of KINDS) {
    const best = new Map<string, number>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const target of targets) {
        const figure = await load(target, options).then(merit, () => Number.NaN)
        // The first round warms up.
        if (round > 0) best.set(target.name, Math.max(best.get(target.name) ?? Number.NEGATIVE_INFINITY, figure))
      }
    }
    for (const [name, figure] of best) {
      found.set(`${name}: ${kind}`, Math.abs(figure))
      table[name] ??= {}
      table[name][kind] = Number.isNaN(figure) ? '–' : Math.abs(figure).toFixed(figure < 0 ? 2 : 0)
    }
  }
  console.table(table)
  console.table(targetsOf((name, kind) => found.get(`${name}: ${kind}`) ?? Number.NaN))
}

/** The figures that the targets are about. */
function targetsOf(figure: (name: string, kind: string) => number): Record<string, Record<string, string>> {
  const ours = (kind: string) => figure('equipoise', kind)
  const row = (wanted: string, measured: number) => ({ wanted, measured: measured.toFixed(2) })
  return {
    'calls/s, ours / Portkey': row('at least 3', ours(RATE) / figure('portkey', RATE)),
    'calls/s, ours / bare forwarder': row('at least 0.5', ours(RATE) / figure('bare forwarder', RATE)),
    'added p50 of a lone call, ms': row('at most 1', ours(ALONE) - figure('provider itself', ALONE)),
    'first streamed text, ours / direct': row('at most 1.3', ours(FIRST) / figure('provider itself', FIRST)),
    'own CPU, Portkey / ours': row('', figure('portkey', CPU) / ours(CPU)),
  }
}

async function showMemory(): Promise<void> {
  const target = await openEquipoise(await openProvider(0), { NODE_OPTIONS: `--max-old-space-size=${MEMORY_HEAP_MB}` })
  const metricsUrl = new URL('/metrics', target.url)
  const step = MEMORY_CALLS / 10
  for (let done = 0; done <= MEMORY_CALLS; done += step) {
    if (done > 0) await load(target, { concurrency: 16, calls: step })
    const metrics = await (await fetch(metricsUrl)).text()
    const megabytes = (name: string) =>
      (Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20).toFixed(0)
    console.log(
      `${done} calls: resident ${megabytes('process_resident_memory_bytes')} MB, heap used ${megabytes('nodejs_heap_size_used_bytes')} MB`,
    )
  }
}

function direct(provider: string): Target {
  return { name: 'provider itself', url: `${provider}/chat/completions`, headers: {} }
}

async function openProvider(latencyMs: number): Promise<string> {
  const { port } = await forkAndHear('gateway-upstream.ts', [String(latencyMs)])
  return `http://127.0.0.1:${port}/v1`
}

async function openForwarder(provider: string): Promise<Target> {
  const { port, pid } = await forkAndHear('gateway-forwarder.ts', [provider])
  return {
    pid,
    name: 'bare forwarder',
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    headers: { authorization: 'Bearer x' },
  }
}

function forkAndHear(file: string, args: string[]): Promise<{ port: number; pid: number | undefined }> {
  const child = fork(join(ROOT, 'bench', file), args, { execArgv: ['--import', 'tsx'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ ...(message as { port: number }), pid: child.pid }))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** The service as people start it, with its database on the disk; the plans file lifts the limits that a bench would meet. */
async function openEquipoise(provider: string, env: Record<string, string> = {}): Promise<Target> {
  const port = await freePort()
  const openai = { format: 'openai', base_url: provider, model: 'bench-model' }
  const pid = spawnQuietly([process.execPath, join(ROOT, 'scripts/start.mjs')], {
    PORT: String(port),
    DATA_DIR: join(folder, `data-${port}`),
    PLANS_FILE: writePlans(),
    PROVIDERS: JSON.stringify({ provider_c: openai }),
    CHAT_API_KEY: 'bench',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...env,
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}/health/ready`)
  const json = { 'content-type': 'application/json' }
  const registration = JSON.stringify({ email: 'bench@example.org', password: 'a long enough one' })
  const registered = await fetch(`${url}/auth/register`, { method: 'POST', headers: json, body: registration })
  const { access_token } = (await registered.json()) as { access_token: string }
  const headers = { ...json, authorization: `Bearer ${access_token}` }
  const { key } = (await (await fetch(`${url}/api-keys`, { method: 'POST', headers, body: '{}' })).json()) as {
    key: string
  }
  return { pid, name: 'equipoise', url: `${url}/v1/chat/completions`, headers: { authorization: `Bearer ${key}` } }
}

function writePlans(): string {
  const plan = { price_eur: 0, max_n: 9, compute: null, ai_chat: null, ai_analyze: null, ai_proxy: null, keys: 10 }
  const plans = Object.fromEntries(
    PLAN_ORDER.map((id) => [
      id,
      { ...plan, price_eur: CATALOGUE.plans[id].priceEur, requests_per_minute: 100_000_000 },
    ]),
  )
  const file = join(folder, 'plans.json')
  writeFileSync(file, JSON.stringify({ plans }))
  return file
}

async function openPortkey(provider: string): Promise<Target | undefined> {
  const program = join(process.env.BENCH_PEERS ?? ROOT, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (!existsSync(program)) {
    console.log("Portkey's gateway is not installed, so it is left out (npm install --no-save @portkey-ai/gateway)")
    return undefined
  }
  const port = await freePort()
  const env = { TRUSTED_CUSTOM_HOSTS: '127.0.0.1', NODE_ENV: 'production' }
  // It reports every stream that fails on Node 20 at length; the table has a dash for them.
  const pid = spawnQuietly([process.execPath, program, `--port=${port}`, '--headless'], env, 'ignore')
  await untilReady(`http://127.0.0.1:${port}/`)
  const headers = { authorization: 'Bearer x', 'x-portkey-provider': 'openai', 'x-portkey-custom-host': provider }
  return { pid, name: 'portkey', url: `http://127.0.0.1:${port}/v1/chat/completions`, headers }
}

function spawnQuietly(
  [program = '', ...args]: string[],
  env: Record<string, string>,
  stderr: 'inherit' | 'ignore' = 'inherit',
): number | undefined {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', stderr],
    env: { ...process.env, ...env },
  })
  children.push(child)
  return child.pid
}

async function untilReady(url: string): Promise<void> {
  const endsMs = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < endsMs) {
    const isThere = await fetch(url).then(
      (answer) => answer.status < 500,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer within ${READY_TIMEOUT_MS / 1000} s`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
