// Lists of words that a person does not want marked, independent of where the lists are stored.

/** The limits of the service for one request. */
const WORDS_MAX = 200
const WORD_CHARS_MAX = 100

/** Punctuation (such as exclamation marks) and whole sentences cannot be ignored. */
export function canIgnore(word: string): boolean {
  return word.length <= WORD_CHARS_MAX && /[\p{L}\p{N}]/u.test(word)
}

export function isIgnored(ignored: readonly string[], word: string): boolean {
  return ignored.includes(normal(word))
}

/** Adds the word at the end; if there are too many, removes the oldest. */
export function withWord(words: readonly string[], word: string): string[] {
  return [...withoutWord(words, word), normal(word)].slice(-WORDS_MAX)
}

/** Compares normalised words, because lists written elsewhere can contain capitals. */
export function withoutWord(words: readonly string[], word: string): string[] {
  return words.filter((one) => normal(one) !== normal(word))
}

export function allOf(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat().map(normal))]
}

/** The ignored words that occur in a text: the others do not change its analysis. */
export function ignoredIn(text: string, ignored: readonly string[]): string[] {
  if (ignored.length === 0) return []
  const lower = text.toLowerCase()
  return ignored.filter((word) => lower.includes(word)).sort()
}

/** Identifies an analysis: the text together with the ignored words in it. */
export function questionOf(text: string, ignored: readonly string[]): string {
  return [text, ...ignoredIn(text, ignored)].join('\0')
}

function normal(word: string): string {
  return word.trim().toLowerCase()
}
