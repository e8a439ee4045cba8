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
/**
 * A host often has a round seconds late, while people watch: the first pauses are short. Each is twice as long as the one before, so that a
 * host that is silent is not asked every few seconds. One draw that fails keeps no other back.
 */
const PAUSE_MAX_MS = 60_000

interface Failed {
  readonly times: number
  readonly againMs: number
}

export function createPrizeClock<Due extends { readonly id: string }>(parts: ClockParts<Due>): PrizeClock {
  const { listDue, draw, nowMs, report } = parts
  let failed: ReadonlyMap<string, Failed> = new Map()
  let looking = false
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    let failures = 0
    const still = new Map<string, Failed>()
    const attempt = async <Done>(what: string, work: () => Promise<Done>): Promise<Done | undefined> => {
      const { times, againMs } = failed.get(what) ?? { times: 0, againMs: 0 }
      if (times > 0) still.set(what, { times, againMs })
      if (failures >= FAILURES_MAX || nowMs() < againMs) return undefined
      try {
        const done = await work()
        still.delete(what)
        return done
      } catch (error) {
        failures++
        still.set(what, { times: times + 1, againMs: nowMs() + Math.min(PAUSE_MAX_MS, LOOK_EVERY_MS * 2 ** times) })
        report(error, 'a prize draw that is due could not be drawn; we will try again')
        return undefined
      }
    }
    const due = await attempt('the list', () => listDue(DRAWN_AT_ONCE_MAX))
    for (const one of due ?? []) await attempt(one.id, () => draw(one))
    failed = still
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
