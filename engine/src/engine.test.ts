import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compute, computeUnits, isSeed, isSize, type Setting, SIZES, sweep } from './engine.ts'
import { drawBits } from './sequence/draw.ts'

const RUNS = { seed: 7, numRuns: 200 }

const seeds = fc.oneof(fc.maxSafeNat(), fc.stringMatching(/^[0-9A-Za-z_-]{1,128}$/))
const settings: fc.Arbitrary<Setting> = fc.record({
  bias: fc.double({ min: 0, max: 1, noNaN: true }),
  N: fc.constantFrom(...SIZES),
  samples: fc.integer({ min: 100, max: 4_000 }),
  seed: seeds,
})

describe('compute', () => {
  it('is exactly balanced for every number of samples: AIN is 1, and the mean 1/2 unless the number of bits is odd', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const { mean, ain, histogram, min, max, samples, N } = compute(setting)
        expect(ain).toBe(1)
        if (N % 2 === 0) expect(mean).toBe(0.5)
        if (samples % 2 === 0) {
          expect({ mean, sum: min + max }).toEqual({ mean: 0.5, sum: 1 })
          expect(histogram).toEqual(histogram.toReversed())
        } else if (N % 2 === 1) expect(Math.abs(Math.abs(2 * mean - 1) * N * samples - 1)).toBeLessThan(1e-6)
      }),
      RUNS,
    )
  })

  it('counts every sample and every block once', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const { histogram, input, raw, samples, N } = compute(setting)
        expect(sum(histogram)).toBe(samples)
        expect(sum(input.histogram)).toBe(Math.ceil(samples / 2))
        expect(sum(raw.histogram)).toBe(Math.ceil(samples / 2))
        for (const cells of [histogram, input.histogram, raw.histogram]) expect(cells).toHaveLength(N + 1)
      }),
      RUNS,
    )
  })

  it('reports the statistics of its own bits at every stage', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const result = compute(setting)
        const { source, output } = drawBits({ ...setting, bias: setting.bias + 0 })
        expect(result.digest).toBe(createHash('sha256').update(output).digest('hex'))
        const weights = weightsOf(output, setting)
        const mirrored = mirroredWeights(weights, output, setting)
        closeTo(result, mirrored, setting.N)
        closeTo(result.raw, weights, setting.N)
        expect(result.raw.ain).toBeCloseTo(1 - 2 * Math.abs(result.raw.mean - 0.5), 12)
        expect(result.input.ain).toBeCloseTo(1 - 2 * Math.abs(result.input.mean - 0.5), 12)
        closeTo(result.input, weightsOf(source, setting), setting.N)
        expect(result.min).toBe(Math.min(...mirrored) / setting.N)
        expect(result.max).toBe(Math.max(...mirrored) / setting.N)
        expect(result.sequence).toBe(bitsOf(output, setting.N))
      }),
      { ...RUNS, numRuns: 60 },
    )
  })

  it('extends a shorter run: a longer run starts with the same bits', () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 3_000 }), (setting, more) => {
        const shorter = drawBits(setting)
        const longer = drawBits({ ...setting, samples: setting.samples + more })
        const bits = Math.ceil(setting.samples / 2) * setting.N
        expect(bitsOf(longer.output, bits)).toBe(bitsOf(shorter.output, bits))
        expect(bitsOf(longer.source, bits)).toBe(bitsOf(shorter.source, bits))
      }),
      { ...RUNS, numRuns: 40 },
    )
  })

  it('gives the same result every time, also between other calls', () => {
    fc.assert(
      fc.property(settings, settings, (setting, other) => {
        const first = compute(setting)
        compute(other)
        expect(compute(setting)).toEqual(first)
      }),
      { ...RUNS, numRuns: 50 },
    )
  })

  it('uses another pad for another seed, bias or size', () => {
    const base: Setting = { bias: 0.25, N: 16, samples: 100, seed: 1 }
    const digests = [base, { ...base, seed: 2 }, { ...base, bias: 0.5 }, { ...base, N: 32 as const }].map(
      (setting) => compute(setting).digest,
    )
    expect(new Set(digests).size).toBe(4)
  })

  it('treats -0 as 0, and a number like its decimal text', () => {
    const zero = compute({ bias: 0, N: 9, samples: 100, seed: 7 })
    expect(compute({ bias: -0, N: 9, samples: 100, seed: 7 })).toStrictEqual(zero)
    expect(compute({ bias: 0, N: 9, samples: 100, seed: '7' })).toStrictEqual({ ...zero, seed: '7' })
  })

  it.each([
    [{ bias: Number.NaN }, 'bias must be within 0..1, not NaN'],
    [{ bias: 1 + Number.EPSILON }, /^bias must be within/],
    [{ bias: -5e-324 }, /^bias must be within/],
    [{ N: 8 as 9 }, 'N must be one of 3, 9, 16, 25, 32, 64, not 8'],
    [{ samples: 0 }, 'samples must be an integer within 1..50000, not 0'],
    [{ samples: 50_001 }, /^samples must be/],
    [{ samples: 100.5 }, /^samples must be/],
    [{ seed: 'a|b' }, /^seed must be/],
    [{ seed: -1 }, /^seed must be/],
  ])('rejects %o', (wrong, message) => {
    expect(() => compute({ bias: 0.5, N: 9, samples: 100, seed: 1, ...wrong })).toThrow(message)
  })
})

