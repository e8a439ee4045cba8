import { byteAt, intAt } from '../numbers.ts'
import {
  APOSTROPHE,
  CLOSE_QUOTE,
  COMBINING,
  DIGIT,
  DOUBLE_QUOTE,
  HYPHEN,
  IGNORABLE,
  kindOf,
  LOWER,
  lowerOf,
  NEWLINE,
  OPEN_QUOTE,
  OPEN_SINGLE,
  SPACE,
  STOP,
  UPPER,
} from './characters.ts'
import { FNV_OFFSET, hashStep, hashWord } from './hashing.ts'
import { findMasks } from './masking.ts'
import { makeRoom, type Room, wordsMax } from './room.ts'
import { joinSingles } from './singles.ts'
import { unitsOf, wordUnitOf } from './text-units.ts'

// Text → words with UTF-16 offsets and hashes, sentences, and quotation marks, in one pass over the code units.

/** `letters`: Latin letters without accents and nothing else, with no such letter, digit or underscore beside them. */
export const SHAPE = { capital: 1, caps: 2, number: 4, opening: 8, compound: 16, foreign: 32, letters: 64 } as const
export const MARK = { open: 1, close: 2, toggle: 3, openSingle: 4, closeSingle: 5, paragraph: 6 } as const

export interface Words {
  readonly text: string
  readonly room: Room
  count: number
  readonly start: Int32Array
  readonly end: Int32Array
  readonly hash: Int32Array
  readonly shape: Uint8Array
  // The row of each word in the vocabulary and its kind, once `readUnits` has looked.
  readonly row: Int32Array
  readonly kind: Uint16Array
  readonly sentences: Sentence[]
  // Quotation marks and paragraph breaks, in order: what it is, and how many words stand before it.
  readonly marks: { kind: number; before: number }[]
}

export interface Sentence {
  start: number
  end: number
  // Its words.
  from: number
  to: number
}

interface Cursor {
  readonly units: Uint16Array
  at: number
  // Words end here at the latest: the next stretch that is no prose, or the end of the text.
  limit: number
  line: number
  sentence: Sentence
}

const WORD_UNITS_MAX = 64

export function readWords(text: string, room: Room = makeRoom(wordsMax(text))): Words {
  const { start, end, hash, shape, row, kind } = room
  const words: Words = { text, room, count: 0, start, end, hash, shape, row, kind, sentences: [], marks: [] }
  const cursor: Cursor = { units: unitsOf(text), at: 0, limit: 0, line: 0, sentence: openSentence(0) }
  for (const mask of findMasks(text)) {
    cursor.limit = mask.start
    readProse(words, cursor)
    cursor.at = Math.max(cursor.at, mask.end)
  }
  cursor.limit = text.length
  readProse(words, cursor)
  closeSentence(words, cursor, text.length)
  joinSingles(words)
  return words
}

// Most words are small Latin letters up to a space or a comma: they need one turn of a short loop a letter.
function readProse(words: Words, cursor: Cursor): void {
  const { units, limit } = cursor
  let at = cursor.at
  while (at < limit) {
    const from = at
    const reach = Math.min(limit, from + WORD_UNITS_MAX)
    let hash = FNV_OFFSET
    let unit = units[at] as number
    while (unit >= 0x61 && unit <= 0x7a) {
      hash = hashStep(hash, unit)
      if (++at >= reach) break
      unit = units[at] as number
    }
    if (at < reach && (unit === 0x20 || unit === 0x2c)) {
      const isWhole = from === 0 || wordUnitOf(units[from - 1] as number) === 0
      if (at > from) append(words, { start: from, end: at, hash, shape: isWhole ? SHAPE.letters : 0 })
      at++
      continue
    }
    cursor.at = from
    readOther(words, cursor)
    at = cursor.at
  }
  cursor.at = at
}

function readOther(words: Words, cursor: Cursor): void {
  const kind = kindOf(cursor.units[cursor.at] as number)
  if (kind === LOWER || kind === UPPER) readWord(words, cursor)
  else if (kind === DIGIT) readNumber(words, cursor)
  else if (kind === STOP) readStop(words, cursor)
  else if (kind === NEWLINE) readNewline(words, cursor)
  else {
    readMark(words, cursor, kind)
    cursor.at++
  }
}

function openSentence(from: number): Sentence {
  return { start: -1, end: -1, from, to: from }
}

// A stretch without words (a line of dashes, a code block) is no sentence; its marks fall to the next one. Nor is one of
// numbers alone (the "1." of a list, a column of figures): a score can say nothing about it.
function closeSentence(words: Words, cursor: Cursor, end: number): void {
  const { sentence } = cursor
  if (words.count === sentence.from) return
  if (isNumbers(words, sentence.from)) {
    sentence.from = words.count
    return
  }
  sentence.to = words.count
  words.shape[sentence.from] = byteAt(words.shape, sentence.from) | SHAPE.opening
  sentence.start = intAt(words.start, sentence.from)
  sentence.end = Math.max(end, words.end[words.count - 1] ?? end)
  while (sentence.end > sentence.start && isBlank(words.text.charCodeAt(sentence.end - 1))) sentence.end--
  words.sentences.push(sentence)
  cursor.sentence = openSentence(words.count)
}

