import { expect, test } from 'vitest'
import { plainText, readAnnotations } from './annotated-text.ts'

const read = (...annotation: object[]) => readAnnotations(JSON.stringify({ annotation }), JSON.parse)

test('positions in a plain text are those of the editor', () => {
  const { plain, original, locate } = plainText('A test')
  expect([plain, original, locate(2, 6)]).toEqual(['A test', 'A test', { start: 2, end: 6 }])
})

test('positions count text and markup, but markup is not scored', () => {
  const text = read({ text: 'A ' }, { markup: '<b>' }, { text: 'dreadful' }, { markup: '</b>' }, { text: ' day' })
  expect([text.plain, text.original]).toEqual(['A dreadful day', 'A <b>dreadful</b> day'])
  const { start, end } = text.locate(2, 10)
  expect(text.original.slice(start, end)).toBe('dreadful')
  const day = text.locate(11, 14)
  expect(text.original.slice(day.start, day.end)).toBe('day')
})

test('a match across markup includes it', () => {
  const text = read({ text: 'dread' }, { markup: '<i>' }, { text: 'ful' }, { markup: '</i>' })
  expect(text.plain).toBe('dreadful')
  const { start, end } = text.locate(0, 8)
  expect(text.original.slice(start, end)).toBe('dread<i>ful')
})

test('markup with an interpretation is counted at its length in the editor', () => {
  const text = read({ text: 'One.' }, { markup: '<p/>', interpretAs: '\n\n' }, { text: 'Two 😀 x' })
  expect([text.plain, text.original]).toEqual(['One.\n\nTwo 😀 x', 'One.<p/>Two 😀 x'])
  const { start, end } = text.locate(13, 14)
  expect(text.original.slice(start, end)).toBe('x')
  expect(text.locate(5, 6)).toEqual({ start: 4, end: 5 })
})

test('no text has no positions', () => {
  expect([read().plain, read().locate(0, 0)]).toEqual(['', { start: 0, end: 0 }])
})

test.each([
  '',
  '[]',
  '{}',
  '{"annotation": [{}]}',
  '{"annotation": [{"text": 7}]}',
  '{"annotation": "x"}',
  '{"text": "x"}',
])('%j is malformed', (json) => {
  expect(() => readAnnotations(json, JSON.parse)).toThrow(/"data" is not valid/)
})
