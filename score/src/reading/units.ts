import { byteAt, intAt, shortAt } from '../numbers.ts'
import { hashesOf, hashWord } from './hashing.ts'
import { letterCount } from './letters.ts'
import { type Lexis, rowOf } from './lexis.ts'
import { isPerson, isThing } from './people-and-things.ts'
import { findRecords, KIND, kindAt, recordsOf } from './records.ts'
import { SHAPE, type Words } from './words.ts'

// Words → units, the things that are scored. Names become one anonymous unit however many words they have, and words for
// groups of people become the name of their class, so that swapping them cannot move a score.

export interface Units {
  readonly words: Words
  count: number
  readonly row: Int32Array
  // What kind of word the row is.
  readonly kind: Uint16Array
  readonly hash: Int32Array
  readonly first: Int32Array
  readonly last: Int32Array
  // 1, or less inside attributed quotations.
  readonly weight: Float32Array
  readonly sentences: UnitSentence[]
  // What somebody is quoted with and the writer agrees with.
  readonly agreed: { from: number; to: number }[]
}

interface UnitSentence {
  readonly from: number
  to: number
  // How many letter n-grams its units have.
  letters: number
}

export const NAME_HASH = hashWord('<name>')
const TITLE_WORDS_MIN = 4
const TITLE_SHARE = 0.7

const GROUP_HASH = hashWord('<group>')
const GROUPS_HASH = hashWord('<groups>')
// "gay people" and "immigrants", "young woman" and "woman", "Social Democrats" and "Greens" are one unit each.
const MAN_HASH = hashWord('<man>')
const MEN_HASH = hashWord('<men>')
const PERSONS = new Set(
  ['people', 'persons', 'person', 'folks', 'community', 'communities', 'citizens', 'officer', 'officers'].map(hashWord),
)

export function readUnits(lexis: Lexis, words: Words): Units {
  const { room } = words
  const units: Units = {
    words,
    count: 0,
    row: room.unitRow,
    kind: room.unitKind,
    hash: room.unitHash,
    first: room.unitFirst,
    last: room.unitLast,
    weight: room.weight,
    sentences: [],
    agreed: [],
  }
  findRecords(lexis, words)
  for (const { from, to } of words.sentences) {
    const sentence = { from: units.count, to: units.count, letters: 0 }
    readSentence(lexis, units, { from, to, sentence, isTitle: undefined })
    sentence.to = units.count
    units.sentences.push(sentence)
  }
  units.weight.fill(1, 0, units.count)
  return units
}

// The words of a sentence, its units so far, and whether it is written like a title, once somebody has asked.
interface SentenceState {
  readonly from: number
  readonly to: number
  readonly sentence: UnitSentence
  isTitle: boolean | undefined
}

const [BE_HASH, ILLEGAL_HASH, LEGAL_HASH] = [hashWord('be'), hashWord('illegal'), hashWord('legal')]
const SPECIAL = KIND.alias | KIND.proper | KIND.condition
const SPECIAL_SHAPE = SHAPE.capital | SHAPE.number

function readSentence(lexis: Lexis, units: Units, place: SentenceState): void {
  const { row: rows, hash: hashes, kind: kinds, shape: shapes, start, end } = units.words
  const { row: unitRows, kind: unitKinds, hash: unitHashes, first, last } = units
  const { to } = place
  let count = units.count
  let isAfterPeople = false
  let letters = 0
  for (let at = place.from; at < to; at++) {
    const row = rows[at] ?? -1
    const kind = shortAt(kinds, at)
    if (row >= 0 && !(kind & SPECIAL) && !(byteAt(shapes, at) & SPECIAL_SHAPE) && !isAfterPeople) {
      // What `append` does, for most words.
      unitRows[count] = row
      unitKinds[count] = kind
      unitHashes[count] = intAt(hashes, at)
      first[count] = at
      last[count++] = at
      letters += letterCount(intAt(end, at) - intAt(start, at))
    } else {
      units.count = count
      letters += appendSpecial(lexis, units, { at, row, place })
      count = units.count
      isAfterPeople = isPeople(intAt(unitHashes, count - 1))
    }
  }
  units.count = count
  place.sentence.letters = letters
  // What should be legal and what should be illegal are two sides of one question.
  for (let at = place.sentence.from + 1; at < count; at++)
    if (intAt(unitHashes, at) === ILLEGAL_HASH && intAt(unitHashes, at - 1) === BE_HASH) {
      unitHashes[at] = LEGAL_HASH
      unitRows[at] = rowOf(lexis, LEGAL_HASH)
      unitKinds[at] = kindAt(recordsOf(lexis), rowOf(lexis, LEGAL_HASH))
    }
}

interface Word {
  readonly at: number
  readonly row: number
  readonly place: SentenceState
}

// Returns how many letter n-grams it has: none, where it is known by another name than its own.
function appendSpecial(lexis: Lexis, units: Units, word: Word): number {
  const { words } = units
  const { at } = word
  const hash = nameOf(lexis, words, word)
  const isItself = hash === words.hash[at]
  const row = isItself ? word.row : rowOf(lexis, hash)
  if (units.count > word.place.sentence.from && extend(lexis, units, { hash, row, at })) return 0
  append(units, { at, row, kind: kindAt(recordsOf(lexis), row), hash })
  if (!isItself || byteAt(words.shape, at) & SHAPE.number) return 0
  return letterCount(intAt(words.end, at) - intAt(words.start, at))
}

