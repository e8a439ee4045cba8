// Word lists in requests: words to accept in a text, and words to point out.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { WORD_LIST_ENTRY_MAX, WORD_LIST_SUGGESTION_MAX } from '@equipoise/score'
import { readPlainText, readWords } from '@equipoise/score/reading'
import { z } from 'zod'
import { counted } from '../../ground/counted.ts'
import { invalidField } from '../../ground/errors.ts'
import { named, plainText } from '../../http/http.ts'

/** A lone surrogate, which JSON can contain but the database cannot. */
const HALF = /\p{Surrogate}/u
const WHOLE = { error: 'Input should be valid Unicode' }
const isWhole = (text: string): boolean => !HALF.test(text)

const NO_WORD = 'Input should contain a word'
const entry = plainText({ min: 1, max: WORD_LIST_ENTRY_MAX }).refine(isWhole, WHOLE)

const flaggedWord = named(
  'FlaggedWord',
  'A word or a phrase to point out.',
  z.object({
    word: entry.describe('The word or phrase. Case does not matter; other forms of a word are different words.'),
    suggestion: plainText({ max: WORD_LIST_SUGGESTION_MAX })
      .refine(isWhole, WHOLE)
      .optional()
      .describe('What to write instead. If empty, leave the word out.'),
  }),
)

/** Both lists, each with at most this many entries. `checkWords` checks that each entry contains a word. */
export function longWordLists(entriesMax: number) {
  const most = `At most ${counted(entriesMax)}.`
  return {
    ignore: z
      .array(entry)
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

/** The same for lists that are short enough to be checked at once. */
export function wordLists(entriesMax: number) {
  const { ignore, flag } = longWordLists(entriesMax)
  return {
    accept,
    ignore: ignore.superRefine((list, { addIssue }) => {
      for (const [at, text] of (list ?? []).entries()) {
        if (!hasWord(text)) addIssue({ code: 'custom', message: NO_WORD, path: [at] })
      }
    }),
    flag: flag.superRefine((list, { addIssue }) => {
      for (const [at, { word }] of (list ?? []).entries()) {
        if (!hasWord(word)) addIssue({ code: 'custom', message: NO_WORD, path: [at, 'word'] })
      }
    }),
  }
}

/** Also an option of the routes that ask a model. */
export const accept = z
  .array(z.literal('quoted'))
  .max(1)
  .nullish()
  .describe(
    'Reasons that shall not withhold the certificate. `quoted`: quotations that alone would be hostile or very loaded, as a newspaper may print them. What was accepted is listed in `accepted`.',
  )

/** For a request that scores a text. */
export const CALL_ENTRIES_MAX = 200

/** An entry that is too long is rejected for that, and not checked. */
function hasWord(text: string): boolean {
  return text.length > WORD_LIST_ENTRY_MAX || readWords(readPlainText(text).text).count > 0
}

const CHECKED_PER_TURN = 100

/** Throws if an entry contains no word. Other requests get their turn in between. */
export async function checkWords({ ignore, flag }: CalledWords): Promise<void> {
  const entries = [
    ...(ignore ?? []).map((text, at) => ({ text, loc: ['body', 'ignore', at] })),
    ...(flag ?? []).map(({ word: text }, at) => ({ text, loc: ['body', 'flag', at, 'word'] })),
  ]
  for (const [at, { text, loc }] of entries.entries()) {
    if (at % CHECKED_PER_TURN === CHECKED_PER_TURN - 1) await nextTurn()
    if (!hasWord(text)) throw invalidField(loc, NO_WORD)
  }
}

export interface CalledWords {
  readonly ignore?: readonly string[] | null | undefined
  readonly flag?: readonly z.output<typeof flaggedWord>[] | null | undefined
  readonly accept?: readonly 'quoted'[] | null | undefined
}

export function joinWords(own: CalledWords, called: CalledWords) {
  return {
    ignore: [...(own.ignore ?? []), ...(called.ignore ?? [])],
    flag: [...(own.flag ?? []), ...(called.flag ?? [])],
    accept: called.accept ?? undefined,
  }
}
