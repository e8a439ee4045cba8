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

// The tone of every unit, signed; what is turned round stays as loaded as it was.
export function readTones(model: Model, scored: Scored): Float32Array {
  const { units } = scored
  const tones = units.words.room.tone.subarray(0, units.count)
  for (const { from, to } of units.sentences) {
    let turnedUntil = -1
    for (let i = from; i < to; i++) {
      const row = units.row[i] ?? -1
      tones[i] = 0
      if (row < 0) continue
      const emphasis = PLAIN_EMPHASIS + (1 - PLAIN_EMPHASIS) * Math.min(1, (scored.expert[i] ?? 0) / FULL_EMPHASIS_AT)
      const tone = (model.polarity[row] ?? 0) * (units.weight[i] ?? 1) * emphasis
      tones[i] = i <= turnedUntil ? -tone : tone
      if ((model.flags[row] ?? 0) & FLAG.negation) turnedUntil = i + NEGATION_REACH
    }
  }
  return tones
}

export function sumTones(tones: Float32Array): Leaning {
  let [positive, negative] = [0, 0]
  for (let i = 0; i < tones.length; i++) {
    const tone = tones[i] ?? 0
    if (tone > 0) positive += tone
    else negative -= tone
  }
  return { positive, negative }
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
