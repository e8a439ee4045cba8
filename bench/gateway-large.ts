// What large requests take: the time until the first byte of the answer to 1 MB, and the memory for 50 requests of 4 MB at once.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Target } from './gateway-load.ts'

const MB = 1_000_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6)
const CALLS_A_ROUND = 5
const AT_ONCE = 50
const RETRY_MS = 1_000
const BUSY = new Set([429, 503])

/** In turn; the medians count. */
export async function measureLarge(direct: Target, ours: Target): Promise<Record<string, Record<string, string>>> {
  const times = new Map<Target, number[]>([direct, ours].map((target) => [target, []]))
  const body = bodyOf(ours, MB)
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [target, found] of times) {
      const more = await firstBytesMs(target, body)
      // The first round warms up.
      if (round > 0) found.push(...more)
    }
  }
  const [direct1, ours1] = [...times.values()].map((all) => all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN)
  const { restMb, peakMb, rejected } = await measureMemory(ours)
  const row = (measured: number, wanted: string) => ({ wanted, measured: measured.toFixed(2) })
  return {
    'first byte of 1 MB, direct, ms': row(direct1 ?? Number.NaN, ''),
    'first byte of 1 MB, ours, ms': row(ours1 ?? Number.NaN, ''),
    'ours / direct': row((ours1 ?? Number.NaN) / (direct1 ?? Number.NaN), 'at most 1.05'),
    'memory before, MB': row(restMb, ''),
    'memory with 50 requests of 4 MB at once, at its peak, MB': row(peakMb, 'at most 500'),
    'of these, told to try again later': row(rejected, ''),
  }
}

function bodyOf({ more }: Target, bytes: number): Buffer {
  const messages = [{ role: 'user', content: 'word '.repeat(bytes / 5) }]
  return Buffer.from(JSON.stringify({ model: 'bench-model', messages, ...more }))
}

function poolOf({ url, headers }: Target, connections: number) {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections })
  const sent = { 'content-type': 'application/json', ...headers }
  return { pool, post: (body: Buffer) => pool.request({ method: 'POST', path, headers: sent, body }) }
}

async function firstBytesMs(target: Target, body: Buffer): Promise<number[]> {
  const { pool, post } = poolOf(target, 1)
  const times: number[] = []
  for (let call = 0; call < CALLS_A_ROUND; call++) {
    const startedMs = performance.now()
    const answer = await post(body)
    times.push(performance.now() - startedMs)
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`${target.name} answered ${answer.statusCode}`)
  }
  await pool.destroy()
  return times
}

/** As clients do, one that is told to wait tries again after a second. */
async function measureMemory(target: Target) {
  const { pool, post } = poolOf(target, AT_ONCE)
  const body = bodyOf(target, 4 * MB - MB / 4)
  const restMb = memoryMb(target, 'VmRSS')
  // From here on the peak is counted again.
  writeFileSync(`/proc/${target.pid}/clear_refs`, '5')
  let rejected = 0
  const caller = async (): Promise<void> => {
    for (;;) {
      const answer = await post(body).catch(() => undefined)
      await answer?.body.dump()
      if (answer?.statusCode === 200) return
      if (answer && !BUSY.has(answer.statusCode)) throw new Error(`${target.name} answered ${answer.statusCode}`)
      rejected++
      await delay(RETRY_MS)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  await pool.destroy()
  return { restMb, peakMb: memoryMb(target, 'VmHWM'), rejected }
}

/** In MiB, as the system counts it. */
export function memoryMb({ pid }: Target, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024
}
