import { expect, test } from 'vitest'
import { pressureOf, shareOf, warningsOf } from './meters.ts'

const use = (used: number, limit: number | null) => {
  const remaining = limit === null ? null : limit - used
  return { used, limit, remaining, included_limit: limit, included_remaining: remaining }
}

test('warnings start at 80 % and at 100 %', () => {
  expect(pressureOf(use(799, 1000))).toBe('calm')
  expect(pressureOf(use(800, 1000))).toBe('near')
  expect(pressureOf(use(999, 1000))).toBe('near')
  expect(pressureOf(use(1000, 1000))).toBe('spent')
})

test('an unlimited or excluded quota has no warning and no bar', () => {
  expect(pressureOf(use(5_000_000, null))).toBe('calm')
  expect(pressureOf(use(0, 0))).toBe('calm')
  expect(shareOf(use(0, 0))).toBeUndefined()
})

const calm = { compute: use(0, 10), 'ai/analyze': use(0, 10), 'ai/chat': use(0, 10), 'ai/proxy': use(0, 10) }

test('a used-up quota draws from the top-up balance only as long as there is one', () => {
  const endpoints = { ...calm, compute: use(10, 10), 'ai/chat': use(10, 10) }
  expect(warningsOf({ endpoints, topup_balance: { compute: 0, ai_calls: 5 } })).toEqual([
    'You have used all compute units this month, and there is no top-up balance. To use more, wait for the reset, buy a top-up or choose a higher plan.',
    'You have used all chats this month. We are now using your top-up balance.',
  ])
})

test('a quota near its end is named, and otherwise nothing is said', () => {
  const topup_balance = { compute: 0, ai_calls: 0 }
  expect(warningsOf({ endpoints: calm, topup_balance })).toEqual([])
  expect(
    warningsOf({ endpoints: { ...calm, 'ai/analyze': use(9, 10), 'ai/proxy': use(8, 10) }, topup_balance }),
  ).toEqual(['You have used at least 80% of this month’s text analyses and calls with your own key.'])
})
