import { describe, expect, test } from 'vitest'
import { atMost, lnGamma, twoSidedBinomial } from '../statistics/binomial.ts'
import { computeWithBattery } from './battery.ts'

describe('the exact binomial test', () => {
  test.each([1, 2, 5, 20, 60])('agrees with the sum of all terms for %d trials', (trials) => {
    for (const p of [0.5, 0.1, 0.9]) {
      let sum = 0
      for (let k = 0; k <= trials; k++) {
        let chance = 1
        for (let i = 0; i < k; i++) chance *= ((trials - i) / (k - i)) * p
        sum += chance * (1 - p) ** (trials - k)
        expect(atMost(k, trials, p)).toBeCloseTo(Math.min(sum, 1), 10)
      }
    }
  })

  test('is right in the middle, at the ends and at a known tail', () => {
    expect(twoSidedBinomial(5, 10, 0.5)).toBe(1)
    expect(twoSidedBinomial(0, 10, 0.5)).toBeCloseTo(2 / 1024, 12)
    expect(twoSidedBinomial(10, 10, 0.5)).toBeCloseTo(2 / 1024, 12)
    // Three standard deviations off, among 1.6 million.
    expect(twoSidedBinomial(800_000 + 1_897, 1_600_000, 0.5)).toBeCloseTo(0.0027, 4)
  })

  test('computes the logarithm of gamma correctly', () => {
    expect(lnGamma(1)).toBeCloseTo(0, 13)
    expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13)
    expect(lnGamma(11)).toBeCloseTo(Math.log(3_628_800), 12)
  })
})

describe('the battery', () => {
  test.each([0, 0.01, 0.3, 0.5, 1])('finds nothing at bias %d with a fixed seed', (bias) => {
    const { result, battery } = computeWithBattery({ bias, N: 25, samples: 20_000, seed: 7 })
    expect(battery.tests.map(({ name }) => name)).toEqual([
      'fit',
      'ones',
      'runs',
      'positions',
      'serial',
      'agreement',
      'source',
      'spread',
    ])
    expect(battery.pValue).toBeGreaterThan(1e-3)
    expect(battery.positions).toHaveLength(25)
    expect(battery.correlations).toHaveLength(16)
    expect(battery.tests[0]?.pValue).toBe(result.pValue)
  })

  test('has p-values that are uniform over seeds', () => {
    const seeds = 400
    const all = Array.from(
      { length: seeds },
      (_, seed) => computeWithBattery({ bias: 0.2, N: 9, samples: 1_000, seed }).battery,
    )
    for (const [i, { name }] of (all[0]?.tests ?? []).entries()) {
      const sorted = all.map(({ tests }) => tests[i]?.pValue ?? 0).sort((a, b) => a - b)
      const distance = Math.max(...sorted.map((p, at) => Math.abs(p - (at + 0.5) / seeds)))
      // Kolmogorov's distance at a level of 1e-3, plus an allowance for discrete and approximate distributions.
      expect({ name, isUniform: distance < 1.95 / Math.sqrt(seeds) + 0.05 }).toEqual({ name, isUniform: true })
    }
  })
})
