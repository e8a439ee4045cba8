import { expect, test } from 'vitest'
import { reasonsIn, startWords } from './extras.ts'
import type { Analysed } from './use-service.ts'

test('a reason is told once for all its sentences, and a repeated sentence is listed once', () => {
  const alone = 'This sentence alone blocks certification.'
  const at = (start: number, message: string) => ({ start, end: start + 4, message })
  expect(reasonsIn([at(0, alone), at(5, alone), at(5, 'two'), at(10, alone)], 'Bad. Bad. Sad.')).toEqual([
    { message: 'Each of these sentences alone blocks certification.', sentences: [at(0, alone), at(10, alone)] },
    { message: 'two', sentences: [at(5, 'two')] },
  ])
  expect(reasonsIn([at(0, alone)], 'Bad.')[0]?.message).toBe(alone)
})

test('the score of the start is told only while the text goes on after it', () => {
  const checked = { text: 'It rained. ', analysis: { ain_score: 0.57, band: 'moderate' } } as Analysed
  expect(startWords(checked, 'It rained. It snowed.')).toBe('First 11 characters: 0.57, moderate')
  expect(startWords(checked, 'It rained. ')).toBeUndefined()
  expect(startWords(checked, 'It snowed. It rained.')).toBeUndefined()
})
