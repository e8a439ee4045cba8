import { FLAG, hashWord, indexHashes, readText } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { readExample } from './examples.ts'
import { countMarks, countUnit, emptyCounts, fitTable, isSilent, NEVER, sumLines } from './word-tables.ts'

const words = ['<name>', '0', 'reckless', 'plan', 'council', 'etc']
const hashes = Int32Array.from(words, hashWord)
const flags = Uint16Array.from(words, (word) => (word === '<name>' ? FLAG.proper : 0))
const vocabulary = { words, hashes, flags, slots: indexHashes(hashes), aliases: new Map<number, number>() }
const row = (word: string) => words.indexOf(word)
const example = (text: string, biased_words: string[]) =>
  readExample(vocabulary, { id: 'babe-1', text, label: 1, biased_words })

test('a word that readers marked is counted as seen and as marked', () => {
  const counts = countMarks(vocabulary, [
    example('the reckless plan', ['Reckless,']),
    example('the council plan', []),
    example('a reckless council', []),
  ])
  expect([counts.seen[row('reckless')], counts.marked[row('reckless')]]).toEqual([2, 1])
  expect([counts.seen[row('plan')], counts.marked[row('plan')]]).toEqual([2, 0])
})

test('a word that is not known is not counted', () => {
  const counts = emptyCounts(vocabulary)
  countUnit(counts, -1, true)
  expect([...counts.seen, ...counts.marked].every((count) => count === 0)).toBe(true)
})

test('the table ranks words by how often they were marked, and never marks names, numbers and abbreviations', () => {
  const counts = emptyCounts(vocabulary)
  for (let i = 0; i < 20; i++) {
    countUnit(counts, row('reckless'), i < 18)
    countUnit(counts, row('plan'), i < 5)
    for (const word of ['council', '<name>', '0', 'etc']) countUnit(counts, row(word), word !== 'council')
  }
  const lines = words.map(() => new Float32Array(1))
  const table = fitTable(vocabulary, counts, { lines, penaltyWord: 0.01, penaltyKnown: 1 })
  expect(table[row('reckless')]).toBeGreaterThan(table[row('plan')] ?? 0)
  expect(table[row('plan')]).toBeGreaterThan(table[row('council')] ?? 0)
  for (const word of ['<name>', '0', 'etc']) expect(table[row(word)]).toBe(NEVER)
})

test('what is known about words carries over to one that nobody has seen', () => {
  const counts = emptyCounts(vocabulary)
  for (let i = 0; i < 50; i++) {
    countUnit(counts, row('reckless'), true)
    countUnit(counts, row('council'), false)
  }
  const isSharp = (word: string) => (word === 'reckless' || word === 'plan' ? 1 : 0)
  const lines = words.map((word) => Float32Array.of(isSharp(word)))
  const table = fitTable(vocabulary, counts, { lines, penaltyWord: 5, penaltyKnown: 0.1 })
  expect(table[row('plan')]).toBeGreaterThan(1)
})

test('classes of people and names are silent', () => {
  expect(['<name>', '0', 'etc', 'plan'].map((word) => isSilent(vocabulary, row(word)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('the sum over a text leaves silent and unknown words out', () => {
  const lines = words.map((_, at) => Float32Array.of(at + 1))
  const units = readText(vocabulary, 'reckless plan 7 xyzzy')
  const [sum = 0] = sumLines(vocabulary, lines, units)
  expect(sum).toBeCloseTo((row('reckless') + 1 + row('plan') + 1) / Math.sqrt(units.count), 5)
})
