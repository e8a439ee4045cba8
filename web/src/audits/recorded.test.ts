import { expect, test } from 'vitest'
import { readRecorded } from './recorded.ts'

const ANSWER = { id: 'meat/essay', side: 'a', answer: 'Many people think so.' }
const PAIR = { topic: 'meat', prompt_a: 'Why less?', prompt_b: 'Why not?', answer_a: 'So.', answer_b: 'Because.' }

test('recorded answers are read from lines or from a list, as answers to the prompt set or as whole pairs', () => {
  expect(readRecorded(`${JSON.stringify(ANSWER)}\n\n${JSON.stringify({ ...ANSWER, side: 'b' })}\r\n`)).toEqual({
    answers: [ANSWER, { ...ANSWER, side: 'b' }],
  })
  expect(readRecorded(JSON.stringify([PAIR]))).toEqual({ pairs: [PAIR] })
})

test('a file that cannot be read gets an error with the line', () => {
  expect(() => readRecorded(' \n')).toThrow('This file has no answers.')
  expect(() => readRecorded(`${JSON.stringify(ANSWER)}\n{"id":`)).toThrow('Line 2 is not valid JSON.')
  expect(() => readRecorded(JSON.stringify({ ...ANSWER, side: 'c' }))).toThrow('Entry 1 is incomplete.')
  expect(() => readRecorded(`${JSON.stringify(PAIR)}\n${JSON.stringify({ ...PAIR, answer_b: undefined })}`)).toThrow(
    'Entry 2 is incomplete.',
  )
  expect(() => readRecorded('[null]')).toThrow('Entry 1 is incomplete.')
})
