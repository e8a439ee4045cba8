// How many calls to AI providers succeeded and failed, over all nodes: collected in memory, written in batches every few seconds.

import { createNotes, type Sql } from '../db/db.ts'
import { DAY_MS, dayOf } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import { addCalls, type CallCount, placeOf, readCalls } from './call-count-store.ts'
import type { TargetCall } from './targets.ts'

interface CallCounts {
  note(call: Pick<TargetCall, 'target' | 'result'>): void
  /** The last 30 days, including what this node has not written yet. */
  read(): Promise<CallCount[]>
  close(): Promise<void>
}

interface CallCountParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
}

const FLUSH_MS = 5_000
const NOTED_MAX = 10_000
const DAYS_SHOWN_MS = 29 * DAY_MS

export function createCallCounts({ sql, nowMs, report }: CallCountParts): CallCounts {
  const notes = createNotes<CallCount>({
    everyMs: FLUSH_MS,
    placesMax: NOTED_MAX,
    write: (rows) => addCalls(sql, rows),
    report,
    failure: 'counts of calls to AI providers could not be saved',
  })
  return {
    note({ target, result }) {
      const place = { date: dayOf(nowMs()), target, result }
      notes.add(placeOf(place), (known) => ({ ...place, calls: (known?.calls ?? 0) + 1 }))
    },
    async read() {
      await notes.flush()
      return readCalls(sql, new Date(nowMs() - DAYS_SHOWN_MS))
    },
    close: notes.close,
  }
}
