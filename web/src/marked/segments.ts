// A text split at its loaded words, for rendering.
import type { Evidence, SentenceScore } from '@equipoise/sdk'

export interface Segment<Mark> {
  readonly start: number
  readonly text: string
  /** The loaded word, if this segment is one. */
  readonly mark?: Mark
}

type Side = 'positive' | 'negative' | 'loaded'

/** Segments that add up to the text. Of overlapping marks, the first one is kept. */
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

/** The evidence after an edit: what comes before the edit stays, what comes after it moves. */
export function carriedOver(evidence: readonly Evidence[], from: string, to: string): Evidence[] {
  const { head, tail } = commonEnds(from, to)
  const moved = to.length - from.length
  return evidence.flatMap((one) => {
    if (one.end <= head) return one
    return one.start >= from.length - tail ? { ...one, start: one.start + moved, end: one.end + moved } : []
  })
}

/** Names each piece of evidence by its word and a number, so that edits elsewhere do not change the name. */
export function namedEvidence(evidence: readonly Evidence[]): { name: string; evidence: Evidence }[] {
  const counts = new Map<string, number>()
  return evidence.map((one) => {
    const count = (counts.get(one.text) ?? 0) + 1
    counts.set(one.text, count)
    return { name: `${one.text} ${count}`, evidence: one }
  })
}

/** The evidence with this name. Numbers count from the start of the text, in whatever order the evidence is. */
export function evidenceNamed(evidence: readonly Evidence[], wanted: string): Evidence | undefined {
  return namedEvidence(inTextOrder(evidence)).find(({ name }) => name === wanted)?.evidence
}

export function inTextOrder(evidence: readonly Evidence[]): Evidence[] {
  return [...evidence].sort((a, b) => a.start - b.start)
}

export interface CarriedSentence {
  readonly start: number
  readonly end: number
  /** Undefined if the sentence has changed since. */
  readonly score: number | undefined
}

/**
 * The sentences after an edit. Sentences that the edit touches have no score until they are scored again; sentences that it removed are
 * gone. Words added right after a sentence belong to it.
 */
export function carriedSentences(sentences: readonly SentenceScore[], from: string, to: string): CarriedSentence[] {
  const isSame = from === to
  const { head, tail } = commonEnds(from, to)
  const editEnd = from.length - tail
  const moved = to.length - from.length
  return sentences.flatMap(({ start, end, ain_score: score }) => {
    if (isSame || end < head) return { start, end, score }
    if (start >= editEnd && start > head) return { start: start + moved, end: end + moved, score }
    if (start >= head && end <= editEnd) return []
    return {
      start: start <= head ? start : editEnd + moved,
      end: Math.max(end, editEnd) + moved,
      score: undefined,
    }
  })
}

const KEPT_SHARE_MIN = 0.2

/** Whether the text was edited (typed, cut, extended), and not replaced by another text. */
export function isEditOf(text: string, previous: string): boolean {
  const { head, tail } = commonEnds(text, previous)
  return text !== '' && head + tail >= KEPT_SHARE_MIN * Math.min(text.length, previous.length)
}

/** The one replacement that turns a text into another. */
export function editBetween(from: string, to: string): { start: number; end: number; text: string } {
  const { head, tail } = commonEnds(from, to)
  return { start: head, end: from.length - tail, text: to.slice(head, to.length - tail) }
}

/** Compares this many characters at once, because single characters are slow in a long text. */
const LEAP_CHARS = 512

function behind(text: string, tail: number): string {
  return text.slice(text.length - tail - LEAP_CHARS, text.length - tail)
}

/** How many characters two texts share at their start and, not overlapping that, at their end. */
function commonEnds(a: string, b: string): { head: number; tail: number } {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head + LEAP_CHARS <= shorter && a.slice(head, head + LEAP_CHARS) === b.slice(head, head + LEAP_CHARS)) {
    head += LEAP_CHARS
  }
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail + LEAP_CHARS <= shorter - head && behind(a, tail) === behind(b, tail)) tail += LEAP_CHARS
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return { head, tail }
}

export function sideOf({ direction }: Pick<Evidence, 'direction'>): Side {
  return direction === 'neutral' ? 'loaded' : direction
}

/** 1, 2 or 3, since people cannot tell more shades apart. */
export function strengthOf({ weight }: Pick<Evidence, 'weight'>, weightMax: number): 1 | 2 | 3 {
  const share = weightMax > 0 ? Math.abs(weight) / weightMax : 0
  if (share > 0.66) return 3
  return share > 0.33 ? 2 : 1
}

/** The next or previous evidence from a position in the text, wrapping around. */
export function neighbour(evidence: readonly Evidence[], at: number, by: 1 | -1): Evidence | undefined {
  const placed = inTextOrder(evidence)
  return by === 1
    ? (placed.find(({ start }) => start > at) ?? placed[0])
    : (placed.findLast(({ start }) => start < at) ?? placed.at(-1))
}
