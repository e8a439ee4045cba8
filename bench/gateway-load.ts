// The callers of the gateway benchmark: several at once, each sending the next request when the last one is answered.
import { Pool } from 'undici'
import { threadTimesUs } from './processor-time.ts'

export interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly more?: object | undefined
  /** The process whose processor time is measured; without its database. */
  readonly pid?: number | undefined
}

export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the target's own process; NaN if the system does not tell. */
  readonly cpuUs: number
}

const BODY = {
  model: 'bench-model',
  messages: [
    { role: 'system', content: 'Answer briefly.' },
    { role: 'user', content: 'What did the council discuss on Tuesday?' },
  ],
}

/** Sends `calls` requests with `concurrency` callers; for streams, measures the time to the first byte of text. */
export async function load(
  target: Target,
  options: { concurrency: number; calls: number; streamed?: boolean },
): Promise<Figures> {
  const { concurrency, calls, streamed = false } = options
  const { origin, pathname } = new URL(target.url)
  const pool = new Pool(origin, { connections: concurrency })
  const body = JSON.stringify({ ...BODY, ...target.more, ...(streamed && { stream: true }) })
  const headers = { 'content-type': 'application/json', ...target.headers }
  const times: number[] = []
  let left = calls
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const startedMs = performance.now()
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body })
      let isFirst = true
      let bytes = 0
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (streamed && isFirst && piece.includes('"content":"')) {
          times.push(performance.now() - startedMs)
          isFirst = false
        }
      }
      if (!streamed) times.push(performance.now() - startedMs)
      if (answer.statusCode !== 200 || bytes < 100) throw new Error(`${target.name} answered ${answer.statusCode}`)
    }
  }
  const cpuBeforeUs = cpuOf(target.pid)
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: concurrency }, caller))
  const seconds = (performance.now() - startedMs) / 1000
  const cpuUs = (cpuOf(target.pid) - cpuBeforeUs) / calls
  await pool.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: calls / seconds, p50Ms: at(0.5), p99Ms: at(0.99), cpuUs }
}

export function cpuOf(pid: number | undefined): number {
  const times = [...threadTimesUs(pid).values()]
  return times.length === 0 ? Number.NaN : times.reduce((sum, us) => sum + us, 0)
}
