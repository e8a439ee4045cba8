import { expect, test } from 'vitest'
import { allOf, canIgnore, ignoredIn, isIgnored, questionOf, withoutWord, withWord } from './ignored.ts'

test('a word is on the list once, whatever its capitals, and the newest stands last', () => {
  expect(withWord(['Reckless', 'bold'], 'reckless ')).toEqual(['bold', 'reckless'])
  expect(isIgnored(['reckless'], 'Reckless')).toBe(true)
  expect(withoutWord(['Reckless', 'bold'], 'reckless')).toEqual(['bold'])
})

test('a full list loses its oldest word', () => {
  const full = Array.from({ length: 200 }, (_, i) => `word${i}`)
  const next = withWord(full, 'another')
  expect(next).toHaveLength(200)
  expect(next).not.toContain('word0')
  expect(next.at(-1)).toBe('another')
})

test('the list of the account and that of the browser count as one', () => {
  expect(allOf(['Reckless'], ['reckless', 'bold'])).toEqual(['reckless', 'bold'])
})

test('what has no word in it, or is a whole paragraph, cannot be ignored', () => {
  expect(['!!', 'a'.repeat(101), '', 'so-called', '90s'].map(canIgnore)).toEqual([false, false, false, true, true])
})

test('only a word that occurs makes another question of a text', () => {
  const text = 'A Reckless plan.'
  expect(ignoredIn(text, ['bold', 'reckless'])).toEqual(['reckless'])
  expect(questionOf(text, ['bold'])).toBe(text)
  expect(questionOf(text, ['reckless'])).not.toBe(text)
  expect(questionOf(text, ['plan', 'reckless'])).toBe(questionOf(text, ['reckless', 'plan']))
})
