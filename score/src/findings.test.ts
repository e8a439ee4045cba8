import { expect, test } from 'vitest'
import type { Evidence } from './evidence/evidence.ts'
import { type FindingOptions, findingsOf } from './findings.ts'

const TEXT = 'The vile plan only passed. The very large bridge opened. They are all thieves.'
const SENTENCES = [
  { start: 0, end: 26, ainScore: 0.3 },
  { start: 27, end: 56, ainScore: 0.9 },
  { start: 57, end: 78, ainScore: 0.6 },
]

function evidence(text: string, kind: Evidence['kind'], weight: number): Evidence {
  const start = TEXT.indexOf(text)
  return { start, end: start + text.length, text, kind, weight, direction: 'negative' }
}

const listed = (...given: Evidence[]) => listedIn({}, ...given)
const listedIn = (options: FindingOptions, ...given: Evidence[]) =>
  findingsOf({ evidence: given, sentences: SENTENCES }, options).map(({ evidence: one }) => one.text)

test('words in sentences that are not neutral are listed, the strongest first', () => {
  expect(listed(evidence('thieves', 'insult', 1), evidence('vile', 'insult', 1))).toEqual(['vile', 'thieves'])
  expect(listed(evidence('very', 'intensifier', 9), evidence('large', 'peacock', 9))).toEqual([])
})

test('emphasis counts only in a sentence that is biased', () => {
  expect(listed(evidence('thieves', 'intensifier', 1))).toEqual([])
  expect(listed(evidence('passed', 'intensifier', 1))).toEqual(['passed'])
})

test('in a manual, its plain words and words that no list knows are listed hardly ever', () => {
  const attack = { ...evidence('passed', 'fear', 1), text: 'attack' }
  expect(listed(attack)).toEqual(['attack'])
  expect(listedIn({ isManual: true }, attack, evidence('passed', 'loaded', 1))).toEqual([])
  expect(listedIn({ isManual: true }, evidence('vile', 'insult', 1))).toEqual(['vile'])
})

test('function words are never listed, and words that carry little of their sentence are not', () => {
  expect(listed(evidence('only', 'absolutist', 5), evidence('vile', 'insult', 3))).toEqual(['vile'])
  expect(listed(evidence('passed', 'insult', 0.2), evidence('vile', 'insult', 3))).toEqual(['vile'])
})

test('own words come first wherever they stand, and whole sentences last', () => {
  const group = evidence('They are all thieves.', 'generalisation', 9)
  const own = evidence('large', 'flagged', 0)
  expect(listed(group, evidence('vile', 'insult', 1), own)).toEqual(['large', 'vile', 'They are all thieves.'])
})
