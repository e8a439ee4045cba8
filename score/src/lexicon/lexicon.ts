// Our hand-made word lists: loaded words with their kind and leaning, their neutral alternatives, words that evaluate. Data only.

export { unmistakable } from './advertising.ts'
export { CATEGORIES, type Category, categories, splitWords } from './categories.ts'
export { codes, findCodes } from './codes.ts'
export { plainUses } from './suggestion-plain-uses.ts'
export {
  longestSuggestionWords,
  type SuggestionEntry,
  type SuggestionKind,
  suggestionEntries,
  suggestions,
} from './suggestions.ts'
export { termsIn } from './terms.ts'
export { tones } from './tones.ts'
export { wordLists } from './word-lists.ts'
