// Formats numbers and times for people.
import { nowMs } from './clock.ts'

// The first Intl formatter of a page takes about 40 ms, four times that on a phone. So numbers on the first screens are formatted here,
// and Intl formatters are created on first use.
const compact = once(() => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }))
const DAY_PARTS = { day: 'numeric', month: 'long', year: 'numeric' } as const
const moment = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }))
const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function formatCount(count: number): string {
  return withSeparators(String(count))
}

export function formatPercent(share: number, decimals = 0): string {
  return decimals === 0 && share > 0 && share < 0.005 ? 'under 1%' : `${(100 * share).toFixed(decimals)}%`
}

/** An allowance; null is unlimited. */
export function countOf(allowance: number | null): string {
  return allowance === null ? 'unlimited' : formatCount(allowance)
}

export function formatCompact(count: number): string {
  return compact().format(count)
}

export function formatEuro(amount: number): string {
  return formatAmount(amount).replace('.00', '')
}

/** Always with cents, so that amounts in a column line up. */
export function formatAmount(amount: number): string {
  return `${amount < 0 ? '-' : ''}€${withSeparators(Math.abs(amount).toFixed(2))}`
}

/** The cost of tokens, a dash if unknown. A tiny cost is not shown as zero. */
export function formatCost(amount: number | null): string {
  if (amount === null) return '–'
  return amount > 0 && amount < 0.01 ? 'under €0.01' : formatAmount(amount)
}

/** Truncated, not rounded: 0.6962 is below the threshold of 0.7 and must not be shown as 0.70. */
export function formatScore(ain: number | null | undefined): string {
  if (ain === null || ain === undefined) return '–'
  // Smaller numbers have an exponent as strings.
  const [whole, fraction = ''] = String(ain < 0.001 ? 0 : ain).split('.')
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

/** The day of a moment in the person's time zone. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', DAY_PARTS)
}

/** A day that the service counts in UTC. */
export function formatUtcDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { ...DAY_PARTS, timeZone: 'UTC' })
}

export function formatMoment(iso: string): string {
  return moment().format(new Date(iso))
}

const ISO_MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Formats every ISO time inside a text. */
export function withMoments(text: string): string {
  return text.replace(ISO_MOMENT, formatMoment)
}

/** "3 minutes ago", "yesterday"; older than a month is a date. */
export function formatAgo(iso: string, atMs = nowMs()): string {
  const agoMs = atMs - Date.parse(iso)
  if (agoMs < MINUTE_MS) return 'just now'
  if (agoMs < HOUR_MS) return relative().format(-Math.floor(agoMs / MINUTE_MS), 'minute')
  if (agoMs < DAY_MS) return relative().format(-Math.floor(agoMs / HOUR_MS), 'hour')
  if (agoMs < 30 * DAY_MS) return relative().format(-Math.floor(agoMs / DAY_MS), 'day')
  return formatDay(iso)
}

/** Whole days until then, never less than 0. */
export function daysUntil(iso: string, atMs = nowMs()): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - atMs) / DAY_MS))
}

function withSeparators(digits: string): string {
  const [whole = '', ...fraction] = digits.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,200}$)/g, ','), ...fraction].join('.')
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
