import type { Analysis } from '../src/score.ts'

export interface Accepted {
  readonly from: string
  readonly to: string
  /** The word that was put in is listed as evidence in its turn. */
  readonly again: boolean
}

/** Accepts every suggestion of a text at once, as the editor's "Apply all" does, and looks at the text again. */
export function acceptSuggestions(analyst: (text: string) => Analysis, text: string): Accepted[] {
  const offered = analyst(text).evidence.filter(({ suggestion }) => suggestion !== undefined)
  const places: { start: number; end: number; from: string; to: string }[] = []
  let changed = ''
  let read = 0
  for (const { start, end, suggestion = '' } of offered.toSorted((a, b) => a.start - b.start)) {
    if (start < read) continue
    changed += text.slice(read, start)
    places.push({
      start: changed.length,
      end: changed.length + suggestion.length,
      from: text.slice(start, end),
      to: suggestion,
    })
    changed += suggestion
    // An empty suggestion leaves the word out, and the space behind it.
    read = suggestion === '' && text[end] === ' ' ? end + 1 : end
  }
  const { evidence } = analyst(changed + text.slice(read))
  return places.map(({ start, end, from, to }) => ({
    from,
    to,
    again: evidence.some((item) => item.start < end && start < item.end && item.kind !== 'generalisation'),
  }))
}
