// One request over a pool, its answer handed over piece by piece as it comes. undici's own `request` makes a stream of every
// answer, and that costs more than all the rest of reading it.
import type { Dispatcher, Pool } from 'undici'

/** Takes what has come of a body. The next piece waits for the promise; a throw ends the request and is what it fails with. */
export type OnBytes = (piece: Buffer) => Promise<void> | undefined

export interface Reception {
  /** Ends the request, whether it waits for a connection or for its answer. */
  readonly signal: AbortSignal
  /** Told when the request goes out on a connection. */
  readonly onSent: () => void
  /** Hears the status first, and says who takes the body. */
  readonly onStart: (status: number, headers: Headers) => OnBytes
  /** Whether what was taken says itself that nothing more comes. */
  readonly isDone: () => boolean
  /** How long a connection may stay open after that; one that ends in this time can be used again. */
  readonly lingerMs: number
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** Resolves when the answer is complete, or says that it is. */
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
      resolve()
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
  /** Asked when all that has come was taken. */
  readonly isLast: () => boolean
  readonly hold: () => void
  readonly goOn: () => void
  readonly onLast: () => void
  readonly onError: (error: unknown) => void
}

/** Hands pieces over one after the other; while one is being taken, the connection is held. */
function handOver({ take, isLast, hold, goOn, onLast, onError }: HandingOver) {
  let pieces: Buffer[] = []
  let taking: Promise<void> | undefined
  let isStopped = false
  /** What came in one read goes on as one piece: a burst of tokens is then one piece of text, and one write. */
  const tryAdvance = (): void => {
    if (taking || isStopped) return
    const come = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
    pieces = []
    taking = come && take(come)
    if (taking) {
      hold()
      // Not at once, so that what was just taken gets out before more is read.
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
