import { byteAt, doubleAt, floatAt, intAt, log, shortAt } from '../numbers.ts'
import { FLAG, SHAPE, type Units } from '../reading/reading.ts'

// The numbers the stacker sees for one stretch of units. Two word tables (what experts marked, what editors removed) give
// six each; the style of the sentence gives the rest. Training and inference share this file.

export const TABLE_FEATURES = ['max', 'top2', 'top4', 'mean', 'density', 'any'] as const
const STYLE_FEATURES = [
  // Always 0: how a sentence ends may not decide what it scores.
  'exclamation',
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
}

// What a word table says about each unit: its probability, already weighed by the quotation, and `anyOf` it.
export interface TableScores {
  readonly score: Float32Array
  readonly any: Float64Array
}

// The additive form of noisy-or: minus the logarithm of the chance that no word is loaded.
export function anyOf(score: number): number {
  const x = 0.98 * score
  return x < SERIES_BELOW ? x * (1 + x * (0.5 + x / 3)) : -log(1 - x)
}

// The series is right to four digits there, and spares a logarithm.
const SERIES_BELOW = 0.1

// The units with the four highest scores, highest first, -1 where there are fewer. Of equal ones the first comes first.
export function findTop(scores: Float32Array, { from, to }: { from: number; to: number }, top: Int32Array): void {
  let first = -1
  let second = -1
  let third = -1
  let fourth = -1
  let max = 0
  let max2 = 0
  let max3 = 0
  let max4 = 0
  for (let i = from; i < to; i++) {
    const score = floatAt(scores, i)
    if (score <= max4) continue
    if (score <= max3) {
      max4 = score
      fourth = i
      continue
    }
    max4 = max3
    fourth = third
    if (score <= max2) {
      max3 = score
      third = i
      continue
    }
    max3 = max2
    third = second
    if (score <= max) {
      max2 = score
      second = i
      continue
    }
    max2 = max
    second = first
    max = score
    first = i
  }
  top[0] = first
  top[1] = second
  top[2] = third
  top[3] = fourth
}

export function measureStyle(units: Units, stretch: Stretch, features: Float64Array): void {
  for (let i = STYLE_AT; i < FEATURE_COUNT; i++) features[i] = 0
  countKinds(units, stretch, features)
  const count = Math.max(1, stretch.to - stretch.from)
  // A sentence in capitals throughout is loud, not full of acronyms.
  if (doubleAt(features, STYLE_AT + AT.caps) * 2 > count) features[STYLE_AT + AT.caps] = 0
  const perRoot = 1 / Math.sqrt(count)
  for (let i = STYLE_AT + AT.caps; i < FEATURE_COUNT; i++) features[i] = doubleAt(features, i) * perRoot
  features[STYLE_AT + AT.quoted] = doubleAt(features, STYLE_AT + AT.quoted) * perRoot
  features[STYLE_AT + AT.length] = log(count) / 3
  features[STYLE_AT + AT.short] = Math.max(0, 8 - count) / 8
}

const AT = Object.fromEntries(STYLE_FEATURES.map((name, at) => [name, at])) as Record<
  (typeof STYLE_FEATURES)[number],
  number
>

// Which flag counts towards which feature, by the place of the flag's bit; 0 is none.
const COUNTED = new Uint8Array(16)
const COUNTED_FLAGS = setCounted(
  'first',
  'second',
  'adverb',
  'intensifier',
  'absolutist',
  'modal',
  'superlative',
  'report',
)

function setCounted(...names: readonly (keyof typeof FLAG & keyof typeof AT)[]): number {
  for (const name of names) COUNTED[31 - Math.clz32(FLAG[name])] = STYLE_AT + AT[name]
  return names.reduce((all, name) => all | FLAG[name], 0)
}

const SEEN_FLAGS = COUNTED_FLAGS | FLAG.proper
const SEEN_SHAPES = SHAPE.number | SHAPE.caps

function countKinds(units: Units, stretch: Stretch, features: Float64Array): void {
  const { row: rows, kind: kinds, first, weight: weights } = units
  const { shape: shapes } = units.words
  for (let i = stretch.from; i < stretch.to; i++) {
    const flags = shortAt(kinds, i)
    const shape = byteAt(shapes, intAt(first, i))
    const isQuoted = (weights[i] ?? 1) < 1
    if (!isQuoted && !(flags & SEEN_FLAGS) && !(shape & SEEN_SHAPES)) continue
    if (isQuoted) add(features, STYLE_AT + AT.quoted)
    if (shape & SHAPE.number) add(features, STYLE_AT + AT.digits)
    if (flags & FLAG.proper) add(features, STYLE_AT + AT.names)
    else if (shape & SHAPE.caps && (rows[i] ?? -1) >= 0) add(features, STYLE_AT + AT.caps)
    if ((flags & COUNTED_FLAGS) === 0) continue
    addFlags(flags & COUNTED_FLAGS, features)
  }
}

function addFlags(flags: number, features: Float64Array): void {
  for (let left = flags; left !== 0; left &= left - 1) add(features, byteAt(COUNTED, 31 - Math.clz32(left & -left)))
}

function add(features: Float64Array, at: number): void {
  features[at] = doubleAt(features, at) + 1
}
