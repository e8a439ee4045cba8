import type { Attempt, ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { failedWords, finalIndex, rejectedWords, shownAttempts } from './attempt-words.ts'
import { newTurn } from './conversation.ts'

const attempt = (rest: Partial<Attempt>): Attempt => ({
  ain_score: 0.3,
  bias_direction: 'mixed',
  input_tokens: 1,
  output_tokens: 1,
  duration_ms: 5,
  ...rest,
})
const word = (text: string, weight: number) =>
  ({ start: 0, end: text.length, text, kind: 'loaded', direction: 'negative', weight }) as const

test('loaded words of an attempt are listed once, by weight', () => {
  const evidence = [word('vile', 0.4), word('Reckless', -2), word('reckless', 1)]
  expect(failedWords(attempt({ evidence }))).toEqual(['reckless', 'vile'])
  expect(failedWords(attempt({}))).toEqual([])
})

test('the answer is the attempt with its text, or with its score if attempts have no texts', () => {
  const result = { ain_score: 0.5 } as ChatResult
  const turn = { ...newTurn(1, 'Why?'), answer: 'Good', result }
  const texts = [attempt({ text: 'Good' }), attempt({ text: 'Bad', ain_score: 0.5 })]
  expect(finalIndex({ ...turn, attempts: texts })).toBe(0)
  const scores = [attempt({ ain_score: 0.5 }), attempt({ ain_score: 0.2 })]
  expect(finalIndex({ ...turn, attempts: scores })).toBe(0)
})

test('an answer in an unsupported language shows no score; earlier attempts keep theirs', () => {
  const svc_filter = { reason: 'unsupported_language' } as ChatResult['svc_filter']
  const turn = { ...newTurn(1, 'Why?'), attempts: [attempt({}), attempt({ ain_score: 0.6 })] }
  const scores = (result?: ChatResult) =>
    shownAttempts({ ...turn, ...(result && { result }) }).map(({ ain_score }) => ain_score)
  expect(scores({ svc_filter } as ChatResult)).toEqual([0.3, null])
  expect(scores({ svc_filter: {} } as ChatResult)).toEqual([0.3, 0.6])
  expect(scores()).toEqual([0.3, 0.6])
})

test('a short answer with unknown words is not said to be without a score', () => {
  const words = (reason: 'insufficient_text' | 'no_text', svc_certified = false) =>
    rejectedWords({ reason, svc_certified }, 4)
  expect(words('insufficient_text')).toMatch(/^too short to tell/)
  expect(words('insufficient_text', true)).toMatch(/the best of 4$/)
  expect(words('no_text')).toMatch(/could not be scored$/)
})
