// How long an audit waits for a model or a database that does not answer.
import { isPassing } from '../db/db.ts'
import { ApiError, type Kind } from '../ground/errors.ts'
import type { PauseReason } from './audit-store.ts'

/** Interrupts the work on an audit. Nothing is lost: it continues when somebody resumes it. */
export class Pause extends Error {
  readonly reason: PauseReason

  constructor(reason: PauseReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export interface PatienceParts {
  readonly nowMs: () => number
  /** Rejects when the signal aborts. */
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<unknown>
}

export interface Patience {
  /** Retries the work after temporary failures; throws a `Pause` if nothing has succeeded for too long. */
  keepTrying<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** Without a success in between. */
const PATIENCE_MS = 300_000
const PAUSE_MS = 5_000
const PAUSE_MAX_MS = 30_000
const PASSING: readonly Kind[] = ['too_fast', 'unavailable', 'timed_out', 'provider_failed']

/** Shared by all prompts of an audit: one success shows that the others can succeed. */
export function createPatience({ nowMs, sleep }: PatienceParts, reason: PauseReason): Patience {
  let failingSinceMs: number | undefined
  return {
    async keepTrying(work, signal) {
      for (;;) {
        try {
          const result = await work()
          failingSinceMs = undefined
          return result
        } catch (error) {
          if (signal.aborted || !mayPass(error)) throw error
          failingSinceMs ??= nowMs()
          if (nowMs() - failingSinceMs >= PATIENCE_MS) throw new Pause(reason, wordsOf(error), error)
          await sleep(pauseFor(error), signal)
        }
      }
    },
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return isPassing(error)
  return PASSING.includes(error.kind) && error.headers['x-should-retry'] !== 'false'
}

function pauseFor(error: unknown): number {
  const seconds = error instanceof ApiError ? Number(error.headers['retry-after'] ?? Number.NaN) : Number.NaN
  return Number.isFinite(seconds) ? Math.min(PAUSE_MAX_MS, Math.max(1, seconds) * 1_000) : PAUSE_MS
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The database is unavailable.'
}
