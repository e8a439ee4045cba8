// The storage of the simulated Stripe: in memory for tests, in the service's database for the sandbox.
import { isDue } from './deeds.ts'
import type { StripeEvent, Thing } from './world.ts'

export interface Books {
  /** Runs `work` on all objects of this owner, one at a time per owner, and stores the changes unless it throws. */
  work<T>(owner: string, work: (things: Map<string, Thing>) => T): Promise<T>
  /** The owner of an object; undefined if it does not exist. */
  ownerOf(id: string): Promise<string | undefined>
  /** The newest first, starting after `after`. */
  listEvents(wanted: EventQuery): Promise<StripeEvent[]>
  dueOwners(nowS: number): Promise<string[]>
}

export interface EventQuery {
  readonly sinceS: number
  readonly types: readonly string[]
  readonly after: string | null
  readonly limit: number
}

const EVERYBODY = 'everybody'

interface MemoryBooks extends Books {
  readonly things: Map<string, Thing>
}

/** One store for all customers, lost when the process ends. */
export function memoryBooks(): MemoryBooks {
  const things = new Map<string, Thing>()
  return {
    things,
    work: async (_owner, work) => work(things),
    ownerOf: async (id) => (things.has(id) ? EVERYBODY : undefined),
    async listEvents({ sinceS, types, after, limit }) {
      const events = [...things.values()].filter((one) => one.object === 'event') as unknown as StripeEvent[]
      const wanted = events.filter((one) => one.created >= sinceS && types.includes(one.type)).toReversed()
      const from = after === null ? 0 : wanted.findIndex(({ id }) => id === after) + 1
      return wanted.slice(from, from + limit)
    },
    async dueOwners(nowS) {
      const isAny = [...things.values()].some((one) => one.object === 'subscription' && isDue(one, nowS))
      return isAny ? [EVERYBODY] : []
    },
  }
}
