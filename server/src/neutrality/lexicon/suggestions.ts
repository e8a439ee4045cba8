import { splitWords } from './categories.ts'
import { adjectiveRows, adverbRows } from './suggestion-modifiers.ts'
import { nounRows } from './suggestion-nouns.ts'
import { verbRows } from './suggestion-verbs.ts'

export const longestSuggestionWords = 4
const leaveOut = '-'

// Loaded word or phrase (lower-cased, words joined by one space) → the neutral alternative that fits in its place,
// or '' where the text is best without it.
export const suggestions: ReadonlyMap<string, string> = new Map(suggestionEntries())

// Every row pair by pair, in the order written; a test holds that none is repeated.
export function suggestionEntries(): [string, string][] {
  return [verbRows, nounRows, adjectiveRows, adverbRows].flatMap((rows) => rows.trim().split('\n').flatMap(pairColumns))
}

function pairColumns(row: string): [string, string][] {
  const [loaded = '', neutral = ''] = row.split(' = ')
  const alternatives = splitWords(neutral)
  return splitWords(loaded).map((word, at) => [word, alternativeOf(alternatives[at], row)])
}

function alternativeOf(alternative: string | undefined, row: string): string {
  if (alternative === undefined) throw new Error(`A loaded word without an alternative in the row: ${row}`)
  return alternative === leaveOut ? '' : alternative
}
