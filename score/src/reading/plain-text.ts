import { DIGIT_LETTERS, ENTITIES, LOOKALIKES, STRONG_WORDS } from './disguises.ts'
import { DISGUISE, type Look, lookForDisguises } from './look.ts'

// Text as a reader reads it: letters of other alphabets that look like Latin ones, bold and wide letters, HTML entities, spaced
// letters, digits for letters, pictures between letters, hashtags and stars in swear words become the word that is meant. Every position
// still leads back into the caller's text.

export interface PlainText {
  readonly text: string
  /** Where a stretch of `text` stands in the caller's text. */
  readonly locate: (start: number, end: number) => { start: number; end: number }
}

export function readPlainText(text: string): PlainText {
  let look = lookForDisguises(text)
  let { disguises } = look
  if (disguises === 0) return { text, locate: (start, end) => ({ start, end }) }
  let plain: Pieces = { text, starts: undefined, ends: undefined }
  for (const step of STEPS) {
    if (!(disguises & step.needs)) continue
    const before = plain
    plain = replaceIn(plain, step, look)
    if (plain === before) continue
    look = lookForDisguises(plain.text)
    disguises |= look.disguises
  }
  const read = plain
  const locate: PlainText['locate'] = (start, end) => {
    const from = startOf(read, start)
    return { start: from, end: end > start ? endOf(read, end - 1) : from }
  }
  return { text: read.text, locate }
}

interface Pieces {
  readonly text: string
  /** Where what each character stands for starts and ends in the caller's text; undefined while nothing has changed. */
  readonly starts: Int32Array | undefined
  readonly ends: Int32Array | undefined
}

interface Step {
  /** Without this disguise the step changes nothing: most texts skip most steps. */
  readonly needs: number
  readonly pattern: RegExp
  /** Every match holds one of these places and consists of such characters: the rest of the text, which would take long, is not searched. */
  readonly near?: { readonly places: Exclude<keyof Look, 'disguises'>; readonly isPart: (unit: number) => boolean }
  /** What a match means, or undefined if it stays as it is. */
  readonly read: (match: string) => string | undefined
}

const ENTITY: Step = {
  needs: DISGUISE.entity,
  pattern: /&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,6});/gi,
  read: readEntity,
}

