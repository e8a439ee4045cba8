// Lists of words that a person does not want to be told about, apart from where they are kept.

/** As many as the service takes with one text, and as long. */
const WORDS_MAX = 200
const WORD_CHARS_MAX = 100

/** Marks of style without a word (an exclamation mark, say) and whole sentences cannot be on a list. */
export function canIgnore(word: string): boolean {
  return word.length <= WORD_CHARS_MAX && /[\p{L}\p{N}]/u.test(word)
}

export function isIgnored(ignored: readonly string[], word: string): boolean {
  return ignored.includes(normal(word))
}

/** The newest stand last; if there are too many, the oldest go. */
export function withWord(words: readonly string[], word: string): string[] {
  return [...withoutWord(words, word), normal(word)].slice(-WORDS_MAX)
}

/** Lists may have been written elsewhere, with capitals. */
export function withoutWord(words: readonly string[], word: string): string[] {
  return words.filter((one) => normal(one) !== normal(word))
}

export function allOf(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat().map(normal))]
}

/** Those that occur in a text: the others make no difference to its analysis. */
export function ignoredIn(text: string, ignored: readonly string[]): string[] {
  if (ignored.length === 0) return []
  const lower = text.toLowerCase()
  return ignored.filter((word) => lower.includes(word)).sort()
}

/** What an analysis is about: a text and the words that were left out. The same question has the same name. */
export function questionOf(text: string, ignored: readonly string[]): string {
  return [text, ...ignoredIn(text, ignored)].join('\0')
}

function normal(word: string): string {
  return word.trim().toLowerCase()
}
