import { CERTIFIED_MIN, MODERATE_MIN, bandOf as scoredBand } from '@equipoise/score'
import { expect, test } from 'vitest'
import { bandOf, directionWords, MODERATE_FROM, NEUTRAL_FROM } from './bands.ts'

test('the limits of the bands are those of the score', () => {
  expect([MODERATE_FROM, NEUTRAL_FROM]).toEqual([MODERATE_MIN, CERTIFIED_MIN])
  for (const score of [0, 0.3999, 0.4, 0.6999, 0.7, 1]) expect(bandOf(score)).toBe(scoredBand(score))
})

test('a direction is named in words', () => {
  expect(directionWords('negative_leaning')).toBe('Leans negative')
})
