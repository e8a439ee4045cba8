import { unitsOf } from './text-units.ts'

// One pass over the characters of a text, to find out which disguises could be in it: the expressions that undo them are slow, and
// most texts need none.

/** A bit for each kind of disguise. */
export const DISGUISE = {
  entity: 1,
  invisible: 2,
  variant: 4,
  lookalike: 8,
  spaced: 16,
  digits: 32,
  stars: 64,
  hashtag: 128,
  pictures: 256,
  reversed: 512,
  tags: 1024,
  pieces: 2048,
} as const

const OTHER = 0
const LETTER = 1
const NUMBER = 2
/** Digits and marks that stand for letters. */
const DIGIT_LETTER = 3
/** What spaced letters are parted by. */
const BETWEEN = 4
const STAR = 5
const HASH = 6
const PICTURE = 7
/** The disguise is sure by the character alone; `sure` has its bit. */
const SURE = 8

/** So few letters between doubled marks, as in "**", are a piece of a word. */
const PIECE_MAX = 3
const MARKS = [0x2a, 0x5f, 0x60, 0x7e]
const ZERO = 0x30
const NINE = 0x39

const kinds = new Uint8Array(0x10000)
const sure = new Map<number, number>()

for (let unit = 0; unit < 0x250; unit++) {
  if (/\p{L}/u.test(String.fromCharCode(unit))) kinds[unit] = LETTER
}
for (const digit of '269') kinds[digit.charCodeAt(0)] = NUMBER
for (const letter of '0134578@$!|') kinds[letter.charCodeAt(0)] = DIGIT_LETTER
for (const mark of ' ._-') kinds[mark.charCodeAt(0)] = BETWEEN
kinds[0x2a] = STAR
kinds[0x23] = HASH
// Symbols and pictures; those beyond the first plane are surrogates.
for (let unit = 0x2190; unit <= 0x2bff; unit++) kinds[unit] = PICTURE
for (let unit = 0xd800; unit <= 0xdbff; unit++) kinds[unit] = PICTURE

function isSure(disguise: number, from: number, to = from): void {
  for (let unit = from; unit <= to; unit++) {
    kinds[unit] = SURE
    sure.set(unit, (sure.get(unit) ?? 0) | disguise)
  }
}
isSure(DISGUISE.entity, 0x26)
isSure(DISGUISE.tags, 0x3c)
for (const unit of [0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x3164, 0xfeff, 0xffa0]) isSure(DISGUISE.invisible, unit)
isSure(DISGUISE.invisible, 0x17b4, 0x17b5)
isSure(DISGUISE.invisible, 0x180b, 0x180f)
isSure(DISGUISE.invisible, 0x200b, 0x200f)
isSure(DISGUISE.invisible, 0x202a, 0x202e)
isSure(DISGUISE.invisible, 0x2060, 0x206f)
isSure(DISGUISE.invisible, 0xfe00, 0xfe0f)
isSure(DISGUISE.invisible, 0xfff0, 0xfff8)
isSure(DISGUISE.reversed, 0x202e)
isSure(DISGUISE.variant, 0x2460, 0x24ff)
isSure(DISGUISE.variant, 0xff01, 0xff5e)
isSure(DISGUISE.lookalike, 0x370, 0x58f)
// The first halves of bold letters, of circled ones, of tags and of other invisible marks among symbols.
isSure(DISGUISE.variant, 0xd835)
isSure(DISGUISE.variant | DISGUISE.pictures, 0xd83c)
isSure(DISGUISE.invisible, 0xdb40, 0xdb43)
isSure(DISGUISE.invisible | DISGUISE.pictures, 0xd82f)
isSure(DISGUISE.invisible | DISGUISE.pictures, 0xd834)

/** The marks behind a piece of a word, as in "**" and in "](" of a link. */
function isPieceEnd(unit: number, next: number): boolean {
  return unit === 0x5d ? next === 0x28 : unit === next && MARKS.includes(unit)
}

/** So many single letters in a row can be a word. */
const SINGLES_MIN = 3

export interface Look {
  /** The disguises that a text could hold, as bits of `DISGUISE`. */
  readonly disguises: number
  /** Where a digit or a mark that stands for a letter has a letter or another such mark beside it, in order. */
  readonly digits: readonly number[]
  /** Where a star or a hash stands behind a letter. */
  readonly stars: readonly number[]
  /** Where a letter stands behind a hash. */
  readonly hashtags: readonly number[]
  /** Where an invisible mark or a letter of another alphabet stands. */
  readonly strange: readonly number[]
}

export function lookForDisguises(text: string): Look {
  const digits: number[] = []
  const stars: number[] = []
  const hashtags: number[] = []
  const strange: number[] = []
  let found = 0
  let before = OTHER
  let singles = 0
  let letters = 0
  const { length } = text
  const units = unitsOf(text)
  for (let at = 0; at < length; at++) {
    const unit = units[at] as number
    const kind = kinds[unit] as number
    if (kind === LETTER) {
      if (before === DIGIT_LETTER) {
        found |= DISGUISE.digits
        digits.push(at)
      } else if (before === HASH) {
        found |= DISGUISE.hashtag
        hashtags.push(at)
      }
      // Most characters are letters behind letters: they need one turn of a short loop each.
      let end = at + 1
      while (kinds[units[end] as number] === LETTER) end++
      letters = end - at
      at = end - 1
    } else {
      if (letters > 0) singles = letters === 1 ? singles + 1 : 0
      if (letters > 0 && letters <= PIECE_MAX && isPieceEnd(unit, units[at + 1] as number)) found |= DISGUISE.pieces
      if (singles >= SINGLES_MIN) found |= DISGUISE.spaced
      if (kind !== BETWEEN) {
        if (kind === SURE) {
          const disguises = sure.get(unit) ?? 0
          found |= disguises
          if (disguises & (DISGUISE.invisible | DISGUISE.lookalike)) strange.push(at)
        } else if (before === LETTER && kind === PICTURE) found |= DISGUISE.pictures
        else if (before === LETTER && kind >= STAR) {
          found |= DISGUISE.stars
          stars.push(at)
        } else if (kind === DIGIT_LETTER && (before === LETTER || before === DIGIT_LETTER)) {
          if (before === LETTER && unit <= NINE && unit >= ZERO) found |= DISGUISE.digits
          digits.push(at)
        }
        singles = 0
      } else if (letters === 0 && before === BETWEEN) singles = 0
      letters = 0
    }
    before = kind
  }
  if (singles + Number(letters === 1) >= SINGLES_MIN) found |= DISGUISE.spaced
  return { disguises: found, digits, stars, hashtags, strange }
}
