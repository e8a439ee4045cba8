import { CATEGORIES, type Category, type Polarity, wordLists } from './word-lists.ts'

export { CATEGORIES, type Category, type Polarity }

// What kind of word a loaded word is, and which way it leans: it names the evidence, it does not make the score.
// Keys are lower-cased words or phrases, the words of a phrase joined by one space.
export const categories: ReadonlyMap<string, { category: Category; polarity: Polarity }> = new Map(
  Object.entries(wordLists).flatMap(([category, leanings]) =>
    Object.entries(leanings).flatMap(([polarity, words]) =>
      splitWords(words).map((word) => [word, { category: category as Category, polarity: polarity as Polarity }]),
    ),
  ),
)

export function splitWords(words: string): string[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '))
}
