// One signal for everything that ends a request early: the caller hung up, the charge was rejected, or time is up.
import { ApiError } from '../ground/errors.ts'

/** Aborts a request. Also remembers whether anything was sent to a provider, because from then on the request is charged. */
export interface Ending extends AbortController {
  hasLeft?: true
}

export interface Deadline {
  readonly signal: AbortSignal
  leaves(): void
  remainingMs(): number
  /** Stops the timer. Must be called for every deadline. */
  end(): void
}

export function startDeadline(timeoutMs: number, ending: Ending, nowMs: () => number): Deadline {
  const endsMs = nowMs() + timeoutMs
  const timer = setTimeout(() => ending.abort(timedOut(timeoutMs)), timeoutMs)
  return {
    signal: ending.signal,
    leaves() {
      ending.hasLeft = true
    },
    remainingMs: () => Math.max(0, endsMs - nowMs()),
    end: () => clearTimeout(timer),
  }
}

/** A shorter deadline inside another one; `reason` is the error of a call that exceeds it. */
export function startShare(whole: Deadline, timeoutMs: number, reason: () => ApiError): Deadline {
  const ending = new AbortController()
  const leftMs = whole.remainingMs()
  const timer = setTimeout(() => ending.abort(reason()), timeoutMs)
  return {
    signal: AbortSignal.any([whole.signal, ending.signal]),
    leaves: whole.leaves,
    remainingMs: () => Math.max(0, whole.remainingMs() - leftMs + timeoutMs),
    end: () => clearTimeout(timer),
  }
}

function timedOut(timeoutMs: number): ApiError {
  return new ApiError(
    'timed_out',
    `No acceptable answer within ${timeoutMs / 1000} seconds. Try again, or ask for less.`,
  )
}
