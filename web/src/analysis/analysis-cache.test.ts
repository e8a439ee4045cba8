import type { Analysis } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { storedAnalysis } from './analysis-cache.ts'

const scored = (ain_score: number) => ({ ain_score }) as Analysis

test('the analysis of a text is found again, and no analysis of another text', () => {
  storedAnalysis('cache: one', scored(0.5))
  expect(storedAnalysis('cache: one')).toEqual({ ain_score: 0.5 })
  expect(storedAnalysis('cache: two')).toBeUndefined()
})

test('when the cache is full, the texts used longest ago are dropped', () => {
  storedAnalysis('cache: first', scored(0.1))
  for (let i = 0; i < 199; i++) storedAnalysis(`cache: filler ${i}`, scored(0.2))
  expect(storedAnalysis('cache: first')).toBeDefined()
  storedAnalysis('cache: first', scored(0.3))
  for (let i = 0; i < 199; i++) storedAnalysis(`cache: more ${i}`, scored(0.2))
  expect(storedAnalysis('cache: first')).toEqual({ ain_score: 0.3 })
  storedAnalysis('cache: last', scored(0.2))
  expect(storedAnalysis('cache: first')).toBeUndefined()
})
