import { describe, expect, it } from 'vitest'
import { compute, type Result, type Setting, SIZES } from '../engine.ts'
import { chanceAbove, fitFair } from '../statistics/fit.ts'
import { type Bits, drawBits } from './draw.ts'

// The statistical acceptance tests. Every check gives the probability of a deviation this large under the claimed distribution. Seeds are
// fixed, so nothing can fail at random; at this level even new seeds would fail less than once in ten thousand runs of the file.
const LEVEL = 1e-7
const BIASES = [0, 0.01, 0.1, 0.25, 1 / 3, 0.5, 0.7, 0.9, 0.999, 1]
const SAMPLES = 10_000

interface Sample extends Bits {
  N: number
  blocks: number
}

const settings = SIZES.flatMap((N) =>
  BIASES.map((bias): Setting => ({ bias, N, samples: SAMPLES, seed: 'acceptance' })),
)

describe.each(settings)('N = $N, bias $bias', (setting) => {
  const result = compute(setting)
  const sample = sampleOf(setting)

  it('has whitened blocks with the mean, weights, positions and order of fair coins', () => {
    expect(meanChance(sample)).toBeGreaterThan(LEVEL)
    expect(result.pValue).toBeGreaterThan(LEVEL)
    expect(positionsChance(sample)).toBeGreaterThan(LEVEL)
    expect(serialChance(sample)).toBeGreaterThan(LEVEL)
  })

  it('hides the source: output bits equal input bits half the time', () => {
    expect(agreementChance(sample)).toBeGreaterThan(LEVEL)
  })

  it('has the deviation that it reports', () => {
    expect(chanceOfZ(stdScore(result))).toBeGreaterThan(LEVEL)
  })

  it('has a source with the requested bias', () => {
    expect(sourceChance(result)).toBeGreaterThan(LEVEL)
  })

  it('has the same weights as the run with bias 0.5', () => {
    const other = compute({ ...setting, bias: 0.5, seed: 'another' })
    expect(sameLawChance(result.raw.histogram, other.raw.histogram)).toBeGreaterThan(LEVEL)
  })
})

describe('p-values', () => {
  it.each([
    { N: 9, samples: 1_000, bias: 0.1 },
    { N: 64, samples: 500, bias: 0 },
    { N: 25, samples: 333, bias: 0.75 },
  ] as Omit<Setting, 'seed'>[])('are uniform over 2000 seeds at %o', (given) => {
    const pValues = Array.from({ length: 2_000 }, (_, seed) => compute({ ...given, seed }).pValue)
    expect(kolmogorovChance(pValues)).toBeGreaterThan(1e-4)
  })

  it('are not uniform if the blocks are slightly unfair', () => {
    const pValues = Array.from({ length: 2_000 }, (_, seed) => {
      const { input } = compute({ bias: 0.53, N: 9, samples: 1_000, seed })
      return fitFair(input.histogram, 500).pValue
    })
    expect(kolmogorovChance(pValues)).toBeLessThan(1e-4)
  })
})

// The checks above are useful only if they fail on broken input.
describe('negative controls', () => {
  const audit: Setting = { bias: 0.3, N: 64, samples: 50_000, seed: 'control' }
  const sound = sampleOf(audit)

  it('a pad with 51 % ones shows in the mean and in the weights', () => {
    const broken = { ...sound, output: drawBits({ ...audit, bias: 0.51 }).source }
    expect(meanChance(broken)).toBeLessThan(LEVEL)
    expect(weightsChance(broken)).toBeLessThan(LEVEL)
  })

  it('folding four source bits instead of padding shows', () => {
    const folded = drawBits({ ...audit, seed: 'fold' }).source
    for (const seed of ['fold2', 'fold3', 'fold4']) {
      const { source } = drawBits({ ...audit, seed })
      for (let i = 0; i < folded.length; i++) folded[i] = (folded[i] ?? 0) ^ (source[i] ?? 0)
    }
    expect(meanChance({ ...sound, output: folded })).toBeLessThan(LEVEL)
  })

  it('a bias of four parts in a thousand shows at the largest setting, as the guide says', () => {
    const broken = { ...sound, output: drawBits({ ...audit, bias: 0.504 }).source }
    expect(meanChance(broken)).toBeLessThan(LEVEL)
  })

  it('a biased position shows in the positions', () => {
    const output = sound.output.map((byte, i) => (i % 8 === 3 ? byte | ((i * 2654435761) >>> 31) : byte))
    expect(positionsChance({ ...sound, output })).toBeLessThan(LEVEL)
  })

  it('a pad that is used twice shows in the order of blocks', () => {
    const output = sound.output.map((_, i) => sound.output[i - (i % 16) + (i % 8)] ?? 0)
    expect(serialChance({ ...sound, output })).toBeLessThan(LEVEL)
  })

  it('a source that leaks into the output shows in the agreement, although the output is fair', () => {
    const fair = { ...audit, bias: 0.5 }
    const { source, output } = drawBits(fair)
    const leaky = output.map((byte, i) => (byte & 0xfe) | ((i % 16 === 0 ? (source[i] ?? 0) : byte) & 1))
    expect(meanChance({ ...sound, source, output: leaky })).toBeGreaterThan(LEVEL)
    expect(agreementChance({ ...sound, source, output: leaky })).toBeLessThan(LEVEL)
  })

  it('weights of other biases, other sources and other deviations are told apart', () => {
    const [a, b] = [0.5, 0.51].map((bias) => compute({ ...audit, bias }))
    if (a === undefined || b === undefined) throw new Error('two results')
    expect(sameLawChance(a.input.histogram, b.input.histogram)).toBeLessThan(LEVEL)
    expect(sourceChance({ ...a, bias: 0.505 })).toBeLessThan(LEVEL)
    expect(sourceChance({ ...a, bias: 0 })).toBe(0)
    expect(chanceOfZ(stdScore({ ...a, std: a.std * 1.03 }))).toBeLessThan(LEVEL)
  })

  it('mirroring hides all these defects: balance alone is no evidence', () => {
    const { source } = drawBits({ ...audit, bias: 0.9 })
    const weights = weightsOf({ ...sound, output: source })
    const mirrored = weights.flatMap((weight) => [weight, 64 - weight])
    expect(mirrored.reduce((total, weight) => total + weight, 0) / (64 * mirrored.length)).toBe(0.5)
  })
})

