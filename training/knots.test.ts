import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score/analysis'
import { expect, test } from 'vitest'
import { knotsThrough, quantile, sentenceKnots } from './knots.ts'
import { sigmoid } from './logistic.ts'

const ain = ({ slope, at }: { slope: number; at: number }, logit: number) => sigmoid(at - slope * logit)

test('the curve passes through both limits of the bands', () => {
  const knots = knotsThrough(-1.3, 0.8)
  expect(ain(knots, -1.3)).toBeCloseTo(CERTIFIED_MIN, 10)
  expect(ain(knots, 0.8)).toBeCloseTo(MODERATE_MIN, 10)
})

test('of the neutral sentences most pass and few are called biased, whatever the biased ones do', () => {
  const neutral = Array.from({ length: 1_000 }, (_, i) => i / 250 - 2)
  const logits = [...neutral, ...neutral.map((logit) => logit + 9)]
  const knots = sentenceKnots(logits, [...neutral.map(() => 0), ...neutral.map(() => 1)])
  const share = (test: (score: number) => boolean) => neutral.filter((logit) => test(ain(knots, logit))).length / 1_000
  expect(share((score) => score >= CERTIFIED_MIN)).toBeCloseTo(0.615, 2)
  expect(share((score) => score < MODERATE_MIN)).toBeCloseTo(0.09, 2)
})

test('a quantile is one of the values', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 3, 5, 5])
  expect(values).toEqual([5, 1, 4, 2, 3])
  expect(quantile([], 0.5)).toBe(0)
})
