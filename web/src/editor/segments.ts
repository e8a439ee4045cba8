// A text cut at the borders of its findings, so that it can be drawn; and the text after a replacement.
import type { Evidence } from '@equipoise/sdk'

export interface Segment {
  readonly start: number
  readonly text: string
  /** The finding this piece belongs to, if any. */
  readonly evidence?: Evidence
}

export type Side = 'positive' | 'negative' | 'loaded'

/** Pieces that together are the text. Where findings overlap, the one that begins first keeps its place. */
export function segmentsOf(text: string, evidence: readonly Evidence[]): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const one of [...evidence].sort((a, b) => a.start - b.start)) {
    if (one.start < at || one.end > text.length || one.end <= one.start) continue
    if (one.start > at) segments.push({ start: at, text: text.slice(at, one.start) })
    segments.push({ start: one.start, text: text.slice(one.start, one.end), evidence: one })
    at = one.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at) })
  return segments
}

/** The findings of one text in the text it has become: those before the edit stay, those after it move along. */
export function carriedOver(evidence: readonly Evidence[], from: string, to: string): Evidence[] {
  const { head, tail } = commonEnds(from, to)
  const moved = to.length - from.length
  return evidence.flatMap((one) => {
    if (one.end <= head) return one
    return one.start >= from.length - tail ? { ...one, start: one.start + moved, end: one.end + moved } : []
  })
}

/** An empty suggestion takes the word out, and one of the spaces around it with it. */
export function replaced(text: string, { start, end, text: word }: Evidence, suggestion: string): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (suggestion !== '') return withArticle(before, suggestion) + likeCase(word, suggestion) + after
  if (after.startsWith(' ')) return raisedAt(before, withArticle(before, after.slice(1)) + after.slice(1))
  return before.replace(/ $/, '') + after
}

const KEPT_SHARE_MIN = 0.2

/** Whether this is still the other text with changes in it, and not a new one. */
export function isEditOf(text: string, other: string): boolean {
  const { head, tail } = commonEnds(text, other)
  return head + tail >= KEPT_SHARE_MIN * Math.max(text.length, other.length)
}

/** How many characters two texts share at their beginnings and, beyond that, at their ends. */
function commonEnds(a: string, b: string): { head: number; tail: number } {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return { head, tail }
}

export function sideOf({ direction }: Pick<Evidence, 'direction'>): Side {
  return direction === 'neutral' ? 'loaded' : direction
}

/** Three steps are as many as an eye can tell apart: 1, 2 or 3. */
export function strengthOf({ weight }: Pick<Evidence, 'weight'>, weightMax: number): 1 | 2 | 3 {
  const share = weightMax > 0 ? Math.abs(weight) / weightMax : 0
  if (share > 0.66) return 3
  return share > 0.33 ? 2 : 1
}

const ARTICLE = /\b(a|an)( )$/i
/** By sound, as far as letters tell: "an hour", "a university", "a one-off". */
const SOUNDS_LIKE_VOWEL = /^(?!uni(?!n|m)|unanim|use|usu|eu|one\b|once)([aeiou]|hour|honest|heir)/i

/** What stands before a word, with the article that fits the word: "a", then "an unsuccessful plan". */
function withArticle(before: string, next: string): string {
  return before.replace(ARTICLE, (_found, article: string, space: string) => {
    const letter = article.charAt(0)
    return (SOUNDS_LIKE_VOWEL.test(next) ? `${letter}n` : letter) + space
  })
}

/** A word at the beginning of a sentence stays one when it is replaced. */
function likeCase(word: string, suggestion: string): string {
  const first = word.charAt(0)
  const isCapital = first !== first.toLowerCase()
  return isCapital ? suggestion.charAt(0).toUpperCase() + suggestion.slice(1) : suggestion
}

function raisedAt(before: string, text: string): string {
  const isSentenceStart = before === '' || /[.!?]\s+$/.test(before)
  if (!isSentenceStart) return text
  return before + text.charAt(before.length).toUpperCase() + text.slice(before.length + 1)
}
