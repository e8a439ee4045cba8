import {
  hashWord,
  LETTER_BITS,
  letterBuckets,
  letterCount,
  readText,
  rowOf,
  type Units,
} from '@equipoise/score/reading'
import { FEATURE_COUNT, hasLetters, measureStyle, PAIR_BITS, pairOf, type Stretch } from '@equipoise/score/scoring'
import type { Row } from './corpora.ts'
import { buildRows, type SparseRows } from './logistic.ts'
import { PLAIN_TARGET } from './plain.ts'
import type { Vocabulary } from './vocabulary.ts'

// A row of a corpus as the model sees it.

export interface Example {
  readonly row: Row
  readonly units: Units
  readonly stretch: Stretch
  // Probability that the text is biased: the share of experts, or a plain label.
  readonly target: number
  readonly style: Float64Array
}

export function readExample(vocabulary: Vocabulary, row: Row): Example {
  const units = readText(vocabulary, row.text)
  const stretch = { from: 0, to: units.count }
  const style = new Float64Array(FEATURE_COUNT)
  measureStyle(units, stretch, style)
  return { row, units, stretch, target: targetOf(row), style }
}

export function targetOf(row: Row): number {
  if (row.id.startsWith('plain')) return PLAIN_TARGET
  const votes = row.votes_sg2
  if (votes && votes[1] > 0) return votes[0] / votes[1]
  return row.teacher ?? row.label ?? 0
}

export function markedUnits(vocabulary: Vocabulary, example: Example): Set<number> {
  const marked = new Set((example.row.biased_words ?? []).map((word) => hashWord(normalise(word))))
  const found = new Set<number>()
  const { units } = example
  for (let i = 0; i < units.count; i++) {
    if (marked.has(units.words.hash[units.first[i] ?? 0] ?? 0) && rowOf(vocabulary, units.hash[i] ?? 0) >= 0)
      found.add(i)
  }
  return found
}

export function normalise(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(/'s$/, '')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
}

// Columns: words, then pairs, then letters.
export function ngramRows(vocabulary: Vocabulary, examples: Iterable<Units>): SparseRows {
  const builder = buildRows(vocabulary.words.length + (1 << PAIR_BITS) + (1 << LETTER_BITS))
  for (const units of examples) {
    addNgrams(vocabulary, units, builder.add)
    builder.endRow()
  }
  return builder.finish()
}

function addNgrams(vocabulary: Vocabulary, units: Units, add: (id: number, value: number) => void): void {
  const size = vocabulary.words.length
  const perWord = 1 / Math.sqrt(Math.max(1, units.count))
  const perPair = 1 / Math.sqrt(Math.max(1, units.count - 1))
  let letters = 0
  for (let i = 0; i < units.count; i++) {
    const row = units.row[i] ?? -1
    const weight = units.weight[i] ?? 1
    if (row >= 0) add(row, weight * perWord)
    if (i > 0) add(size + pairBucket(units, i), Math.min(weight, units.weight[i - 1] ?? 1) * perPair)
    if (hasLetters(units, i)) letters += letterCount(lengthOf(units, i))
  }
  const perLetter = 1 / Math.sqrt(Math.max(1, letters))
  for (let i = 0; i < units.count; i++) {
    if (!hasLetters(units, i)) continue
    const word = units.first[i] ?? 0
    const start = units.words.start[word] ?? 0
    for (const bucket of letterBuckets(units.words.text, start, units.words.end[word] ?? 0)) {
      add(size + (1 << PAIR_BITS) + bucket, (units.weight[i] ?? 1) * perLetter)
    }
  }
}

function lengthOf(units: Units, at: number): number {
  const word = units.first[at] ?? 0
  return (units.words.end[word] ?? 0) - (units.words.start[word] ?? 0)
}

function pairBucket(units: Units, at: number): number {
  return pairOf(units.hash[at - 1] ?? 0, units.hash[at] ?? 0)
}
