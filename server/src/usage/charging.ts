// Charges in batches, such that no account waits long for another one's lock.
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerOf } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { createBatches } from './batches.ts'
import type { ChargeRow, Decision } from './store.ts'

/** Decides a batch in one statement; unless it waits, charges of an account that is locked for long return as busy. */
export type RunBatch = (rows: readonly ChargeRow[], waits: boolean) => Promise<Decision[]>

type Decide = (row: ChargeRow) => Promise<Decision>

const BATCH_MAX = 500
const WAITING_MAX = 10_000
/** Locked accounts that can be waited for at the same time; each uses one database connection. */
const LANES_MAX = 4
const WAITING_IN_LANE_MAX = 1_000
/** If no lane is free, a charge of a busy account is retried after these times. */
const RETRY_MS = [10, 20, 50, 100, 200, 400, 800]

/**
 * All charges are sent in one batch, or in one per database server. A batch waits for batches of other nodes, but for no other lock.
 * Charges that return as busy go into a lane of their account, which does wait, in the order of the database's own queue. If no lane is
 * free, they are retried in batches of busy accounts only, so that nobody else waits with them. Later charges of such an account follow
 * it while it is busy.
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

/** An account counts as busy while one of its charges is in a lane or is being retried. */
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
    /** Returns undefined if too many lanes are in use. */
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