// Every expression here matches a bounded stretch, or stops where its next attempt starts: linear in the text.
const STEPS: readonly Step[] = [
  // Entities can stand for the marks of further entities.
  ENTITY,
  ENTITY,
  ENTITY,
  // Tags that change only how letters look.
  {
    needs: DISGUISE.tags,
    pattern:
      /<\/?(?:b|i|em|strong|span|u|s|font|small|big|mark|tt)(?:\s{1,9}[\w:.-]{1,40}=(?:"[^"<>]{0,99}"|'[^'<>]{0,99}'|[^\s"'<>]{1,60})){0,4}\s{0,4}>/gi,
    read: () => '',
  },
  // Letters, or a few at once, each in marks or tags of its own, with breaks or comments between them.
  {
    needs: DISGUISE.pieces,
    pattern: /(?<=([*_`~])[\p{L},.;!?'’]{1,3})(?:\1{4}|\1{2})(?=[\p{L},.;!?'’]{1,3}\1)/gu,
    read: () => '',
  },
  {
    needs: DISGUISE.pieces,
    pattern: /(?:\[[\p{L},.;!?'’]\]\([^()\s]{0,60}\) ?){4,400}/gu,
    read: (match) => match.replace(/\[|\]\([^()\s]{0,60}\)/g, ''),
  },
  {
    needs: DISGUISE.tags,
    pattern:
      /(?<=>\p{L}{1,3})<\/\w{1,9}><\w{1,9}(?:\s[^<>]{0,60})?>(?=\p{L}{1,3}<)|(?<=\p{L})<(?:wbr ?\/?|!--[^<>]{0,40}--)>(?=\p{L})/giu,
    read: () => '',
  },
  // Shown from right to left.
  { needs: DISGUISE.reversed, pattern: /\u202e[^\u202c\u202e\u2069\n]{1,2000}/g, read: readReversed },
  // Invisible marks inside words.
  {
    needs: DISGUISE.invisible,
    pattern: /\p{Default_Ignorable_Code_Point}/gu,
    near: { places: 'strange', isPart: isLetterOrBeyond },
    read: () => '',
  },
  // Bold, circled and wide letters.
  {
    needs: DISGUISE.variant,
    pattern: /[\u{1d400}-\u{1d7ff}\u2460-\u24ff\uff01-\uff5e\u{1f130}-\u{1f169}]/gu,
    read: readVariant,
  },
  {
    needs: DISGUISE.pictures,
    pattern: /(?<=\p{Ll})[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{So}]{1,4}(?=\p{Ll})/gu,
    read: () => '',
  },
  // Greek, Cyrillic and Armenian: all look-alikes are there.
  {
    needs: DISGUISE.lookalike,
    pattern: /(?<![\p{L}\p{M}])[\p{L}\p{M}]{0,40}[a-z][\p{L}\p{M}]{0,40}/giu,
    near: { places: 'strange', isPart: isLetterOrBeyond },
    read: readMixedScript,
  },
  {
    needs: DISGUISE.spaced,
    pattern: /(?<![\p{L}\p{N}])\p{L}(?:([ ._-])\p{L}(?:\1\p{L}){1,40})(?![\p{L}\p{N}])/giu,
    read: readSpaced,
  },
  {
    needs: DISGUISE.digits,
    pattern: /(?<![\w@$.,])(?:[a-z@$][\w@$!|]{0,30})?[0134578@$!|][a-z@$][\w@$!|]{0,30}(?![\w@$!|]|\.\w)/gi,
    near: { places: 'digits', isPart: isDigitWord },
    read: readDigits,
  },
  {
    needs: DISGUISE.digits,
    pattern: /(?<![\w@$.,])[a-z]{2,20}[0134578]{1,2}(?![\w@$!|]|\.\w)/gi,
    near: { places: 'digits', isPart: isDigitWord },
    read: readDigits,
  },
  {
    needs: DISGUISE.stars,
    pattern: /(?<![\w*])[a-z]{1,20}[*#]{1,20}[a-z*#]{0,20}(?![\w*#])/gi,
    near: { places: 'stars', isPart: isStarWord },
    read: readStars,
  },
  {
    needs: DISGUISE.hashtag,
    pattern: /(?<![\w/&#])#[a-z]\w{1,60}/gi,
    near: { places: 'hashtags', isPart: isStarWord },
    read: readHashtag,
  },
]

function readEntity(match: string): string | undefined {
  const name = match.slice(1, -1)
  if (!name.startsWith('#')) return ENTITIES.get(name.toLowerCase())
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

function readVariant(match: string): string | undefined {
  const plain = match.normalize('NFKC')
  return plain === match ? undefined : plain.replace(/^\((.)\)$/u, '$1')
}

// A Latin word with letters of another alphabet in it; words wholly in that alphabet stand as they are.
function readMixedScript(match: string): string | undefined {
  const plain = Array.from(match, (letter) => LOOKALIKES.get(letter) ?? letter).join('')
  return plain === match ? undefined : plain
}

const SPACED_MIN = 4

function readSpaced(match: string): string | undefined {
  const letters = match.replace(/[ ._-]/g, '')
  return letters.length >= SPACED_MIN ? letters : undefined
}

// A long word with few digits is what its letters say; of the others ("4th", "a11y", "k8s") only words that people disguise.
function readDigits(match: string): string | undefined {
  const plain = Array.from(match, (letter) => DIGIT_LETTERS.get(letter) ?? letter).join('')
  const strong = [
    plain,
    Array.from(match, (letter) => (letter === '1' ? 'l' : (DIGIT_LETTERS.get(letter) ?? letter))).join(''),
  ]
  const found = strong.find((word) => STRONG_WORDS.has(word.toLowerCase()))
  if (found) return found
  const digits = match.replace(/[a-z]/gi, '').length
  const isInner = /^[a-z@$]/i.test(match) && /[0134578@$!|](?=.)/.test(match.slice(1))
  if (!isInner || digits * 3 > match.length) return undefined
  return plain.length >= SPACED_MIN && /^[a-z]+$/i.test(plain) ? plain : undefined
}

const STRONG_LIST = [...STRONG_WORDS]

function readStars(match: string): string | undefined {
  const stands = (word: string): boolean =>
    word.length === match.length &&
    [...word].every((letter, at) => '*#'.includes(match[at] ?? '') || letter === match[at]?.toLowerCase())
  return STRONG_LIST.find((word) => stands(word))
}

function readReversed(match: string): string {
  return [...match.slice(1)].reverse().join('')
}

// "#BuildTheWall" is read as its words. In small letters: the capitals are no names.
function readHashtag(match: string): string | undefined {
  const words = match
    .slice(1)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
  return words.includes(' ') ? words.toLowerCase() : undefined
}

function replaceIn(plain: Pieces, { pattern, near, read }: Step, look: Look): Pieces {
  const edits: Edit[] = []
  const matches = near
    ? matchesNear(plain.text, pattern, { ...near, at: look[near.places] })
    : plain.text.matchAll(pattern)
  for (const { 0: written, index } of matches) {
    const meant = read(written)
    if (meant !== undefined) edits.push({ written, index, meant })
  }
  return edits.length === 0 ? plain : withEdits(plain, edits)
}

interface Edit {
  readonly index: number
  readonly written: string
  readonly meant: string
}

function withEdits(plain: Pieces, edits: readonly Edit[]): Pieces {
  const grown = edits.reduce((sum, { written, meant }) => sum + meant.length - written.length, 0)
  const length = plain.text.length + grown
  const changed = { text: '', starts: new Int32Array(length), ends: new Int32Array(length) }
  let from = 0
  for (const { index, written, meant } of edits) {
    copy(plain, { from, to: index }, changed)
    from = index + written.length
    for (const [letter, { start, end }] of placesOf(written, meant).entries()) {
      changed.starts[changed.text.length + letter] = startOf(plain, index + start)
      changed.ends[changed.text.length + letter] = endOf(plain, index + Math.max(start, end - 1))
    }
    changed.text += meant
  }
  copy(plain, { from, to: plain.text.length }, changed)
  return changed
}

interface Near {
  readonly at: readonly number[]
  readonly isPart: (unit: number) => boolean
}

// The same matches as in the whole text: these expressions look one character back and two ahead.
function* matchesNear(text: string, pattern: RegExp, { at, isPart }: Near): Iterable<{ 0: string; index: number }> {
  let end = 0
  for (const place of at) {
    if (place < end) continue
    let start = place
    // A place right behind a stretch, such as the letter in "gr8é", does not open it again.
    while (start > end && isPart(text.charCodeAt(start - 1))) start--
    end = place
    while (end < text.length && isPart(text.charCodeAt(end))) end++
    const from = Math.max(0, start - 1)
    for (const match of text.slice(from, end + 2).matchAll(pattern)) {
      // What starts behind the stretch belongs to the next one.
      if (from + match.index < end) yield { 0: match[0], index: from + match.index }
    }
  }
}

/** Letters, digits, the underscore and the marks that stand for letters. */
function isDigitWord(unit: number): boolean {
  const isLetter = (unit | 32) >= 0x61 && (unit | 32) <= 0x7a
  return isLetter || (unit >= 0x30 && unit <= 0x39) || '_@$!|'.includes(String.fromCharCode(unit))
}

/** Latin letters, and all that is not ASCII. */
function isLetterOrBeyond(unit: number): boolean {
  return unit >= 0x80 || ((unit | 32) >= 0x61 && (unit | 32) <= 0x7a)
}

/** Letters, digits, the underscore, stars and hashes. */
function isStarWord(unit: number): boolean {
  const isLetter = (unit | 32) >= 0x61 && (unit | 32) <= 0x7a
  return isLetter || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f || unit === 0x2a || unit === 0x23
}

// Where each character of a reading stands in what was written: at the same letter, or else spread evenly.
function placesOf(written: string, meant: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  let next = 0
  for (const letter of meant) {
    const at = letter === ' ' ? next : written.toLowerCase().indexOf(letter.toLowerCase(), next)
    if (at < 0 || letter.length > 1) return spreadOver(written.length, meant.length)
    places.push({ start: at, end: letter === ' ' ? at : at + 1 })
    next = letter === ' ' ? at : at + 1
  }
  return places
}

function spreadOver(written: number, meant: number): { start: number; end: number }[] {
  const place = (letter: number): number => Math.floor((letter * written) / meant)
  return Array.from({ length: meant }, (_, i) => ({ start: place(i), end: Math.max(place(i) + 1, place(i + 1)) }))
}

function copy(
  plain: Pieces,
  { from, to }: { from: number; to: number },
  into: { text: string; starts: Int32Array; ends: Int32Array },
): void {
  const moved = into.text.length - from
  for (let at = from; at < to; at++) {
    into.starts[moved + at] = startOf(plain, at)
    into.ends[moved + at] = endOf(plain, at)
  }
  into.text += plain.text.slice(from, to)
}

function startOf({ starts, ends }: Pieces, at: number): number {
  return starts === undefined ? at : (starts[at] ?? ends?.[ends.length - 1] ?? 0)
}

function endOf({ ends }: Pieces, at: number): number {
  return ends === undefined ? at + 1 : (ends[at] ?? 0)
}
