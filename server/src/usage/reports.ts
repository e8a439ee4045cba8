// Usage of the whole deployment, summed up in the background, so that screens are quick with a million accounts.

import type { Sql } from '../db/db.ts'
import { DAY_MS, dayOf, lastDays, monthOf } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import {
  type DeploymentDay,
  endTurn,
  readDeploymentDays,
  readSummedAt,
  readTopCallers,
  sumDays,
  sumTop,
  type TopCaller,
  takeTurn,
} from './report-store.ts'

export interface Reports {
  /** Sums up periodically, on whichever node comes first. */
  start(): void
  stop(): void
  /** Sums up at once, unless another node has just done so. */
  sumUp(): Promise<void>
  read(): Promise<DeploymentReport>
}

interface DeploymentReport {
  readonly days: readonly DeploymentDay[]
  readonly topCallers: readonly TopCaller[]
  /** Null before the first time. */
  readonly summedAt: Date | null
}

interface ReportParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
}

const EVERY_MS = 300_000
const LOOK_MS = 60_000
const DAYS_SHOWN = 30
const PLACES_MAX = 20
/** Requests before midnight can still be refunded after it. */
const REFUND_MS = 6 * 3_600_000
/** Longer than for requests, because a sum over ten million accounts takes longer. */
const STATEMENT_TIMEOUT_MS = 120_000

/** A time on the first day whose sum can have changed since the last time. */
function firstToSum(atMs: number, last: Date | null): number {
  const earliestMs = atMs - (DAYS_SHOWN - 1) * DAY_MS
  return last ? Math.max(earliestMs, last.getTime() - REFUND_MS) : atMs - DAY_MS
}

export function createReports({ sql, nowMs, report }: ReportParts): Reports {
  let timer: NodeJS.Timeout | undefined
  const sumUp = async (): Promise<void> => {
    const atMs = nowMs()
    const now = new Date(atMs)
    await sql.begin(async (tx) => {
      const turn = await takeTurn(tx, new Date(atMs - EVERY_MS))
      if (!turn) return
      await tx.unsafe(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
      const from = dayOf(firstToSum(atMs, turn.last))
      await sumDays(tx, from, now)
      const isFirstOfDay = !turn.last || dayOf(turn.last.getTime()) !== dayOf(atMs)
      const activeFrom = isFirstOfDay ? undefined : from
      await sumTop(tx, { month: monthOf(atMs), placesMax: PLACES_MAX, activeFrom })
      await endTurn(tx, now)
    })
  }
  const look = () => {
    sumUp().catch((error) => report(error, 'the usage of the deployment could not be summed up'))
  }
  return {
    start() {
      look()
      timer = setInterval(look, LOOK_MS).unref()
    },
    stop: () => clearInterval(timer),
    sumUp,
    async read() {
      const atMs = nowMs()
      const [days, topCallers, summedAt] = await Promise.all([
        readDeploymentDays(sql, lastDays(atMs, DAYS_SHOWN)[0] ?? dayOf(atMs)),
        readTopCallers(sql, monthOf(atMs)),
        readSummedAt(sql),
      ])
      return { days, topCallers, summedAt }
    },
  }
}
