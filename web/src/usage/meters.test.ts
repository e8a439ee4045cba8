import { expect, test } from 'vitest'
import { pressureOf, shareOf } from './meters.ts'

const use = (used: number, limit: number | null) => ({ used, limit, remaining: limit === null ? null : limit - used })

test('warnings begin at 80 % and at 100 %', () => {
  expect(pressureOf(use(799, 1000))).toBe('calm')
  expect(pressureOf(use(800, 1000))).toBe('near')
  expect(pressureOf(use(999, 1000))).toBe('near')
  expect(pressureOf(use(1000, 1000))).toBe('spent')
})

test('what is unlimited or not included gives no warning and no bar', () => {
  expect(pressureOf(use(5_000_000, null))).toBe('calm')
  expect(pressureOf(use(0, 0))).toBe('calm')
  expect(shareOf(use(0, 0))).toBeUndefined()
})
