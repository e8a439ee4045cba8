import {
  anyOf,
  DENSITY_MIN,
  FEATURE_COUNT,
  measureStyle,
  measureTable,
  STYLE_AT,
  type Stretch,
  TABLE_FEATURES,
} from './features.ts'
import { hashWord } from './hashing.ts'
import { rowOf } from './lexis.ts'
import type { Model } from './model.ts'
import { hasLetters, letterBuckets, letterCount, pairBucket } from './ngrams.ts'
import type { Units } from './units.ts'
import { SHAPE } from './words.ts'

// Units → the logit of "a reader calls this biased", sentence by sentence, as a sum: what each unit gives, what the style
// of the sentence gives (the context), and the intercept. The sum is the score, so the explanation is not a second opinion.

export interface Scored {
  readonly units: Units
  // What each unit adds to the logit of its sentence.
  readonly share: Float32Array
  // The word tables' probability for each unit, weighed by its quotation.
  readonly expert: Float32Array
  readonly editor: Float32Array
  readonly sentences: readonly SentenceScore[]
}

export interface SentenceScore {
  readonly logit: number
  readonly intercept: number
  readonly context: number
}

export function scoreUnits(model: Model, units: Units): Scored {
  const { share, expert, editor } = units.words.room
  share.fill(0, 0, units.count)
  const sentences: SentenceScore[] = []
  const scored: Scored = { units, share, expert, editor, sentences }
  lookUpTables(model, scored)
  const scratch = { features: new Float64Array(FEATURE_COUNT), at: 0, top: new Int32Array(4) }
  const { intercept } = model.constants
  for (let index = 0; index < units.sentences.length; index++) {
    const stretch = stretchOf(units, index)
    const words = addNgrams(model, scored, stretch) + addTables(model, scored, { stretch, scratch })
    measureStyle(model, units, stretch, scratch.features)
    const context = contextOf(model, scratch.features)
    sentences.push({ logit: words + context + intercept, intercept, context })
  }
  return scored
}

export function stretchOf(units: Units, index: number): Stretch {
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  const sentence = units.words.sentences[index]
  return { from, to, exclamations: sentence?.exclamations ?? 0, questions: sentence?.questions ?? 0 }
}

type Tables = Pick<Scored, 'units' | 'expert' | 'editor'>

export function lookUpTables(model: Model, tables: Tables): void {
  const { units, expert, editor } = tables
  for (let i = 0; i < units.count; i++) {
    const row = units.row[i] ?? -1
    const weight = units.weight[i] ?? 1
    expert[i] = weight * (row < 0 ? guessExpert(model, units, i) : (model.expert[row] ?? 0))
    editor[i] = row < 0 ? 0 : weight * (model.editor[row] ?? 0)
  }
}

// A word the table does not know: the loudest part of a compound, else what its letters suggest.
function guessExpert(model: Model, units: Units, at: number): number {
  const word = units.first[at] ?? 0
  const shape = units.words.shape[word] ?? 0
  const start = units.words.start[word] ?? 0
  const end = units.words.end[word] ?? 0
  if (shape & (SHAPE.number | SHAPE.foreign) || !hasLetters(units, at)) return 0
  if (shape & SHAPE.compound) return guessCompound(model, units.words.text.slice(start, end))
  const buckets = letterBuckets(units.words.text, start, end)
  let sum = model.constants.unknownBase
  for (const bucket of buckets) sum += (model.unknown[bucket] ?? 0) / buckets.length
  return 1 / (1 + Math.exp(-sum))
}

const COMPOUND_PARTS_MAX = 6

function guessCompound(model: Model, text: string): number {
  let loudest = 0
  for (const part of text.toLowerCase().split(/[-\u2010\u2011]/, COMPOUND_PARTS_MAX)) {
    const row = rowOf(model, hashWord(part))
    if (row >= 0) loudest = Math.max(loudest, model.expert[row] ?? 0)
  }
  return loudest
}

