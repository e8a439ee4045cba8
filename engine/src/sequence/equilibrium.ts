import { biasesOf, checkSetting, type Setting, type SweepSetting } from '../setting.ts'
import { combineByFisher, fitFair } from '../statistics/statistics.ts'
import { type Draw, draw } from './draw.ts'

/** The statistics of the blocks at one stage; `histogram[k]` counts blocks (or samples) with k ones. */
export interface Stage {
  mean: number
  std: number
  ain: number
  histogram: number[]
}

export interface Result extends Stage, Setting {
  min: number
  max: number
  expectedStd: number
  stdError: number
  chi2: number
  df: number
  pValue: number
  /** The bits of the first whitened block. */
  sequence: string
  /** SHA-256 of all whitened bits. */
  digest: string
  /** The source, before whitening. */
  input: Stage
  /** The whitened blocks before mirroring, which the tests use as evidence. */
  raw: Stage
}

export interface SweepResult extends SweepSetting {
  results: Result[]
  /** Fisher's combination of the steps' p-values. */
  pValue: number
}

/**
 * One complete result. Throws a RangeError on a setting outside the definition.
 * @example compute({ bias: 0.9, N: 16, samples: 1_000, seed: 42 }).ain // => 1
 */
export function compute(given: Setting): Result {
  const setting = checkSetting(given)
  const { N, samples } = setting
  const drawn = draw(setting)
  const histogram = mirror(drawn.outputCells)
  if (samples % 2 === 1) foldLast(histogram, drawn)
  // An odd number of bits cannot be split in half, so one more of either is allowed.
  const { mean, std, ain } = summarise(histogram, (N * samples) % 2)
  const { chi2, df, pValue } = fitFair(drawn.outputCells, drawn.blocks)
  // Field by field, because spreading objects takes as long as the rest of a default call.
  return {
    bias: setting.bias,
    N,
    samples,
    seed: setting.seed,
    mean,
    std,
    ain,
    histogram,
    min: histogram.findIndex(isCounted) / N,
    max: histogram.findLastIndex(isCounted) / N,
    expectedStd: 1 / (2 * Math.sqrt(N)),
    stdError: Math.sqrt((N - 1) / (2 * drawn.blocks)) / (2 * N),
    chi2,
    df,
    pValue,
    sequence: drawn.sequence,
    digest: drawn.digest,
    input: summarise(drawn.sourceCells),
    raw: summarise(drawn.outputCells),
  }
}

/**
 * One result for every bias i/(steps-1): the same that `compute` gives with that bias and seed.
 * @example sweep({ N: 9, samples: 100, steps: 5, seed: 1 }).results.length // => 5
 */
export function sweep({ N, samples, steps, seed }: SweepSetting): SweepResult {
  const results = biasesOf(steps).map((bias) => compute({ bias, N, samples, seed }))
  return { N, samples, steps, seed, results, pValue: combineByFisher(results.map((result) => result.pValue)) }
}

function isCounted(count: number): boolean {
  return count > 0
}

/** Counts every block together with its complement. */
function mirror(cells: readonly number[]): number[] {
  return cells.map((count, k) => count + (cells[cells.length - 1 - k] ?? 0))
}

/** A block without a mirror is made even by itself: its second half becomes the complement of its first, and an odd last bit stays. */
function foldLast(histogram: number[], { lastWeight, lastBit }: Draw): void {
  const size = histogram.length - 1
  const add = (weight: number, count: number) => {
    histogram[weight] = (histogram[weight] ?? 0) + count
  }
  add(lastWeight, -1)
  add(size - lastWeight, -1)
  add(Math.floor(size / 2) + (size % 2) * lastBit, 1)
}

// All sums are integers below 2^53, and division and square root round correctly, so every machine gets the same bits.
function summarise(histogram: number[], unsplit = 0): Stage {
  const size = histogram.length - 1
  let count = 0
  let sum = 0
  let squares = 0
  for (let k = 0; k <= size; k++) {
    const cell = histogram[k] ?? 0
    count += cell
    sum += cell * k
    squares += cell * k * k
  }
  const bits = size * count
  return {
    mean: sum / bits,
    std: Math.sqrt(count * squares - sum * sum) / bits,
    ain: 1 - Math.max(0, Math.abs(2 * sum - bits) - unsplit) / bits,
    histogram,
  }
}
