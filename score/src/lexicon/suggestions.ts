import { splitWords } from './categories.ts'
import { adjectiveRows, adverbRows, attributiveRows } from './suggestion-modifiers.ts'
import { nounRows } from './suggestion-nouns.ts'
import { sayingRows, verbRows } from './suggestion-verbs.ts'

export const longestSuggestionWords = 4
const leaveOut = '-'

const rowsByKind = {
  verb: verbRows,
  saying: sayingRows,
  noun: nounRows,
  adjective: adjectiveRows,
  attributive: attributiveRows,
  adverb: adverbRows,
}

// What the loaded word is taken for. `suggestion-fit.ts` knows where each kind fits.
export type SuggestionKind = keyof typeof rowsByKind

export interface SuggestionEntry {
  readonly loaded: string
  readonly neutral: string
  readonly kind: SuggestionKind
}

// Every row pair by pair, in the order written; a test holds that none is repeated.
export const suggestionEntries: readonly SuggestionEntry[] = Object.entries(rowsByKind).flatMap(([kind, rows]) =>
  rows
    .trim()
    .split('\n')
    .flatMap((row) => pairColumns(row, kind as SuggestionKind)),
)

// Loaded word or phrase (lower-cased, words joined by one space) → the neutral alternative that fits in its place,
// or '' where the text is best without it.
export const suggestions: ReadonlyMap<string, string> = new Map(
  suggestionEntries.map(({ loaded, neutral }) => [loaded, neutral]),
)

function pairColumns(row: string, kind: SuggestionKind): SuggestionEntry[] {
  const [loaded = '', neutral = ''] = row.split(' = ')
  const alternatives = splitWords(neutral)
  return splitWords(loaded).map((word, at) => ({ loaded: word, neutral: alternativeOf(alternatives[at], row), kind }))
}

function alternativeOf(alternative: string | undefined, row: string): string {
  if (alternative === undefined) throw new Error(`A loaded word without an alternative in the row: ${row}`)
  return alternative === leaveOut ? '' : alternative
}
