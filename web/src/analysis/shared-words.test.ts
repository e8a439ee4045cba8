import { expect, test } from 'vitest'
import { runsIn, shareIn } from './shared-words.ts'

const BEFORE = 'The council met on Monday. It was a shameful vote, and nobody explained the reasons for it.'
const shareOf = (text: string, before = BEFORE) => shareIn(text, new Set(runsIn(before)))

test.each([
  ['the same text', BEFORE, 1, 1],
  ['the same words in other marks', BEFORE.toUpperCase().replaceAll(',', ' –'), 1, 1],
  ['a sentence less', 'The council met on Monday.', 1, 1],
  ['one word changed', BEFORE.replace('shameful', 'close'), 0.75, 0.85],
  [
    'another text, with the usual small words',
    'It was the best of times, and the reasons for it are known to a few.',
    0,
    0.25,
  ],
  ['a text that shares nothing', 'Bread rises because yeast makes gas.', 0, 0],
  ['no text', ' … ', 0, 0],
])('%s', (_, text, least, most) => {
  expect(shareOf(text)).toBeGreaterThanOrEqual(least)
  expect(shareOf(text)).toBeLessThanOrEqual(most)
})

test('texts of one or two words are compared whole', () => {
  expect([shareOf('Fine', 'fine.'), shareOf('Bad', 'Fine'), shareOf('It rains', 'It rains')]).toEqual([1, 0, 1])
})
