// One signal for everything that ends a call early: the caller hung up, the charge was rejected, or the time is over.
import { ApiError } from '../ground/errors.ts'

export interface Deadline {
  readonly signal: AbortSignal
  remainingMs(): number
  /** Stops the timer. Every deadline that was started is ended. */
  end(): void
}

export function startDeadline(timeoutMs: number, ending: AbortController, nowMs: () => number): Deadline {
  const endsMs = nowMs() + timeoutMs
  const timer = setTimeout(() => ending.abort(timedOut(timeoutMs)), timeoutMs)
  return {
    signal: ending.signal,
    remainingMs: () => Math.max(0, endsMs - nowMs()),
    end: () => clearTimeout(timer),
  }
}

/** A shorter deadline inside another one; `reason` is what a call fails with that outlasts it. */
export function startShare(whole: Deadline, timeoutMs: number, reason: () => ApiError): Deadline {
  const ending = new AbortController()
  const onAbort = () => ending.abort(whole.signal.reason)
  if (whole.signal.aborted) onAbort()
  whole.signal.addEventListener('abort', onAbort)
  const leftMs = whole.remainingMs()
  const timer = setTimeout(() => ending.abort(reason()), timeoutMs)
  return {
    signal: ending.signal,
    remainingMs: () => Math.max(0, whole.remainingMs() - leftMs + timeoutMs),
    end() {
      clearTimeout(timer)
      whole.signal.removeEventListener('abort', onAbort)
    },
  }
}

function timedOut(timeoutMs: number): ApiError {
  return new ApiError(
    'timed_out',
    `No acceptable answer within ${timeoutMs / 1000} seconds. Try again, or ask for less.`,
  )
}
