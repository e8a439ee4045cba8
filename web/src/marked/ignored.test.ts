import { expect, test } from 'vitest'
import { allOf, canIgnore, ignoredIn, isIgnored, questionOf, withoutWord, withWord } from './ignored.ts'

test('a word is listed once, whatever its capitals, and the newest is last', () => {
  expect(withWord(['Reckless', 'bold'], 'reckless ')).toEqual(['bold', 'reckless'])
  expect(isIgnored(['reckless'], 'Reckless')).toBe(true)
  expect(withoutWord(['Reckless', 'bold'], 'reckless')).toEqual(['bold'])
})

test('adding to a full list removes its oldest word', () => {
  const full = Array.from({ length: 200 }, (_, i) => `word${i}`)
  const next = withWord(full, 'another')
  expect(next).toHaveLength(200)
  expect(next).not.toContain('word0')
  expect(next.at(-1)).toBe('another')
})

test('the account’s list and the browser’s list are combined', () => {
  expect(allOf(['Reckless'], ['reckless', 'bold'])).toEqual(['reckless', 'bold'])
})

test('punctuation and whole paragraphs cannot be ignored', () => {
  expect(['!!', 'a'.repeat(101), '', 'so-called', '90s'].map(canIgnore)).toEqual([false, false, false, true, true])
})

test('ignoring a word changes the question only if the text contains it', () => {
  const text = 'A Reckless plan.'
  expect(ignoredIn(text, ['bold', 'reckless'])).toEqual(['reckless'])
  expect(questionOf(text, ['bold'])).toBe(text)
  expect(questionOf(text, ['reckless'])).not.toBe(text)
  expect(questionOf(text, ['plan', 'reckless'])).toBe(questionOf(text, ['reckless', 'plan']))
})
