// One request over a pool, its answer handed over piece by piece as it comes. undici's own `request` makes a stream of every
// answer, and that costs more than all the rest of reading it.
import type { Dispatcher, Pool } from 'undici'

/** Takes a piece of a body. The next one waits for the promise; a throw ends the request and is what it fails with. */
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
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort)
      reject(error)
      controller?.abort(error as Error)
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
      onResponseData(begun, piece) {
        try {
          const taken = onPiece(piece)
          if (!taken) return
          begun.pause()
          taken.then(() => begun.resume(), fail)
        } catch (error) {
          fail(error)
        }
      },
      onResponseEnd() {
        signal.removeEventListener('abort', onAbort)
        resolve()
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}
