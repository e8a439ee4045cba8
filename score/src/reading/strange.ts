import { LANGUAGE } from '../certificate.ts'
import { byteAt, intAt, shortAt } from '../numbers.ts'
import { COMBINING, kindOf, LOWER, lowerOf, UPPER } from './characters.ts'
import { FNV_OFFSET, hashesOf, hashStep, hashWord } from './hashing.ts'
import { KNOWN_WORDS } from './known-words.ts'
import { FLAG, type Lexis, rowOf } from './lexis.ts'
import { KIND } from './records.ts'
import { SHAPE, type Words } from './words.ts'

// A sentence in another language has hardly a word that English knows. Names, notation ("po/ko.po", "getItem") and words made of English
// ones ("subdirectory", "deactivate") say nothing about that.

interface Stretch {
  readonly from: number
  readonly to: number
  readonly isName: (at: number) => boolean
}

/** Most of its words are unknown to English, and at most one is a small word of English alone. */
export function isStrange(lexis: Lexis, words: Words, { from, to, isName }: Stretch): boolean {
  let [strange, lower, familiar, english, sure] = [0, 0, 0, 0, 0]
  for (let at = from; at < to; at++) {
    const kind = shortAt(words.kind, at)
    const isLower = (byteAt(words.shape, at) & SHAPE.capital) === 0
    if (kind & KIND.english) {
      english += kind & KIND.other ? 0 : 1
    } else if (!isName(at) && isPlainWord(words, at)) {
      const isOther = (kind & KIND.other) !== 0
      if (KNOWN_WORDS.has(intAt(words.hash, at))) familiar++
      else if ((words.row[at] ?? -1) >= 0 ? kind & KIND.rare : isOther || !isMade(lexis, words, at)) {
        strange++
        lower += Number(isLower)
        sure += Number(isOther || BEYOND_ENGLISH.test(words.text.slice(intAt(words.start, at), intAt(words.end, at))))
      } else if (!isOther && !(kind & KIND.proper)) familiar++
    }
  }
  const share = LANGUAGE[sure > english ? 'strangeSureMin' : 'strangeMin']
  return english < 2 && lower > 0 && strange > 1 + english && strange >= share * (strange + familiar + english)
}

const BEYOND_ENGLISH = /[ß-öø-ÿĀ-ſ]/i

// Letters alone, one capital at most, and a space or the mark of a clause at both sides.
function isPlainWord({ text, start, end, shape }: Words, at: number): boolean {
  if (byteAt(shape, at) & (SHAPE.number | SHAPE.compound | SHAPE.caps)) return false
  const [from, to] = [intAt(start, at), intAt(end, at)]
  for (let i = from; i < to; i++) {
    const kind = kindOf(text.charCodeAt(i))
    if (kind !== LOWER && kind !== COMBINING && (kind !== UPPER || i > from)) return false
  }
  return BEFORE.test(text.charAt(from - 1)) && BEHIND.test(text.slice(to, to + 2))
}

const BEFORE = /^[\s"'“”‘’«»„*¡¿(–—]?$/
const BEHIND = /^(?:$|\s|["'“”‘’«»*–—,;:!?.)…](?:$|[^\p{L}\d/_]))/u

const BEGINNINGS = hashesOf('de re un in non sub pre dis auto micro web')
const ENDS = hashesOf('s d ed ing er ers or ors ly able ability ish less ness ism ist ists like')
/** Each part has so many letters; what is longer than the other is no word. */
const PART_MIN = 4
const MADE_MAX = 24

// Two words of English in one ("filesystem"), or one with a beginning or an end of English.
function isMade(lexis: Lexis, { text, start, end }: Words, at: number): boolean {
  const [from, to] = [intAt(start, at), intAt(end, at)]
  let hash = FNV_OFFSET
  for (let cut = from + 1; cut < to && to - from <= MADE_MAX; cut++) {
    hash = hashStep(hash, lowerOf(text.charCodeAt(cut - 1)))
    const rest = hashWord(text.slice(cut, to).toLowerCase())
    const [size, left] = [cut - from, to - cut]
    const isStart = BEGINNINGS.has(hash) || (size >= PART_MIN && isEnglish(lexis, hash))
    const isEnd = (size >= PART_MIN && ENDS.has(rest)) || (left >= PART_MIN && isEnglish(lexis, rest))
    if (isStart && isEnd) return true
  }
  return false
}

function isEnglish(lexis: Lexis, hash: number): boolean {
  const row = rowOf(lexis, hash)
  return row >= 0 && !((lexis.flags[row] ?? 0) & (FLAG.rare | FLAG.proper))
}
