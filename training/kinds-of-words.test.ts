import { FLAG } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { flagsOf } from './kinds-of-words.ts'

test.each([
  ['we', FLAG.first],
  ['you', FLAG.second],
  ['shamelessly', FLAG.adverb],
  ['must', FLAG.modal],
  ['best', FLAG.superlative],
  ['greediest', FLAG.superlative],
  ['said', FLAG.report],
  ['according', FLAG.report],
  ['never', FLAG.negation],
  ["oughtn't", FLAG.negation],
] as const)('%s is known for what it is', (word, flag) => {
  expect(flagsOf(word) & flag).toBe(flag)
})

test.each(['family', 'july', 'apply', 'fly', 'only'])('%s ends like an adverb and is none', (word) => {
  expect(flagsOf(word) & FLAG.adverb).toBe(0)
})

test('an ordinary word is of no kind', () => {
  expect(flagsOf('table')).toBe(0)
})
