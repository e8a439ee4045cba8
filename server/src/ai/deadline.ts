// One signal for everything that ends a call early: the caller hung up, or the time is over.
import { ApiError } from '../errors.ts'

export interface Deadline {
  readonly signal: AbortSignal
  remainingMs(): number
  /** Stops the timer. Every deadline that was started is ended. */
  end(): void
}

export function startDeadline(timeoutMs: number, callerGone: AbortSignal, nowMs: () => number): Deadline {
  const controller = new AbortController()
  const endsMs = nowMs() + timeoutMs
  const timer = setTimeout(() => controller.abort(timedOut(timeoutMs)), timeoutMs)
  const hangUp = () => controller.abort(new ApiError('caller_gone', 'The caller hung up before the answer was done'))
  if (callerGone.aborted) hangUp()
  callerGone.addEventListener('abort', hangUp, { once: true })
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsMs - nowMs()),
    end() {
      clearTimeout(timer)
      callerGone.removeEventListener('abort', hangUp)
    },
  }
}

function timedOut(timeoutMs: number): ApiError {
  return new ApiError(
    'timed_out',
    `No acceptable answer within ${timeoutMs / 1000} seconds. Try again, or ask for less.`,
  )
}
