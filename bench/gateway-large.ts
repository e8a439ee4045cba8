// `npm run bench:gateway -- --large`: what agents send and wait for. With bodies of megabytes: the first byte compared with the provider
// itself, memory with many requests at once, and how long one blocks the event loop. Then the first text of a stream that is released
// sentence by sentence.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { cpuOf, type Target } from './gateway-load.ts'

interface Openers {
  /** With a pace, the answer has about 400 tokens with this many milliseconds between two of them. */
  readonly provider: (latencyMs: number, paceMs?: number) => Promise<string>
  readonly direct: (provider: string) => Target
  readonly ours: (provider: string) => Promise<Target>
}

const MEGABYTE = 1_000_000
const AT_ONCE = 50
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6)
const CALLS = 10
/** Long enough that all requests of a batch are in progress at once. */
const SLOW_MS = 3_000
const PACE_MS = 5
const STEP_CHARS = 10_000
const FAST = { svc_options: { tier: 'fast' } }

export async function measureLarge(openers: Openers): Promise<void> {
  const table: Record<string, { wanted: string; measured: string }> = {}
  const row = (what: string, wanted: string, measured: string): void => {
    table[what] = { wanted, measured }
    console.log(`${what}: ${measured}`)
  }
  for (const latencyMs of [0, 200]) {
    const provider = await openers.provider(latencyMs)
    const targets = [openers.direct(provider), { ...(await openers.ours(provider)), more: FAST }] as const
    const [direct, ours] = await firstBytes(targets, bodyOf(MEGABYTE))
    const ms = `${ours.toFixed(1)} / ${direct.toFixed(1)} ms`
    row(`first byte, 1 MB, provider of ${latencyMs} ms, ours / direct`, 'at most 1.1', shown(ours / direct, ms))
    if (latencyMs > 0) continue
    row('own CPU for 1 MB, ms', '', (await cpuMs(targets[1], bodyOf(MEGABYTE))).toFixed(1))
    for (const size of [1, 4])
      row(`event loop held by ${size} MB, ms`, 'at most 50', (await held(targets[1], size)).toFixed(0))
  }
  const slow = await openers.ours(await openers.provider(SLOW_MS))
  const { beforeMb, peakMb } = await peakMemory({ ...slow, more: FAST })
  row(
    `memory with ${AT_ONCE} requests of 4 MB at once, MB`,
    'below 600',
    shown(peakMb, `${beforeMb.toFixed(0)} before`),
  )
  await sentences(openers, row)
  console.table(table)
}

function shown(figure: number, how: string): string {
  return `${figure.toFixed(figure < 10 ? 2 : 0)} (${how})`
}

function bodyOf(bytes: number): object {
  const step = { role: 'user', content: 'word '.repeat(STEP_CHARS / 5) }
  const messages = Array.from({ length: Math.ceil(bytes / (STEP_CHARS + 40)) }, () => step)
  return { model: 'bench-model', stream: true, messages }
}

/** The median of each target's best round, in alternating rounds. */
async function firstBytes(targets: readonly Target[], body: object): Promise<[number, number]> {
  const best = targets.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, target] of targets.entries()) {
      const times: number[] = []
      for (let call = 0; call < CALLS; call++) times.push((await ask(target, body)).firstMs)
      times.sort((a, b) => a - b)
      // The first round warms up.
      if (round > 0) best[at] = Math.min(best[at] ?? Number.NaN, times[CALLS / 2] ?? Number.NaN)
    }
  }
  return best as [number, number]
}

/** Processor time of the whole process, in the best round. */
async function cpuMs(target: Target, body: object): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const beforeUs = cpuOf(target.pid)
    for (let call = 0; call < CALLS; call++) await ask(target, body)
    best = Math.min(best, (cpuOf(target.pid) - beforeUs) / 1_000 / CALLS)
  }
  return best
}

/** The longest event loop delay around one request, in the best of many; the measurement itself shows up to 10 ms. */
async function held(target: Target, megabytes: number): Promise<number> {
  const body = bodyOf(0.98 * megabytes * MEGABYTE)
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2 * ROUNDS; round++) {
    await lagMs(target)
    await ask(target, body)
    best = Math.min(best, await lagMs(target))
  }
  return best
}

/** Since the last read. */
async function lagMs(target: Target): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', target.url))).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1_000
}

async function peakMemory(target: Target): Promise<{ beforeMb: number; peakMb: number }> {
  await ask(target, bodyOf(STEP_CHARS))
  const beforeMb = memoryMb(target, 'VmRSS')
  const body = bodyOf(3.9 * MEGABYTE)
  await Promise.all(Array.from({ length: AT_ONCE }, () => ask(target, body)))
  return { beforeMb, peakMb: memoryMb(target, 'VmHWM') }
}

function memoryMb({ pid }: Target, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024
}

/** A strict stream released sentence by sentence, compared with the provider's first full stop and first text. */
async function sentences(
  openers: Openers,
  row: (what: string, wanted: string, measured: string) => void,
): Promise<void> {
  const provider = await openers.provider(200, PACE_MS)
  const direct = openers.direct(provider)
  const ours = await openers.ours(provider)
  const body = { ...bodyOf(0), messages: [{ role: 'user', content: 'What did the council discuss on Tuesday?' }] }
  for (const tier of ['fast', 'default']) {
    const options = { svc_options: { filter_mode: 'strict', release: 'sentence', tier } }
    const best = { first: Number.POSITIVE_INFINITY, stop: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY }
    for (let round = 0; round <= ROUNDS; round++) {
      const heard = await ask(direct, body)
      const released = await ask({ ...ours, more: options }, body)
      if (round === 0) continue
      best.first = Math.min(best.first, heard.textMs)
      best.stop = Math.min(best.stop, heard.stopMs)
      best.ours = Math.min(best.ours, released.textMs)
    }
    const ms = `${best.ours.toFixed(0)} / ${best.stop.toFixed(0)} ms`
    row(
      `first text, 400 tokens, ${tier}, ours / direct's first full stop`,
      'at most 1.3',
      shown(best.ours / best.stop, ms),
    )
    row(
      `first text, 400 tokens, ${tier}, ours / direct's first text`,
      '',
      shown(best.ours / best.first, `${best.first.toFixed(0)} ms`),
    )
  }
}

interface Heard {
  readonly firstMs: number
  readonly textMs: number
  /** When the first full stop arrived. */
  readonly stopMs: number
}

async function ask(target: Target, body: object): Promise<Heard> {
  const { origin, pathname } = new URL(target.url)
  const pool = new Pool(origin, { connections: 1 })
  const headers = { 'content-type': 'application/json', ...target.headers }
  const sent = JSON.stringify({ ...body, ...target.more })
  // An open connection, as clients have one.
  await pool.request({ method: 'GET', path: '/health' }).then((answer) => answer.body.dump())
  await delay(1)
  const startedMs = performance.now()
  const answer = await pool.request({ method: 'POST', path: pathname, headers, body: sent })
  if (answer.statusCode !== 200) throw new Error(`${target.name} answered ${answer.statusCode}`)
  const times = { firstMs: Number.NaN, textMs: Number.NaN, stopMs: Number.NaN }
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    const nowMs = performance.now() - startedMs
    if (Number.isNaN(times.firstMs)) times.firstMs = nowMs
    if (Number.isNaN(times.textMs) && /"content":"[^"]/.test(piece.toString())) times.textMs = nowMs
    if (Number.isNaN(times.stopMs) && /"content":"[^"]*[.]/.test(piece.toString())) times.stopMs = nowMs
  }
  await pool.destroy()
  return times
}
