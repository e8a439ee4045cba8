import { expect, test } from 'vitest'
import { bandOf, directionWords, MODERATE_FROM, NEUTRAL_FROM } from './bands.ts'

test('a score on the threshold between two bands belongs to the higher one', () => {
  expect(
    [MODERATE_FROM - 0.0001, MODERATE_FROM, NEUTRAL_FROM - 0.0001, NEUTRAL_FROM].map((ain) => bandOf(ain)),
  ).toEqual(['biased', 'moderate', 'moderate', 'neutral'])
})

test('each direction has a description', () => {
  expect(directionWords('negative_leaning')).toBe('Leans negative')
})
