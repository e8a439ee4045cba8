// One request over a pool, its response passed on piece by piece. undici's own `request` turns every response into a stream, which costs
// more than everything else about reading it.
import type { Dispatcher, Pool } from 'undici'
import { together } from '../../ground/together.ts'

/** Takes a piece of a body. The next piece waits for the promise; if it throws, the request fails with that error. */
export type OnBytes = (piece: Buffer) => Promise<void> | undefined

export interface Reception {
  /** Ends the request, whether it waits for a connection or for its response. */
  readonly signal: AbortSignal
  /** Called when the request is sent on a connection. */
  readonly onSent: () => void
  /** Called with the status first; returns the function that takes the body. */
  readonly onStart: (status: number, headers: Headers) => OnBytes
  /** Whether the body itself has said that it is complete. */
  readonly isDone: () => boolean
  /** How long a connection may stay open after that; one that ends within this time can be used again. */
  readonly lingerMs: number
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** Resolves when the response has ended, or has said that it is complete. */
export function dispatch(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { signal, onSent, onStart, isDone, lingerMs }: Reception,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let onPiece: OnBytes
    let isComplete = false
    const settle = (): void => {
      handing.stop()
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown): void => {
      settle()
      reject(error)
      controller?.abort(error as Error)
    }
    const goOn = (): void => {
      if (controller?.paused) controller.resume()
    }
    const onLast = (): void => {
      settle()
      together(resolve)
      if (isComplete) return
      goOn()
      setTimeout(() => isComplete || controller?.abort(new Error('it was left open')), lingerMs).unref()
    }
    const handing = handOver({
      take: (piece) => onPiece(piece),
      isLast: () => isComplete || isDone(),
      hold: () => controller?.pause(),
      goOn,
      onLast,
      onError: fail,
    })
    const onAbort = (): void => fail(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    pool.dispatch(request, {
      onRequestStart(begun) {
        controller = begun
        if (signal.aborted) begun.abort(signal.reason)
        else onSent()
      },
      onResponseStart(_controller, status, headers) {
        const isFinal = status >= 200
        if (isFinal) onPiece = onStart(status, headers)
      },
      onResponseData: (_controller, piece) => handing.push(piece),
      onResponseEnd() {
        isComplete = true
        handing.advance()
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}

interface HandingOver {
  readonly take: OnBytes
  /** Called when all pieces so far were taken. */
  readonly isLast: () => boolean
  readonly hold: () => void
  readonly goOn: () => void
  readonly onLast: () => void
  readonly onError: (error: unknown) => void
}

/** Passes on pieces one after the other; while one is being taken, the connection is paused. */
function handOver({ take, isLast, hold, goOn, onLast, onError }: HandingOver) {
  let pieces: Buffer[] = []
  let taking: Promise<void> | undefined
  let isStopped = false
  /** Everything from one read becomes one piece: a burst of tokens is then one text and one write. */
  const tryAdvance = (): void => {
    if (taking || isStopped) return
    const come = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
    pieces = []
    taking = come && take(come)
    if (taking) {
      hold()
      // Later, so that the piece just taken is sent before more is read.
      taking.then(() => setImmediate(wasTaken), onError)
    } else if (isLast()) onLast()
    else goOn()
  }
  const advance = (): void => {
    try {
      tryAdvance()
    } catch (error) {
      onError(error)
    }
  }
  const wasTaken = (): void => {
    taking = undefined
    advance()
  }
  return {
    advance,
    push(piece: Buffer): void {
      if (isStopped) return
      pieces.push(piece)
      if (pieces.length === 1) queueMicrotask(advance)
    },
    stop(): void {
      isStopped = true
      pieces = []
    },
  }
}
