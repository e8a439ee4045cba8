// Everything that ends a call early comes together here: the caller hung up, the charge was refused, or the time is over. An
// AbortSignal would do, but takes longer to make and to listen to than all the rest of asking a model takes us.
import { ApiError } from '../errors.ts'

export interface Ending {
  /** Why the call is over; undefined while it goes on. */
  readonly reason: unknown
  /** The first reason stays. */
  end(reason: unknown): void
  /** Is called when the call ends, or at once where it has. There is one listener: the next takes its place. */
  onEnd(listener: (() => void) | undefined): void
  throwIfOver(): void
}

export function createEnding(): Ending {
  let listener: (() => void) | undefined
  const ending = {
    reason: undefined as unknown,
    end(reason: unknown) {
      if (ending.reason !== undefined) return
      ending.reason = reason
      listener?.()
    },
    onEnd(next: (() => void) | undefined) {
      listener = next
      if (ending.reason !== undefined) listener?.()
    },
    throwIfOver() {
      if (ending.reason !== undefined) throw ending.reason
    },
  }
  return ending
}

export interface Deadline {
  readonly ending: Ending
  remainingMs(): number
  /** Stops the timer. Every deadline that was started is ended. */
  end(): void
}

export function startDeadline(timeoutMs: number, ending: Ending, nowMs: () => number): Deadline {
  const endsMs = nowMs() + timeoutMs
  const timer = setTimeout(() => ending.end(timedOut(timeoutMs)), timeoutMs)
  return {
    ending,
    remainingMs: () => Math.max(0, endsMs - nowMs()),
    end: () => clearTimeout(timer),
  }
}

function timedOut(timeoutMs: number): ApiError {
  return new ApiError(
    'timed_out',
    `No acceptable answer within ${timeoutMs / 1000} seconds. Try again, or ask for less.`,
  )
}
