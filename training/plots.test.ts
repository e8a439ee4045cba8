import { expect, test } from 'vitest'
import type { Evaluation } from './evaluate.ts'
import { drawCalibration, drawHistogram } from './plots.ts'

const evaluation: Evaluation = {
  version: '1',
  tier: 'default',
  bytes: 1,
  protocol: 'held out',
  figures: [],
  calibration: [
    { count: 16, expected: 0, observed: 0 },
    { count: 4, expected: 1, observed: 0.5 },
  ],
  histogram: [
    { from: 0, neutral: 1, biased: 3 },
    { from: 0.5, neutral: 2, biased: 0 },
  ],
}

test('a group on the diagonal is drawn on it, and larger groups are larger', () => {
  const dots = [...drawCalibration(evaluation).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)]
  expect(dots.map(([, x, y, r]) => [x, y, r].map(Number))).toEqual([
    [40, 280, 4],
    [440, 160, 3.5],
  ])
})

test('bars stand on each other, and the highest pair fills the frame', () => {
  const bars = [
    ...drawHistogram(evaluation).matchAll(
      /<rect x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)" fill="#[4c]/g,
    ),
  ]
  const [neutral, biased] = bars.map(([, x, y, height]) => [x, y, height].map(Number))
  expect(neutral).toEqual([40, 220, 60])
  expect(biased).toEqual([40, 40, 180])
})

test('without a sentence there is an empty frame', () => {
  const empty = { ...evaluation, histogram: [{ from: 0, neutral: 0, biased: 0 }], calibration: [] }
  expect(drawHistogram(empty)).toMatch(/^<svg[\s\S]*<\/svg>\n$/)
  expect(drawHistogram(empty)).not.toContain('NaN')
  expect(drawCalibration(empty)).not.toContain('circle')
})
