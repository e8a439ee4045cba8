import { FLAG, type Lexis } from './lexis.ts'
import type { Units } from './units.ts'
import { SHAPE } from './words.ts'

// The numbers the stacker sees for one stretch of units. Two word tables (what experts marked, what editors removed) give
// six each; the style of the sentence gives the rest. Training and inference share this file.

export const TABLE_FEATURES = ['max', 'top2', 'top4', 'mean', 'density', 'any'] as const
export const STYLE_FEATURES = [
  'exclamation',
  'question',
  'caps',
  'quoted',
  'digits',
  'first',
  'second',
  'adverb',
  'intensifier',
  'absolutist',
  'modal',
  'superlative',
  'report',
  'length',
  'short',
  'names',
] as const

export const STYLE_AT = 2 * TABLE_FEATURES.length
export const FEATURE_COUNT = STYLE_AT + STYLE_FEATURES.length
export const DENSITY_MIN = 0.2

export interface Stretch {
  readonly from: number
  readonly to: number
  readonly exclamations: number
  readonly questions: number
}

export interface WordTables {
  readonly expert: Float32Array
  readonly editor: Float32Array
}

// `scores[i]` is the table's probability for unit i, already weighed by its quotation. `top` receives the units with the
// four highest scores, highest first, -1 where there are fewer.
export function measureTable(
  scores: Float32Array,
  stretch: Stretch,
  into: { features: Float64Array; at: number; top: Int32Array },
): void {
  const { features, at, top } = into
  top.fill(-1)
  let sum = 0
  let dense = 0
  let none = 0
  for (let i = stretch.from; i < stretch.to; i++) {
    const score = scores[i] ?? 0
    sum += score
    if (score > DENSITY_MIN) dense++
    none += anyOf(score)
    if (score > scoreAt(scores, top[3])) place(scores, top, i)
  }
  const count = Math.max(1, stretch.to - stretch.from)
  const first = scoreAt(scores, top[0])
  const second = scoreAt(scores, top[1])
  features[at] = first
  features[at + 1] = (first + second) / 2
  features[at + 2] = (first + second + scoreAt(scores, top[2]) + scoreAt(scores, top[3])) / 4
  features[at + 3] = sum / count
  features[at + 4] = dense / Math.sqrt(count)
  features[at + 5] = none
}

// The additive form of noisy-or: minus the logarithm of the chance that no word is loaded.
export function anyOf(score: number): number {
  return -Math.log(1 - 0.98 * score)
}

function scoreAt(scores: Float32Array, unit: number | undefined): number {
  return unit === undefined || unit < 0 ? 0 : (scores[unit] ?? 0)
}

function place(scores: Float32Array, top: Int32Array, unit: number): void {
  const score = scores[unit] ?? 0
  let rank = 3
  while (rank > 0 && score > scoreAt(scores, top[rank - 1])) {
    top[rank] = top[rank - 1] ?? -1
    rank--
  }
  top[rank] = unit
}

export function measureStyle(lexis: Lexis, units: Units, stretch: Stretch, features: Float64Array): void {
  const counts = countKinds(lexis, units, stretch)
  const count = Math.max(1, stretch.to - stretch.from)
  const root = Math.sqrt(count)
  const style = [
    Math.min(3, stretch.exclamations),
    Math.min(3, stretch.questions),
    counts.caps / root,
    counts.quoted / count,
    counts.digits / root,
    counts.first / root,
    counts.second / root,
    counts.adverb / root,
    counts.intensifier / root,
    counts.absolutist / root,
    counts.modal / root,
    counts.superlative / root,
    counts.report / root,
    Math.log(count) / 3,
    Math.max(0, 8 - count) / 8,
    counts.names / root,
  ]
  for (let i = 0; i < style.length; i++) features[STYLE_AT + i] = style[i] ?? 0
}

function countKinds(lexis: Lexis, units: Units, stretch: Stretch) {
  const counts = {
    caps: 0,
    quoted: 0,
    digits: 0,
    first: 0,
    second: 0,
    adverb: 0,
    intensifier: 0,
    absolutist: 0,
    modal: 0,
    superlative: 0,
    report: 0,
    names: 0,
  }
  for (let i = stretch.from; i < stretch.to; i++) {
    const row = units.row[i] ?? -1
    const flags = row < 0 ? 0 : (lexis.flags[row] ?? 0)
    const shape = units.words.shape[units.first[i] ?? 0] ?? 0
    if ((units.weight[i] ?? 1) < 1) counts.quoted++
    if (shape & SHAPE.number) counts.digits++
    if (flags & FLAG.proper) counts.names++
    else if (shape & SHAPE.caps && row >= 0) counts.caps++
    if (flags === 0) continue
    if (flags & FLAG.first) counts.first++
    if (flags & FLAG.second) counts.second++
    if (flags & FLAG.adverb) counts.adverb++
    if (flags & FLAG.intensifier) counts.intensifier++
    if (flags & FLAG.absolutist) counts.absolutist++
    if (flags & FLAG.modal) counts.modal++
    if (flags & FLAG.superlative) counts.superlative++
    if (flags & FLAG.report) counts.report++
  }
  return counts
}
