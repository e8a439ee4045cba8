import { ApiError } from '../ground/errors.ts'

/** Runs work with the same name one after another; work with different names runs concurrently. */
type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

const WAITING_MAX = 5_000
/** So that nobody fills the queue for all others. */
const WAITING_PER_NAME_MAX = 250

export function createQueues(): InTurn {
  const queues = new Map<string, { tail: Promise<unknown>; waiting: number }>()
  let waiting = 0
  return async (name, work) => {
    const queue = queues.get(name) ?? { tail: Promise.resolve(), waiting: 0 }
    if (waiting >= WAITING_MAX || queue.waiting >= WAITING_PER_NAME_MAX) {
      throw new ApiError('unavailable', 'Too many requests are waiting. Try again in 30 seconds.')
    }
    queues.set(name, queue)
    waiting++
    queue.waiting++
    const mine = queue.tail.catch(() => {}).then(work)
    queue.tail = mine
    try {
      return await mine
    } finally {
      waiting--
      if (--queue.waiting === 0) queues.delete(name)
    }
  }
}
