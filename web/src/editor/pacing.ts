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
