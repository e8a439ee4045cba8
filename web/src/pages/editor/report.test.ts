import type { Analysis, Evidence } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { markdownReport } from './report.ts'

const TEXT = 'The reckless plan | a gift\nfor cronies. It rains.'
const word = (start: number, end: number, suggestion?: string): Evidence => ({
  start,
  end,
  text: TEXT.slice(start, end),
  kind: 'loaded_verb',
  direction: 'negative',
  weight: 1,
  ...(suggestion === undefined ? {} : { suggestion }),
})
const analysis: Analysis = {
  ain_score: 0.3962,
  bias_direction: 'negative_leaning',
  svc_certified: false,
  band: 'biased',
  word_ratios: { positive: 0, negative: 0, loaded: 0, neutral: 1 },
  word_count: 8,
  sentences: [
    { start: 0, end: 39, ain_score: 0.1 },
    { start: 40, end: 49, ain_score: 0.95 },
  ],
  withheld_by: [{ start: 0, end: 39, why: 'loaded', reason: 'loaded', ain_score: 0.1, message: 'It is too loaded.' }],
  evidence: [],
  evidence_truncated: 0,
  balance: null,
  balance_basis: null,
  language: 'en',
  confidence: 0.8,
  model_version: '2.0.0',
}
const report = (evidence: readonly Evidence[], more: Partial<Analysis> = {}, isEstimate = false) =>
  markdownReport({
    title: ' A\nplan ',
    text: TEXT,
    analysis: { ...analysis, ...more },
    evidence,
    day: '1 June 2031',
    isEstimate,
  })

test('the report starts with the score, the model and what withholds the certificate', () => {
  expect(report([]).split('\n').slice(0, 13)).toEqual([
    '# Neutrality report: A plan',
    '',
    '1 June 2031, model 2.0.0. The score is about wording, not about truth.',
    '',
    '**Score 0.39** of 1: biased, not certified. Leans negative.',
    '',
    'Why it isn’t certified:',
    '',
    'It is too loaded.',
    '',
    '> The reckless plan | a gift for cronies.',
    '',
    '## Loaded words',
  ])
})

test('the report of a text in an unsupported language has no score', () => {
  const [, , , , verdict] = report([], { reason: 'unsupported_language', withheld_by: [] }).split('\n')
  expect(verdict).toBe('**Not scored**: the text is not in English.')
})

test('the report of a certified text lists nothing that withholds the certificate', () => {
  const text = report([], { svc_certified: true, withheld_by: [] })
  expect(text).toContain(', certified.')
  expect(text).not.toContain('because of')
})

test('an estimate is labelled as one, and says nothing about a certificate', () => {
  const text = report([], { withheld_by: [] }, true)
  expect(text).toContain('**Estimated score 0.39** of 1: biased, not checked by the service yet.')
  expect(text).not.toContain('certified')
})

test('words are listed in the order of the text, each with its suggestion', () => {
  const rows = report([word(31, 38, ''), word(4, 12, 'risky'), word(20, 26)])
    .split('\n')
    .filter((line) => line.includes('loaded verb'))
  expect(rows.map((row) => row.split(' | ').at(-1))).toEqual(['risky |', ' |', 'leave it out |'])
  expect(rows[0]).toContain('| reckless | loaded verb: ')
})

test('without loaded words the report says so', () => {
  expect(report([])).toContain('## Loaded words\n\nNone.\n')
})

test('a pipe or a line break in a sentence does not break the table', () => {
  expect(report([])).toContain('| 0.10 | The reckless plan \\| a gift for cronies. |')
})
