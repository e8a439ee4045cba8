import { hashWord, indexHashes } from '@equipoise/score/reading'
import { expect, test } from 'vitest'
import { readExample } from './examples.ts'
import { countListed, splitByHash } from './sources.ts'

const rows = Array.from({ length: 2_000 }, (_, i) => ({
  id: `row-${i}`,
  text: '',
  label: i < 1_000 ? 0 : 1,
  pair: Math.floor(i / 2),
}))
const parts = splitByHash(rows, ({ pair }) => `pair-${pair}`)

test('every row falls into exactly one part', () => {
  const ids = [...parts.evaluation, ...parts.stack, ...parts.train].map(({ id }) => id)
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test('both rows of a pair fall into the same part', () => {
  for (const part of Object.values(parts)) {
    const pairs = part.map(({ pair }) => pair)
    expect(pairs).toHaveLength(2 * new Set(pairs).size)
  }
})

test('about one row in twenty judges, two in twenty train the stacker', () => {
  expect(parts.evaluation.length / rows.length).toBeCloseTo(0.05, 1)
  expect(parts.stack.length / rows.length).toBeCloseTo(0.1, 1)
})

test('the beginning of a part holds both labels, although the file is ordered by them', () => {
  for (const part of Object.values(parts)) {
    const biased = part.slice(0, 40).filter(({ label }) => label === 1).length
    expect(biased).toBeGreaterThan(8)
    expect(biased).toBeLessThan(32)
  }
})

test('the split is the same in every run', () => {
  expect(splitByHash(rows, ({ pair }) => `pair-${pair}`)).toEqual(parts)
})

test('without experts, our own words count as marked where a biased sentence uses them', () => {
  const words = ['shameless', 'perhaps', 'plan']
  const hashes = Int32Array.from(words, hashWord)
  const flags = new Uint16Array(words.length)
  const vocabulary = { words, hashes, flags, slots: indexHashes(hashes), aliases: new Map<number, number>() }
  const example = (label: number) => readExample(vocabulary, { id: 'anno-1', text: 'perhaps a shameless plan', label })
  const counts = countListed(vocabulary, [example(1), example(0)])
  expect([...counts.seen]).toEqual([2, 2, 2])
  expect([...counts.marked]).toEqual([1, 0, 0])
})
