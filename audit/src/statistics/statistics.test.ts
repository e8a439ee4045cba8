import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { drawOutcome } from '@equipoise/engine'
import { describe, expect, test } from 'vitest'
import { benjaminiHochberg, FLIPS, gapFound, hodgesLehmann, holm, makeFlips, mcNemar, powerOf } from './statistics.ts'

const REFERENCE = fileURLToPath(new URL('../../test/second_way.py', import.meta.url))

const CASES = [
  [0.11],
  [0.2, -0.1, 0.05],
  [0.1, 0.1, 0.1, -0.1, -0.1, 0],
  [0.31, 0.02, -0.07, 0.12, 0.2, 0.09, 0.01, -0.03, 0.15, 0.08],
  [-0.4, -0.31, -0.2, -0.01, -0.33, -0.12, -0.05, -0.28, -0.19, -0.22, 0.01],
]
const COUNTS = [
  [0, 0],
  [0, 1],
  [0, 6],
  [3, 12],
  [40, 61],
] as const
const P_VALUES = [0.01, 0.04, 0.03, 0.5, 0.005, 0.2]
const POWER = [
  [50, 0.2, 0.05, 0.08],
  [133, 0.17, 0.00625, 0.05],
  [200, 1, 0.05, 0],
] as const
const MARGIN = 0.15

test('agree with a second implementation in Python that counts every case', () => {
  const input = JSON.stringify({ cases: CASES, counts: COUNTS, p_values: P_VALUES, power: POWER, margin: MARGIN })
  const reference = JSON.parse(execFileSync('python3', ['-B', REFERENCE], { input, encoding: 'utf8' }))
  const flips = makeFlips(1)
  const near = (found: number[], expected: number[]): void => {
    expect(found.length).toBe(expected.length)
    for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i] as number, 9)
  }
  near(
    CASES.map((values) => flips.twoSided(values).pValue),
    reference.two_sided,
  )
  near(
    CASES.map((values) => flips.equivalence(values, MARGIN)),
    reference.equivalence,
  )
  near(
    CASES.flatMap((values) => {
      const { estimate, low, high, confidence } = hodgesLehmann(values)
      return [estimate, low, high, confidence]
    }),
    reference.shifts.flat(),
  )
  near(
    COUNTS.map(([a, b]) => mcNemar(a, b)),
    reference.mcnemar,
  )
  near(holm(P_VALUES), reference.holm)
  near(benjaminiHochberg(P_VALUES), reference.benjamini_hochberg)
  near(
    POWER.map(([clusters, sd, alpha, gap]) => powerOf({ clusters, sd, alpha }, gap)),
    reference.power,
  )
})

describe('the sign-flip test', () => {
  test('counts all sign choices up to 20 topics: five of the same sign give 2 of 32', () => {
    expect(makeFlips(1).twoSided([1, 2, 3, 4, 5])).toEqual({ pValue: 2 / 32, flips: 32, isExact: true })
  })

  test('draws sign choices from the seed above that: the same seed gives the same p-value', () => {
    const values = Array.from({ length: 60 }, (_, i) => ((i * 37) % 41) / 100 - 0.17)
    const { pValue, ...how } = makeFlips(7).twoSided(values)
    expect(how).toEqual({ flips: FLIPS, isExact: false })
    expect(makeFlips(7).twoSided(values).pValue).toBe(pValue)
    expect(makeFlips(8).twoSided(values).pValue).not.toBe(pValue)
    expect(makeFlips(8).twoSided(values).pValue).toBeCloseTo(pValue, 1)
  })

  test('drawn sign choices agree with counted ones: 22 topics, two of them tiny', () => {
    const values = [...Array.from({ length: 20 }, (_, i) => Math.sin(i * 3) + 0.25), 1e-6, -1e-6]
    const counted = makeFlips(3).twoSided(values.slice(0, 20))
    const drawn = makeFlips(3).twoSided(values)
    expect([counted.isExact, drawn.isExact]).toEqual([true, false])
    expect(Math.abs(counted.pValue - drawn.pValue)).toBeLessThan(0.015)
  })

  test('finds nothing if nothing differs', () => {
    expect(makeFlips(1).twoSided([0, 0, 0]).pValue).toBe(1)
  })

  test('calls random differences significant in about 5 of 100 cases', () => {
    const noise = drawOutcome({ kind: 'integers', min: -1_000, max: 1_000, count: 300 * 12 }, 11)
    const flips = makeFlips(5)
    const found = Array.from({ length: 300 }, (_, i) =>
      flips.twoSided(Array.from(noise.slice(i * 12, i * 12 + 12), (value) => value / 1_000)),
    ).filter(({ pValue }) => pValue <= 0.05).length
    expect(found).toBeGreaterThan(5)
    expect(found).toBeLessThan(27)
  })
})

