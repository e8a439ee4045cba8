// Where the sentences of a text end that is still being written.

/** A sentence that is longer is cut at the last space before this place, and each part of it counts as a sentence. */
const SENTENCE_CHARS_MAX = 2_000

/** A mark that ends a sentence, closing quotes and brackets behind it, and the space that says that the next one begins. */
const END = /[.!?…]["'”’)\]]{0,3}\s|[。！？]|\n/g
/** What has a full stop and goes on: abbreviations, initials, numbers of a list. */
const GOES_ON = /(?:^|[\s(["'“‘])(?:[A-Za-z]|\d{1,3}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|cf|approx|No|Fig|ca)\.\s$/

/** How much of the text is a whole sentence, with the space behind it; 0: its first sentence has not ended yet. */
export function firstSentenceEnd(text: string): number {
  const looked = text.slice(0, SENTENCE_CHARS_MAX)
  for (const { 0: mark, index } of looked.matchAll(END)) {
    const end = index + mark.length
    const isBlank = looked.slice(0, end).trim() === ''
    if (!isBlank && !(mark.startsWith('.') && GOES_ON.test(looked.slice(Math.max(0, end - 12), end)))) return end
  }
  if (text.length < SENTENCE_CHARS_MAX) return 0
  const space = looked.lastIndexOf(' ')
  return space > 0 ? space + 1 : SENTENCE_CHARS_MAX
}
