// `npm run bench:gateway`: what the service adds to a call, beside Portkey's gateway and the barest forwarder, all in one run
// against the same provider. Portkey is installed by hand (npm install --no-save @portkey-ai/gateway, or BENCH_PEERS=<a folder
// with it in node_modules>) and skipped with a message if it is missing. Every call of ours waits for a charge that is on
// the disk: how long that takes here is printed, and BENCH_FOLDER (a folder in memory, say) puts the database elsewhere.
// A dash: not measured, or the contender failed. `-- --latency 20` measures with that provider alone, `-- --new 1` with answers whose sentences are all new (0.2: one in five), and `-- --all` prints every round, `-- --fast` leaves out the encoder,
// `-- --profile` shows where the time goes, `-- --budget` fails if a call became dearer, `-- --units` measures in the units of a public benchmark, `-- --large` sends large requests;
// what they and the run without options find is kept in gateway.md. `-- --memory` makes 50,000 calls and shows the memory. "fast" scores the words alone; "default" adds the encoder, whose time is the difference of the two.
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_IN_PLANS, CATALOGUE } from '../server/src/ground/plans.ts'
import { freePort } from '../server/test/free-port.ts'
import setUpBuild from '../server/test/global-build.ts'
import { measureLarge } from './gateway-large.ts'
import { type Figures, load, type Target } from './gateway-load.ts'
import { keepTables } from './gateway-page.ts'
import { profile } from './gateway-profile.ts'
import { measureUnits } from './gateway-units.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_TIMEOUT_MS = 120_000
const CALLS = Number(process.env.BENCH_CALLS ?? 2_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6)
const MEMORY_CALLS = 50_000
/** What `--budget` allows; bench/gateway.md says what was measured. */
const BUDGET = 5
const WARM_CALLS = 10_000
const LARGE_LATENCY_MS = 200
const PROFILED_CALLS = 10 * CALLS
const FUNCTIONS_SHOWN = 25
/** Too little for a leak of 2 kB per request, so that a leak ends the process instead of hiding behind a lazy garbage collector. */
const MEMORY_HEAP_MB = 128
const RATE = '16 callers: calls/s'
const CPU = '16 callers: own CPU µs a call'
const ALONE = '1 caller: p50 ms'
const FIRST = '1 stream: first text ms'

/** What is measured with which load; the round with the highest merit counts. */
const LOADS = [
  {
    options: { concurrency: 16, calls: CALLS },
    merits: { [RATE]: (f: Figures) => f.perSecond, [CPU]: (f: Figures) => -f.cpuUs },
  },
  { options: { concurrency: 1, calls: CALLS / 10 }, merits: { [ALONE]: (f: Figures) => -f.p50Ms } },
  { options: { concurrency: 1, calls: CALLS / 20, streamed: true }, merits: { [FIRST]: (f: Figures) => -f.p50Ms } },
] as const

const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'The city' }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
}
const TOOLS_AND_FORMAT = {
  tools: [
    { type: 'function', function: { name: 'weather', description: 'The weather in a city', parameters: schema } },
  ],
  tool_choice: 'auto',
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
}
/** As long as the tools and the format, to measure what more bytes cost, whatever they contain. */
const AS_LONG = { metadata: { note: 'x'.repeat(JSON.stringify(TOOLS_AND_FORMAT).length - 28) } }
const FAST = { svc_options: { tier: 'fast' } }
const OURS = { fast: 'ours, fast', deep: 'ours, default', long: 'ours, as long', tools: 'ours, tools and format' }

const children: ChildProcess[] = []
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-gateway-'))
// For root, the database runs as another user, and moves elsewhere if that user cannot enter this folder.
chmodSync(folder, 0o711)

console.log(`One write to the disk under ${folder} takes ${diskMs().toFixed(2)} ms (median of fdatasync)`)

try {
  setUpBuild()
  if (process.argv.includes('--memory')) await showMemory()
  else if (process.argv.includes('--profile')) await showProfile()
  else if (process.argv.includes('--budget')) await checkBudget()
  else if (process.argv.includes('--units')) await showUnits()
  else if (process.argv.includes('--large')) await showLarge()
  else for (const latencyMs of latencies()) await compare(latencyMs)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))))
  rmSync(folder, { recursive: true, force: true })
}

function latencies(): number[] {
  const latency = numberAfter('--latency')
  return latency === undefined ? [0, 20] : [latency]
}

