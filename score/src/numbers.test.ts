import { expect, test } from 'vitest'
import { chanceOf, exp, log } from './numbers.ts'

test('exp and log are as exact as numbers are', () => {
  let apart = 0
  for (let at = -3_000; at <= 3_000; at++) {
    const x = at * 0.013_7
    const power = Math.exp(x)
    apart = Math.max(apart, Math.abs(exp(x) / power - 1), Math.abs(log(power) - x) / Math.max(1, Math.abs(x)))
  }
  expect(apart).toBeLessThan(6e-16)
  expect([exp(0), log(1), exp(log(0.5)), chanceOf(0)]).toEqual([1, 0, 0.5, 0.5])
})

test('exp and log go to their limits', () => {
  expect([exp(-800), exp(800), exp(Number.NaN)]).toEqual([0, Number.POSITIVE_INFINITY, Number.NaN])
  expect([log(0), log(-1), log(Number.POSITIVE_INFINITY)]).toEqual([
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
  expect(chanceOf(-800)).toBe(0)
  expect(chanceOf(800)).toBe(1)
})
