// Texts are read by turning what is no prose into blanks. The length stays, so every position is one in the file.

/** Characters from `start` to `end` (exclusive). */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Blanks that keep the lines as they are. */
export function blank(text: string, spans: readonly Span[]): string {
  return replaced(text, spans, (part) => part.replace(/[^\r\n]/g, ' '))
}

/** Blanks that separate the text before from the text after, as the end of a table cell or a paragraph does. */
export function part(text: string, spans: readonly Span[]): string {
  return replaced(text, spans, (piece) => '\n'.repeat(piece.length))
}

/** Where a pattern with the flag `g` matches, or one of its groups. */
export function spansOf(text: string, pattern: RegExp, group = 0): Span[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const found = match[group]
    if (found === undefined) return []
    const start = match.index + (group === 0 ? 0 : match[0].indexOf(found))
    return [{ start, end: start + found.length }]
  })
}

export function blankAll(text: string, pattern: RegExp, group = 0): string {
  return blank(text, spansOf(text, pattern, group))
}

function replaced(text: string, spans: readonly Span[], write: (piece: string) => string): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue
    pieces.push(text.slice(from, Math.max(from, start)), write(text.slice(Math.max(from, start), end)))
    from = end
  }
  return from === 0 ? text : [...pieces, text.slice(from)].join('')
}
