import { ApiError } from '../ground/errors.ts'

/** Runs work with the same name one after another; work with different names runs concurrently. */
type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

const WAITING_MAX = 5_000

export function createQueues(): InTurn {
  const tails = new Map<string, Promise<unknown>>()
  let waiting = 0
  return async (name, work) => {
    if (waiting >= WAITING_MAX) {
      throw new ApiError('unavailable', 'Too many requests are waiting. Try again in 30 seconds.')
    }
    waiting++
    const before = tails.get(name)
    const mine = (async () => {
      await before?.catch(() => {})
      return work()
    })()
    tails.set(name, mine)
    try {
      return await mine
    } finally {
      waiting--
      if (tails.get(name) === mine) tails.delete(name)
    }
  }
}