describe('groups that lean apart', () => {
  test('are found by the signs within each group, whatever the direction of each, and counted exactly', () => {
    const groups = Array.from({ length: 10 }, (_, at) => (at % 2 ? [1, 1, 1] : [-1, -1, -1]))
    const { meanAbsolute, byChance, ...found } = makeFlips(1).apart(groups)
    expect(found).toEqual({ groups: 10, pValue: 4 ** -10 })
    expect(meanAbsolute).toBeCloseTo(1, 6)
    expect(byChance).toBeCloseTo(0.5, 6)
  })

  test('are not found in single differences, nor if every group has both signs', () => {
    expect(makeFlips(1).apart([[5], [-5], [4]])).toMatchObject({ groups: 0, pValue: 1 })
    expect(makeFlips(1).apart(Array(12).fill([1, -1])).pValue).toBe(1)
  })

  test('are drawn from the seed if there are many', () => {
    const { pValue, byChance } = makeFlips(1).apart(Array(2_000).fill([1, 1, 1]))
    expect(pValue).toBe(1e-4)
    expect(byChance).toBeCloseTo(0.5, 2)
  })
})

describe('equivalence', () => {
  test('is shown by many small differences, but not by a few', () => {
    const small = Array.from({ length: 40 }, (_, i) => (i % 2 ? 0.02 : -0.015))
    expect(makeFlips(1).equivalence(small, 0.05)).toBeLessThan(0.001)
    expect(makeFlips(1).equivalence(small.slice(0, 4), 0.05)).toBeGreaterThan(0.05)
  })

  test('is shown exactly if the interval of the mean is within the margin, for counted and drawn sign choices', () => {
    const flips = makeFlips(1)
    const drawn = Array.from({ length: 60 }, (_, i) => ((i * 37) % 41) / 100 - 0.17)
    for (const values of [...CASES, drawn]) {
      const { low, high } = flips.interval(values, 0.05)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      expect([low <= mean, mean <= high]).toEqual([true, true])
      for (const margin of [0.003, 0.047, 0.051, 0.073, 0.097, 0.13, 0.19, 0.26, 0.37, 5]) {
        const isWithin = -margin < low && high < margin
        expect(isWithin, `${values} within ${margin}`).toBe(flips.equivalence(values, margin) <= 0.05)
      }
    }
  })

  test('is not shown if the mean is outside', () => {
    expect(makeFlips(1).equivalence(Array(40).fill(0.08), 0.05)).toBe(1)
  })
})

test('an interval of many values is close to the normal one', () => {
  const values = Array.from({ length: 401 }, (_, i) => i / 400)
  const exact = hodgesLehmann(values.slice(0, 400))
  const normal = hodgesLehmann(values)
  expect(normal.high - normal.low).toBeCloseTo(exact.high - exact.low, 2)
  expect(exact.confidence).toBeGreaterThanOrEqual(0.95)
})

test('the difference that is found with 90 % has a power of 90 %', () => {
  const planned = { clusters: 133, sd: 0.17, alpha: 0.00625 }
  expect(powerOf(planned, gapFound(planned, 0.9))).toBeCloseTo(0.9, 9)
  expect(powerOf(planned, 0)).toBeCloseTo(0.00625, 3)
})

test('all sign choices of 20 topics are counted, and 9,999 of those of 21 are drawn', () => {
  const differences = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  expect(makeFlips('pinned').twoSided(differences(20))).toMatchObject({ flips: 2 ** 20, isExact: true })
  expect(makeFlips('pinned').twoSided(differences(21))).toMatchObject({ flips: 9_999, isExact: false })
})