describe('sweep', () => {
  it('gives for every step what compute gives for that bias', () => {
    const { results, ...setting } = sweep({ N: 9, samples: 300, steps: 7, seed: 'sweep' })
    expect(setting).toMatchObject({ N: 9, samples: 300, steps: 7, seed: 'sweep' })
    expect(results.map(({ bias }) => bias)).toEqual([0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
    for (const result of results) {
      expect(result).toEqual(compute({ bias: result.bias, N: 9, samples: 300, seed: 'sweep' }))
    }
  })

  it.each([4, 51, 5.5, Number.NaN])('rejects %d steps', (steps) => {
    expect(() => sweep({ N: 9, samples: 300, steps, seed: 1 })).toThrow(/^steps must be an integer within 5..50/)
  })
})

describe('settings', () => {
  it('recognise a seed', () => {
    const good = [0, 2 ** 53 - 1, '0', 'a', '_-Zz09', 'x'.repeat(128)]
    const bad = [-1, 0.5, 2 ** 53, Number.NaN, '', 'x'.repeat(129), 'é', 'a b', 'a\n', 'a|b', null, undefined, true, {}]
    expect(good.filter((seed) => !isSeed(seed))).toEqual([])
    expect(bad.filter((seed) => isSeed(seed))).toEqual([])
  })

  it('recognise a size', () => {
    expect([3, 9, 16, 25, 32, 64].every(isSize)).toBe(true)
    expect([0, 8, '9', 9.5, null].some(isSize)).toBe(false)
  })

  it.each([
    [{ N: 9, samples: 1_000 }, 1],
    [{ N: 3, samples: 100 }, 1],
    [{ N: 16, samples: 625 }, 1],
    [{ N: 16, samples: 626 }, 2],
    [{ N: 64, samples: 50_000 }, 320],
    [{ N: 9, samples: 500, steps: 20 }, 9],
    [{ N: 64, samples: 50_000, steps: 50 }, 16_000],
  ])('price %o at %d', (call, units) => {
    expect(computeUnits(call)).toBe(units)
  })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The first bits as text, one character per bit. */
function bitsOf(bytes: Uint8Array, bits: number): string {
  let text = ''
  for (let i = 0; i < bits; i++) text += ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1
  return text
}

/** Every block and its mirror; in the last block of an odd run the second half mirrors the first. */
function mirroredWeights(weights: number[], output: Uint8Array, { N, samples }: Setting): number[] {
  const pairs = weights.flatMap((w) => [w, N - w])
  if (samples % 2 === 0) return pairs
  const bits = bitsOf(output, weights.length * N)
  return [...pairs.slice(0, -2), Math.floor(N / 2) + (N % 2) * Number(bits.at(-1))]
}

function weightsOf(bytes: Uint8Array, { N, samples }: Setting): number[] {
  const blocks = Math.ceil(samples / 2)
  const bits = bitsOf(bytes, blocks * N)
  return Array.from({ length: blocks }, (_, k) => bits.slice(k * N, (k + 1) * N).replaceAll('0', '').length)
}

/** Mean, deviation and AIN from their textbook definitions, in floating point. */
function closeTo(stage: { mean: number; std: number }, weights: number[], size: number): void {
  const shares = weights.map((weight) => weight / size)
  const mean = sum(shares) / shares.length
  const std = Math.sqrt(sum(shares.map((share) => (share - mean) ** 2)) / shares.length)
  expect(stage.mean).toBeCloseTo(mean, 12)
  expect(stage.std).toBeCloseTo(std, 12)
}
