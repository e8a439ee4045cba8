// The errors of p-values that docs/guide/engine.md states, compared with distributions that are counted case by case or in 320-bit
// arithmetic.
import { describe, expect, test } from 'vitest'
import { computeWithBattery } from '../src/sequence/battery.ts'
import { drawBits } from '../src/sequence/draw.ts'
import { twoSidedBinomial } from '../src/statistics/binomial.ts'
import { chanceAbove, fitFair } from '../src/statistics/fit.ts'
import { exactTwoSided, fairWeights, type Law, largestError, neighbourLaw, pearsonLaw, sumLaw } from './laws.ts'

const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0)

/** The statistics as the guide defines them, of weights and bits. */
const serialOf = (sum: number, size: number, blocks: number) => sum / size / Math.sqrt(blocks - 1)
const spreadOf = (squares: number, size: number, blocks: number) =>
  (Math.sqrt(squares / 4 / blocks) / size - 1 / (2 * Math.sqrt(size))) /
  (Math.sqrt((size - 1) / (2 * blocks)) / (2 * size))
const normal = (z: number) => chanceAbove(z * z, 1)

function squaresOf(weights: readonly number[]): Law {
  const law: Law = new Map()
  weights.forEach((chance, k) => {
    const square = (2 * k - weights.length + 1) ** 2
    if (chance > 1e-16) law.set(square, (law.get(square) ?? 0) + chance)
  })
  return law
}

const by = (law: Law, extremity: (value: number) => number) =>
  [...law].map(([value, chance]) => ({ extremity: Math.abs(extremity(value)), chance }))

describe('the exact tests', () => {
  test.each([
    [50, 1e-12],
    [4_500, 1e-10],
    [160_000, 1e-8],
    [1_600_000, 1e-7],
  ])('of %d bits have a relative error below %d', (trials, most) => {
    for (const p of [0.5, 0.01, 0.999]) {
      for (const deviations of [0, 0.3, 2, -5]) {
        const count = Math.round(trials * p + deviations * Math.sqrt(trials * p * (1 - p)))
        if (count < 0 || count > trials) continue
        const exact = exactTwoSided(count, trials, p)
        expect(Math.abs(twoSidedBinomial(count, trials, p) - exact)).toBeLessThan(most * exact)
      }
    }
  })

  test('the reference itself is right for fractions that are easy to check', () => {
    expect(exactTwoSided(1, 10, 0.5)).toBe(22 / 1024)
    expect(exactTwoSided(4, 4, 0.25)).toBe(2 / 256)
  })
})

describe('the approximate tests: the largest error over all possible values, at N and blocks', () => {
  test.each([
    [3, 50, 0.03],
    [3, 500, 0.005],
    [9, 50, 0.008],
    [16, 50, 0.006],
  ])('positions: %d, %d', (size, blocks, most) => {
    const law = sumLaw(squaresOf(fairWeights(blocks)), size)
    const error = largestError(
      by(law, (sum) => sum / blocks),
      (chi2) => chanceAbove(chi2, size),
    )
    expect(error).toBeLessThan(most)
  })

  test.each([
    [3, 50, 0.04],
    [3, 200, 0.02],
    [9, 50, 0.013],
  ])('serial: %d, %d', (size, blocks, most) => {
    const law = neighbourLaw(size, blocks)
    const error = largestError(
      by(law, (sum) => serialOf(sum, size, blocks)),
      normal,
    )
    expect(error).toBeLessThan(most)
  })

  test.each([
    [3, 50, 0.13],
    [3, 500, 0.042],
    [9, 50, 0.038],
    [9, 500, 0.012],
    [16, 50, 0.011],
    [25, 50, 0.014],
    [64, 50, 0.004],
  ])('spread: %d, %d', (size, blocks, most) => {
    const law = sumLaw(squaresOf(fairWeights(size)), blocks)
    const error = largestError(
      by(law, (squares) => spreadOf(squares, size, blocks)),
      normal,
    )
    expect(error).toBeLessThan(most)
  })

  // Cells as the engine pools them.
  test.each([
    [3, 50, [1, 3, 3, 1], 0.036],
    [3, 100, [1, 3, 3, 1], 0.026],
    [9, 50, [130, 126, 126, 130], 0.015],
  ])('fit: %d, %d', (_size, blocks, ways, most) => {
    const chances = ways.map((way) => way / sumOf(ways))
    const outcomes = pearsonLaw(chances, blocks).map(({ chi2, chance }) => ({ extremity: chi2, chance }))
    expect(largestError(outcomes, (chi2) => chanceAbove(chi2, ways.length - 1))).toBeLessThan(most)
  })
})

test('the battery computes the statistics whose distributions are counted here', () => {
  const [size, samples] = [9, 1_000] as const
  const blocks = samples / 2
  const { result, battery } = computeWithBattery({ bias: 0.3, N: size, samples, seed: 11 })
  const { output } = drawBits(result)
  const bit = (at: number) => ((output[at >> 3] ?? 0) >> (at & 7)) & 1
  const rows = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: size }, (_, place) => bit(block * size + place)),
  )
  const weights = rows.map((row) => 2 * sumOf(row) - size)
  const neighbours = sumOf(weights.slice(1).map((weight, i) => weight * (weights[i] ?? 0)))
  const places = Array.from({ length: size }, (_, place) => sumOf(rows.map((row) => 2 * (row[place] ?? 0) - 1)))
  const cells = Array.from({ length: size + 1 }, (_, k) => weights.filter((weight) => weight === 2 * k - size).length)
  const wanted: Record<string, [number, number]> = {
    fit: [fitFair(cells, blocks).chi2, fitFair(cells, blocks).pValue],
    positions: [sumOf(places.map((d) => d * d)) / blocks, chanceAbove(sumOf(places.map((d) => d * d)) / blocks, size)],
    serial: [serialOf(neighbours, size, blocks), normal(serialOf(neighbours, size, blocks))],
    spread: [
      spreadOf(sumOf(weights.map((d) => d * d)), size, blocks),
      normal(spreadOf(sumOf(weights.map((d) => d * d)), size, blocks)),
    ],
  }
  for (const [name, [statistic, pValue]] of Object.entries(wanted)) {
    const found = battery.tests.find((one) => one.name === name)
    expect(found?.statistic, name).toBeCloseTo(statistic, 9)
    expect(found?.pValue, name).toBeCloseTo(pValue, 9)
  }
})
