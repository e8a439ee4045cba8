import { ApiError } from '../ground/errors.ts'

interface BatchOptions<T, R> {
  /** Returns one result per item, in order; if it throws, every item of the batch fails. */
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
 * Groups concurrent calls: those of one turn of the event loop are sent together, and while one batch is in progress the next one
 * collects. So a single call does not wait, and many share one round trip.
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
    // Send the next batch before the callers of this one continue: their work would delay it.
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
      // In this turn, but after everything that callers start meanwhile: a question to a provider is sent before the database is asked.
      process.nextTick(setImmediate, next)
    })
}
