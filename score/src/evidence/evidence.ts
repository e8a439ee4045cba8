import { CATEGORIES } from '../lexicon/lexicon.ts'
import { floatAt, intAt } from '../numbers.ts'
import type { Scored } from '../scoring/scoring.ts'
import { lookUpPhrase, type Phrase, suggestionFor } from './phrases.ts'

// The words a score rests on, those first that are heavy and that readers mark, each with a neutral alternative where we
// have one: a suggestion to look again, never a verdict on a word.

export const EVIDENCE_KINDS = ['loaded', ...CATEGORIES] as const

export interface Evidence {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: (typeof EVIDENCE_KINDS)[number]
  readonly direction: 'positive' | 'negative' | 'neutral'
  // What the word adds to the logit of its sentence.
  readonly weight: number
  readonly suggestion?: string
}

export const EVIDENCE_MAX = 200
const SHARE_MIN = 0.15
const MARK_MIN = 0.1
const EDITED_MIN = 0.3
const TONE_MIN = 0.08
// What a word that no reader would mark still counts for in the order.
const UNMARKED_RANK = 0.3

export function listEvidence(scored: Scored, tones: Float32Array): Evidence[] {
  const found = findLoaded(scored)
  if (found.length > 1) found.sort((a, b) => rankOf(scored, b) - rankOf(scored, a) || a - b)
  const evidence: Evidence[] = []
  for (let i = 0; i < found.length && evidence.length < EVIDENCE_MAX; i++) {
    const unit = found[i] ?? 0
    const phrase = lookUpPhrase(scored.units.words, intAt(scored.units.first, unit))
    if (!isListed(scored, phrase, evidence))
      evidence.push(describe(scored, { unit, phrase, tone: floatAt(tones, unit) }))
  }
  return evidence
}

function rankOf(scored: Scored, unit: number): number {
  return floatAt(scored.share, unit) * (UNMARKED_RANK + floatAt(scored.expert, unit))
}

// Two words of one phrase are one item.
function isListed(scored: Scored, phrase: Phrase, evidence: readonly Evidence[]): boolean {
  if (phrase.to - phrase.from === 1) return false
  const start = scored.units.words.start[phrase.from]
  return evidence.some((item) => item.start === start)
}

function findLoaded(scored: Scored): number[] {
  const { share, expert, editor, units } = scored
  const found: number[] = []
  for (let unit = 0; unit < units.count; unit++) {
    if (floatAt(share, unit) < SHARE_MIN) continue
    if (floatAt(expert, unit) >= MARK_MIN || floatAt(editor, unit) >= EDITED_MIN) found.push(unit)
  }
  return found
}

function describe(scored: Scored, found: { unit: number; phrase: Phrase; tone: number }): Evidence {
  const { words } = scored.units
  const { unit, phrase, tone } = found
  const { from, to, listed } = phrase
  const start = intAt(words.start, from)
  const end = intAt(words.end, to - 1)
  const text = words.text.slice(start, end)
  const kind = listed.category ?? 'loaded'
  const direction = directionOf(tone)
  const weight = Math.round(floatAt(scored.share, unit) * 1000) / 1000
  const suggestion = suggestionFor(words, phrase)
  if (suggestion === undefined) return { start, end, text, kind, direction, weight }
  return { start, end, text, kind, direction, weight, suggestion }
}

function directionOf(tone: number): Evidence['direction'] {
  return tone > TONE_MIN ? 'positive' : tone < -TONE_MIN ? 'negative' : 'neutral'
}
