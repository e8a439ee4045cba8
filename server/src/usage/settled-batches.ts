// Batches of charges with a definite outcome: if the database does not say whether one was charged, it is cancelled.
import { randomUUID } from 'node:crypto'
import { isPassing, mayHaveRun, type ServerOf, type Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { RunBatch } from './charging.ts'
import { createDebts } from './debts.ts'
import { chargeLimited } from './limit-store.ts'
import { type ChargeRow, cancelBatch, chargeBatch, type Ticket } from './store.ts'

interface SettledBatches {
  readonly run: RunBatch
  /** Retries once to cancel what could not be cancelled. */
  close(): Promise<void>
}

interface SettledParts {
  readonly sql: Sql
  readonly serverOf: ServerOf | undefined
  readonly nowMs: () => number
  /** Informs the operator of batches that may have been charged although their callers got a 503. */
  readonly report: Report
}

interface Doubtful {
  readonly rows: readonly ChargeRow[]
  readonly ticket: Ticket
}

export function createSettledBatches({ sql, serverOf, nowMs, report }: SettledParts): SettledBatches {
  const slots = createSlots(nowMs, serverOf)
  let last: Promise<unknown> = Promise.resolve()
  const cancellations = createDebts<Doubtful>({
    // One after the other: while the database hangs, each would hold a connection that others need.
    pay({ rows, ticket }) {
      const cancelling = last.then(() => cancelBatch(sql, rows, ticket))
      last = cancelling.catch(() => {})
      return cancelling
    },
    isWorthRetrying: isPassing,
    onLost: ({ rows, ticket }, error) =>
      report(
        error,
        `${rows.length} charges of batch ${ticket.batch} in slot ${ticket.slot} may not have been refunded`,
      ),
  })
  return {
    async run(rows, waits) {
      const ticket = slots.take(rows)
      try {
        // A batch has limits for all of its charges or for none.
        const charge = rows[0]?.limits ? chargeLimited : chargeBatch
        const decisions = await charge(sql, rows, { waits, ticket })
        slots.free(ticket)
        return decisions
      } catch (error) {
        // The slot of a batch that may still be charged is not used again.
        if (mayHaveRun(error)) void cancellations.pay({ rows, ticket })
        else slots.free(ticket)
        throw error
      }
    },
    close: () => cancellations.close(),
  }
}

/** Less than the time after which housekeeping deletes a slot. */
const SLOT_USED_MS = 3_600_000

interface Slot extends Ticket {
  readonly openedAtMs: number
  readonly node: number
}

/** Reused slots keep the table as small as the number of concurrent batches. A slot belongs to one database server. */
function createSlots(nowMs: () => number, serverOf: ServerOf | undefined) {
  let unused: Slot[] = []
  const open = (home: number, node: number): Slot => ({
    slot: randomUUID(),
    batch: 0,
    openedAtMs: nowMs(),
    node,
    ...(serverOf && { home }),
  })
  return {
    /** All accounts of a batch are on one server. */
    take([first]: readonly ChargeRow[]): Slot {
      const home = first?.accountId ?? 0
      const node = serverOf?.(home) ?? 0
      const oldestMs = nowMs() - SLOT_USED_MS
      unused = unused.filter(({ openedAtMs }) => openedAtMs > oldestMs)
      const at = unused.findLastIndex((slot) => slot.node === node)
      const [slot = open(home, node)] = at < 0 ? [] : unused.splice(at, 1)
      return { ...slot, batch: slot.batch + 1 }
    },
    free(slot: Slot): void {
      unused.push(slot)
    },
  }
}
