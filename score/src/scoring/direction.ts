import type { Direction } from '../certificate.ts'
import { floatAt, shortAt } from '../numbers.ts'
import { FLAG, type Units } from '../reading/reading.ts'
import { valueAt } from './coding.ts'
import type { Model } from './model.ts'
import type { Scored } from './sentences.ts'
import { codedTables } from './tables.ts'

// Which way a text leans: the tone of its words, turned round behind a negation, the loaded ones counting most.

const NEGATION_REACH = 3
const PLAIN_EMPHASIS = 0.4
const FULL_EMPHASIS_AT = 0.3

interface Tones {
  readonly positive: number
  readonly negative: number
  // The tone of every unit, signed; what is turned round stays as loaded as it was.
  readonly tone: Float32Array
  readonly counts: ToneCounts
}

// How many units are positive, negative, loaded, and any of the three.
export interface ToneCounts {
  readonly positive: number
  readonly negative: number
  readonly loaded: number
  readonly touched: number
}

const LOADED_MIN = 0.25
const TONED_MIN = 0.08

export function readTones(model: Model, scored: Scored): Tones {
  const { units } = scored
  const { row: rows, kind: kinds, weight: weights } = units
  const { tone: tones, expert } = units.words.room
  const { polarity } = codedTables(model)
  let positive = 0
  let negative = 0
  let positives = 0
  let negatives = 0
  let loaded = 0
  let touched = 0
  for (const { from, to } of units.sentences) {
    let turnedUntil = -1
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? -1
      const score = floatAt(expert, i)
      const isLoaded = Number(score >= LOADED_MIN)
      loaded += isLoaded
      if (row < 0) {
        tones[i] = 0
        touched += isLoaded
        continue
      }
      const emphasis = PLAIN_EMPHASIS + (1 - PLAIN_EMPHASIS) * Math.min(1, score / FULL_EMPHASIS_AT)
      const tone = Math.fround(valueAt(polarity, row) * (weights[i] ?? 1) * emphasis)
      const turned = i <= turnedUntil ? -tone : tone
      tones[i] = turned
      const isAbove = Number(turned > 0)
      positive += turned * isAbove
      negative -= turned * (1 - isAbove)
      const isPositive = Number(turned > TONED_MIN)
      const isNegative = Number(turned < -TONED_MIN)
      positives += isPositive
      negatives += isNegative
      touched += isPositive | isNegative | isLoaded
      if (shortAt(kinds, i) & FLAG.negation) turnedUntil = i + NEGATION_REACH
    }
  }
  return { tone: tones, positive, negative, counts: { positive: positives, negative: negatives, loaded, touched } }
}

interface Insulted {
  readonly units: Units
  readonly isInsult: (sentence: number) => boolean
}

/** A sentence with an insult praises nobody, also where a negation has turned the insult round. */
export function nameDirection(model: Model, tones: Tones, { units, isInsult }: Insulted): Direction {
  const { threshold, bias, mixed, floor } = model.constants.direction
  const { tone, negative } = tones
  let { positive } = tones
  for (const [at, { from, to }] of units.sentences.entries()) {
    if (isInsult(at)) for (let i = from; i < to; i++) positive -= Math.max(0, floatAt(tone, i))
  }
  const root = Math.sqrt(Math.max(1, units.count))
  const lean = (positive - negative) / root + bias
  const weaker = Math.min(positive, negative)
  if (weaker / root > floor && weaker > mixed * Math.max(positive, negative)) return 'mixed'
  if (Math.abs(lean) < threshold) return 'neutral'
  return lean > 0 ? 'positive_leaning' : 'negative_leaning'
}
