import { expect, test } from 'vitest'
import { linesOf } from './backdrop.tsx'
import { editInLine, isBehindAll } from './typed-ahead.ts'

const TEXT = 'A reckless plan.\n\nThe bold plan.'
const drawn = { text: TEXT, lines: linesOf(TEXT, []) }

test('letters inside a paragraph are found there', () => {
  expect(editInLine(drawn, TEXT.replace('plan.', 'plain.'))).toEqual({ line: 0, start: 14, end: 14, text: 'i' })
  expect(editInLine(drawn, TEXT.replace('bold ', ''))).toEqual({ line: 2, start: 4, end: 9, text: '' })
  expect(editInLine(drawn, `${TEXT} So`)).toEqual({ line: 2, start: 14, end: 14, text: ' So' })
})

test.each([
  ['a new paragraph', TEXT.replace('bold ', 'bold\n')],
  ['two paragraphs made one', TEXT.replace('\n\n', '\n')],
  ['a letter in an empty paragraph', TEXT.replace('\n\n', '\nx\n')],
  ['a paragraph that becomes empty', TEXT.replace('The bold plan.', '')],
  ['another text', 'Nothing of it is left.\nNothing.'],
])('%s is left to React', (_, next) => {
  expect(editInLine(drawn, next)).toBeUndefined()
})

test('a paragraph that is not drawn yet is left to React', () => {
  const [first, , last] = drawn.lines
  expect(editInLine({ text: TEXT, lines: first ? [first] : [] }, `${TEXT}x`)).toBeUndefined()
  expect(editInLine({ text: TEXT, lines: first && last ? [first, last] : [] }, `${TEXT}x`)?.line).toBe(1)
})

test('only what is typed behind the last mark leaves every mark where it is', () => {
  const start = TEXT.indexOf('bold')
  const word = { text: 'bold', start, end: start + 4, weight: 1, direction: 'positive', kind: 'loaded' } as const
  const marked = { text: TEXT, lines: linesOf(TEXT, [word]) }
  const isBehind = (next: string) => isBehindAll(marked, editInLine(marked, next))
  expect(isBehind(`${TEXT} So`)).toBe(true)
  expect(isBehind(TEXT.replace(' plan.\n', ' plans.\n'))).toBe(false)
  expect(isBehind(TEXT.replace('The', 'Then'))).toBe(false)
  expect(isBehind(TEXT.replace('bold', 'bald'))).toBe(false)
  expect(isBehind(`${TEXT}\nSo`)).toBe(false)
})
