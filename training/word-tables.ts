import { CATEGORIES, categories, tones } from '@equipoise/score/lexicon'
import { FLAG, type Units } from '@equipoise/score/reading'
import { type Example, markedUnits } from './examples.ts'
import { GLOVE_SIZE, type Glove } from './glove.ts'
import { buildRows, fitLogistic, type SparseRows } from './logistic.ts'
import type { Vocabulary } from './vocabulary.ts'

// Word tables: how likely a reader marks a word. A logistic regression on the word itself and on what is known about it
// (its vector, our lists, how often editors removed it) learns from the words seen, and is then written out for every word.

interface Counts {
  readonly marked: Float64Array
  readonly seen: Float64Array
}

const GLOVE_SCALE = 0.25

// What is known about every word, one line each; `extra` are further columns, one array over all words each.
export function describeWords(
  vocabulary: Vocabulary,
  glove: Glove,
  extra: readonly ArrayLike<number>[],
): Float32Array[] {
  return vocabulary.words.map((word, row) => {
    const line = new Float32Array(GLOVE_SIZE + 1 + CATEGORIES.length + 3 + extra.length)
    const vector = glove.vectorOf(word)
    if (vector) for (let i = 0; i < GLOVE_SIZE; i++) line[i] = (vector[i] ?? 0) * GLOVE_SCALE
    let at = GLOVE_SIZE
    line[at++] = vector ? 1 : 0
    const category = categories.get(word)?.category
    for (const name of CATEGORIES) line[at++] = category === name ? 1 : 0
    line[at++] = tones.get(word) === 'positive' ? 1 : 0
    line[at++] = tones.get(word) === 'negative' ? 1 : 0
    line[at++] = (vocabulary.flags[row] ?? 0) & FLAG.adverb ? 1 : 0
    for (const column of extra) line[at++] = column[row] ?? 0
    return line
  })
}

export function countMarks(vocabulary: Vocabulary, examples: readonly Example[]): Counts {
  const counts = emptyCounts(vocabulary)
  for (const example of examples) {
    const marked = markedUnits(vocabulary, example)
    for (let i = 0; i < example.units.count; i++) countUnit(counts, example.units.row[i] ?? -1, marked.has(i))
  }
  return counts
}

export function emptyCounts(vocabulary: Vocabulary): Counts {
  return { marked: new Float64Array(vocabulary.words.length), seen: new Float64Array(vocabulary.words.length) }
}

export function countUnit(counts: Counts, row: number, isMarked: boolean): void {
  if (row < 0) return
  counts.seen[row] = (counts.seen[row] ?? 0) + 1
  if (isMarked) counts.marked[row] = (counts.marked[row] ?? 0) + 1
}

// Logit of being marked, for every word of the vocabulary; names, classes of people and numbers are never marked.
export function fitTable(
  vocabulary: Vocabulary,
  counts: Counts,
  shape: { lines: readonly Float32Array[]; penaltyWord: number; penaltyKnown: number },
): Float32Array {
  const known = shape.lines[0]?.length ?? 0
  const size = vocabulary.words.length
  const seen = Array.from({ length: size }, (_, row) => row).filter((row) => (counts.seen[row] ?? 0) > 0)
  const rows = describeRows(seen, shape.lines, known)
  const penalty = new Float64Array(known + seen.length).fill(shape.penaltyWord)
  penalty.fill(shape.penaltyKnown, 0, known)
  const fit = fitLogistic({
    rows,
    targets: seen.map((row) => (counts.marked[row] ?? 0) / (counts.seen[row] ?? 1)),
    weights: seen.map((row) => counts.seen[row] ?? 0),
    penalty,
    iterationsMax: 80,
  })
  const logits = Float32Array.from(shape.lines, (line) => {
    let logit = fit.intercept
    for (let i = 0; i < known; i++) logit += (line[i] ?? 0) * (fit.weights[i] ?? 0)
    return logit
  })
  for (const [at, row] of seen.entries()) logits[row] = (logits[row] ?? 0) + (fit.weights[known + at] ?? 0)
  return silence(vocabulary, logits)
}

export const NEVER = -8

const ABBREVIATIONS = new Set(['i.e', 'e.g', 'etc', 'vs', 'cf', 'viz', 'a.m', 'p.m'])

// Names, classes of people, numbers and abbreviations: words that are never judged.
export function isSilent(vocabulary: Vocabulary, row: number): boolean {
  const word = vocabulary.words[row] ?? ''
  if (word.startsWith('<') || word === '0' || ABBREVIATIONS.has(word)) return true
  return ((vocabulary.flags[row] ?? 0) & (FLAG.proper | FLAG.alias)) !== 0
}

function silence(vocabulary: Vocabulary, logits: Float32Array): Float32Array {
  return logits.map((logit, row) => (isSilent(vocabulary, row) ? NEVER : Math.max(NEVER, Math.min(6, logit))))
}

// The sum of what is known about the words of a text, over the root of their count: linear in the words, so a model of it
// can be written out word by word.
export function sumLines(vocabulary: Vocabulary, lines: readonly Float32Array[], units: Units): Float32Array {
  const sum = new Float32Array(lines[0]?.length ?? 0)
  const root = Math.sqrt(Math.max(1, units.count))
  for (let i = 0; i < units.count; i++) {
    const row = units.row[i] ?? -1
    const line = lines[row]
    if (!line || isSilent(vocabulary, row)) continue
    const factor = (units.weight[i] ?? 1) / root
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] ?? 0) + factor * (line[k] ?? 0)
  }
  return sum
}

function describeRows(seen: readonly number[], lines: readonly Float32Array[], known: number): SparseRows {
  const builder = buildRows(known + seen.length)
  for (const [at, row] of seen.entries()) {
    const line = lines[row]
    for (let i = 0; i < known; i++) if (line?.[i]) builder.add(i, line[i] ?? 0)
    builder.add(known + at, 1)
    builder.endRow()
  }
  return builder.finish()
}
