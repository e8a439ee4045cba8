import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exp, ln, lnOnePlus } from './logarithm.ts'

/** Within a few units in the last place of the runtime's own result. */
function expectClose(ours: number, theirs: number): void {
  expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(4 * Number.EPSILON * Math.abs(theirs) + Number.MIN_VALUE)
}

describe('logarithm and exponential', () => {
  test('agree with those of the runtime over their whole range', () => {
    const options = { seed: 7, numRuns: 5_000 }
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), (x) =>
        expectClose(ln(x), Math.log(x)),
      ),
      options,
    )
    fc.assert(
      fc.property(fc.double({ min: -700, max: 709, noNaN: true }), (x) => expectClose(exp(x), Math.exp(x))),
      options,
    )
    fc.assert(
      fc.property(fc.double({ min: -0.99, max: 10, noNaN: true }), (x) => expectClose(lnOnePlus(x), Math.log1p(x))),
      options,
    )
  })

  test('give the same bits as before', () => {
    expect([ln(7), ln(0.3), ln(3), ln(1e-310), exp(1.5), exp(-0.5), exp(-700), lnOnePlus(1e-9)]).toEqual([
      1.9459101490553132, -1.2039728043259361, 1.0986122886681098, -713.8013788281542, 4.4816890703380645,
      0.6065306597126334, 9.85967654375977e-305, 9.999999995e-10,
    ])
  })

  test('are right at the ends of their range', () => {
    expect([ln(1), ln(0), ln(-1), ln(Number.POSITIVE_INFINITY)]).toEqual([0, -Infinity, Number.NaN, Infinity])
    expect([exp(0), exp(-800), exp(800), exp(Number.NEGATIVE_INFINITY)]).toEqual([1, 0, Infinity, 0])
  })
})
