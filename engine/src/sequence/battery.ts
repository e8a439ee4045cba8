// More evidence about a run than one p-value: tests of the whitened bits before mirroring, which would hide defects.

import type { Setting } from '../setting.ts'
import { chanceAbove, twoSidedBinomial } from '../statistics/statistics.ts'
import { drawBits } from './draw.ts'
import { compute, type Result } from './equilibrium.ts'

export interface BatteryTest {
  name: 'fit' | 'ones' | 'runs' | 'positions' | 'serial' | 'agreement' | 'source' | 'spread'
  statistic: number
  df: number | null
  pValue: number
  /**
   * `exact`: a binomial law, relative error below 1e-7. `approximate`: a normal or chi-squared law; docs/guide/engine.md has the errors, which
   * test/p-values.all.test.ts counts.
   */
  method: 'exact' | 'approximate'
}

export interface Battery {
  tests: BatteryTest[]
  /** The smallest p-value times the number of tests, at most 1: small values are evidence against the run (Bonferroni). */
  pValue: number
  /** The share of ones at each place of the blocks. */
  positions: { position: number; share: number; pValue: number }[]
  /** How bits agree with the bit `lag` places later: -1 never, 0 by chance, 1 always. */
  correlations: { lag: number; correlation: number; pValue: number }[]
}

const LAGS = 16

/**
 * The complete result of a run together with its battery.
 * @example computeWithBattery({ bias: 0.9, N: 16, samples: 1_000, seed: 42 }).battery.tests.length // => 8
 */
export function computeWithBattery(setting: Setting): { result: Result; battery: Battery } {
  const result = compute(setting)
  const packed = drawBits(result)
  const blocks = Math.ceil(result.samples / 2)
  const output = unpacked(packed.output, blocks * result.N)
  const source = unpacked(packed.source, blocks * result.N)
  const positions = positionsOf(output, result.N, blocks)
  const tests: BatteryTest[] = [
    { name: 'fit', statistic: result.chi2, df: result.df, pValue: result.pValue, method: 'approximate' },
    exactTest('ones', sumOf(output), output.length),
    exactTest('runs', 1 + changesOf(output), output.length, 1),
    positionsTest(positions, blocks),
    serialTest(output, result.N, blocks),
    exactTest('agreement', agreementsOf(source, output), output.length),
    sourceTest(sumOf(source), source.length, result.bias),
    normalTest('spread', (result.std - result.expectedStd) / result.stdError),
  ]
  const pValue = Math.min(1, tests.length * Math.min(...tests.map((test) => test.pValue)))
  return { result, battery: { tests, pValue, positions, correlations: correlationsOf(output) } }
}

/** `count - fixed` out of `trials - fixed` fair coins. */
function exactTest(name: BatteryTest['name'], count: number, trials: number, fixed = 0): BatteryTest {
  const pValue = twoSidedBinomial(count - fixed, trials - fixed, 0.5)
  return { name, statistic: count, df: null, pValue, method: 'exact' }
}

function normalTest(name: BatteryTest['name'], z: number): BatteryTest {
  return { name, statistic: z, df: null, pValue: chanceAbove(z * z, 1), method: 'approximate' }
}

function sourceTest(ones: number, bits: number, bias: number): BatteryTest {
  // At bias 0 or 1 every bit is certain, so the source is right or wrong.
  const isCertain = bias === 0 || bias === 1
  const pValue = isCertain ? Number(ones === bits * bias) : twoSidedBinomial(ones, bits, bias)
  return { name: 'source', statistic: ones, df: null, pValue, method: 'exact' }
}

function positionsOf(bits: Uint8Array, size: number, blocks: number): Battery['positions'] {
  const ones = new Array<number>(size).fill(0)
  for (let i = 0, place = 0; i < bits.length; i++) {
    ones[place] = (ones[place] ?? 0) + (bits[i] ?? 0)
    place = place + 1 === size ? 0 : place + 1
  }
  return ones.map((count, position) => ({
    position,
    share: count / blocks,
    pValue: twoSidedBinomial(count, blocks, 0.5),
  }))
}

function positionsTest(positions: Battery['positions'], blocks: number): BatteryTest {
  const chi2 = positions.reduce((sum, { share }) => sum + (2 * share - 1) ** 2 * blocks, 0)
  const df = positions.length
  return { name: 'positions', statistic: chi2, df, pValue: chanceAbove(chi2, df), method: 'approximate' }
}

/** Tests whether heavy blocks follow heavy ones. */
function serialTest(bits: Uint8Array, size: number, blocks: number): BatteryTest {
  let sum = 0
  let before = 0
  for (let block = 0; block < blocks; block++) {
    let weight = -size / 2
    for (let i = block * size; i < (block + 1) * size; i++) weight += bits[i] ?? 0
    if (block > 0) sum += before * weight
    before = weight
  }
  return normalTest('serial', sum / (size / 4) / Math.sqrt(blocks - 1))
}

function correlationsOf(bits: Uint8Array): Battery['correlations'] {
  return Array.from({ length: LAGS }, (_, i) => {
    const lag = i + 1
    const pairs = bits.length - lag
    let equal = 0
    for (let at = 0; at < pairs; at++) equal += bits[at] === bits[at + lag] ? 1 : 0
    return { lag, correlation: (2 * equal) / pairs - 1, pValue: twoSidedBinomial(equal, pairs, 0.5) }
  })
}

function changesOf(bits: Uint8Array): number {
  let changes = 0
  for (let i = 1; i < bits.length; i++) changes += bits[i] === bits[i - 1] ? 0 : 1
  return changes
}

function agreementsOf(a: Uint8Array, b: Uint8Array): number {
  let equal = 0
  for (let i = 0; i < a.length; i++) equal += a[i] === b[i] ? 1 : 0
  return equal
}

function sumOf(bits: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bits.length; i++) sum += bits[i] ?? 0
  return sum
}

function unpacked(bytes: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1)
}
