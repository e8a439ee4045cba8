// Numbers and times as people read them.

const whole = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const euro = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
})
const exactEuro = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
/** Cut, not rounded: 0.6962 is below the border at 0.7 and must not be shown as 0.70. */
const score = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  roundingMode: 'trunc',
})
const DAY_PARTS = { day: 'numeric', month: 'long', year: 'numeric' } as const
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export function formatCount(count: number): string {
  return whole.format(count)
}

/** An allowance, where null is unlimited. */
export function countOf(allowance: number | null): string {
  return allowance === null ? 'unlimited' : formatCount(allowance)
}

export function formatCompact(count: number): string {
  return compact.format(count)
}

export function formatEuro(amount: number): string {
  return euro.format(amount)
}

/** With its cents, so that amounts below one another line up. */
export function formatAmount(amount: number): string {
  return exactEuro.format(amount)
}

/** What tokens cost; a dash where it is unknown. Next to nothing is not shown as nothing. */
export function formatCost(amount: number | null): string {
  if (amount === null) return '–'
  return amount > 0 && amount < 0.01 ? 'under €0.01' : formatAmount(amount)
}

export function formatScore(ain: number | null | undefined): string {
  return ain === null || ain === undefined ? '–' : score.format(ain)
}

/** The day on which a moment falls where the person is. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', DAY_PARTS)
}

/** A day that the service counts in UTC, the same everywhere. */
export function formatUtcDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { ...DAY_PARTS, timeZone: 'UTC' })
}

export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** "3 minutes ago", "yesterday"; older than a month is a date. */
export function formatAgo(iso: string, nowMs = Date.now()): string {
  const agoMs = nowMs - Date.parse(iso)
  if (agoMs < MINUTE_MS) return 'just now'
  if (agoMs < HOUR_MS) return relative.format(-Math.floor(agoMs / MINUTE_MS), 'minute')
  if (agoMs < DAY_MS) return relative.format(-Math.floor(agoMs / HOUR_MS), 'hour')
  if (agoMs < 30 * DAY_MS) return relative.format(-Math.floor(agoMs / DAY_MS), 'day')
  return formatDay(iso)
}

/** Whole days until then, never less than 0. */
export function daysUntil(iso: string, nowMs = Date.now()): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / DAY_MS))
}
