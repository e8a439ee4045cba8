import { categories } from '@equipoise/score/lexicon'
import { expect, test } from 'vitest'
import { attributionVerbs } from './attribution.ts'

test('verbs of attribution are neutral: none of them is a loaded word', () => {
  expect([...attributionVerbs].filter((word) => categories.has(word))).toEqual([])
})
