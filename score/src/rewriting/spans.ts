// The proof that somebody else's rewriting changed the marked words and nothing else.
import { piecesOf } from './changes.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Spans in order, with those that touch or overlap made one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else merged.push({ start, end })
  }
  return merged
}

/**
 * What stands in place of each span in `after`; undefined if anything outside of them is not as it was, word for word. White space
 * at the ends of the texts does not count.
 */
export function rewrittenSpans(before: string, after: string, spans: readonly Span[]): string[] | undefined {
  const fixed = fixedPieces(before.trimEnd(), spans)
  const now = piecesOf(after.trimEnd())
  const [first = [], ...others] = fixed
  const last = others.at(-1)
  if (last === undefined) return now.join('') === first.join('') ? [] : undefined
  if (!startsWith(now, first, 0)) return undefined
  const end = now.length - last.length
  if (end < first.length || !startsWith(now, last, end)) return undefined
  const found: string[] = []
  let from = first.length
  // The leftmost place will do for each: what is rewritten is as short as possible, and the rest is left for those behind it.
  for (const piece of others.slice(0, -1)) {
    const place = indexOf(now, piece, { from, to: end })
    if (place < 0) return undefined
    found.push(now.slice(from, place).join(''))
    from = place + piece.length
  }
  found.push(now.slice(from, end).join(''))
  return found
}

/** What stands before, between and behind the spans. */
function fixedPieces(text: string, spans: readonly Span[]): string[][] {
  const starts = [0, ...spans.map(({ end }) => end)]
  const ends = [...spans.map(({ start }) => start), text.length]
  return starts.map((start, at) => piecesOf(text.slice(start, ends[at])))
}

function indexOf(
  now: readonly string[],
  wanted: readonly string[],
  { from, to }: { from: number; to: number },
): number {
  for (let at = from; at + wanted.length <= to; at++) if (startsWith(now, wanted, at)) return at
  return -1
}

function startsWith(now: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((piece, index) => now[at + index] === piece)
}
