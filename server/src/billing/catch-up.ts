// Asks the payment provider every few minutes for events that never reached us, so that a lost webhook does no harm.
import type { Report } from '../ground/errors.ts'

interface CatchUpParts {
  readonly catchUp: (sinceMs: number) => Promise<number>
  readonly nowMs: () => number
  readonly report: Report
}

interface CatchUp {
  /** Asks once, unless that is in progress. Never rejects. */
  look(): Promise<void>
  start(): void
  stop(): void
}

const LOOK_EVERY_MS = 5 * 60_000
/** The first look goes back as far as Stripe retries deliveries. */
export const FIRST_LOOK_BACK_MS = 3 * 24 * 3_600_000
/** Stripe lists an event a little after it happened, so each look starts before the end of the last one. */
const OVERLAP_MS = 10 * 60_000

export function createCatchUp({ catchUp, nowMs, report }: CatchUpParts): CatchUp {
  let sinceMs = nowMs() - FIRST_LOOK_BACK_MS
  let looking = false
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    const beganMs = nowMs()
    try {
      await catchUp(sinceMs)
      sinceMs = beganMs - OVERLAP_MS
    } catch (error) {
      report(error, 'looking for missed payment events failed; we will try again')
    } finally {
      looking = false
    }
  }
  return {
    look,
    start() {
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
      void look()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
