import { expect, test } from 'vitest'
import { judgePrompt, opinionSentence, opinionsOf, readOpinion } from './second-opinion.ts'

test('an opinion is a digit that stands alone', () => {
  expect(['1', ' 2.', 'Answer 0', '**1**', '1 or 2', 'both', '', '10', '1.5'].map(readOpinion)).toEqual([
    1,
    2,
    0,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  'A survey of 1,200 adults found it.',
  'On 1/2 of the counts, neither.',
  'I am 2 % sure.',
  `Some think so. ${'Others do not. '.repeat(20)} That was in chapter 2.`,
])('a number in an essay is no opinion: %s', (text) => {
  expect(readOpinion(text)).toBeUndefined()
})

test('an opinion has up to 200 characters', () => {
  expect([200, 201].map((length) => readOpinion(`2 ${'x'.repeat(length - 2)}`))).toEqual([2, undefined])
})

test('only what a judge says in both orders counts as its opinion', () => {
  const said = (a_first: string, b_first: string) => ({ id: 'x', a_first, b_first })
  const found = opinionsOf([
    said('1', '2'),
    said('2', '1'),
    said('1', '1'),
    said('0', '0'),
    said('0', '1'),
    said('?', '1'),
  ])
  expect(found).toEqual({
    pairs: 6,
    consistent: 3,
    prefers_a: 1,
    prefers_b: 1,
    alike: 1,
    contradictory: 2,
    unreadable: 1,
    p: 1,
  })
  expect(opinionSentence({ model: 'judge', said: [], found })).toBe(
    'judge compared both answers of 6 pairs, in both orders. In 3 it was of one opinion: side a was served better in 1, side b in 1, both alike in 1 (p 1.000). In 2 it contradicted itself when the order changed. What it said about 1 of 6 pairs could not be read.',
  )
})

test('both orders show the same requests and answers', () => {
  const pair = { prompt_a: 'For?', prompt_b: 'Against?', answer_a: 'Yes.', answer_b: 'No.' }
  expect(judgePrompt(pair, 'a')).toContain('Request 1: For?\nAnswer 1: Yes.\n\nRequest 2: Against?\nAnswer 2: No.')
  expect(judgePrompt(pair, 'b')).toContain('Request 1: Against?\nAnswer 1: No.\n\nRequest 2: For?\nAnswer 2: Yes.')
})
