import { doubleAt, floatAt } from '../numbers.ts'
import type { Units } from '../reading/reading.ts'
import {
  DENSITY_MIN,
  FEATURE_COUNT,
  findTop,
  measureStyle,
  STYLE_AT,
  type Stretch,
  TABLE_FEATURES,
} from './features.ts'
import type { Model } from './model.ts'
import { mixStacks } from './register.ts'
import { gatherTerms, type Terms } from './terms.ts'

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
  // The text's share in the register of reference works.
  readonly register: number
}

export interface SentenceScore {
  readonly logit: number
  readonly intercept: number
  readonly context: number
}

// Where the features of the second table, the editors', begin.
const EDITORS_AT = TABLE_FEATURES.length
const features = new Float64Array(FEATURE_COUNT)
const top = new Int32Array(4)

export function scoreUnits(model: Model, units: Units): Scored {
  const { share, expert, editor } = units.words.room
  const sentences: SentenceScore[] = []
  const terms = gatherTerms(model, { units, expert, editor })
  const scored: Scored = { units, share, expert, editor, sentences, register: terms.register }
  const { stack, intercept } = mixStacks(model.constants, terms.register)
  for (let index = 0; index < units.sentences.length; index++) {
    const stretch = stretchOf(units, index)
    const words =
      addUnits(scored, terms, { stack, stretch }) +
      addTop(scored, expert, { stack, stretch, at: 0 }) +
      addTop(scored, editor, { stack, stretch, at: EDITORS_AT })
    measureStyle(units, stretch, features)
    const context = contextOf(stack)
    sentences.push({ logit: words + context + intercept, intercept, context })
  }
  return scored
}

interface ScoredStretch extends Stretch {
  readonly letters: number
}

function stretchOf(units: Units, index: number): ScoredStretch {
  const { from, to, letters } = units.sentences[index] ?? { from: 0, to: 0, letters: 0 }
  return { from, to, letters }
}

// What the n-grams give, and of the tables all that is the same for every unit: its part in the mean, in the density and in
// the chance that any word is loaded.
function addUnits(
  scored: Scored,
  terms: Terms,
  { stack, stretch }: { stack: Float64Array; stretch: ScoredStretch },
): number {
  const { units, share } = scored
  const { weight: weights } = units
  const { word: words, letters, pair: pairs } = terms
  const { score: experts, any: expertAny } = terms.expert
  const { score: editors, any: editorAny } = terms.editor
  const { from, to } = stretch
  const count = Math.max(1, to - from)
  const perWord = 1 / Math.sqrt(count)
  const perPair = 1 / Math.sqrt(Math.max(1, count - 1))
  const perLetter = 1 / Math.sqrt(Math.max(1, stretch.letters))
  const perExpert = doubleAt(stack, 3) / count
  const perMarked = doubleAt(stack, 4) * perWord
  const perExpertAny = doubleAt(stack, 5)
  const perEditor = doubleAt(stack, EDITORS_AT + 3) / count
  const perRemoved = doubleAt(stack, EDITORS_AT + 4) * perWord
  const perEditorAny = doubleAt(stack, EDITORS_AT + 5)
  let sum = 0
  for (let i = from; i < to; i++) {
    const weight = weights[i] ?? 1
    const expert = floatAt(experts, i)
    const editor = floatAt(editors, i)
    const own =
      (floatAt(words, i) * perWord + doubleAt(letters, i) * perLetter) * weight +
      (perExpert * expert + perMarked * Number(expert > DENSITY_MIN) + perExpertAny * doubleAt(expertAny, i)) +
      (perEditor * editor + perRemoved * Number(editor > DENSITY_MIN) + perEditorAny * doubleAt(editorAny, i))
    share[i] = own
    sum += own
    if (i === from) continue
    const half = (floatAt(pairs, i) * perPair * Math.min(weight, weights[i - 1] ?? 1)) / 2
    share[i - 1] = floatAt(share, i - 1) + half
    share[i] = own + half
    sum += 2 * half
  }
  return sum
}

interface Target {
  readonly stack: Float64Array
  readonly stretch: Stretch
  // Where the features of the table begin.
  readonly at: number
}

// The features of the highest scores, handed back to the units they were made of; nothing is left over.
function addTop(scored: Scored, scores: Float32Array, { stack, stretch, at }: Target): number {
  findTop(scores, stretch, top)
  const inTop4 = doubleAt(stack, at + 2) / 4
  const inTop2 = inTop4 + doubleAt(stack, at + 1) / 2
  let sum = 0
  for (let rank = 0; rank < 4; rank++) {
    const unit = top[rank] ?? -1
    if (unit < 0) break
    const perScore = rank === 0 ? inTop2 + doubleAt(stack, at) : rank === 1 ? inTop2 : inTop4
    const part = perScore * floatAt(scores, unit)
    scored.share[unit] = floatAt(scored.share, unit) + part
    sum += part
  }
  return sum
}

function contextOf(stack: Float64Array): number {
  let sum = 0
  for (let i = STYLE_AT; i < FEATURE_COUNT; i++) sum += doubleAt(stack, i) * doubleAt(features, i)
  return sum
}
