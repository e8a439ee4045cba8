// When the service is asked: after a short rest, and while somebody types at most once a minute for each document.

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
  return last.subject === subject ? Math.max(REST_MS, last.atMs + PAUSE_MS - nowMs) : REST_MS
}

/** A wait that is worth telling: longer than the rest of the hand. */
export function isLongWait(ms: number): boolean {
  return ms > REST_MS
}

/** Shorter texts are scored in the browser at every keystroke; there it is not felt. */
const LIVE_AT_ONCE_CHARS = 2_000
/** A longer one when the hand rests, and while it does not, this often. */
const LIVE_REST_MS = 250
const LIVE_EVERY_MS = 1_500

/** How long to wait before the model in the browser is asked: on a slow phone a long text costs more than a keystroke may. */
export function liveWaitMs(text: string, askedMs: number, nowMs: number): number {
  if (text.length <= LIVE_AT_ONCE_CHARS) return 0
  return Math.max(0, Math.min(LIVE_REST_MS, askedMs + LIVE_EVERY_MS - nowMs))
}