// The hash a word is known by: its own, that of its class, or that of all names.
function nameOf(lexis: Lexis, words: Words, word: Word): number {
  const own = intAt(words.hash, word.at)
  const kind = shortAt(words.kind, word.at)
  if (kind & KIND.alias) return isOfPeople(lexis, words, word) ? (lexis.aliases.get(own) ?? own) : own
  if (kind & KIND.condition && saysWho(lexis, words, word)) return namesAlone(words, word) ? GROUPS_HASH : GROUP_HASH
  return standsForName(words, word) ? NAME_HASH : own
}

// "white space", "blind spot" and "Norwegian rat" name no people. Of words that are mostly colours or qualities only people say so, of all
// others only things say not.
const COLOURS = hashesOf('black white brown green blind straight native orthodox')
const COPULAS = hashesOf('am is are was were being')

function isOfPeople(lexis: Lexis, words: Words, word: Word): boolean {
  const next = word.at + 1 < word.place.to ? intAt(words.hash, word.at + 1) : 0
  if (isThing(next)) return false
  if (!COLOURS.has(intAt(words.hash, word.at))) return true
  // A capital inside a sentence makes it a name: "the Green campaign".
  const shape = byteAt(words.shape, word.at)
  if (shape & SHAPE.capital && !(shape & SHAPE.opening)) return true
  if (isPerson(next) || lexis.aliases.has(next)) return true
  const before = word.at > word.place.from ? intAt(words.hash, word.at - 1) : 0
  const subject = word.at > word.place.from + 1 ? intAt(words.hash, word.at - 2) : 0
  return COPULAS.has(before) && (lexis.aliases.has(subject) || isPerson(subject))
}

const PEOPLE = hashesOf(
  'people persons person folks families family households household citizens voters workers children kids parents students residents neighbours neighbors tenants couples men women taxpayers aliens entrants arrivals',
)
// Behind "the rich" or "the poor", these show that no noun follows.
const BEHIND_PEOPLE = hashesOf(
  'are is were was have has had will would should shall must can could may might do does did not and or who in of to at on by with from but get gets got pay pays paid need needs want wants live lives work works often always never',
)
const THE_HASH = hashWord('the')

function saysWho(lexis: Lexis, words: Words, word: Word): boolean {
  if (namesAlone(words, word)) return true
  if (word.at + 1 >= word.place.to) return false
  const next = intAt(words.hash, word.at + 1)
  return PEOPLE.has(next) || isPeople(lexis.aliases.get(next) ?? 0)
}

function namesAlone(words: Words, { at, place }: Word): boolean {
  if (at === place.from || intAt(words.hash, at - 1) !== THE_HASH) return false
  return at + 1 >= place.to || BEHIND_PEOPLE.has(intAt(words.hash, at + 1)) || endsClause(words, at)
}

function endsClause({ text, end }: Words, at: number): boolean {
  const next = text.charCodeAt(intAt(end, at))
  return next === 0x2c || next === 0x3b || next === 0x3a || next === 0x29
}

// Takes a further word of the same people into the last unit; the last word says what they are.
function extend(lexis: Lexis, units: Units, word: { hash: number; row: number; at: number }): boolean {
  const last = units.count - 1
  const before = intAt(units.hash, last)
  if (!isPeople(before)) return false
  const isPersons = (before === GROUP_HASH || before === GROUPS_HASH) && PERSONS.has(word.hash)
  if (!isPersons && !isPeople(word.hash)) return false
  units.hash[last] = isPersons ? GROUPS_HASH : word.hash
  const row = isPersons ? rowOf(lexis, GROUPS_HASH) : word.row
  units.row[last] = row
  units.kind[last] = kindAt(recordsOf(lexis), row)
  units.last[last] = word.at
  return true
}

function isPeople(hash: number): boolean {
  return hash === NAME_HASH || hash === GROUP_HASH || hash === GROUPS_HASH || hash === MAN_HASH || hash === MEN_HASH
}

function standsForName(words: Words, word: Word): boolean {
  const shape = byteAt(words.shape, word.at)
  if (shape & SHAPE.number) return false
  const kind = shortAt(words.kind, word.at)
  if (kind & KIND.kept) return false
  if (kind & KIND.proper) return true
  if (!(shape & SHAPE.capital)) return false
  if (word.row < 0 || kind & KIND.rare) return true
  if (shape & (SHAPE.caps | SHAPE.opening) || isInTitle(words, word.place)) return false
  return !opensQuotation(words, word.at)
}

function isInTitle(words: Words, place: SentenceState): boolean {
  place.isTitle ??= looksLikeTitle(words, place.from, place.to)
  return place.isTitle
}

function looksLikeTitle(words: Words, from: number, to: number): boolean {
  let long = 0
  let capitals = 0
  for (let at = from; at < to; at++) {
    if (intAt(words.end, at) - intAt(words.start, at) < 4) continue
    long++
    if (byteAt(words.shape, at) & SHAPE.capital) capitals++
  }
  return long >= TITLE_WORDS_MIN && capitals >= long * TITLE_SHARE
}

function opensQuotation(words: Words, at: number): boolean {
  const before = words.text.charCodeAt(intAt(words.start, at) - 1)
  return before === 0x22 || before === 0x201c || before === 0x2018 || before === 0x27
}

function append(units: Units, unit: { at: number; row: number; kind: number; hash: number }): void {
  const index = units.count++
  units.row[index] = unit.row
  units.kind[index] = unit.kind
  units.hash[index] = unit.hash
  units.first[index] = unit.at
  units.last[index] = unit.at
}