function addNgrams(model: Model, scored: Scored, stretch: Stretch): number {
  const { units, share } = scored
  const count = Math.max(1, stretch.to - stretch.from)
  const perWord = 1 / Math.sqrt(count)
  const perPair = 1 / Math.sqrt(Math.max(1, count - 1))
  const perLetter = 1 / Math.sqrt(Math.max(1, countLetters(units, stretch)))
  let sum = 0
  for (let i = stretch.from; i < stretch.to; i++) {
    const row = units.row[i] ?? -1
    const weight = units.weight[i] ?? 1
    const own =
      row < 0
        ? spell(model, units, i) * perLetter
        : (model.word[row] ?? 0) * perWord + (model.letters[row] ?? 0) * perLetter
    share[i] = (share[i] ?? 0) + own * weight
    sum += own * weight
    if (i === stretch.from) continue
    const pair = (model.pairs[pairBucket(units, i)] ?? 0) * perPair * Math.min(weight, units.weight[i - 1] ?? 1)
    share[i] = (share[i] ?? 0) + pair / 2
    share[i - 1] = (share[i - 1] ?? 0) + pair / 2
    sum += pair
  }
  return sum
}

export function countLetters(units: Units, stretch: { from: number; to: number }): number {
  let count = 0
  for (let i = stretch.from; i < stretch.to; i++) {
    if (!hasLetters(units, i)) continue
    const word = units.first[i] ?? 0
    count += letterCount((units.words.end[word] ?? 0) - (units.words.start[word] ?? 0))
  }
  return count
}

function spell(model: Model, units: Units, at: number): number {
  if (!hasLetters(units, at)) return 0
  const word = units.first[at] ?? 0
  let sum = 0
  for (const bucket of letterBuckets(units.words.text, units.words.start[word] ?? 0, units.words.end[word] ?? 0)) {
    sum += model.letterTable[bucket] ?? 0
  }
  return sum
}

type Scratch = { features: Float64Array; at: number; top: Int32Array }

function addTables(model: Model, scored: Scored, input: { stretch: Stretch; scratch: Scratch }): number {
  const { scratch } = input
  scratch.at = 0
  const experts = addTable(model, { scores: scored.expert, share: scored.share }, input)
  scratch.at = TABLE_FEATURES.length
  return experts + addTable(model, { scores: scored.editor, share: scored.share }, input)
}

// Hands every table feature back to the units it was made of; nothing is left over.
function addTable(
  model: Model,
  table: { scores: Float32Array; share: Float32Array },
  input: { stretch: Stretch; scratch: Scratch },
): number {
  const { stretch, scratch } = input
  const { scores, share } = table
  const { stack } = model.constants
  const { at, features, top } = scratch
  measureTable(scores, stretch, scratch)
  let sum = 0
  for (let k = at; k < at + TABLE_FEATURES.length; k++) sum += (stack[k] ?? 0) * (features[k] ?? 0)
  const count = Math.max(1, stretch.to - stretch.from)
  const mean = (stack[at + 3] ?? 0) / count
  const density = (stack[at + 4] ?? 0) / Math.sqrt(count)
  const any = stack[at + 5] ?? 0
  for (let i = stretch.from; i < stretch.to; i++) {
    const score = scores[i] ?? 0
    share[i] = (share[i] ?? 0) + mean * score + (score > DENSITY_MIN ? density : 0) + any * anyOf(score)
  }
  let perRank = (stack[at] ?? 0) + (stack[at + 1] ?? 0) / 2 + (stack[at + 2] ?? 0) / 4
  for (let rank = 0; rank < 4; rank++) {
    const unit = top[rank] ?? -1
    if (unit >= 0) share[unit] = (share[unit] ?? 0) + perRank * (scores[unit] ?? 0)
    if (rank === 0) perRank -= stack[at] ?? 0
    if (rank === 1) perRank -= (stack[at + 1] ?? 0) / 2
  }
  return sum
}

function contextOf(model: Model, features: Float64Array): number {
  let sum = 0
  for (let i = STYLE_AT; i < FEATURE_COUNT; i++) sum += (model.constants.stack[i] ?? 0) * (features[i] ?? 0)
  return sum
}