function isNumbers({ count, shape }: Words, from: number): boolean {
  let at = from
  while (at < count && byteAt(shape, at) & SHAPE.number) at++
  return at === count
}

function isBlank(unit: number): boolean {
  const kind = kindOf(unit)
  return kind === SPACE || kind === NEWLINE || kind === IGNORABLE
}

function append(words: Words, word: { start: number; end: number; hash: number; shape: number }): void {
  const index = words.count++
  words.start[index] = word.start
  words.end[index] = word.end
  words.hash[index] = word.hash
  words.shape[index] = word.shape
}

// A word runs over letters, inner apostrophes, hyphens and digits; "'s" is dropped; "U.S." stays whole. Only the first
// 64 units enter the hash, so one endless word costs no more than its length.
function readWord(words: Words, cursor: Cursor): void {
  const { text } = words
  const { units, limit } = cursor
  const start = cursor.at
  let hash = FNV_OFFSET
  let at = start
  let apostrophe = -1
  let hashBefore = 0
  let segment = 0
  let uppers = 0
  let letters = 0
  let ascii = 0
  let shape = 0
  while (at < limit) {
    const unit = units[at] as number
    if (unit >= 0x61 && unit <= 0x7a) {
      ascii++
      letters++
      segment++
      if (at++ - start < WORD_UNITS_MAX) hash = hashStep(hash, unit)
      continue
    }
    const kind = kindOf(unit)
    if (kind === LOWER || kind === UPPER) {
      if (unit <= 0x5a) ascii++
      letters++
      segment++
      if (kind === UPPER) uppers++
      if (unit >= 0x370) shape |= SHAPE.foreign
    } else if (kind === DIGIT) segment++
    else if (kind === COMBINING || kind === IGNORABLE) {
      at++
      continue
    } else if (segment === 0 || at + 1 >= limit || !joins(text, at, segment)) break
    else {
      if (kind === APOSTROPHE) {
        apostrophe = at
        hashBefore = hash
      }
      if (kind === HYPHEN) shape |= SHAPE.compound
      segment = 0
    }
    if (at - start < WORD_UNITS_MAX) hash = hashStep(hash, lowerOf(unit))
    at++
  }
  cursor.at = at
  let end = at
  while (kindOf(units[end - 1] as number) === IGNORABLE) end--
  if (apostrophe === end - 2 && apostrophe > start && lowerOf(units[end - 1] as number) === 0x73) {
    if (uppers > 0 && kindOf(units[end - 1] as number) === LOWER) letters--
    end = apostrophe
    hash = hashBefore
  }
  if (uppers > 0 && kindOf(units[start] as number) === UPPER) shape |= SHAPE.capital
  if (uppers >= 2 && uppers === letters) shape |= SHAPE.caps
  const isWhole = (start === 0 || wordUnitOf(units[start - 1] as number) === 0) && wordUnitOf(units[at] as number) === 0
  if (isWhole && ascii === at - start && ascii <= WORD_UNITS_MAX) shape |= SHAPE.letters
  append(words, { start, end, hash, shape })
}

function joins(text: string, at: number, segment: number): boolean {
  const kind = kindOf(text.charCodeAt(at))
  if (kind !== APOSTROPHE && kind !== HYPHEN && kind !== STOP) return false
  const next = kindOf(text.charCodeAt(at + 1))
  const nextIsLetter = next === LOWER || next === UPPER
  if (kind === APOSTROPHE) return nextIsLetter
  if (kind === HYPHEN) return nextIsLetter || next === DIGIT
  return text.charCodeAt(at) === 0x2e && segment === 1 && nextIsLetter
}

const NUMBER_HASH = hashWord('0')

function readNumber(words: Words, cursor: Cursor): void {
  const { text } = words
  const start = cursor.at
  let at = start + 1
  while (at < cursor.limit && belongsToNumber(text, at)) at++
  cursor.at = at
  append(words, { start, end: at, hash: NUMBER_HASH, shape: SHAPE.number })
}

function belongsToNumber(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  const kind = kindOf(unit)
  if (kind === DIGIT || kind === LOWER || kind === UPPER || unit === 0x25) return true
  const isInner = unit === 0x2e || unit === 0x2c || unit === 0x3a || unit === 0x2f || unit === 0x2d
  return isInner && kindOf(text.charCodeAt(at + 1)) === DIGIT
}

