import { codedTables } from './coding.ts'
import { FLAG } from './lexis.ts'
import type { Model } from './model.ts'
import type { Scored } from './scoring.ts'

// Which way a text leans: the tone of its words, turned round behind a negation, the loaded ones counting most.

export type Direction = 'neutral' | 'positive_leaning' | 'negative_leaning' | 'mixed'

export interface Leaning {
  readonly positive: number
  readonly negative: number
}

const NEGATION_REACH = 3
const PLAIN_EMPHASIS = 0.4
const FULL_EMPHASIS_AT = 0.3

export interface Tones extends Leaning {
  // The tone of every unit, signed; what is turned round stays as loaded as it was.
  readonly tone: Float32Array
}

export function readTones(model: Model, scored: Scored): Tones {
  const { units } = scored
  const { row: rows, weight: weights } = units
  const { tone: tones, expert } = units.words.room
  const { codes, values } = codedTables(model).polarity
  const { flags } = model
  let positive = 0
  let negative = 0
  for (const { from, to } of units.sentences) {
    let turnedUntil = -1
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? -1
      tones[i] = 0
      if (row < 0) continue
      const emphasis = PLAIN_EMPHASIS + (1 - PLAIN_EMPHASIS) * Math.min(1, (expert[i] ?? 0) / FULL_EMPHASIS_AT)
      const tone = Math.fround((values[codes[row] ?? 0] ?? 0) * (weights[i] ?? 1) * emphasis)
      const turned = i <= turnedUntil ? -tone : tone
      tones[i] = turned
      const isPositive = Number(turned > 0)
      positive += turned * isPositive
      negative -= turned * (1 - isPositive)
      if ((flags[row] ?? 0) & FLAG.negation) turnedUntil = i + NEGATION_REACH
    }
  }
  return { tone: tones, positive, negative }
}

export function nameDirection(model: Model, leaning: Leaning, count: number): Direction {
  const { threshold, bias, mixed, floor } = model.constants.direction
  const { positive, negative } = leaning
  const root = Math.sqrt(Math.max(1, count))
  const lean = (positive - negative) / root + bias
  const weaker = Math.min(positive, negative)
  if (weaker / root > floor && weaker > mixed * Math.max(positive, negative)) return 'mixed'
  if (Math.abs(lean) < threshold) return 'neutral'
  return lean > 0 ? 'positive_leaning' : 'negative_leaning'
}
