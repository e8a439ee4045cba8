// Days and months as the contract counts them: in UTC.

export const DAY_MS = 86_400_000

/** YYYY-MM-DD */
export function dayOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  // Cached, because every charge asks, nearly always for the same day.
  if (day !== last.day) last = { day, text: new Date(ms).toISOString().slice(0, 10) }
  return last.text
}

let last = { day: Number.NaN, text: '' }

/** The first day of the month, as YYYY-MM-DD. */
export function monthOf(ms: number): string {
  return `${dayOf(ms).slice(0, 7)}-01`
}

/** When the monthly counters reset. */
export function nextMonthMs(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The given number of days, ending today, oldest first. */
export function lastDays(ms: number, count: number): string[] {
  return Array.from({ length: count }, (_, back) => dayOf(ms - (count - 1 - back) * DAY_MS))
}
