import { ApiError } from '../ground/errors.ts'

interface BatchOptions<T, R> {
  /** Answers one result an item, in order; if it throws, every item of the batch fails. */
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
 * Groups concurrent calls: what arrives in one turn of the event loop goes out together, and while one batch is in progress the
 * next one collects. A lone call therefore waits for nothing, and a crowd shares one round trip.
 */
export function createBatches<T, R>({ run, batchMax, waitingMax }: BatchOptions<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let isRunning = false

  const next = async (): Promise<void> => {
    const batch = waiting.splice(0, batchMax)
    isRunning = batch.length > 0
    if (!isRunning) return
    const settle = await run(batch.map(({ item }) => item)).then(
      (results) => () => batch.forEach(({ resolve }, at) => void resolve(results[at] as R)),
      (error: unknown) => () => batch.forEach(({ reject }) => void reject(error)),
    )
    // The next batch leaves before the callers of this one go on: their work would hold it back.
    const hasMore = waiting.length > 0
    void next()
    if (hasMore) setImmediate(setImmediate, settle)
    else settle()
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
      // In this turn, but behind all that its callers begin meanwhile: a question to a provider is on the wire before the database wakes.
      process.nextTick(setImmediate, next)
    })
}
