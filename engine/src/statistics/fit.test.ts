import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pearsonLaw } from '../../test/laws.ts'
import { combineByFisher, compute } from '../engine.ts'
import { chanceAbove, fitFair, misfitChance } from './fit.ts'

describe('chanceAbove', () => {
  // Table values of the chi-squared distribution.
  it.each([
    [3.841458820694124, 1, 0.05],
    [6.634896601021213, 1, 0.01],
    [16.918977604620448, 9, 0.05],
    [29.587, 10, 0.001],
    [124.342, 100, 0.05],
  ])('of %d with %d degrees of freedom is %d', (x, df, chance) => {
    expect(chanceAbove(x, df)).toBeCloseTo(chance, 5)
  })

  it('is the finite sum of Poisson terms for an even number of degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 300, noNaN: true }), fc.integer({ min: 1, max: 60 }), (x, half) => {
        let term = Math.exp(-x / 2)
        let sum = 0
        for (let k = 0; k < half; k++) {
          sum += term
          term *= x / 2 / (k + 1)
        }
        expect(Math.abs(chanceAbove(x, 2 * half) - sum)).toBeLessThan(1e-12)
      }),
      { seed: 3 },
    )
  })

  it('decreases with x, from 1 to 0', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 1e4, noNaN: true }),
        (df, a, b) => {
          expect(chanceAbove(Math.max(a, b), df)).toBeLessThanOrEqual(chanceAbove(Math.min(a, b), df) + 1e-14)
        },
      ),
      { seed: 4 },
    )
    expect(chanceAbove(0, 5)).toBe(1)
    expect(chanceAbove(Number.POSITIVE_INFINITY, 5)).toBe(0)
    expect(() => chanceAbove(1, 2_000)).toThrow(RangeError)
  })
})

describe('fitFair', () => {
  it('pools cells from the left until five blocks are expected, and the remainder into the last', () => {
    // 50 blocks of three bits: 6.25, 18.75, 18.75, 6.25 expected.
    const three = fitFair([6, 19, 19, 6], 50)
    expect(three.df).toBe(3)
    expect(three.chi2).toBeCloseTo((2 * 0.25 ** 2) / 6.25 + (2 * 0.25 ** 2) / 18.75, 12)
    // 50 blocks of nine bits: cells 0..2 reach 4.49, so cell 3 joins them; 8 and 9 join the last.
    const { df, chi2 } = fitFair([0, 1, 4, 8, 12, 12, 8, 4, 1, 0], 50)
    const share = (cells: number[]) => cells.reduce((sum, ways) => sum + (50 * ways) / 512, 0)
    const pooled: [number, number][] = [
      [13, share([1, 9, 36, 84])],
      [12, share([126])],
      [12, share([126])],
      [13, share([84, 36, 9, 1])],
    ]
    expect(df).toBe(3)
    expect(chi2).toBeCloseTo(
      pooled.reduce((sum, [seen, expected]) => sum + (seen - expected) ** 2 / expected, 0),
      12,
    )
  })

  it('finds nothing in perfect weights, and a misfit in absurd ones', () => {
    expect(fitFair([64, 192, 192, 64], 512)).toEqual({ chi2: 0, df: 3, pValue: 1 })
    expect(fitFair([512, 0, 0, 0], 512).pValue).toBeLessThan(1e-100)
  })
})

describe('misfitChance', () => {
  it('is the chi-squared tail down to 1e-6, and the cube root of 1e-12 times the tail below', () => {
    expect(misfitChance(27.6, 2)).toBe(chanceAbove(27.6, 2))
    expect(misfitChance(69.0775527898214, 2)).toBeCloseTo(1e-9, 15)
    expect(misfitChance(100, 7) / Math.cbrt(chanceAbove(100, 7) * 1e-12)).toBeCloseTo(1, 12)
    expect(misfitChance(Number.POSITIVE_INFINITY, 7)).toBe(0)
  })

  it('decreases with the statistic, also where its two parts meet', () => {
    for (const df of [1, 3, 7, 28, 44]) {
      const chances = Array.from({ length: 4_000 }, (_, i) => misfitChance(i / 10, df))
      expect(chances.filter((chance, i) => chance > (chances[i - 1] ?? 1) * (1 + 1e-12))).toEqual([])
      expect(chances.at(-1)).toBeLessThan(1e-20)
    }
  })

  // All ways to spread the blocks, counted: UNSTABLE is below 1e-9.
  it.each([
    { blocks: 50, chances: [1, 3, 3, 1].map((ways) => ways / 8) },
    { blocks: 100, chances: [1, 3, 3, 1].map((ways) => ways / 8) },
    { blocks: 200, chances: [0.025, 0.475, 0.5] },
    { blocks: 1_000, chances: [0.005, 0.095, 0.9] },
  ])('is below 1e-9 less than once in a billion: $blocks blocks', ({ blocks, chances }) => {
    const law = pearsonLaw(chances, blocks)
    const broken = law.filter(({ chi2 }) => misfitChance(chi2, chances.length - 1) < 1e-9)
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.reduce((sum, { chance }) => sum + chance, 0)).toBeLessThan(1e-9)
  })

  it('leaves a good seed with a rare but fair spread above 1e-9', () => {
    expect(compute({ bias: 0.5, N: 9, samples: 1_000, seed: 774_876 }).pValue).toBeGreaterThan(1e-9)
  })
})

describe('combineByFisher', () => {
  it('leaves a single p-value unchanged', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1, noNaN: true }), (p) => {
        expect(combineByFisher([p])).toBeCloseTo(p, 12)
      }),
      { seed: 5 },
    )
  })

  it('combines many medium p-values as the formula for two says', () => {
    const [p, q] = [0.04, 0.09]
    expect(combineByFisher([p, q])).toBeCloseTo(p * q * (1 - Math.log(p * q)), 12)
  })

  it('is 0 if one of them is 0, and is not changed by 1', () => {
    expect(combineByFisher([0.5, 0])).toBe(0)
    expect(combineByFisher([1, 1, 1])).toBe(1)
  })
})
