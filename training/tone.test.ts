import { FLAG, hashWord, indexHashes } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { GLOVE_SIZE } from './glove.ts'
import type { Sources } from './sources.ts'
import { fitTones } from './tone.ts'

const words = ['<name>', '0', 'wonderful', 'terrible', 'splendid-ish', 'table', 'chair', 'not', 'plum', 'ada']
const hashes = Int32Array.from(words, hashWord)
const flagOf = (word: string): number => ({ not: FLAG.negation, ada: FLAG.proper, '<name>': FLAG.proper })[word] ?? 0
const vocabulary = {
  words,
  hashes,
  flags: Uint16Array.from(words, flagOf),
  slots: indexHashes(hashes),
  aliases: new Map<number, number>(),
}

/** Vectors of one number: how pleasant a word's neighbourhood is. */
const PLEASANT: Record<string, number> = { wonderful: 3, terrible: -3, 'splendid-ish': 3, table: 0, chair: 0, not: 0 }
const glove = {
  vectorOf: (word: string) =>
    word in PLEASANT
      ? Float32Array.from({ length: GLOVE_SIZE }, (_, i) => (i === 0 ? (PLEASANT[word] ?? 0) : 0))
      : undefined,
}

const tonesAfter = (direction: { text: string; direction: string }[]) => {
  const rows = direction.map((row, at) => ({ id: `d-${at}`, label: null, ...row }))
  const tones = fitTones({ vocabulary, glove, direction: rows } as unknown as Sources)
  return (word: string) => tones[words.indexOf(word)] ?? Number.NaN
}

const BOTH = [
  { text: 'a wonderful table', direction: 'positive' },
  { text: 'a terrible table', direction: 'negative' },
]

test('the lists give listed words their tone', () => {
  const tone = tonesAfter(BOTH)
  expect(tone('wonderful')).toBeGreaterThan(0.3)
  expect(tone('terrible')).toBeLessThan(-0.3)
  expect(Math.abs(tone('table'))).toBeLessThan(0.1)
})

test('a word that no list has leans as its neighbours do, and less', () => {
  const tone = tonesAfter(BOTH)
  expect(tone('splendid-ish')).toBeGreaterThan(0)
  expect(tone('splendid-ish')).toBeLessThan(tone('wonderful'))
})

test('names have no tone, whatever sentences they stand in', () => {
  const tone = tonesAfter([...BOTH, ...Array(20).fill({ text: 'Ada has a table', direction: 'positive' })])
  expect([tone('<name>'), tone('ada')]).toEqual([0, 0])
})

test('sentences that people judged correct a word, and a negation turns it round', () => {
  const judged = (plum: string) => [
    ...BOTH,
    ...Array(30).fill({ text: plum, direction: 'negative' }),
    ...Array(30).fill({ text: 'the chair', direction: 'positive' }),
  ]
  const plain = tonesAfter(judged('the plum'))
  expect(plain('plum')).toBeLessThan(-0.05)
  expect(plain('chair')).toBeGreaterThan(0.05)
  expect(tonesAfter(judged('not the plum'))('plum')).toBeGreaterThan(0)
})
