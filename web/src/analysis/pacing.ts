// When the service is asked: after a short rest, and while somebody types at most once a minute for each document.
// What failed is asked again, less and less often.
import { EquipoiseError } from '@equipoise/sdk'

/** How long the hand rests before the service is asked. */
const REST_MS = 700
/** While somebody types, the service scores a document at most once in this time. */
const PAUSE_MS = 60_000

export interface LastAsked {
  readonly subject: string
  readonly atMs: number
}

/** How long to wait before the next question about a document. */
export function waitMs(last: LastAsked, subject: string, nowMs: number): number {
  return last.subject === subject ? waitFrom(last.atMs, PAUSE_MS, nowMs) : REST_MS
}

/** After a failed question: this long, twice as long after each further failure, and at most a minute. */
const FIRST_RETRY_MS = 2_000
const RETRY_MS_MAX = 60_000

/** A question that failed. The same one is asked again; what it says is not true of another text. */
export interface Failure {
  readonly question: string
  readonly error: unknown
  /** How many questions failed in a row. */
  readonly count: number
  readonly atMs: number
}

/** How long to wait after failures; undefined if this question would fail again. */
export function retryWaitMs(failure: Failure, question: string, nowMs: number): number | undefined {
  const { error, count, atMs } = failure
  if (!isPassing(error) && failure.question === question) return undefined
  const askedFor = error instanceof EquipoiseError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(askedFor, Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** (count - 1)))
  return waitFrom(atMs, pauseMs, nowMs)
}

/** What is left of a pause. A clock that was set back meanwhile makes it no longer than the pause itself. */
function waitFrom(sinceMs: number, pauseMs: number, nowMs: number): number {
  return Math.max(REST_MS, Math.min(pauseMs, sinceMs + pauseMs - nowMs))
}

/** Whether the same question may be answered a moment later: the service was down, busy or out of reach. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof EquipoiseError)) return false
  return error.status === 0 || error.status >= 500 || error.status === 429
}

/** A wait that is worth telling: longer than the rest of the hand. */
export function isLongWait(ms: number): boolean {
  return ms > REST_MS
}
