import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Change, changesBetween, mergeSpans, rewrittenSpans } from './rewriting.ts'

const apply = (text: string, changes: readonly Change[]) =>
  changes.toReversed().reduce((now, { start, end, after }) => now.slice(0, start) + after + now.slice(end), text)

test('changes name the words that changed and nothing around them', () => {
  const before = 'A reckless plan failed, and the council knew it.'
  expect(changesBetween(before, 'An untested plan failed, and the council knew it.')).toEqual([
    { start: 0, end: 10, before: 'A reckless', after: 'An untested' },
  ])
  expect(changesBetween(before, 'A plan failed, and the council was told.')).toEqual([
    { start: 2, end: 11, before: 'reckless ', after: '' },
    { start: 40, end: 47, before: 'knew it', after: 'was told' },
  ])
  expect(changesBetween(before, before)).toEqual([])
})

const words = fc.array(fc.constantFrom('a', 'the', 'plan', ' ', ', ', '.', '😀', 'é', '\n'), { maxLength: 30 })

test('applied to the text before, the changes give the text after', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const [before, after] = [a.join(''), b.join('')]
      const changes = changesBetween(before, after)
      expect(apply(before, changes)).toBe(after)
      for (const { start, end, before: gone } of changes) expect(before.slice(start, end)).toBe(gone)
    }),
    { seed: 18 },
  )
})

const TEXT = 'The reckless council rammed the plan through. The vote was a shameful one.'
const spans = ['reckless', 'rammed', 'shameful'].map((word) => {
  const start = TEXT.indexOf(word)
  return { start, end: start + word.length }
})

test('what stands in the spans is found where everything else is as it was', () => {
  const after = 'The council put the plan through. The vote was a close one.'
  expect(rewrittenSpans(TEXT, 'The new council put the plan through. The vote was a close one.\n', spans)).toEqual([
    'new',
    'put',
    'close',
  ])
  // A word that goes leaves its space behind, so this one changed more than its span.
  expect(rewrittenSpans(TEXT, after, spans)).toBeUndefined()
  expect(rewrittenSpans(TEXT, TEXT, spans)).toEqual(['reckless', 'rammed', 'shameful'])
})

test.each([
  ['a word elsewhere', 'The new council put a plan through. The vote was a close one.'],
  ['a sentence more', 'The new council put the plan through. The vote was a close one. It was fair.'],
  ['a sentence less', 'The new council put the plan through.'],
  ['other words before', 'Here it is: The new council put the plan through. The vote was a close one.'],
  ['another case', 'the new council put the plan through. The vote was a close one.'],
  ['nothing', ''],
])('%s is noticed', (_what, after) => {
  expect(rewrittenSpans(TEXT, after, spans)).toBeUndefined()
})

test('without spans nothing can change, and a text that is one span can be anything', () => {
  expect(rewrittenSpans('One text.', 'One text.', [])).toEqual([])
  expect(rewrittenSpans('One text.', 'Two texts.', [])).toBeUndefined()
  expect(rewrittenSpans('One text', 'Two other texts', [{ start: 0, end: 8 }])).toEqual(['Two other texts'])
})

test('spans that touch or overlap are one', () => {
  const merged = mergeSpans([
    { start: 5, end: 9 },
    { start: 0, end: 3 },
    { start: 8, end: 12 },
    { start: 12, end: 14 },
  ])
  expect(merged).toEqual([
    { start: 0, end: 3 },
    { start: 5, end: 14 },
  ])
})
