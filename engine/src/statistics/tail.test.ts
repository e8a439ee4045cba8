import { expect, test } from 'vitest'
import { compute } from '../engine.ts'
import { chanceAbove } from './fit.ts'
import { approximateChance } from './saddlepoint.ts'
import { chanceOfMisfit, countedChance } from './tail.ts'

test('of two blocks in two cells, half of all ways are as uneven as both in one', () => {
  expect(chanceOfMisfit(2, [1, 1], 2)).toBeCloseTo(0.5, 12)
  expect(chanceOfMisfit(0, [1, 1], 2)).toBeCloseTo(1, 12)
})

test('small sizes are counted: all of 50 blocks in the rarest of three cells', () => {
  const expected = [6.25, 18.75, 25]
  const chi2 = (50 - 6.25) ** 2 / 6.25 + 18.75 + 25
  expect(chanceOfMisfit(chi2, expected, 50) / 0.125 ** 50).toBeCloseTo(1, 9)
})

test.each([
  { expected: [5, 95, 900], blocks: 1_000, chi2s: [32, 41] },
  { expected: [200, 600, 200], blocks: 1_000, chi2s: [32, 41, 50] },
  { expected: [2000, 2000], blocks: 4_000, chi2s: [28, 37, 46] },
  { expected: [17.5, 52.5, 52.5, 17.5], blocks: 140, chi2s: [35, 45] },
  { expected: [16, 16, 16, 16], blocks: 64, chi2s: [35, 45] },
  { expected: [5, 10, 25, 5, 5], blocks: 50, chi2s: [38, 48] },
])('larger sizes are never too small and at most three times too large: $blocks blocks', (given) => {
  const { expected, blocks, chi2s } = given
  for (const chi2 of chi2s) {
    const ratio = approximateChance(chi2, expected, blocks) / countedChance(chi2, expected, blocks)
    expect(ratio).toBeGreaterThan(1)
    expect(ratio).toBeLessThan(3)
  }
})

test('with many blocks in every cell it comes close to the chi-squared distribution', () => {
  const expected = new Array<number>(45).fill(50_000 / 45)
  const ratio = chanceOfMisfit(130, expected, 50_000) / chanceAbove(130, 44)
  expect(ratio).toBeGreaterThan(1)
  expect(ratio).toBeLessThan(3)
})

test('larger sizes are right also where the chi-squared distribution is far below what is true', () => {
  const expected = [5, 495, 4500]
  // 25 blocks where 5 are expected: a binomial tail of about 1e-10, to which chi-squared gives 1e-17.
  const chi2 = 20 ** 2 / 5
  expect(chanceAbove(chi2, 2)).toBeLessThan(1e-16)
  expect(chanceOfMisfit(chi2, expected, 5_000)).toBeGreaterThan(1e-10)
  expect(chanceOfMisfit(chi2, expected, 5_000)).toBeLessThan(1e-9)
})

test('randomness that is broken is still found', () => {
  expect(chanceOfMisfit(500 ** 2 / 10, [10, 100, 200, 190], 500)).toBeLessThan(1e-50)
})

test('a statistic that is far beyond everything is found quickly, and is as good as impossible', () => {
  expect(chanceOfMisfit(5_000, new Array<number>(45).fill(50_000 / 45), 50_000)).toBeLessThan(1e-15)
})

test('a good seed whose blocks are a rare but fair spread is told as what it is', () => {
  const { pValue } = compute({ bias: 0.5, N: 9, samples: 1_000, seed: 774_876 })
  expect(pValue).toBeGreaterThan(1e-9)
})
