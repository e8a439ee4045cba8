import type { Lexis } from './lexis.ts'
import { weighQuotations } from './quotation.ts'
import { makeRoom, type Room, wordsMax } from './room.ts'
import { readUnits, type Units } from './units.ts'
import { readWords } from './words.ts'

// Text → words, sentences and units, the things that are scored. Nothing here knows a weight.

export {
  APOSTROPHE,
  CLOSE_QUOTE,
  DOUBLE_QUOTE,
  kindOf,
  NEWLINE,
  OPEN_QUOTE,
  SPACE,
} from './characters.ts'
export { frameEnd, isRegret, markFrames } from './frames.ts'
export { bucketOf, FNV_OFFSET, hashPair, hashStep, hashWord, scatter } from './hashing.ts'
export { guessLanguage, type Language } from './language.ts'
export { LETTER_BITS, letterBuckets, letterCount } from './letters.ts'
export { FLAG, findRow, indexHashes, type Lexis, rowOf } from './lexis.ts'
export {
  type FlaggedSpan,
  type FlaggedWord,
  findOwnWords,
  indexPhrases,
  maskIgnored,
  type OwnWords,
  type PhraseIndex,
  WORD_LIST_ENTRY_MAX,
  WORD_LIST_MAX,
  WORD_LIST_SUGGESTION_MAX,
  type WordLists,
} from './own-words.ts'
export { type PlainText, readPlainText } from './plain-text.ts'
export { quotationsIn, quotationsWithin } from './quotation.ts'
export { KIND, kindAt, RECORD_BYTES, recordsOf, SPARE_AT, SPARE_BYTES } from './records.ts'
export { borrowRoom, borrowSmallRoom, borrowTerms } from './room.ts'
export { dismissalsIn, hasForeignWord, isPlainAnswer } from './short-texts.ts'
export { unitsOf, wordUnitOf } from './text-units.ts'
export type { Units } from './units.ts'
export { readWords, type Sentence, SHAPE, type Words } from './words.ts'

/** The one way from a text to what is scored, for the scorer and for the trainer. Keep the result only if the room is your own. */
export function readText(lexis: Lexis, text: string, room: Room = makeRoom(wordsMax(text))): Units {
  const units = readUnits(lexis, readWords(text, room))
  weighQuotations(units)
  return units
}
