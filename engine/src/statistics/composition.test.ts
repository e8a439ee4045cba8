import { expect, test } from 'vitest'
import { twoSidedBinomial } from './binomial.ts'
import { compositionChance } from './composition.ts'

test('two cells agree with the binomial distribution if it is symmetric', () => {
  const { pValue, exact } = compositionChance({ counts: [3, 17], weights: [1, 1] })
  expect(exact).toBe(true)
  expect(pValue).toBeCloseTo(twoSidedBinomial(3, 20, 0.5), 9)
})

test('three cells of odds 1 : 1 : 2 agree with sums computed by hand', () => {
  // Of 2 draws: (0,0,2) has 1/4; (1,0,1) and (0,1,1) 1/4 each; (1,1,0) 1/8; (2,0,0) and (0,2,0) 1/16 each.
  expect(compositionChance({ counts: [2, 0, 0], weights: [1, 1, 2] }).pValue).toBeCloseTo(1 / 8, 12)
  expect(compositionChance({ counts: [1, 1, 0], weights: [1, 1, 2] }).pValue).toBeCloseTo(1 / 4, 12)
  expect(compositionChance({ counts: [0, 0, 2], weights: [1, 1, 2] }).pValue).toBeCloseTo(1, 12)
})

test('a deck follows the hypergeometric distribution, and cannot give more than it has', () => {
  expect(compositionChance({ counts: [2, 0], copies: [2, 2] }).pValue).toBeCloseTo(2 / 6, 12)
  expect(compositionChance({ counts: [3, 0], copies: [2, 2] }).pValue).toBe(0)
})

test('with too many combinations the result is approximate, and says so', () => {
  const even = Array.from({ length: 50 }, () => 20)
  expect(compositionChance({ counts: even, weights: even })).toMatchObject({ exact: false, pValue: 1 })
  expect(compositionChance({ counts: [100, 0, ...even.slice(2)], weights: even }).pValue).toBeLessThan(1e-12)
  const many = Array.from({ length: 500 }, () => 1)
  expect(compositionChance({ counts: many, weights: many }).exact).toBe(false)
})
