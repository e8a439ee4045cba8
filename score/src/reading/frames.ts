import { intAt } from '../numbers.ts'
import { hashWord } from './hashing.ts'
import type { Words } from './words.ts'

// Who says so, and how sorry they are, adds nothing to what is said: "We say that", "In our view," and "unfortunately" are not read.

const FRAMES = [
  /(?:we|i) (?:(?:all|also|still|again|just|can only|do|have to) )?(?:say|think|believe|feel|hold|know|repeat|maintain|insist|argue|agree|(?:am|are) (?:sure|convinced|certain|afraid|sorry to say))(?: (?:clearly|again|firmly|today|once more))?(?: that|:)?/,
  /(?:we|i) have (?:always|often|long) (?:said|thought|believed|argued) that/,
  /as (?:we|i)(?: have|['’]ve)?(?: always| often)? said(?: before)?,/,
  /i (?:firmly|strongly|really) (?:believe|think|feel) that/,
  /(?:everyone|everybody|(?:all|most|many|some) of us|(?:most|many) people|common sense|(?:my|our) (?:party|readers|members|movement|voters)) (?:knows?|agrees?|thinks?|believes?|feels?|says?)(?: that|:)/,
  /(?:it is )?(?:my|our) (?:view|opinion|belief|position)(?: is)?(?: that|:)/,
  /(?:it is clear|the (?:truth|fact) is|there is no doubt|(?:nobody|no one) (?:doubts|denies)) that/,
  /in (?:my|our) (?:view|opinion),?/,
  /to be (?:clear|frank|honest),/,
  /let (?:us|me) be clear[:,]/,
  /to (?:my|our) (?:great )?regret,/,
  /(?:so|thus|hence|therefore),?/,
]
const FRAME = new RegExp(`^(?:${FRAMES.map(({ source }) => source).join('|')})\\s+(?=\\S)`, 'i')
const FRAME_REACH = 48
const REGRET = new Set(['unfortunately', 'sadly', 'regrettably', 'alas'].map(hashWord))

/** Where the frame of a sentence ends, which is where the sentence starts if it has none. */
export function frameEnd({ text }: Words, start: number): number {
  return start + (FRAME.exec(text.slice(start, start + FRAME_REACH))?.[0].length ?? 0)
}

export function isRegret({ hash }: Words, at: number): boolean {
  return REGRET.has(intAt(hash, at))
}

/** Marks the words that are not read; undefined if there are none at all. */
export function markFrames(words: Words, marked: Uint8Array | undefined): Uint8Array | undefined {
  let into = marked
  for (const { start, from, to } of words.sentences) {
    const end = frameEnd(words, start)
    for (let at = from; at < to; at++) {
      if (intAt(words.start, at) >= end && !isRegret(words, at)) continue
      into ??= new Uint8Array(words.count)
      into[at] = 1
    }
  }
  return into
}