function numberAfter(flag: string): number | undefined {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : Number(process.argv[at + 1])
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
  const ours = await openEquipoise(provider)
  const targets = [
    direct(provider),
    await openForwarder(provider),
    { ...ours, name: OURS.fast, more: FAST },
    { ...ours, name: OURS.long, more: { ...FAST, ...AS_LONG } },
    { ...ours, name: OURS.tools, more: { ...FAST, ...TOOLS_AND_FORMAT } },
    process.argv.includes('--fast') ? undefined : { ...ours, name: OURS.deep },
    await openPortkey(provider),
  ].filter((target) => target !== undefined)
  console.log(`\nProvider latency ${latencyMs} ms, ${CALLS} calls a cell, best of ${ROUNDS} rounds in turn`)
  const found = new Map<string, number>()
  const table: Record<string, Record<string, string>> = {}
  for (const one of LOADS) await measure(one, targets, found)
  for (const { name } of targets) {
    const cells = [RATE, CPU, ALONE, FIRST].map((kind) => [kind, shown(found.get(`${name}: ${kind}`))])
    table[name] = Object.fromEntries(cells)
  }
  const targetTable = targetsOf((name, kind) => found.get(`${name}: ${kind}`) ?? Number.NaN)
  const words = `Provider latency ${latencyMs} ms, ${CALLS} calls a cell, best of ${ROUNDS} rounds in turn.`
  const share = numberAfter('--new')
  const part = latencyMs === 0 ? 'results' : 'results with a provider of 20 ms'
  keepTables(share === undefined ? part : `--new ${share}`, words, [table, targetTable])
}

async function measure(
  { options, merits }: (typeof LOADS)[number],
  targets: readonly Target[],
  found: Map<string, number>,
): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const target of targets) {
      const figures = await load(target, options).catch(() => undefined)
      if (process.argv.includes('--all'))
        console.log(round, target.name, JSON.stringify(options), JSON.stringify(figures))
      // The first round warms up.
      if (round === 0 || figures === undefined) continue
      for (const [kind, merit] of Object.entries(merits)) {
        const cell = `${target.name}: ${kind}`
        const [now, before] = [merit(figures), found.get(cell)]
        const best = before === undefined ? now : Math.max(now, now < 0 ? -before : before)
        found.set(cell, Math.abs(best))
      }
    }
  }
}

function shown(figure = Number.NaN): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(figure < 100 ? 2 : 0)
}

