import { allReplaced, changesBetween } from '../src/rewriting/rewriting.ts'
import type { Analysis } from '../src/score.ts'

interface Accepted {
  readonly from: string
  readonly to: string
  /** The words that were put in are listed as evidence in their turn. */
  readonly again: boolean
}

/** Accepts every suggestion of a text at once, as the editor's "Apply all" does, and looks at the text again. */
export function acceptSuggestions(analyst: (text: string) => Analysis, text: string): Accepted[] {
  const edited = allReplaced(text, analyst(text).evidence)
  const { evidence } = analyst(edited)
  let moved = 0
  return changesBetween(text, edited).map(({ start, end, before, after }) => {
    const from = start + moved
    const to = from + after.length
    moved += after.length - (end - start)
    const again = evidence.some((item) => item.start < to && from < item.end && item.kind !== 'generalisation')
    return { from: before, to: after, again }
  })
}
