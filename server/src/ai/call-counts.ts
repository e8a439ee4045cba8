// How many calls to AI providers worked and failed, over all nodes: noted in memory, written together every few seconds.
import type { Sql } from '../db/db.ts'
import { addCalls, type CallCount, placeOf, readCalls } from './call-count-store.ts'
import type { TargetCall } from './targets.ts'

export interface CallCounts {
  note(call: Pick<TargetCall, 'target' | 'result'>): void
  /** The last 30 days, what was just noted on this node included. */
  read(): Promise<CallCount[]>
  close(): Promise<void>
}

export interface CallCountParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: (error: unknown, message: string) => void
}

const FLUSH_MS = 5_000
const NOTED_MAX = 10_000
const DAYS_SHOWN_MS = 29 * 86_400_000

export function createCallCounts({ sql, nowMs, report }: CallCountParts): CallCounts {
  let noted = new Map<string, CallCount>()
  let writing = Promise.resolve()
  const flush = (): Promise<void> => {
    if (noted.size === 0) return writing
    const rows = [...noted.values()]
    noted = new Map()
    writing = writing
      .then(() => addCalls(sql, rows))
      .catch((error: unknown) => report(error, 'counts of calls to AI providers were not written'))
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  return {
    note({ target, result }) {
      const place = { date: new Date(nowMs()).toISOString().slice(0, 10), target, result }
      const known = noted.get(placeOf(place))
      if (!known && noted.size >= NOTED_MAX) return
      noted.set(placeOf(place), { ...place, calls: (known?.calls ?? 0) + 1 })
    },
    async read() {
      await flush()
      return readCalls(sql, new Date(nowMs() - DAYS_SHOWN_MS))
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
