import type { Analysis } from '@equipoise/score'

// Puts suggestions into a text, and changes nothing else.

export interface Fixed {
  readonly text: string
  readonly count: number
}

export function applySuggestions(text: string, evidence: Analysis['evidence']): Fixed {
  const edits = evidence
    .flatMap(({ start, end, suggestion }) =>
      suggestion === undefined ? [] : [editOf(text, { start, end, suggestion })],
    )
    .sort((a, b) => a.start - b.start)
  const pieces: string[] = []
  let from = 0
  let count = 0
  for (const { start, end, written } of edits) {
    // Of two that overlap, the first is written; the next run finds the other.
    if (start < from) continue
    pieces.push(text.slice(from, start), written)
    from = end
    count++
  }
  return { text: pieces.join('') + text.slice(from), count }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly written: string
}

// What is left out takes the blank behind it along, and leaves its capital to the next word.
function editOf(text: string, { start, end, suggestion }: { start: number; end: number; suggestion: string }): Edit {
  const isCapital = /^\p{Lu}/u.test(text.slice(start, end)) && !/^\p{Lu}/u.test(text.slice(start + 1, end))
  if (suggestion !== '') return { start, end, written: isCapital ? capitalised(suggestion) : suggestion }
  const gap = /^,?[ \t]+/.exec(text.slice(end))?.[0] ?? ''
  if (gap === '') {
    const before = /[ \t]+$/.exec(text.slice(0, start))?.[0] ?? ''
    return { start: start - before.length, end, written: '' }
  }
  const next = text.slice(end + gap.length, end + gap.length + 1)
  return isCapital
    ? { start, end: end + gap.length + next.length, written: next.toUpperCase() }
    : { start, end: end + gap.length, written: '' }
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
