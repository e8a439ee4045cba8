import { afterEach, expect, test, vi } from 'vitest'
import { bandOf } from './editor/bands.ts'
import { formatAmount, formatCost, formatDay, formatEuro, formatScore, formatUtcDay } from './format.ts'

const FIRST_OF_JUNE = '2031-06-01T00:00:00.000Z'

afterEach(() => vi.unstubAllEnvs())

test('a score is shown with two digits, and a missing one as a dash', () => {
  expect([0, 0.29, 0.57, 0.7, 1].map(formatScore)).toEqual(['0.00', '0.29', '0.57', '0.70', '1.00'])
  expect(formatScore(null)).toBe('–')
  expect(formatScore(undefined)).toBe('–')
})

test('a price is short, an amount that was paid has its cents', () => {
  expect([149, 4.99].map(formatEuro)).toEqual(['€149', '€4.99'])
  expect([149, 4.99].map(formatAmount)).toEqual(['€149.00', '€4.99'])
})

test('a cost that is unknown is a dash, and a tiny one is not nothing', () => {
  expect([null, 0, 0.000_4, 0.01, 12.345].map(formatCost)).toEqual(['–', '€0.00', 'under €0.01', '€0.01', '€12.35'])
})

test('a shown score is in the band of the score itself', () => {
  expect(formatScore(0.6962)).toBe('0.69')
  expect(formatScore(0.39999)).toBe('0.39')
  for (let step = 0; step <= 10_000; step++) {
    const ain = step / 10_000
    expect(bandOf(Number(formatScore(ain)))).toBe(bandOf(ain))
  }
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])('a day of the service is the same in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(formatUtcDay(FIRST_OF_JUNE)).toBe('1 June 2031')
})

test('a moment falls on the day that the person has', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(formatDay(FIRST_OF_JUNE)).toBe('31 May 2031')
})
