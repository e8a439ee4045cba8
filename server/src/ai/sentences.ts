// Where the sentences of a text end that is still being written.

/** A sentence that is longer is cut at the last space before this place, and each part of it counts as a sentence. */
const SENTENCE_CHARS_MAX = 2_000

/** A mark that ends a sentence, closing quotes and brackets behind it, and the space that says that the next one begins. */
const END = /[.!?…]["'”’)\]]{0,3}\s|[。！？]|\n/g
/** What has a full stop and goes on: abbreviations, initials, numbers of a list. */
const GOES_ON = /(?:^|[\s(["'“‘])(?:[A-Za-z]|\d{1,3}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|cf|approx|No|Fig|ca)\.\s$/

const PAIR = /^[\ud800-\udbff][\udc00-\udfff]$/

/** How much of the text is a whole sentence, with the space behind it; 0: its first sentence has not ended yet. */
export function firstSentenceEnd(text: string): number {
  const looked = text.slice(0, SENTENCE_CHARS_MAX)
  const begin = looked.search(/\S/)
  for (const { 0: mark, index } of looked.matchAll(END)) {
    const end = index + mark.length
    const isBlank = begin < 0 || end <= begin
    if (!isBlank && !(mark.startsWith('.') && GOES_ON.test(looked.slice(Math.max(0, end - 12), end)))) return end
  }
  // One more than that: the character at the end may have a second half.
  if (text.length <= SENTENCE_CHARS_MAX) return 0
  const space = looked.lastIndexOf(' ')
  if (space > 0) return space + 1
  // Not between the two halves of one character.
  return PAIR.test(text.slice(SENTENCE_CHARS_MAX - 1, SENTENCE_CHARS_MAX + 1))
    ? SENTENCE_CHARS_MAX - 1
    : SENTENCE_CHARS_MAX
}
