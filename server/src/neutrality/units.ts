import { hashWord } from './hashing.ts'
import { FLAG, type Lexis, rowOf } from './lexis.ts'
import { SHAPE, type Words } from './words.ts'

// Words → units, the things that are scored. Names become one anonymous unit however many words they have, and words for
// groups of people become the name of their class, so that swapping them cannot move a score.

export interface Units {
  readonly words: Words
  count: number
  readonly row: Int32Array
  readonly hash: Uint32Array
  readonly first: Int32Array
  readonly last: Int32Array
  // 1, or less inside attributed quotations.
  readonly weight: Float32Array
  readonly sentences: { readonly from: number; readonly to: number }[]
}

export const NAME_HASH = hashWord('<name>')
const TITLE_WORDS_MIN = 4
const TITLE_SHARE = 0.7

export function readUnits(lexis: Lexis, words: Words): Units {
  const units: Units = {
    words,
    count: 0,
    row: new Int32Array(words.count),
    hash: new Uint32Array(words.count),
    first: new Int32Array(words.count),
    last: new Int32Array(words.count),
    weight: new Float32Array(words.count).fill(1),
    sentences: [],
  }
  const nameRow = rowOf(lexis, NAME_HASH)
  for (const sentence of words.sentences) {
    const from = units.count
    const isTitle = looksLikeTitle(words, sentence.from, sentence.to)
    let wasName = false
    for (let at = sentence.from; at < sentence.to; at++) {
      const row = rowOf(lexis, words.hash[at] ?? 0)
      const isName = standsForName(lexis, words, { at, row, isTitle })
      if (isName && wasName) units.last[units.count - 1] = at
      else if (isName) append(units, { row: nameRow, hash: NAME_HASH, at })
      else appendWord(lexis, units, { row, at })
      wasName = isName
    }
    units.sentences.push({ from, to: units.count })
  }
  return units
}

function looksLikeTitle(words: Words, from: number, to: number): boolean {
  let long = 0
  let capitals = 0
  for (let at = from; at < to; at++) {
    if ((words.end[at] ?? 0) - (words.start[at] ?? 0) < 4) continue
    long++
    if ((words.shape[at] ?? 0) & SHAPE.capital) capitals++
  }
  return long >= TITLE_WORDS_MIN && capitals >= long * TITLE_SHARE
}

function standsForName(lexis: Lexis, words: Words, word: { at: number; row: number; isTitle: boolean }): boolean {
  const shape = words.shape[word.at] ?? 0
  if (shape & SHAPE.number) return false
  const flags = word.row < 0 ? 0 : (lexis.flags[word.row] ?? 0)
  if (flags & (FLAG.kept | FLAG.alias)) return false
  if (flags & FLAG.proper) return true
  if (!(shape & SHAPE.capital)) return false
  if (word.row < 0) return true
  if (shape & (SHAPE.caps | SHAPE.opening) || word.isTitle) return false
  return !opensQuotation(words, word.at)
}

function opensQuotation(words: Words, at: number): boolean {
  const before = words.text.charCodeAt((words.start[at] ?? 0) - 1)
  return before === 0x22 || before === 0x201c || before === 0x2018 || before === 0x27
}

function appendWord(lexis: Lexis, units: Units, word: { row: number; at: number }): void {
  const hash = units.words.hash[word.at] ?? 0
  const isAlias = word.row >= 0 && ((lexis.flags[word.row] ?? 0) & FLAG.alias) !== 0
  const known = isAlias ? (lexis.aliases.get(hash) ?? hash) : hash
  append(units, { row: isAlias ? rowOf(lexis, known) : word.row, hash: known, at: word.at })
}

function append(units: Units, unit: { row: number; hash: number; at: number }): void {
  const index = units.count++
  units.row[index] = unit.row
  units.hash[index] = unit.hash
  units.first[index] = unit.at
  units.last[index] = unit.at
}
