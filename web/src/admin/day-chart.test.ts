import { expect, test } from 'vitest'
import { lastDays, sumByDay } from './day-chart.tsx'

test('the last 30 days end today, with none missing', () => {
  const days = lastDays(Date.parse('2026-03-01T23:59:00Z'))
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-01-31', '2026-03-01', 30])
})

test('values of the same day are added up', () => {
  const rows = [
    { date: '2026-03-01', eur: 29 },
    { date: '2026-03-01', eur: 120 },
    { date: '2026-03-02', eur: 9 },
  ]
  expect([...sumByDay(rows, ({ eur }) => eur)]).toEqual([
    ['2026-03-01', 149],
    ['2026-03-02', 9],
  ])
})
