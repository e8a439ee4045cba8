// When a delivery is tried again.
import type { Queued } from './delivery-store.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
/** After each failed attempt; the last one repeats until the event is given up. */
const PAUSES_MS = [5, 30, 120, 600, 1_800].map((seconds) => seconds * SECOND_MS)
const LONG_PAUSES_MS = [1, 2, 4, 8].map((hours) => hours * HOUR_MS)

/** Undefined if that was the last attempt, which is made when the time for the delivery is over. */
export function nextAttempt(
  { attempts, givesUpAt }: Pick<Queued, 'attempts' | 'givesUpAt'>,
  at: Date,
): Date | undefined {
  if (at >= givesUpAt) return undefined
  const pauses = [...PAUSES_MS, ...LONG_PAUSES_MS]
  const pauseMs = pauses[Math.min(attempts, pauses.length - 1)] ?? 0
  return new Date(Math.min(at.getTime() + pauseMs, givesUpAt.getTime()))
}
