// One signal for everything that ends a call early: the caller hung up, the charge was rejected, or the time is over.
import { ApiError } from '../ground/errors.ts'

/** What ends a call early. It also remembers whether anything has left for a provider, because the call is paid from then on. */
export interface Ending extends AbortController {
  hasLeft?: true
}

export interface Deadline {
  readonly signal: AbortSignal
  /** Notes that a question leaves for a provider. */
  leaves(): void
  remainingMs(): number
  /** Stops the timer. Every deadline that was started is ended. */
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

/** A shorter deadline inside another one; `reason` is what a call fails with that outlasts it. */
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
