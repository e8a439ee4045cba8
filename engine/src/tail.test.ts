import { expect, test } from 'vitest'
import { compute } from './engine.ts'
import { chanceAbove } from './fit.ts'
import { chanceOfMisfit } from './tail.ts'

test('of two blocks in two cells, half of all ways are as uneven as both in one', () => {
  expect(chanceOfMisfit(2, [1, 1], 2)).toBeCloseTo(0.5, 12)
  expect(chanceOfMisfit(0, [1, 1], 2)).toBeCloseTo(1, 12)
})

test('small sizes are counted: all of 50 blocks in the rarest of three cells', () => {
  const expected = [6.25, 18.75, 25]
  const chi2 = (50 - 6.25) ** 2 / 6.25 + 18.75 + 25
  expect(chanceOfMisfit(chi2, expected, 50) / 0.125 ** 50).toBeCloseTo(1, 9)
})

test('larger sizes are bounded from above, also where the chi-squared distribution is far below what is true', () => {
  const expected = [5, 495, 4500]
  // 25 blocks where 5 are expected: a binomial tail of about 1e-10, to which chi-squared gives 1e-17.
  const chi2 = 20 ** 2 / 5
  expect(chanceAbove(chi2, 2)).toBeLessThan(1e-16)
  expect(chanceOfMisfit(chi2, expected, 5_000)).toBeGreaterThan(1e-10)
})

test('randomness that is broken is still found', () => {
  expect(chanceOfMisfit(500 ** 2 / 10, [10, 100, 200, 190], 500)).toBeLessThan(1e-50)
})

test('a good seed whose blocks are a rare but fair spread is told as what it is', () => {
  const { pValue } = compute({ bias: 0.5, N: 9, samples: 1_000, seed: 774_876 })
  expect(pValue).toBeGreaterThan(1e-9)
})
