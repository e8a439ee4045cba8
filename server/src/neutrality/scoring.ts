import {
  DENSITY_MIN,
  FEATURE_COUNT,
  measureStyle,
  measureTable,
  type Scratch,
  STYLE_AT,
  type Stretch,
  TABLE_FEATURES,
  type TableScores,
} from './features.ts'
import type { Model } from './model.ts'
import { letterCount } from './ngrams.ts'
import { mixStacks } from './register.ts'
import { gatherTerms, type Terms } from './terms.ts'
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

const scratch: Scratch = { features: new Float64Array(FEATURE_COUNT), at: 0, top: new Int32Array(4) }

export function scoreUnits(model: Model, units: Units): Scored {
  const { share, expert, editor } = units.words.room
  const sentences: SentenceScore[] = []
  const scored: Scored = { units, share, expert, editor, sentences }
  const terms = gatherTerms(model, scored)
  const { stack, intercept } = mixStacks(model.constants, terms.register)
  for (let index = 0; index < units.sentences.length; index++) {
    const stretch = stretchOf(units, index)
    const words = addNgrams(scored, terms, stretch) + addTables(stack, terms, { stretch, share })
    measureStyle(model, units, stretch, scratch.features)
    const context = contextOf(stack, scratch.features)
    sentences.push({ logit: words + context + intercept, intercept, context })
  }
  return scored
}

export function stretchOf(units: Units, index: number): Stretch {
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  const sentence = units.words.sentences[index]
  return { from, to, exclamations: sentence?.exclamations ?? 0, questions: sentence?.questions ?? 0 }
}

function addNgrams(scored: Scored, terms: Terms, stretch: Stretch): number {
  const { units, share } = scored
  const { weight: weights } = units
  const { word: words, letters, pair: pairs } = terms
  const { from, to } = stretch
  const count = Math.max(1, to - from)
  const perWord = 1 / Math.sqrt(count)
  const perPair = 1 / Math.sqrt(Math.max(1, count - 1))
  const perLetter = 1 / Math.sqrt(Math.max(1, countLetters(units, stretch)))
  let sum = 0
  for (let i = from; i < to; i++) {
    const weight = weights[i] ?? 1
    const own = (words[i] ?? 0) * perWord + (letters[i] ?? 0) * perLetter
    sum += own * weight
    share[i] = own * weight
    if (i === from) continue
    const pair = (pairs[i] ?? 0) * perPair * Math.min(weight, weights[i - 1] ?? 1)
    share[i] = (share[i] ?? 0) + pair / 2
    share[i - 1] = (share[i - 1] ?? 0) + pair / 2
    sum += pair
  }
  return sum
}

export function countLetters(units: Units, stretch: { from: number; to: number }): number {
  const { first, hash } = units
  const { start, end, hash: own, shape } = units.words
  let count = 0
  for (let i = stretch.from; i < stretch.to; i++) {
    const word = first[i] ?? 0
    const hasLetters = hash[i] === own[word] && !((shape[word] ?? 0) & SHAPE.number)
    if (hasLetters) count += letterCount((end[word] ?? 0) - (start[word] ?? 0))
  }
  return count
}

interface Target {
  readonly stretch: Stretch
  readonly share: Float32Array
}

function addTables(stack: Float64Array, terms: Terms, target: Target): number {
  scratch.at = 0
  const experts = addTable(stack, terms.expert, target)
  scratch.at = TABLE_FEATURES.length
  return experts + addTable(stack, terms.editor, target)
}

// Hands every table feature back to the units it was made of; nothing is left over.
function addTable(stack: Float64Array, table: TableScores, target: Target): number {
  const { stretch, share } = target
  const { score: scores, any } = table
  const { at, features, top } = scratch
  measureTable(table, stretch, scratch)
  let sum = 0
  for (let k = at; k < at + TABLE_FEATURES.length; k++) sum += (stack[k] ?? 0) * (features[k] ?? 0)
  const count = Math.max(1, stretch.to - stretch.from)
  const mean = (stack[at + 3] ?? 0) / count
  const density = (stack[at + 4] ?? 0) / Math.sqrt(count)
  const perAny = stack[at + 5] ?? 0
  for (let i = stretch.from; i < stretch.to; i++) {
    const score = scores[i] ?? 0
    share[i] = (share[i] ?? 0) + mean * score + density * Number(score > DENSITY_MIN) + perAny * (any[i] ?? 0)
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

function contextOf(stack: Float64Array, features: Float64Array): number {
  let sum = 0
  for (let i = STYLE_AT; i < FEATURE_COUNT; i++) sum += (stack[i] ?? 0) * (features[i] ?? 0)
  return sum
}
