// Charges in groups, so that no account waits long for another one's lock.
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerOf } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { createBatches } from './batches.ts'
import type { ChargeRow, Decision } from './store.ts'

/** Decides a batch in one statement; charges of an account that is locked for long come back as busy. */
export type RunBatch = (rows: readonly ChargeRow[]) => Promise<Decision[]>

type Decide = (row: ChargeRow) => Promise<Decision>

const BATCH_MAX = 500
const WAITING_MAX = 10_000
/** A charge of a busy account is tried again after these times: three seconds in all. */
const RETRY_MS = [10, 20, 50, 100, 200, 400, 800, 1_600]

/**
 * All charges go out in one batch, or in one for each database server, if accounts are on several. It waits for batches of other nodes, and
 * for no other lock. What comes back as busy is tried again in batches of busy accounts only, so that nobody else waits with them; later
 * charges of such an account join it there while it is busy.
 */
export function createCharging(run: RunBatch, serverOf?: ServerOf): Decide {
  const decide = createQueues(run, serverOf)
  const decideBusy = createQueues(run, serverOf)
  /** How many charges of each busy account are being tried again. */
  const busy = new Map<number, number>()
  const count = (id: number, change: number): void => {
    const charges = (busy.get(id) ?? 0) + change
    if (charges === 0) busy.delete(id)
    else busy.set(id, charges)
  }
  const tryAgain = async (row: ChargeRow): Promise<Decision> => {
    for (const pauseMs of RETRY_MS) {
      const decision = await decideBusy(row)
      if (!decision.busy) return decision
      await delay(pauseMs)
    }
    throw new ApiError('unavailable', 'This account is being changed right now. Try again in 30 seconds.')
  }
  return async (row) => {
    if (!busy.has(row.accountId)) {
      const decision = await decide(row)
      if (!decision.busy) return decision
    }
    count(row.accountId, 1)
    try {
      return await tryAgain(row)
    } finally {
      count(row.accountId, -1)
    }
  }
}

/** One queue of batches for each database server. */
function createQueues(run: RunBatch, serverOf: ServerOf | undefined): Decide {
  const queues = new Map<number, Decide>()
  return (row) => {
    const node = serverOf?.(row.accountId) ?? 0
    const queue =
      queues.get(node) ?? createBatches<ChargeRow, Decision>({ run, batchMax: BATCH_MAX, waitingMax: WAITING_MAX })
    queues.set(node, queue)
    return queue(row)
  }
}
