import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTER_MODES, type FilterMode } from '../ground/filter-mode.ts'
import { decide as decideOn } from './decide.ts'

const decide = (ainScores: (number | null)[], mode: FilterMode) =>
  decideOn(
    ainScores.map((ainScore) => ({ ainScore })),
    mode,
  )

const done = (chosen: number, passed: boolean) => ({ again: false, chosen, passed })
const again = { again: true }

test('analyze accepts the first answer', () => {
  for (const ainScore of [0, 0.39, 0.7, 1]) expect(decide([ainScore], 'analyze')).toEqual(done(0, true))
})

test('rebalance asks once more below 0.4, and exactly 0.4 is enough', () => {
  expect(decide([0.4], 'rebalance')).toEqual(done(0, true))
  expect(decide([0.3999999], 'rebalance')).toEqual(again)
  expect(decide([0.1, 0.4], 'rebalance')).toEqual(done(1, true))
  expect(decide([0.3, 0.2], 'rebalance')).toEqual(done(0, false))
  expect(decide([0.2, 0.3], 'rebalance')).toEqual(done(1, false))
})

test('strict asks up to three times more until above 0.7, and exactly 0.7 is not enough', () => {
  expect(decide([0.7], 'strict')).toEqual(again)
  expect(decide([0.7000001], 'strict')).toEqual(done(0, true))
  expect(decide([0.1, 0.2, 0.3], 'strict')).toEqual(again)
  expect(decide([0.1, 0.2, 0.3, 0.71], 'strict')).toEqual(done(3, true))
  expect(decide([0.1, 0.7, 0.3, 0.5], 'strict')).toEqual(done(1, false))
})

test('of equal attempts the first is returned', () => {
  expect(decide([0.5, 0.6, 0.6, 0.1], 'strict')).toEqual(done(1, false))
})

test('an attempt that could not be scored never passes and is not asked again', () => {
  for (const mode of FILTER_MODES) expect(decide([null], mode)).toEqual(done(0, false))
  expect(decide([0.2, null], 'strict')).toEqual(done(0, false))
})

test('an answer that cannot be scored is returned at once, and passes in analyze only', () => {
  const unjudged = { ainScore: 0.2, isUnjudged: true }
  expect(decideOn([unjudged], 'analyze')).toEqual(done(0, true))
  for (const mode of ['rebalance', 'strict'] as const) expect(decideOn([unjudged], mode)).toEqual(done(0, false))
  expect(decideOn([{ ainScore: 0.6 }, { ainScore: null, isUnjudged: true }], 'strict')).toEqual(done(1, false))
})

test('whatever the scores, the loop ends within the attempts of its mode and returns the best one', () => {
  const attemptsMax = { analyze: 1, rebalance: 2, strict: 4 }
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), (scores) => {
      for (const mode of FILTER_MODES) {
        let asks = 0
        let verdict = decide([], mode)
        while (verdict.again && asks < scores.length) verdict = decide(scores.slice(0, ++asks), mode)
        if (verdict.again) throw new Error(`the loop of ${mode} does not end`)
        expect(asks).toBeLessThanOrEqual(attemptsMax[mode])
        const seen = scores.slice(0, asks)
        expect(seen[verdict.chosen]).toBe(verdict.passed ? seen.at(-1) : Math.max(...seen))
      }
    }),
    { seed: 1 },
  )
})
