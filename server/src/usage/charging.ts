// Charges in groups, so that no account waits long for another one's lock.
import { setTimeout as delay } from 'node:timers/promises'
import type { Shards } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { createBatches } from './batches.ts'
import type { ChargeRow, Decision } from './store.ts'

/** Decides a batch in one statement; if it does not wait, charges of an account that is locked for long come back as busy. */
export type RunBatch = (rows: readonly ChargeRow[], waits: boolean) => Promise<Decision[]>

type Decide = (row: ChargeRow) => Promise<Decision>

const BATCH_MAX = 500
const WAITING_MAX = 10_000
/** Locked accounts that are waited for at the same time; each takes one of the database's connections. */
const LANES_MAX = 4
const WAITING_IN_LANE_MAX = 1_000
/** When no lane is free, a busy charge is tried again after these times. */
const RETRY_MS = [10, 20, 50, 100, 200, 400, 800]

/**
 * All charges go out in one batch, or in one for each database server, if accounts are on several. It waits for batches of other nodes, and
 * for no other lock. What comes back as busy goes into a lane of its account, which does wait, in the order of the database's own queue;
 * later charges of that account follow into the lane while it is in use.
 */
export function createCharging(run: RunBatch, shards?: Shards): Decide {
  const open = (): Decide =>
    createBatches<ChargeRow, Decision>({
      run: (rows) => run(rows, false),
      batchMax: BATCH_MAX,
      waitingMax: WAITING_MAX,
    })
  const queues = new Map<number, Decide>()
  const decide: Decide = (row) => {
    const node = shards?.nodeOf(row.accountId) ?? 0
    const queue = queues.get(node) ?? open()
    queues.set(node, queue)
    return queue(row)
  }
  const lanes = createLanes(run)
  return async (row) => {
    for (const pauseMs of RETRY_MS) {
      const inLane = lanes.follow(row)
      if (inLane) return inLane
      const decision = await decide(row)
      if (!decision.busy) return decision
      const lane = lanes.enter(row)
      if (lane) return lane
      await delay(pauseMs)
    }
    throw new ApiError('unavailable', 'This account is being changed right now. Try again in 30 seconds.')
  }
}

function createLanes(run: RunBatch) {
  const lanes = new Map<number, { decide: Decide; inside: number }>()
  const take = async (row: ChargeRow, lane: { decide: Decide; inside: number }): Promise<Decision> => {
    lane.inside++
    try {
      return await lane.decide(row)
    } finally {
      lane.inside--
      if (lane.inside === 0) lanes.delete(row.accountId)
    }
  }
  return {
    /** The decision of the account's lane, if it has one. */
    follow(row: ChargeRow): Promise<Decision> | undefined {
      const lane = lanes.get(row.accountId)
      return lane && take(row, lane)
    },
    /** The same, in a lane that is opened for it; undefined if too many are in use. */
    enter(row: ChargeRow): Promise<Decision> | undefined {
      const open = lanes.get(row.accountId)
      if (open) return take(row, open)
      if (lanes.size >= LANES_MAX) return undefined
      const decide = createBatches<ChargeRow, Decision>({
        run: (rows) => run(rows, true),
        batchMax: BATCH_MAX,
        waitingMax: WAITING_IN_LANE_MAX,
      })
      const lane = { decide, inside: 0 }
      lanes.set(row.accountId, lane)
      return take(row, lane)
    },
  }
}
