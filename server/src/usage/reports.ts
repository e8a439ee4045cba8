// Usage of the whole deployment: summed up in the background, so that a screen is quick with a million accounts.
import type { Sql } from '../db/db.ts'
import type { Report } from '../errors.ts'
import { dayOf, lastDays, monthOf } from './calendar.ts'
import {
  type DeploymentDay,
  readDeploymentDays,
  readSummedAt,
  readTopCallers,
  sumDays,
  sumTop,
  type TopCaller,
  takeTurn,
} from './report-store.ts'

export interface Reports {
  /** Sums up now and then, on whichever node comes first. */
  start(): void
  stop(): void
  /** Sums up at once, unless another node did a moment ago. */
  sumUp(): Promise<void>
  read(): Promise<DeploymentReport>
}

export interface DeploymentReport {
  readonly days: readonly DeploymentDay[]
  readonly topCallers: readonly TopCaller[]
  /** Null before the first time. */
  readonly summedAt: Date | null
}

export interface ReportParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
}

const EVERY_MS = 300_000
const LOOK_MS = 60_000
const DAYS_SHOWN = 30
const PLACES_MAX = 20
const DAY_MS = 86_400_000

export function createReports({ sql, nowMs, report }: ReportParts): Reports {
  let timer: NodeJS.Timeout | undefined
  const sumUp = async (): Promise<void> => {
    const atMs = nowMs()
    const now = new Date(atMs)
    await sql.begin(async (tx) => {
      if (!(await takeTurn(tx, { now, since: new Date(atMs - EVERY_MS) }))) return
      // Yesterday too: calls around midnight are still refunded today.
      await sumDays(tx, dayOf(atMs - DAY_MS), now)
      await sumTop(tx, monthOf(atMs), PLACES_MAX)
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
