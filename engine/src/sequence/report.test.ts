import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compute, reportCompute, reportSweep, type Setting, SIZES, sweep } from '../engine.ts'

describe('the report of a compute call', () => {
  it('is the JSON of the result with the names of the contract', () => {
    const setting = fc.record({
      bias: fc.double({ min: 0, max: 1, noNaN: true }),
      N: fc.constantFrom(...SIZES),
      samples: fc.integer({ min: 100, max: 2_000 }),
      seed: fc.oneof(fc.maxSafeNat(), fc.stringMatching(/^[0-9A-Za-z_-]{1,128}$/)),
    })
    fc.assert(
      fc.property(setting, (given) => {
        const result = compute(given)
        expect(JSON.parse(reportCompute(result))).toStrictEqual(contractOf(given))
      }),
      { seed: 11, numRuns: 100 },
    )
  })

  it('has numbers in JSON even for the smallest bias', () => {
    const text = reportCompute(compute({ bias: 5e-324, N: 3, samples: 100, seed: 0 }))
    expect(JSON.parse(text)).toMatchObject({ bias: 5e-324, seed: 0 })
  })

  it('says UNSTABLE if the weights do not fit or the balance is off', () => {
    const result = compute({ bias: 0.5, N: 9, samples: 1_000, seed: 1 })
    const statusOf = (change: object) => JSON.parse(reportCompute({ ...result, ...change })).status
    expect(statusOf({})).toBe('STABLE')
    expect(statusOf({ pValue: 1e-9, ain: 0.99 })).toBe('STABLE')
    expect(statusOf({ pValue: 9.9e-10 })).toBe('UNSTABLE')
    expect(statusOf({ ain: 0.9899 })).toBe('UNSTABLE')
  })
})

describe('the report of a sweep', () => {
  it('contains the steps and their combination', () => {
    const swept = sweep({ N: 9, samples: 101, steps: 5, seed: 'abc' })
    const report = JSON.parse(reportSweep(swept))
    expect(Object.keys(report)).toEqual(['N', 'samples', 'steps', 'seed', 'results', 'p_value'])
    expect(report).toMatchObject({ N: 9, samples: 101, steps: 5, seed: 'abc', p_value: swept.pValue })
    expect(report.results).toStrictEqual(
      swept.results.map((result) => ({
        bias: result.bias,
        ain: result.ain,
        p_output: result.mean,
        deviation_from_0_5: Math.abs(result.mean - 0.5),
        status: 'STABLE',
        p_value: result.pValue,
        input_ain: result.input.ain,
        raw_ain: result.raw.ain,
      })),
    )
  })
})

function contractOf(given: Setting) {
  const result = compute(given)
  const cells = (histogram: number[]) => histogram.map((count, k) => ({ value: k / given.N, count }))
  const stage = ({ mean, std, ain, histogram }: typeof result.raw) => ({ mean, std, ain, histogram: cells(histogram) })
  return {
    ain: result.ain,
    mean: result.mean,
    std: result.std,
    min: result.min,
    max: result.max,
    histogram: cells(result.histogram),
    p_output: result.mean,
    deviation_from_0_5: Math.abs(result.mean - 0.5),
    N: given.N,
    samples: given.samples,
    bias: given.bias + 0,
    status: 'STABLE',
    seed: given.seed,
    definition_text: 2,
    digest: result.digest,
    sequence: result.sequence,
    expected_std: result.expectedStd,
    std_error: result.stdError,
    chi2: result.chi2,
    df: result.df,
    p_value: result.pValue,
    input: stage(result.input),
    raw: stage(result.raw),
  }
}
