import type { Analysis } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { joined, lengthOf, partsOf } from './parts.ts'

const PARAGRAPH = `${'A plain sentence about the plan. '.repeat(10).trim()}\n\n`

test('the parts add up to the text, are cut between paragraphs, and none is too large', () => {
  const text = PARAGRAPH.repeat(20)
  const parts = partsOf(text, 1000)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(Math.max(...parts.map((part) => lengthOf(part.text)))).toBeLessThanOrEqual(1000)
  expect(parts.slice(0, -1).every((part) => part.text.endsWith('\n\n'))).toBe(true)
  for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true)
})

test('a text without a space is cut too, but never within a character', () => {
  const text = '😀'.repeat(25)
  const parts = partsOf(text, 10)
  expect(parts.map((part) => lengthOf(part.text))).toEqual([10, 10, 5])
})

const analysis = (ain: number, words: number, certified: boolean): Analysis => ({
  ain_score: ain,
  bias_direction: certified ? 'neutral' : 'negative_leaning',
  svc_certified: certified,
  band: 'neutral',
  word_ratios: { positive: 0, negative: 0, loaded: 0, neutral: 1 },
  word_count: words,
  sentences: [{ start: 0, end: 4, ain_score: ain }],
  withheld_by: certified
    ? []
    : [{ start: 0, end: 4, why: 'loaded', reason: 'loaded', ain_score: ain, message: 'Too loaded.' }],
  evidence_truncated: 0,
  balance: null,
  balance_basis: null,
  evidence: [{ start: 1, end: 3, text: 'xx', kind: 'loaded', direction: 'neutral', weight: 1 }],
  language: 'en',
  confidence: ain,
  model_version: '1',
})

test('the analyses of two parts become one in the shape of the API, with offsets in the whole text', () => {
  const parts = [
    { start: 0, text: 'abcd\n\n' },
    { start: 6, text: 'efgh' },
  ]
  const whole = joined(parts, [analysis(0.9, 30, true), analysis(0.1, 10, false)])
  expect(whole).toMatchObject({
    svc_certified: false,
    band: 'moderate',
    word_count: 40,
    bias_direction: 'negative_leaning',
    withheld_by: [{ start: 6, end: 10, why: 'loaded' }],
  })
  // Half the average by words (0.7), half the least neutral part (0.1).
  expect(whole.ain_score).toBeCloseTo(0.4)
  expect(whole.sentences.map(({ start }) => start)).toEqual([0, 6])
  expect(whole.evidence.map(({ start, end }) => [start, end])).toEqual([
    [1, 3],
    [7, 9],
  ])
})
