import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffOf } from './diff.ts'

const side = (pieces: ReturnType<typeof diffOf>, without: string) =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('the difference contains both texts', () => {
  const before = 'The reckless plan was rammed through on Tuesday.\n\nIt rains.'
  const after = 'The risky plan was passed on Tuesday.\n\nIt rains a lot.'
  const pieces = diffOf(before, after)
  expect(side(pieces, 'added')).toBe(before)
  expect(side(pieces, 'removed')).toBe(after)
  expect(pieces.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toContain('reckless')
})

test('a text has no difference from itself', () => {
  expect(diffOf('One. Two.', 'One. Two.')).toEqual([{ text: 'One. Two.', kind: 'same' }])
})

test('texts that are too long to compare are shown as fully replaced', () => {
  const pieces = diffOf('a '.repeat(3000), 'b '.repeat(3000))
  expect(side(pieces, 'added')).toBe('a '.repeat(3000))
})

const words = fc.array(fc.constantFrom('the', 'plan', 'failed', ' ', '\n\n', 'it', '😀'), { maxLength: 30 })

test('the difference contains both texts, for random texts', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const pieces = diffOf(a.join(''), b.join(''))
      expect(side(pieces, 'added')).toBe(a.join(''))
      expect(side(pieces, 'removed')).toBe(b.join(''))
      expect(pieces.every(({ kind }, i) => kind !== pieces[i + 1]?.kind)).toBe(true)
    }),
    { seed: 1 },
  )
})

test('an inserted or removed word is the only difference', () => {
  const changes = (before: string, after: string) => diffOf(before, after).filter(({ kind }) => kind !== 'same')
  expect(changes('It rains today.', 'It rains hard today.')).toEqual([{ text: 'hard ', kind: 'added' }])
  expect(changes('It never rains.', 'It rains.')).toEqual([{ text: 'never ', kind: 'removed' }])
  expect(changes('', 'New.')).toEqual([{ text: 'New.', kind: 'added' }])
})
