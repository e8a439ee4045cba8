// Runs the engine's jobs: small ones at once on the calling thread, larger ones on separate threads.
import { ApiError } from '../../ground/errors.ts'
import * as threads from '../threads.ts'
import { type Host, thisMachine } from './host.ts'
import { type Computation, type Job, type Json, measureSlowness, predictUs, runJob } from './job.ts'

export type { CardsFound, Computation, Job, OddsFound } from './job.ts'
export type Outcome = threads.Outcome<Json>

export interface Pool {
  /** Never rejects. */
  run(job: Job, caller: Caller): Promise<Outcome>
  /** How many samples can be computed in time; undefined if the requested number can. */
  samplesMax(job: Computation): number | undefined
  /** Whether this is drand's signature of the round, computed on a thread of the pool. */
  isRound(round: number, signature: string, owner: string): Promise<boolean>
  /** Stops all threads; waiting and running jobs end as `failed`. */
  close(): Promise<void>
}

export interface Caller {
  readonly anonymous?: boolean
  /** Jobs of one owner wait for each other, but do not hold up those of others. */
  readonly owner: string
  isGone(): boolean
  /** Aborts when the caller no longer waits. Called for large jobs only: a small one is done before it could abort. */
  signal(): AbortSignal
}

interface PoolOptions {
  /** From acceptance to answer, including the wait in the queue. */
  timeoutMs: number
  host?: Host
  /** Overrides the host's number. */
  threads?: number
  startsLate?: boolean
}

/** A longer job on the main thread would noticeably delay other callers. */
const INLINE_MAX_US = 500
const QUEUE_MAX_PER_THREAD = 16

export function openPool(options: PoolOptions): Pool {
  const { timeoutMs, host = thisMachine, startsLate = false } = options
  const slowness = measureSlowness(host.nowMs)
  const large = threads.openThreads<Job, Json>({
    ...host,
    threads: options.threads ?? host.threads,
    startsLate,
    queueMaxPerThread: QUEUE_MAX_PER_THREAD,
    timeoutMs,
    shortMax: host.shortMaxUs * slowness,
  })
  let isClosed = false
  return {
    async run(job, caller) {
      const cost = predictUs(job, slowness)
      if (cost <= INLINE_MAX_US && !isClosed && !caller.isGone()) return runInline(job)
      const { anonymous, owner } = caller
      return large.run(job, { cost, owner, anonymous, signal: caller.signal() })
    },
    samplesMax(job) {
      // A machine that was busy while it was measured may be faster than it seemed.
      const usOf = (samples: number) =>
        predictUs({ ...job, setting: { ...job.setting, samples } } as Job, Math.min(1, slowness))
      const { samples } = job.setting
      const [leftUs, allUs] = [timeoutMs * 1_000 - usOf(0), usOf(samples) - usOf(0)]
      return leftUs < allUs ? Math.floor((samples * leftUs) / allUs) : undefined
    },
    async isRound(round, signature, owner) {
      const job = { kind: 'round', round, signature } as const
      const found = await large.run(job, { owner, cost: predictUs(job, slowness) })
      if (found.outcome === 'done') return found.json === 'true'
      const cause = found.outcome === 'failed' ? found.cause : found.outcome
      throw new ApiError('unavailable', 'Too many large computations are waiting. Try again in 30 seconds.', { cause })
    },
    async close() {
      isClosed = true
      await large.close()
    },
  }
}

function runInline(job: Job): Outcome {
  try {
    return { outcome: 'done', json: runJob(job) }
  } catch (cause) {
    return { outcome: 'failed', cause }
  }
}
