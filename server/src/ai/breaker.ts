// A circuit breaker: after several failures in a row a target is skipped for a while, and then tried with one call.

export interface Breaker {
  /** Whether the target can be called now: always while the breaker is closed, once after each pause while it is open. */
  admits(): boolean
  /** Call this before a call to the target. While the breaker is open, this is the trial call, and no other is admitted until it ends. */
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
