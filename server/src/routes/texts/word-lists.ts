// Lists of words as callers send them: those that are right in a text, and those to point out.
import { WORD_LIST_ENTRY_MAX, WORD_LIST_SUGGESTION_MAX } from '@equipoise/score'
import { readPlainText, readWords } from '@equipoise/score/reading'
import { z } from 'zod'
import { named, plainText } from '../../http/http.ts'

/** Half of a character, such as JSON can hold and the database cannot. */
const HALF = /\p{Surrogate}/u
const WHOLE = { error: 'Input should be valid Unicode' }
const isWhole = (text: string): boolean => !HALF.test(text)

const word = plainText({ min: 1, max: WORD_LIST_ENTRY_MAX })
  .refine(isWhole, WHOLE)
  .refine(hasWord, { error: 'Input should contain a word' })

const flaggedWord = named(
  'FlaggedWord',
  'A word or a phrase to point out.',
  z.object({
    word: word.describe('The word or phrase. Case does not matter; other forms of a word are different words.'),
    suggestion: plainText({ max: WORD_LIST_SUGGESTION_MAX })
      .refine(isWhole, WHOLE)
      .optional()
      .describe('What to write instead. If empty, leave the word out.'),
  }),
)

/** Both lists, each with at most so many entries. */
export function wordLists(entriesMax: number) {
  const most = `At most ${entriesMax.toLocaleString('en')}.`
  return {
    ignore: z
      .array(word)
      .max(entriesMax)
      .nullish()
      .describe(`Words and phrases to accept: they are not evidence and do not count towards the score. ${most}`),
    flag: z
      .array(flaggedWord)
      .max(entriesMax)
      .nullish()
      .describe(`Your own words and phrases to point out, as evidence of the kind \`flagged\`. ${most}`),
  }
}

/** In a request that scores a text. */
export const CALL_ENTRIES_MAX = 200

/** What is too long is rejected for that, and not read. */
function hasWord(text: string): boolean {
  if (text.length > 2 * WORD_LIST_ENTRY_MAX) return true
  return readWords(readPlainText(text).text).count > 0
}

export interface CalledWords {
  readonly ignore?: readonly string[] | null | undefined
  readonly flag?: readonly z.output<typeof flaggedWord>[] | null | undefined
}

/** The account's own lists and those of the request, together. */
export function joinWords(own: Required<CalledWords>, called: CalledWords) {
  return {
    ignore: [...(own.ignore ?? []), ...(called.ignore ?? [])],
    flag: [...(own.flag ?? []), ...(called.flag ?? [])],
  }
}
