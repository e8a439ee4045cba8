// A circuit breaker: after several failures in a row a target is left alone for a while, and then tried with one call.

export interface Breaker {
  /** Whether the target may be asked now: always while it is closed, after each pause while it is open. */
  admits(): boolean
  /** A call goes to the target. While it is open, this is the trial, and the others wait for its result. */
  begins(): void
  succeeded(): void
  failed(): void
}

const FAILURES_MAX = 5
const PAUSE_MS = 30_000

export function createBreaker(nowMs: () => number): Breaker {
  let failures = 0
  let retryAtMs = 0
  const isOpen = () => failures >= FAILURES_MAX
  return {
    admits: () => !isOpen() || nowMs() >= retryAtMs,
    begins() {
      if (isOpen()) retryAtMs = nowMs() + PAUSE_MS
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
      if (isOpen()) retryAtMs = nowMs() + PAUSE_MS
    },
  }
}
