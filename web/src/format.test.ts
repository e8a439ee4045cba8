import { afterEach, expect, test, vi } from 'vitest'
import {
  countOf,
  daysUntil,
  formatAgo,
  formatAmount,
  formatCompact,
  formatCost,
  formatCount,
  formatDay,
  formatEuro,
  formatScore,
  formatUtcDay,
  withMoments,
} from './format.ts'
import { bandOf } from './marked/bands.ts'

const FIRST_OF_JUNE = '2031-06-01T00:00:00.000Z'

afterEach(() => vi.unstubAllEnvs())

test('a score is shown with two digits, and a missing one as a dash', () => {
  expect([0, 0.29, 0.57, 0.7, 1].map(formatScore)).toEqual(['0.00', '0.29', '0.57', '0.70', '1.00'])
  expect(formatScore(null)).toBe('–')
  expect(formatScore(undefined)).toBe('–')
})

test('a price is short, a paid amount has its cents', () => {
  expect([149, 4.99].map(formatEuro)).toEqual(['€149', '€4.99'])
  expect([149, 4.99].map(formatAmount)).toEqual(['€149.00', '€4.99'])
})

test('an unknown cost is a dash, and a tiny one is not shown as zero', () => {
  expect([null, 0, 0.000_4, 0.01, 12.345].map(formatCost)).toEqual(['–', '€0.00', 'under €0.01', '€0.01', '€12.35'])
})

test('numbers are formatted like Intl does', () => {
  const counts = [0, -1, 12, -999, 1_000, -1_000, 999_999, 1_234_567.5, 2 ** 53 - 1]
  expect(counts.map(formatCount)).toEqual(counts.map((count) => new Intl.NumberFormat('en').format(count)))
  const euro = { style: 'currency', currency: 'EUR' } as const
  const amounts = [0, 0.5, -3, 4.99, 12.345, 149, 1_234.5, 1_000_000, -1_234.56]
  expect(amounts.map(formatAmount)).toEqual(
    amounts.map((amount) => new Intl.NumberFormat('en-IE', euro).format(amount)),
  )
  const short = new Intl.NumberFormat('en-IE', { ...euro, trailingZeroDisplay: 'stripIfInteger' })
  expect(amounts.map(formatEuro)).toEqual(amounts.map((amount) => short.format(amount)))
  const cut = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' })
  const scores = [0, 1e-9, 0.0009, 0.009, 0.01, 0.29, 0.57, 0.6962, 0.999999, 1]
  expect(scores.map(formatScore)).toEqual(scores.map((score) => cut.format(score)))
})

test('a shown score is in the same band as the score itself', () => {
  expect(formatScore(0.6962)).toBe('0.69')
  expect(formatScore(0.39999)).toBe('0.39')
  for (let step = 0; step <= 10_000; step++) {
    const ain = step / 10_000
    expect(bandOf(Number(formatScore(ain)))).toBe(bandOf(ain))
  }
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
  'a UTC day of the service is the same day in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatUtcDay(FIRST_OF_JUNE)).toBe('1 June 2031')
  },
)

test('a moment is shown as a day in the person’s time zone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(formatDay(FIRST_OF_JUNE)).toBe('31 May 2031')
})

test('a count has separators, or is shortened if there is little space', () => {
  expect([0, 999, 1_000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect([950, 1_500, 2_000_000].map(formatCompact)).toEqual(['950', '1.5K', '2M'])
  expect([500, null].map(countOf)).toEqual(['500', 'unlimited'])
})

test.each([
  ['2031-06-01T00:00:00.000Z', 'just now'],
  ['2031-05-31T23:59:01.000Z', 'just now'],
  ['2031-05-31T23:59:00.000Z', '1 minute ago'],
  ['2031-05-31T22:59:00.000Z', '1 hour ago'],
  ['2031-05-30T23:00:00.000Z', 'yesterday'],
  ['2031-05-20T00:00:00.000Z', '12 days ago'],
  ['2031-04-30T12:00:00.000Z', '30 April 2031'],
  ['2031-06-01T00:00:05.000Z', 'just now'],
])('%s is %s, seen from the first of June', (iso, ago) => {
  vi.stubEnv('TZ', 'UTC')
  expect(formatAgo(iso, Date.parse(FIRST_OF_JUNE))).toBe(ago)
})

test('ISO times inside a text are formatted for people', () => {
  vi.stubEnv('TZ', 'UTC')
  expect(withMoments('1000, public at 2023-08-23T15:59:24.000Z, and 2023')).toBe(
    '1000, public at 23 Aug 2023, 15:59, and 2023',
  )
})

test('days until a date are rounded up, and never negative', () => {
  const nowMs = Date.parse(FIRST_OF_JUNE)
  const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString()
  expect([-5, 0, 1, 24, 25].map((hours) => daysUntil(inHours(hours), nowMs))).toEqual([0, 0, 1, 1, 2])
})
