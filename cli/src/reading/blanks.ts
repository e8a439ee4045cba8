// Files are read by replacing everything that is not prose with spaces. The length stays the same, so every position is valid in the
// file.

/** Characters from `start` to `end` (exclusive). */
export interface Span {
  readonly start: number
  readonly end: number
  /** Whether the text before and after belongs to different blocks, as at the border of a table cell. */
  readonly isBorder?: boolean
}

/** Replaces spans with spaces, and borders with line breaks, and keeps the lines. Of overlapping spans the first counts. */
export function blank(text: string, spans: readonly Span[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, isBorder } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= from) continue
    const first = Math.max(from, start)
    pieces.push(text.slice(from, first), isBorder ? '\n'.repeat(end - first) : blanksFor(text.slice(first, end)))
    from = end
  }
  return from === 0 ? text : [...pieces, text.slice(from)].join('')
}

export function blanksFor(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}

/** The matches of a pattern with the flags `g` and `d`, or of one of its groups. */
export function spansOf(text: string, pattern: RegExp, group = 0): Span[] {
  return [...text.matchAll(pattern)].flatMap(({ indices }) => {
    const [start, end] = indices?.[group] ?? []
    return start === undefined || end === undefined ? [] : [{ start, end }]
  })
}

export function* linesOf(text: string): Generator<{ start: number; end: number; line: string }> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield { start, end, line: text.slice(start, end) }
    start = end + 1
  }
}
