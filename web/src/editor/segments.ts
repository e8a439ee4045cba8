// A text cut at the borders of its loaded words, so that it can be drawn; and the text after a replacement.
import type { Evidence } from '@equipoise/sdk'

export interface Segment<Mark> {
  readonly start: number
  readonly text: string
  /** The loaded word this piece is, if it is one. */
  readonly mark?: Mark
}

export type Side = 'positive' | 'negative' | 'loaded'

/** Pieces that together are the text. Where marks overlap, the one that begins first keeps its place. */
export function segmentsOf<Mark extends { readonly start: number; readonly end: number }>(
  text: string,
  marks: readonly Mark[],
): Segment<Mark>[] {
  const segments: Segment<Mark>[] = []
  let at = 0
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    if (mark.start < at || mark.end > text.length || mark.end <= mark.start) continue
    if (mark.start > at) segments.push({ start: at, text: text.slice(at, mark.start) })
    segments.push({ start: mark.start, text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at) })
  return segments
}

/** The evidence of one text in the text it has become: what stands before the edit stays, what stands after it moves along. */
export function carriedOver(evidence: readonly Evidence[], from: string, to: string): Evidence[] {
  const { head, tail } = commonEnds(from, to)
  const moved = to.length - from.length
  return evidence.flatMap((one) => {
    if (one.end <= head) return one
    return one.start >= from.length - tail ? { ...one, start: one.start + moved, end: one.end + moved } : []
  })
}

/** Each piece of evidence with a name of its own that an edit elsewhere does not change: its word, numbered. */
export function namedEvidence(evidence: readonly Evidence[]): { name: string; evidence: Evidence }[] {
  const counts = new Map<string, number>()
  return evidence.map((one) => {
    const count = (counts.get(one.text) ?? 0) + 1
    counts.set(one.text, count)
    return { name: `${one.text} ${count}`, evidence: one }
  })
}

/** All suggestions at once, from the last to the first, so that the places of the others hold. */
export function allReplaced(text: string, evidence: readonly Evidence[]): string {
  const suggested = evidence.filter(({ suggestion }) => suggestion !== undefined).sort((a, b) => b.start - a.start)
  let next = text
  let limit = Number.POSITIVE_INFINITY
  for (const one of suggested) {
    if (one.end > limit) continue
    next = replaced(next, one, one.suggestion ?? '')
    limit = one.start
  }
  return next
}

/** An empty suggestion takes the word out, and one of the spaces around it with it. */
export function replaced(text: string, { start, end, text: word }: Evidence, suggestion: string): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (suggestion !== '') return withArticle(before, word, suggestion) + likeCase(word, suggestion) + after
  if (!after.startsWith(' ')) return before.replace(/ $/, '') + after
  const rest = after.slice(1)
  return withArticle(before, word, rest) + (isSentenceStart(before, word) ? raised(rest) : rest)
}

const KEPT_SHARE_MIN = 0.2

/** Whether one step made this of the text before it, by typing, cutting or adding, and did not put a new text in its place. */
export function isEditOf(text: string, previous: string): boolean {
  const { head, tail } = commonEnds(text, previous)
  return text !== '' && head + tail >= KEPT_SHARE_MIN * Math.min(text.length, previous.length)
}

/** The one piece of a text that has to be written anew to make another of it. */
export function editBetween(from: string, to: string): { start: number; end: number; text: string } {
  const { head, tail } = commonEnds(from, to)
  return { start: head, end: from.length - tail, text: to.slice(head, to.length - tail) }
}

/** How many characters two texts share at their beginnings and, beyond that, at their ends. */
function commonEnds(a: string, b: string): { head: number; tail: number } {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
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

/** What stands before a word, with the article that fits what comes in its place: "a", then "an unsuccessful plan". */
function withArticle(before: string, word: string, next: string): string {
  return before.replace(ARTICLE, (_found, article: string, space: string) => {
    const letter = article.charAt(0)
    const n = letter === 'A' && isCapitals(word) ? 'N' : 'n'
    return (SOUNDS_LIKE_VOWEL.test(next) ? letter + n : letter) + space
  })
}

/** A word at the beginning of a sentence stays one when it is replaced, and a word in capitals stays in capitals. */
function likeCase(word: string, suggestion: string): string {
  if (isCapitals(word)) return suggestion.toUpperCase()
  return hasCapital(word) ? raised(suggestion) : suggestion
}

/** After a full stop; or, with a capital, the first word of a line, as under a heading or in a list. */
function isSentenceStart(before: string, word: string): boolean {
  if (before === '' || /[.!?]\s+$/.test(before)) return true
  return hasCapital(word) && /(^|\n)[^\p{L}\n]*$/u.test(before)
}

function hasCapital(word: string): boolean {
  const first = word.charAt(0)
  return first !== first.toLowerCase()
}

/** All of it, and more than one letter: a lone "A" or "I" says nothing. */
function isCapitals(word: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase()
}

function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
