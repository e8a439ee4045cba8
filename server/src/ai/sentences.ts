// Finds sentence ends in a text that is still being written.

/** A longer sentence is cut at the last space before this position, and each part counts as a sentence. */
const SENTENCE_CHARS_MAX = 2_000

/** A mark that ends a sentence, closing quotes and brackets after it, and the space before the next one. */
const END = /[.!?…]["'”’)\]]{0,3}\s|[。！？]|\n/g
/** A full stop that does not end a sentence: abbreviations, initials, numbers of a list. */
const GOES_ON = /(?:^|[\s(["'“‘])(?:[A-Za-z]|\d{1,3}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|cf|approx|No|Fig|ca)\.\s$/

const PAIR = /^[\ud800-\udbff][\udc00-\udfff]$/

/** The length of the first sentence, with the space after it; 0 if it has not ended yet. */
export function firstSentenceEnd(text: string): number {
  const looked = text.slice(0, SENTENCE_CHARS_MAX)
  const begin = looked.search(/\S/)
  for (const { 0: mark, index } of looked.matchAll(END)) {
    const end = index + mark.length
    const isBlank = begin < 0 || end <= begin
    if (!isBlank && !(mark.startsWith('.') && GOES_ON.test(looked.slice(Math.max(0, end - 12), end)))) return end
  }
  // Needs one character more: the last one may be the first half of a surrogate pair.
  if (text.length <= SENTENCE_CHARS_MAX) return 0
  const space = looked.lastIndexOf(' ')
  if (space > 0) return space + 1
  // Does not split a surrogate pair.
  return PAIR.test(text.slice(SENTENCE_CHARS_MAX - 1, SENTENCE_CHARS_MAX + 1))
    ? SENTENCE_CHARS_MAX - 1
    : SENTENCE_CHARS_MAX
}
