// Draws prize draws by the beacon's clock: a few seconds after the round is public, with nobody there. The organiser cannot hold the result
// back, and the service cannot change it, because it follows from the lock and the round.
import type { Report } from '../ground/errors.ts'

export interface PrizeClock {
  /** Draws what is due, unless that is in progress. Never rejects. */
  look(): Promise<void>
  start(): void
  stop(): void
}

interface ClockParts<Due> {
  readonly listDue: (rowsMax: number) => Promise<Due[]>
  readonly draw: (due: Due) => Promise<unknown>
  readonly nowMs: () => number
  readonly report: Report
}

const LOOK_EVERY_MS = 3_000
const DRAWN_AT_ONCE_MAX = 20
const FAILURES_MAX = 3
/** After a failure: a beacon host that is silent is not asked every few seconds. */
const PAUSE_MS = 60_000

export function createPrizeClock<Due>({ listDue, draw, nowMs, report }: ClockParts<Due>): PrizeClock {
  let pausedUntilMs = 0
  let looking = false
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    if (looking || nowMs() < pausedUntilMs) return
    looking = true
    let failures = 0
    const failed = (error: unknown): void => {
      failures++
      pausedUntilMs = nowMs() + PAUSE_MS
      report(error, 'a prize draw that is due could not be drawn; we will try again')
    }
    for (const due of await listDue(DRAWN_AT_ONCE_MAX).catch((error) => {
      failed(error)
      return []
    })) {
      if (failures < FAILURES_MAX) await draw(due).catch(failed)
    }
    looking = false
  }
  return {
    look,
    start() {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