function sampleOf(setting: Setting): Sample {
  return { ...drawBits(setting), N: setting.N, blocks: Math.ceil(setting.samples / 2) }
}

function meanChance({ output, N, blocks }: Sample): number {
  let ones = 0
  for (let i = 0; i < N * blocks; i++) ones += bitAt(output, i)
  return chanceOfZ((2 * ones - N * blocks) / Math.sqrt(N * blocks))
}

function weightsChance(sample: Sample): number {
  const cells = new Array<number>(sample.N + 1).fill(0)
  for (const weight of weightsOf(sample)) cells[weight] = (cells[weight] ?? 0) + 1
  return fitFair(cells, sample.blocks).pValue
}

function positionsChance({ output, N, blocks }: Sample): number {
  const ones = new Array<number>(N).fill(0)
  for (let i = 0; i < N * blocks; i++) ones[i % N] = (ones[i % N] ?? 0) + bitAt(output, i)
  return chanceAbove(
    ones.reduce((total, count) => total + (2 * count - blocks) ** 2 / blocks, 0),
    N,
  )
}

function agreementChance({ source, output, N, blocks }: Sample): number {
  let equal = 0
  for (let i = 0; i < N * blocks; i++) equal += bitAt(source, i) === bitAt(output, i) ? 1 : 0
  return chanceOfZ((2 * equal - N * blocks) / Math.sqrt(N * blocks))
}

function serialChance(sample: Sample): number {
  const weights = weightsOf(sample).map((weight) => weight - sample.N / 2)
  let products = 0
  for (let k = 1; k < weights.length; k++) products += (weights[k] ?? 0) * (weights[k - 1] ?? 0)
  return chanceOfZ(products / (sample.N / 4) / Math.sqrt(sample.blocks - 1))
}

function stdScore({ std, expectedStd, stdError }: Result): number {
  return (std - expectedStd) / stdError
}

function sourceChance({ input, bias, N, samples }: Result): number {
  if (bias === 0 || bias === 1) return input.mean === bias ? 1 : 0
  return chanceOfZ((input.mean - bias) * Math.sqrt((N * Math.ceil(samples / 2)) / (bias * (1 - bias))))
}

/** The two-sample test on cells with at least ten counts together. */
function sameLawChance(one: readonly number[], two: readonly number[]): number {
  const [first, second] = [total(one), total(two)]
  const cells: { a: number; b: number }[] = [{ a: 0, b: 0 }]
  for (let k = 0; k < one.length; k++) {
    let cell = cells.at(-1)
    if (cell === undefined || cell.a + cell.b >= 10) {
      cell = { a: 0, b: 0 }
      cells.push(cell)
    }
    cell.a += one[k] ?? 0
    cell.b += two[k] ?? 0
  }
  const rest = cells.at(-1)
  if (rest !== undefined && cells.length > 1 && rest.a + rest.b < 10) {
    cells.pop()
    const last = cells.at(-1)
    if (last !== undefined) Object.assign(last, { a: last.a + rest.a, b: last.b + rest.b })
  }
  const statistic = cells
    .map(({ a, b }) => (a * Math.sqrt(second / first) - b * Math.sqrt(first / second)) ** 2 / (a + b))
    .reduce((sum, term) => sum + term, 0)
  return chanceAbove(statistic, cells.length - 1)
}

function kolmogorovChance(pValues: readonly number[]): number {
  const sorted = pValues.toSorted((a, b) => a - b)
  const count = sorted.length
  const distance = Math.max(...sorted.map((p, i) => Math.max(p - i / count, (i + 1) / count - p)))
  return 2 * Math.exp(-2 * count * distance ** 2)
}

function chanceOfZ(z: number): number {
  return chanceAbove(z * z, 1)
}

function weightsOf({ output, N, blocks }: Sample): number[] {
  return Array.from({ length: blocks }, (_, k) => {
    let weight = 0
    for (let i = k * N; i < (k + 1) * N; i++) weight += bitAt(output, i)
    return weight
  })
}

function bitAt(bytes: Uint8Array, i: number): number {
  return ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1
}

function total(cells: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + cell, 0)
}
