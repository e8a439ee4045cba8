// One request over a pool, its answer handed over piece by piece as it comes. undici's own `request` makes a stream of every
// answer, and that costs more than all the rest of reading it.
import type { Dispatcher, Pool } from 'undici'

/** Takes what has come of a body. The next piece waits for the promise; a throw ends the request and is what it fails with. */
export type OnPiece = (piece: Buffer) => Promise<void> | undefined

export interface Reception {
  /** Ends the request, whether it waits for a connection or for its answer. */
  readonly signal: AbortSignal
  /** Hears the status first, and says who takes the body. */
  readonly onStart: (status: number, headers: Headers) => OnPiece
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** Resolves when the answer is complete. */
export function dispatch(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { signal, onStart }: Reception,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let onPiece: OnPiece
    let pieces: Buffer[] = []
    let taking: Promise<void> | undefined
    let isComplete = false
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort)
      pieces = []
      reject(error)
      controller?.abort(error as Error)
    }
    /** What came in one read goes on as one piece: a burst of tokens is then one piece of text, and one write. */
    const advance = (): void => {
      if (taking) return
      const come = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
      pieces = []
      taking = come && onPiece(come)
      if (taking) {
        controller?.pause()
        // Not at once, so that what was just taken gets out before more is read.
        taking.then(() => setImmediate(goOn), fail)
      } else if (isComplete) {
        signal.removeEventListener('abort', onAbort)
        resolve()
      } else if (controller?.paused) controller.resume()
    }
    const tryAdvance = (): void => {
      try {
        advance()
      } catch (error) {
        fail(error)
      }
    }
    const goOn = (): void => {
      taking = undefined
      tryAdvance()
    }
    const onAbort = (): void => fail(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    pool.dispatch(request, {
      onRequestStart(begun) {
        controller = begun
        if (signal.aborted) begun.abort(signal.reason)
      },
      onResponseStart(_controller, status, headers) {
        const isFinal = status >= 200
        if (isFinal) onPiece = onStart(status, headers)
      },
      onResponseData(_controller, piece) {
        pieces.push(piece)
        if (pieces.length === 1) queueMicrotask(tryAdvance)
      },
      onResponseEnd() {
        isComplete = true
        tryAdvance()
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}
