import { byteAt, chanceOf, doubleAt, floatAt, intAt } from '../numbers.ts'
import { borrowTerms, hashWord, letterBuckets, rowOf, SHAPE, type Units } from '../reading/reading.ts'
import { valueAt } from './coding.ts'
import { anyOf, type TableScores } from './features.ts'
import type { Model } from './model.ts'
import { hasLetters, pairOf } from './ngrams.ts'
import { registerOf } from './register.ts'
import { type CodedTables, codedTables } from './tables.ts'

// All that the weights say about each unit, gathered before anything is summed. The tables are read at random places; loops
// that only look up and call nothing wait for many entries at once instead of one after the other.

export interface Terms {
  // The text's share in the register of reference works; what follows is mixed by it.
  readonly register: number
  readonly expert: TableScores
  readonly editor: TableScores
  // Weights of the unit, of its letters, and of it with the unit before it.
  readonly word: Float32Array
  readonly letters: Float64Array
  readonly pair: Float32Array
}

interface Scores {
  readonly units: Units
  readonly expert: Float32Array
  readonly editor: Float32Array
}

export function gatherTerms(model: Model, scores: Scores): Terms {
  const { units } = scores
  const { expertAny, editorAny, word, letters, pair } = borrowTerms(units.count)
  const expert = { score: scores.expert, any: expertAny }
  const editor = { score: scores.editor, any: editorAny }
  const terms = { register: registerOf(model, units), expert, editor, word, letters, pair }
  const tables = codedTables(model)
  gatherPairs(units, tables, terms)
  if (gatherWords(units, tables, terms) > 0) fillGaps(model, units, terms)
  return terms
}

function gatherPairs(units: Units, tables: CodedTables, into: Pick<Terms, 'register' | 'pair'>): void {
  const { hash: hashes, count } = units
  const { register, pair: pairs } = into
  // Both tables have their codes in one array, side by side.
  const { codes, step } = tables.pairs
  const { values: news } = tables.pairs
  const { values: reference } = tables.referencePairs
  let before = 0
  for (let i = 0; i < count; i++) {
    const hash = intAt(hashes, i)
    const place = pairOf(before, hash) * step
    const value = floatAt(news, codes[place] ?? 0)
    pairs[i] = value + register * (floatAt(reference, codes[place + 1] ?? 0) - value)
    before = hash
  }
}

// Returns how many units are not as the tables have them: unknown, or quoted.
function gatherWords(units: Units, tables: CodedTables, into: Omit<Terms, 'pair'>): number {
  const { row: rows, weight: weights, count } = units
  const { register, word: words, letters } = into
  const { score: expert, any: expertAny } = into.expert
  const { score: editor, any: editorAny } = into.editor
  const { values: expertValues, any: expertAnys } = tables.expert
  const { values: editorValues, any: editorAnys } = tables.editor
  const newsWords = tables.word.values
  const referenceWords = tables.referenceWord.values
  const newsLetters = tables.letters.values
  const referenceLetters = tables.referenceLetters.values
  // All six tables have their codes in one array, side by side and in this order.
  const { codes, step, from } = tables.expert
  let gaps = 0
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? -1
    const place = Math.max(0, row) * step + from
    const byExperts = codes[place] ?? 0
    const byEditors = codes[place + 1] ?? 0
    expert[i] = floatAt(expertValues, byExperts)
    expertAny[i] = doubleAt(expertAnys, byExperts)
    editor[i] = floatAt(editorValues, byEditors)
    editorAny[i] = doubleAt(editorAnys, byEditors)
    const value = floatAt(newsWords, codes[place + 2] ?? 0)
    words[i] = value + register * (floatAt(referenceWords, codes[place + 3] ?? 0) - value)
    const spelt = floatAt(newsLetters, codes[place + 4] ?? 0)
    letters[i] = spelt + register * (floatAt(referenceLetters, codes[place + 5] ?? 0) - spelt)
    gaps += Number(row < 0) | Number((weights[i] ?? 1) < 1)
  }
  return gaps
}

function fillGaps(model: Model, units: Units, terms: Terms): void {
  const { register, expert, editor, word, letters } = terms
  for (let i = 0; i < units.count; i++) {
    const row = units.row[i] ?? -1
    const weight = units.weight[i] ?? 1
    if (row >= 0 && weight === 1) continue
    if (row >= 0) {
      setScore(expert, i, weight * floatAt(model.expert, row))
      setScore(editor, i, weight * floatAt(model.editor, row))
      continue
    }
    const guess = guessWord(model, units, i)
    setScore(expert, i, weight * guess.expert)
    setScore(editor, i, 0)
    word[i] = 0
    letters[i] = guess.letters + register * (guess.referenceLetters - guess.letters)
  }
}

function setScore(table: TableScores, at: number, score: number): void {
  table.score[at] = score
  table.any[at] = anyOf(floatAt(table.score, at))
}

interface Guess {
  readonly expert: number
  readonly letters: number
  readonly referenceLetters: number
}

const NO_GUESS: Guess = { expert: 0, letters: 0, referenceLetters: 0 }

// A word the tables do not know: what its letters suggest, and for a compound the loudest of its parts.
function guessWord(model: Model, units: Units, at: number): Guess {
  if (!hasLetters(units, at)) return NO_GUESS
  const { text, start, end, shape } = units.words
  const word = intAt(units.first, at)
  const buckets = letterBuckets(text, intAt(start, word), intAt(end, word))
  const { letterTable, referenceLetterTable, unknown } = codedTables(model)
  let letters = 0
  let referenceLetters = 0
  let logit = model.constants.unknownBase
  for (const bucket of buckets) {
    letters += valueAt(letterTable, bucket)
    referenceLetters += valueAt(referenceLetterTable, bucket)
    logit += valueAt(unknown, bucket) / buckets.length
  }
  const spelt = { letters, referenceLetters }
  if (byteAt(shape, word) & SHAPE.foreign) return { expert: 0, ...spelt }
  if (byteAt(shape, word) & SHAPE.compound)
    return { expert: guessCompound(model, text.slice(start[word], end[word])), ...spelt }
  return { expert: chanceOf(logit), ...spelt }
}

const COMPOUND_PARTS_MAX = 6

function guessCompound(model: Model, text: string): number {
  let loudest = 0
  for (const part of text.toLowerCase().split(/[-\u2010\u2011]/, COMPOUND_PARTS_MAX)) {
    const row = rowOf(model, hashWord(part))
    if (row >= 0) loudest = Math.max(loudest, floatAt(model.expert, row))
  }
  return loudest
}
