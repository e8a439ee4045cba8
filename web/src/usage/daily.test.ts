import { expect, test } from 'vitest'
import { niceTop } from '../charts/chart-frame.tsx'
import { daysOfMonth, summaryOf } from './daily.tsx'

test('a month has all its days, in UTC', () => {
  expect(daysOfMonth('2028-02-01T00:00:00.000Z')).toHaveLength(29)
  expect(daysOfMonth('2026-11-01T00:00:00.000Z').at(-1)).toBe('2026-11-30')
})

test('the chart has a text for screen readers, day by day', () => {
  const month = daysOfMonth('2026-11-01T00:00:00.000Z')
  const values = month.map((_, day) => (day === 2 ? 1_500 : day === 14 ? 7 : 0))
  expect(summaryOf(month, values, 'AI calls')).toBe(
    'AI calls this month: 1,507; 3 November 2026: 1,500; 15 November 2026: 7',
  )
})

test('the axis ends at a round number above the highest bar', () => {
  expect([0, 1, 2, 3, 5, 11, 21, 41, 101, 5000].map(niceTop)).toEqual([2, 2, 2, 4, 6, 20, 40, 60, 200, 6_000])
})
