import { expect, test } from 'vitest'
import { bandOf } from './editor/bands.ts'
import { formatScore } from './format.ts'

test('a score is shown with two digits, and a missing one as a dash', () => {
  expect([0, 0.29, 0.57, 0.7, 1].map(formatScore)).toEqual(['0.00', '0.29', '0.57', '0.70', '1.00'])
  expect(formatScore(null)).toBe('–')
  expect(formatScore(undefined)).toBe('–')
})

test('a shown score is in the band of the score itself', () => {
  expect(formatScore(0.6962)).toBe('0.69')
  expect(formatScore(0.39999)).toBe('0.39')
  for (let step = 0; step <= 10_000; step++) {
    const ain = step / 10_000
    expect(bandOf(Number(formatScore(ain)))).toBe(bandOf(ain))
  }
})