function targetsOf(figure: (name: string, kind: string) => number): Record<string, Record<string, string>> {
  const fast = (kind: string) => figure(OURS.fast, kind)
  const row = (wanted: string, measured: number) => ({ wanted, measured: measured.toFixed(2) })
  const beside = (name: string) => figure(OURS.tools, CPU) / figure(name, CPU)
  return {
    'calls/s, ours / Portkey': row('at least 4', fast(RATE) / figure('portkey', RATE)),
    'own CPU, ours / Portkey': row('at most 0.25', fast(CPU) / figure('portkey', CPU)),
    'first streamed text, ours / direct': row('at most 1.1 (20 ms)', fast(FIRST) / figure('provider itself', FIRST)),
    'own CPU, tools and format / text as long': row('at most 1.05', beside(OURS.long)),
    'own CPU, tools and format / short text': row('', beside(OURS.fast)),
    'calls/s, ours with the encoder / Portkey': row(
      'at least 0.3 (--new 1), 1 (--new 0.2)',
      figure(OURS.deep, RATE) / figure('portkey', RATE),
    ),
    'encoder, CPU µs a call': row('', figure(OURS.deep, CPU) - fast(CPU)),
    'calls/s, ours / bare forwarder': row('at least 0.5', fast(RATE) / figure('bare forwarder', RATE)),
    'added p50 of a lone call, ms': row('at most 1', fast(ALONE) - figure('provider itself', ALONE)),
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

/** Fails if a call costs more of the forwarder's processor time than stated. */
async function checkBudget(): Promise<void> {
  const provider = await openProvider(0)
  const { ratio, rounds } = await measureRatio(await openForwarder(provider), {
    ...(await openEquipoise(provider)),
    more: FAST,
  })
  console.table(rounds)
  if (!(ratio <= BUDGET)) process.exitCode = 1
  const verdict = ratio <= BUDGET ? 'met' : 'NOT MET'
  console.log(`own processor time a call, ours / forwarder: ${ratio.toFixed(2)}, at most ${BUDGET}: ${verdict}`)
}

/** In turn, so that a busy machine slows both; the median ratio of all rounds counts. */
async function measureRatio(forwarder: Target, ours: Target) {
  const options = { concurrency: 16, calls: CALLS }
  const rounds: { forwarder: number; ours: number; ratio: number }[] = []
  // Until all that is called often is compiled, which takes processor time too.
  for (const target of [forwarder, ours]) await load(target, { concurrency: 16, calls: WARM_CALLS })
  for (let round = 0; round < ROUNDS; round++) {
    const [theirs, own] = [(await load(forwarder, options)).cpuUs, (await load(ours, options)).cpuUs]
    rounds.push({ forwarder: theirs, ours: own, ratio: own / theirs })
  }
  const median = (pick: (round: (typeof rounds)[number]) => number) =>
    rounds.map(pick).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
  return { rounds, ratio: median(({ ratio }) => ratio), oursUs: median(({ ours: us }) => us) }
}

async function showProfile(): Promise<void> {
  const debugPort = await freePort()
  const provider = await openProvider(0)
  const options = `--inspect=127.0.0.1:${debugPort}`
  const target = { ...(await openEquipoise(provider, { NODE_OPTIONS: options })), more: FAST }
  const { ratio, oursUs } = await measureRatio(await openForwarder(provider), target)
  const run = () => load(target, { concurrency: 16, calls: PROFILED_CALLS })
  const { time, bytes, functions } = await profile(debugPort, run)
  const rooms = [...time].sort((a, b) => b[1] - a[1])
  const row = (room: string, share: number) => ({
    'share, %': (share * 100).toFixed(1),
    'µs a call': (share * oursUs).toFixed(0),
    'bytes a call': ((bytes.get(room) ?? 0) / PROFILED_CALLS).toFixed(0),
  })
  const shares = functions.slice(0, FUNCTIONS_SHOWN).map(([name, share]) => [name, { '%': (share * 100).toFixed(1) }])
  const sum = [...bytes.values()].reduce((all, some) => all + some, 0) / PROFILED_CALLS
  keepTables(
    'profile',
    `${PROFILED_CALLS} calls of 16 callers, provider of 0 ms, tier \`fast\`. Without a profiler a call took ${oursUs.toFixed(0)} µs of processor time, ` +
      `${ratio.toFixed(2)} times the bare forwarder's in turn (median of ${ROUNDS} rounds); it allocates ${(sum / 1_000).toFixed(0)} kB.`,
    [Object.fromEntries(rooms.map(([room, share]) => [room, row(room, share)])), Object.fromEntries(shares)],
  )
}

async function showUnits(): Promise<void> {
  const provider = await openProvider(0)
  const ours = await openEquipoise(provider)
  const fast = { ...ours, name: OURS.fast, more: FAST }
  const deep = { ...(await openEquipoise(provider)), name: OURS.deep }
  const table = await measureUnits(direct(provider), [await openForwarder(provider), fast, deep])
  keepTables('units', 'One process each, provider of 0 ms; the load and the provider share the cores.', [table])
}

async function showLarge(): Promise<void> {
  const provider = await openProvider(LARGE_LATENCY_MS)
  const table = await measureLarge(direct(provider), { ...(await openEquipoise(provider)), more: FAST })
  keepTables('large', `Provider of ${LARGE_LATENCY_MS} ms, tier \`fast\`.`, [table])
}

function direct(provider: string): Target {
  return { name: 'provider itself', url: `${provider}/chat/completions`, headers: {} }
}

async function openProvider(latencyMs: number): Promise<string> {
  const newShare = numberAfter('--new') ?? 0
  const { port } = await forkAndHear('gateway-upstream.ts', [latencyMs, newShare].map(String))
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

/**
 * The built service in the measured process, with its database on the disk; the plans file lifts the limits that a benchmark would reach.
 */
async function openEquipoise(provider: string, env: Record<string, string> = {}): Promise<Target> {
  const port = await freePort()
  const openai = { format: 'openai', base_url: provider, model: 'bench-model' }
  const pid = spawnQuietly([process.execPath, join(ROOT, 'server/dist/main.js')], {
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
    BUILT_IN_PLANS.map((id) => [
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
  // Portkey logs every failed stream on Node 20 at length; the table has a dash for them.
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
