import { type Category, categories } from './lexicon/categories.ts'
import { longestSuggestionWords, suggestions } from './lexicon/suggestions.ts'
import type { Scored } from './scoring.ts'
import type { Words } from './words.ts'

// The words a score rests on, the heaviest first, each with a neutral alternative where we have one: a suggestion to look
// again, never a verdict on a word.

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
const TONE_MIN = 0.08

export function listEvidence(scored: Scored, tones: Float32Array): Evidence[] {
  const found: { unit: number; weight: number }[] = []
  for (let unit = 0; unit < scored.units.count; unit++) {
    const weight = scored.share[unit] ?? 0
    const mark = Math.max(scored.expert[unit] ?? 0, (scored.editor[unit] ?? 0) / 2)
    if (weight >= SHARE_MIN && mark >= MARK_MIN) found.push({ unit, weight })
  }
  found.sort((a, b) => b.weight - a.weight || a.unit - b.unit)
  return dropOverlaps(
    found.slice(0, EVIDENCE_MAX).map(({ unit, weight }) => describe(scored, unit, { weight, tone: tones[unit] ?? 0 })),
  )
}

function describe(scored: Scored, unit: number, measured: { weight: number; tone: number }): Evidence {
  const { words } = scored.units
  const at = scored.units.first[unit] ?? 0
  const phrase = findPhrase(words, at) ?? { from: at, to: at + 1, key: keyOf(words, at, at + 1) }
  const start = words.start[phrase.from] ?? 0
  const end = words.end[phrase.to - 1] ?? 0
  const suggestion = suggestions.get(phrase.key)
  const listed = categories.get(phrase.key) ?? categories.get(keyOf(words, at, at + 1))
  const tone = measured.tone > TONE_MIN ? 'positive' : measured.tone < -TONE_MIN ? 'negative' : 'neutral'
  return {
    start,
    end,
    text: words.text.slice(start, end),
    kind: listed?.category ?? 'loaded',
    direction: tone,
    weight: round(measured.weight),
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}

// The longest listed phrase around a word, so that the suggestion fits the span it is offered for.
function findPhrase(words: Words, at: number): { from: number; to: number; key: string } | undefined {
  for (let length = longestSuggestionWords; length >= 2; length--) {
    for (let from = Math.max(0, at - length + 1); from <= at && from + length <= words.count; from++) {
      if (!isUnbroken(words, from, from + length)) continue
      const key = keyOf(words, from, from + length)
      if (suggestions.has(key)) return { from, to: from + length, key }
    }
  }
  return undefined
}

// Words of one phrase are parted by a single space or line break, nothing else.
function isUnbroken(words: Words, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if ((words.start[at] ?? 0) - (words.end[at - 1] ?? 0) !== 1) return false
  return true
}

function keyOf(words: Words, from: number, to: number): string {
  return words.text
    .slice(words.start[from], words.end[to - 1])
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(/\s/g, ' ')
}

function dropOverlaps(evidence: readonly Evidence[]): Evidence[] {
  const taken = new Set<number>()
  return evidence.filter((item) => {
    if (taken.has(item.start)) return false
    taken.add(item.start)
    return true
  })
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