// A run of 10,000 exclamation marks is one end of a sentence.
function readStop(words: Words, cursor: Cursor): void {
  const { text } = words
  const first = text.charCodeAt(cursor.at)
  let at = cursor.at
  while (at < text.length && kindOf(text.charCodeAt(at)) === STOP) at++
  const stopEnd = at
  cursor.at = at
  while (at < text.length && isCloser(text.charCodeAt(at))) at++
  if (!endsSentence(words, { first, stopEnd, at })) return
  while (cursor.at < at) {
    readMark(words, cursor, kindOf(text.charCodeAt(cursor.at)))
    cursor.at++
  }
  closeSentence(words, cursor, at)
}

function isCloser(unit: number): boolean {
  return (
    unit === 0x22 ||
    unit === 0x201d ||
    unit === 0x2019 ||
    unit === 0x27 ||
    unit === 0x29 ||
    unit === 0x5d ||
    unit === 0xbb ||
    unit === 0x2a
  )
}

const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof sen rep gov gen col lt sgt capt rev hon st jr sr vs etc inc ltd co corp jan feb mar apr jun jul aug sep sept oct nov dec al fig approx dept est ave blvd u.s u.k u.n e.g i.e a.m p.m d.c'
    .split(' ')
    .map(hashWord),
)

function endsSentence(words: Words, stop: { first: number; stopEnd: number; at: number }): boolean {
  const { text } = words
  let next = stop.at
  if (next < text.length && !isBlank(text.charCodeAt(next))) return stop.first === 0x3002
  const reach = Math.min(text.length, next + 4)
  while (next < reach && kindOf(text.charCodeAt(next)) === SPACE) next++
  const nextIsLower = next < text.length && kindOf(text.charCodeAt(next)) === LOWER
  if (stop.at > stop.stopEnd && nextIsLower) return false
  if (stop.first !== 0x2e) return true
  const last = words.count - 1
  if (last < 0) return true
  const hash = intAt(words.hash, last)
  if (hash === NO_HASH) return kindOf(text.charCodeAt(next)) !== DIGIT
  const length = intAt(words.end, last) - intAt(words.start, last)
  const isNumber = (byteAt(words.shape, last) & SHAPE.number) !== 0
  if (ABBREVIATIONS.has(hash) || (length === 1 && !isNumber)) return opensSentence(text, next)
  return !nextIsLower || (length >= 3 && !isNumber)
}

const NO_HASH = hashWord('no')
const OPENING_UNITS_MAX = 7
const OPENINGS = new Set(
  'the a an it he she they we you i this that these those there then in on at for but and so as if when while after before since his her its our their my your what who why how where'
    .split(' ')
    .map(hashWord),
)

// Whether a small word with a capital stands here, which no name begins with: "Acme Inc. The firm", not "George W. Bush".
function opensSentence(text: string, at: number): boolean {
  if (kindOf(text.charCodeAt(at)) !== UPPER) return false
  let hash = FNV_OFFSET
  let end = at
  while (end - at <= OPENING_UNITS_MAX && isLetter(text.charCodeAt(end))) {
    hash = hashStep(hash, lowerOf(text.charCodeAt(end++)))
  }
  return OPENINGS.has(hash)
}

function isLetter(unit: number): boolean {
  const kind = kindOf(unit)
  return kind === LOWER || kind === UPPER
}

const WRAPPED_LINE_MIN = 50

// A line break ends a sentence before a blank line, a list item or a heading, and after a short line; hard-wrapped prose goes on.
function readNewline(words: Words, cursor: Cursor): void {
  const { text } = words
  const lineEnd = cursor.at
  let breaks = 0
  let at = lineEnd
  while (at < text.length && isBlank(text.charCodeAt(at))) {
    if (text.charCodeAt(at) !== 0x0d && kindOf(text.charCodeAt(at)) === NEWLINE) breaks++
    at++
  }
  cursor.at = at
  if (breaks >= 2) words.marks.push({ kind: MARK.paragraph, before: words.count })
  const next = at < text.length ? kindOf(text.charCodeAt(at)) : NEWLINE
  const isWrapped = next === LOWER || (next === UPPER && lineEnd - cursor.line >= WRAPPED_LINE_MIN)
  if (breaks >= 2 || !isWrapped) closeSentence(words, cursor, lineEnd)
  cursor.line = at
}

function readMark(words: Words, cursor: Cursor, kind: number): void {
  const mark = markOf(words.text, cursor.at, kind)
  if (mark > 0) words.marks.push({ kind: mark, before: words.count })
}

function markOf(text: string, at: number, kind: number): number {
  if (kind === DOUBLE_QUOTE) return MARK.toggle
  if (kind === OPEN_QUOTE) return MARK.open
  if (kind === CLOSE_QUOTE) return MARK.close
  if (kind === OPEN_SINGLE) return MARK.openSingle
  if (kind !== APOSTROPHE) return 0
  if (text.charCodeAt(at) === 0x2019) return MARK.closeSingle
  const before = at === 0 ? SPACE : kindOf(text.charCodeAt(at - 1))
  const opens = before === SPACE || before === NEWLINE
  return opens ? MARK.openSingle : MARK.closeSingle
}
