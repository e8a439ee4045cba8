// Charges in groups, so that no account waits long for another one's lock.
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerOf } from '../db/db.ts'
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
/** When no lane is free, a charge of a busy account is tried again after these times. */
const RETRY_MS = [10, 20, 50, 100, 200, 400, 800]

/**
 * All charges go out in one batch, or in one for each database server, if accounts are on several. It waits for batches of other nodes, and
 * for no other lock. What comes back as busy goes into a lane of its account, which does wait, in the order of the database's own queue.
 * When no lane is free, it is tried again in batches of busy accounts only, so that nobody else waits with them. Later charges of such an
 * account follow it while it is busy.
 */
export function createCharging(run: RunBatch, serverOf?: ServerOf): Decide {
  const decide = createQueues(run, serverOf)
  const decideBusy = createQueues(run, serverOf)
  const accounts = createBusyAccounts(run)
  const tryAgain = async (row: ChargeRow, account: BusyAccount): Promise<Decision> => {
    for (const pauseMs of RETRY_MS) {
      const lane = accounts.laneOf(account)
      if (lane) return lane(row)
      await delay(pauseMs)
      const decision = await decideBusy(row)
      if (!decision.busy) return decision
    }
    throw new ApiError('unavailable', 'This account is being changed right now. Try again in 30 seconds.')
  }
  return async (row) => {
    if (!accounts.has(row.accountId)) {
      const decision = await decide(row)
      if (!decision.busy) return decision
    }
    return accounts.within(row.accountId, (account) => tryAgain(row, account))
  }
}

/** One queue of batches for each database server. */
function createQueues(run: RunBatch, serverOf: ServerOf | undefined): Decide {
  const queues = new Map<number, Decide>()
  return (row) => {
    const node = serverOf?.(row.accountId) ?? 0
    const queue =
      queues.get(node) ??
      createBatches<ChargeRow, Decision>({
        run: (rows) => run(rows, false),
        batchMax: BATCH_MAX,
        waitingMax: WAITING_MAX,
      })
    queues.set(node, queue)
    return queue(row)
  }
}

interface BusyAccount {
  charges: number
  lane?: Decide
}

/** An account counts as busy while one of its charges is in a lane or is tried again. */
function createBusyAccounts(run: RunBatch) {
  const accounts = new Map<number, BusyAccount>()
  let lanes = 0
  return {
    has: (id: number): boolean => accounts.has(id),
    async within<T>(id: number, work: (account: BusyAccount) => Promise<T>): Promise<T> {
      const account = accounts.get(id) ?? { charges: 0 }
      accounts.set(id, account)
      account.charges++
      try {
        return await work(account)
      } finally {
        account.charges--
        if (account.charges === 0) {
          accounts.delete(id)
          if (account.lane) lanes--
        }
      }
    },
    /** Undefined if too many lanes are in use. */
    laneOf(account: BusyAccount): Decide | undefined {
      if (account.lane || lanes >= LANES_MAX) return account.lane
      lanes++
      account.lane = createBatches<ChargeRow, Decision>({
        run: (rows) => run(rows, true),
        batchMax: BATCH_MAX,
        waitingMax: WAITING_IN_LANE_MAX,
      })
      return account.lane
    },
  }
}
