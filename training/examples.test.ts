import { hashWord, indexHashes } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { markedUnits, ngramRows, normalise, readExample, targetOf } from './examples.ts'
import { PLAIN_TARGET } from './plain.ts'

const words = ['the', 'reckless', 'plan']
const hashes = Int32Array.from(words, hashWord)
const flags = new Uint16Array(words.length)
const vocabulary = { words, hashes, flags, slots: indexHashes(hashes), aliases: new Map<number, number>() }
const row = { id: 'babe-1', text: 'The reckless plan!', label: 1 }

test('the target is the share of experts, else the teacher, else the label', () => {
  expect(targetOf({ ...row, votes_sg2: [3, 4], teacher: 0.2 })).toBe(0.75)
  expect(targetOf({ ...row, votes_sg2: [0, 0], teacher: 0.2 })).toBe(0.2)
  expect(targetOf(row)).toBe(1)
  expect(targetOf({ ...row, label: null })).toBe(0)
  expect(targetOf({ ...row, id: 'plain-7' })).toBe(PLAIN_TARGET)
})

test.each([
  ['Reckless,', 'reckless'],
  ['“Council’s”', "council's"],
  ["council's", 'council'],
  ['(2024)', '2024'],
  ['!', ''],
])('the marked word %s is looked for as %s', (given, word) => {
  expect(normalise(given)).toBe(word)
})

test('marks are found by the word, wherever it stands', () => {
  const example = readExample(vocabulary, { ...row, biased_words: ['RECKLESS', 'missing'] })
  expect([...markedUnits(vocabulary, example)]).toEqual([1])
})

test('every text is one row, and a longer text does not weigh more', () => {
  const units = ['The plan.', 'The plan. The plan. The plan. The plan.'].map(
    (text) => readExample(vocabulary, { ...row, text }).units,
  )
  const rows = ngramRows(vocabulary, units)
  const wordLength = (at: number) => {
    const sums = new Map<number, number>()
    for (let i = rows.offsets[at] ?? 0; i < (rows.offsets[at + 1] ?? 0); i++) {
      const id = rows.ids[i] ?? 0
      if (id < words.length) sums.set(id, (sums.get(id) ?? 0) + (rows.values[i] ?? 0))
    }
    return [...sums.values()].reduce((sum, value) => sum + value, 0)
  }
  expect(rows.offsets).toHaveLength(3)
  expect(wordLength(0)).toBeCloseTo(2 / Math.SQRT2, 5)
  expect(wordLength(1)).toBeCloseTo(8 / Math.sqrt(8), 5)
})
