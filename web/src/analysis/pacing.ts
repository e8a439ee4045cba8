// When a text is sent to the service: after a short pause in typing, and at most once a minute per document. After errors the waits grow.
import { EquipoiseError } from '@equipoise/sdk'

/** A text is sent when nobody has typed for this long. */
const REST_MS = 700
/** The service scores a document at most once in this time while somebody types. */
const PAUSE_MS = 60_000

export interface LastAsked {
  readonly subject: string
  readonly atMs: number
}

export function waitMs(last: LastAsked, subject: string, nowMs: number): number {
  return last.subject === subject ? waitFrom(last.atMs, PAUSE_MS, nowMs) : REST_MS
}

/** The wait after the first failure. It doubles with each further failure, up to the maximum. */
const FIRST_RETRY_MS = 2_000
const RETRY_MS_MAX = 60_000

/** A failed request. Its error applies only to this question. */
export interface Failure {
  readonly question: string
  readonly error: unknown
  /** Failures in a row. */
  readonly count: number
  readonly atMs: number
}

/** How long to wait after failures; undefined if the same question would fail again. */
export function retryWaitMs(failure: Failure, question: string, nowMs: number): number | undefined {
  const { error, count, atMs } = failure
  if (!isPassing(error) && failure.question === question) return undefined
  const askedFor = error instanceof EquipoiseError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(askedFor, Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** (count - 1)))
  return waitFrom(atMs, pauseMs, nowMs)
}

/** The rest of a pause, never longer than the pause itself even if the clock was set back. */
function waitFrom(sinceMs: number, pauseMs: number, nowMs: number): number {
  return Math.max(REST_MS, Math.min(pauseMs, sinceMs + pauseMs - nowMs))
}

/** Whether a retry may succeed: the service was down, busy or unreachable. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof EquipoiseError)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429
}

/** Show the time of the next check only for longer waits than the pause in typing: shorter ones end before anybody has read it. */
export function isLongWait(ms: number): boolean {
  return ms > REST_MS
}
