import { ApiError } from '../errors.ts'

export interface BatchOptions<T, R> {
  /** Answers one result an item, in order; where it throws, every item of the batch fails. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>
  readonly batchMax: number
  readonly waitingMax: number
}

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Groups concurrent calls: what arrives in one turn of the event loop goes out together, and while one batch is under way the
 * next one collects. A lone call therefore waits for nothing, and a crowd shares one round trip.
 */
export function createBatches<T, R>({ run, batchMax, waitingMax }: BatchOptions<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let isRunning = false

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new ApiError('unavailable', 'Too many calls are waiting right now. Try again in 30 seconds.'))
        return
      }
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(flush)
    })
}
