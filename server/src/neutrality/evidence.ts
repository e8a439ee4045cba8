import type { Category } from './lexicon/categories.ts'
import { lookUpPhrase } from './phrases.ts'
import type { Scored } from './scoring.ts'

// The words a score rests on, those first that are heavy and that readers mark, each with a neutral alternative where we
// have one: a suggestion to look again, never a verdict on a word.

export interface Evidence {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: Category | 'loaded'
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
  if (found.length === 0) return []
  const rankOf = (unit: number): number => (scored.share[unit] ?? 0) * (UNMARKED_RANK + (scored.expert[unit] ?? 0))
  found.sort((a, b) => rankOf(b) - rankOf(a) || a - b)
  const taken = new Set<number>()
  const evidence: Evidence[] = []
  for (let i = 0; i < found.length && evidence.length < EVIDENCE_MAX; i++) {
    const item = describe(scored, found[i] ?? 0, tones)
    if (taken.has(item.start)) continue
    taken.add(item.start)
    evidence.push(item)
  }
  return evidence
}

function findLoaded(scored: Scored): number[] {
  const { share, expert, editor, units } = scored
  const found: number[] = []
  for (let unit = 0; unit < units.count; unit++) {
    if ((share[unit] ?? 0) < SHARE_MIN) continue
    if ((expert[unit] ?? 0) >= MARK_MIN || (editor[unit] ?? 0) >= EDITED_MIN) found.push(unit)
  }
  return found
}

function describe(scored: Scored, unit: number, tones: Float32Array): Evidence {
  const { words } = scored.units
  const { from, to, listed } = lookUpPhrase(words, scored.units.first[unit] ?? 0)
  const start = words.start[from] ?? 0
  const end = words.end[to - 1] ?? 0
  const text = words.text.slice(start, end)
  const kind = listed.category ?? 'loaded'
  const direction = directionOf(tones[unit] ?? 0)
  const weight = Math.round((scored.share[unit] ?? 0) * 1000) / 1000
  const { suggestion } = listed
  if (suggestion === undefined) return { start, end, text, kind, direction, weight }
  return { start, end, text, kind, direction, weight, suggestion }
}

function directionOf(tone: number): Evidence['direction'] {
  return tone > TONE_MIN ? 'positive' : tone < -TONE_MIN ? 'negative' : 'neutral'
}
