import { LANGUAGE } from '../certificate.ts'
import { byteAt, intAt, shortAt } from '../numbers.ts'
import { hashWord } from './hashing.ts'
import { isKnownBeside } from './known-words.ts'
import type { Lexis } from './lexis.ts'
import { KIND } from './records.ts'
import { LANGUAGES, languagesOf } from './small-words.ts'
import { isStrange } from './strange.ts'
import { SHAPE, type Words } from './words.ts'

// A guess at the language, from its script and its small words. It only has to tell English from everything else; the name
// of the other language is a courtesy.

export interface Language {
  // ISO 639-1, or `und` if nothing can be said.
  readonly code: string
  // Share of words that the English vocabulary knows.
  readonly known: number
  readonly knownWords: number
  // Words looked at, numbers left out. Of scripts that put no space between words, so many letters are one.
  readonly words: number
  // 1 for each sentence of several words in another language.
  readonly foreign: Uint8Array
}

const SCRIPTS: readonly (readonly [from: number, to: number, code: string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'ru'],
  [0x530, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'ar'],
  [0x900, 0x97f, 'hi'],
  [0x980, 0x9ff, 'bn'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xe00, 0xe7f, 'th'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1200, 0x137f, 'am'],
  [0x1780, 0x17ff, 'km'],
  [0x3040, 0x30ff, 'ja'],
  [0x4e00, 0x9fff, 'zh'],
  [0xac00, 0xd7af, 'ko'],
]

// Letters that only one language of a script has.
const LETTERS: Readonly<Record<string, readonly (readonly [letters: RegExp, code: string, without?: RegExp])[]>> = {
  zh: [[/[\u3040-\u30ff]/, 'ja']],
  ru: [
    [/[іїєґ]/i, 'uk'],
    [/ъ/i, 'bg', /[ыэё]/i],
  ],
  ar: [
    [/[ٹڈڑے]/, 'ur'],
    [/[پچژگ]/, 'fa'],
  ],
}

// Small words that names are made of: "Charles de Gaulle" is not French, and "Smith et al. 2024" is not Latin.
const PARTICLES = new Set(
  'de la van von der den del della da di do dos du le les el al y e en et'.split(' ').map(hashWord),
)

const SCRIPT_SAMPLE_UNITS = 2000
const UNSPACED_WORD_UNITS = 4
const KNOWN_SHARE_MIN = 0.5
const KNOWN_SHARE_SURE = 0.85

/** Of words whose records have been found. */
export function guessLanguage(lexis: Lexis, words: Words): Language {
  const seen = countSample(words)
  const known = seen.plain === 0 ? 0 : seen.known / seen.plain
  const foreign = new Uint8Array(words.sentences.length)
  if (seen.isSuspect)
    for (const [at, sentence] of words.sentences.entries()) foreign[at] = Number(isForeign(lexis, words, sentence))
  return { code: nameLanguage(words, seen, foreign), known, knownWords: seen.known, words: seen.plain, foreign }
}

interface Sample {
  readonly plain: number
  readonly known: number
  readonly foreign: number
  // Small words of English, of any other language, and of others alone.
  readonly english: number
  readonly other: number
  readonly strange: number
  // Whether a sentence of it could be in another language at all.
  readonly isSuspect: boolean
}

function countSample(words: Words): Sample {
  const { shape: shapes, row: rows, kind: kinds } = words
  let plain = 0
  let known = 0
  let foreign = 0
  let english = 0
  let other = 0
  let strange = 0
  for (let at = 0; at < words.count; at++) {
    const shape = byteAt(shapes, at)
    if (shape & SHAPE.number) continue
    if (shape & SHAPE.foreign) foreign += sizeOf(words, at)
    else plain++
    known += Number((rows[at] ?? -1) >= 0 || isKnownBeside(words, at))
    const kind = shortAt(kinds, at)
    const isEnglish = kind & KIND.english ? 1 : 0
    const isOther = kind & KIND.other ? 1 : 0
    english += isEnglish
    other += isOther
    strange += isOther & ~isEnglish
  }
  const isSuspect = foreign > 0 || strange > 0 || plain > known
  return { plain: plain + foreign, known, foreign, english, other, strange, isSuspect }
}

function sizeOf({ start, end }: Words, at: number): number {
  return Math.max(1, Math.round((intAt(end, at) - intAt(start, at)) / UNSPACED_WORD_UNITS))
}

function nameLanguage(words: Words, seen: Sample, foreign: Uint8Array): string {
  if (seen.plain === 0) return 'und'
  if (seen.foreign * 2 > seen.plain) return scriptOf(words)
  const code = nameLatin(words, seen)
  return code === 'en' && isMixed(words, foreign) ? 'und' : code
}

function nameLatin(words: Words, seen: Sample): string {
  const share = seen.known / seen.plain
  // No language can have more than all others together: nearly every English text is named without counting each.
  if (share >= KNOWN_SHARE_SURE && seen.english * 2 >= seen.other) return 'en'
  const hits = countLanguages(words, 0, words.count)
  const best = bestOf(hits)
  const most = intAt(hits, best)
  // Small words such as "a" belong to many languages: if the English vocabulary knows nearly all words, it is English.
  const isKnown = share >= (best === 0 ? KNOWN_SHARE_MIN : KNOWN_SHARE_SURE)
  if (isKnown && (best === 0 || most < 2 || seen.english * 2 >= most)) return 'en'
  return best === 0 || most < 2 ? 'und' : (LANGUAGES[best] ?? 'und')
}

// Whether sentences in another language make up a part that counts.
function isMixed(words: Words, foreign: Uint8Array): boolean {
  let count = 0
  for (const [at, { from, to }] of words.sentences.entries()) count += foreign[at] ? to - from : 0
  return count > LANGUAGE.mixedShare * words.count
}

// A sentence in another script, or with the small words of another language and few that English knows.
function isForeign(lexis: Lexis, words: Words, { from, to }: { from: number; to: number }): boolean {
  let plain = 0
  let known = 0
  let script = 0
  for (let at = from; at < to; at++) {
    const shape = byteAt(words.shape, at)
    if (shape & SHAPE.number) continue
    if (shape & SHAPE.foreign) script += sizeOf(words, at)
    else plain++
    known += Number((words.row[at] ?? -1) >= 0)
  }
  if (plain === 2 && script === 0) return isPair(lexis, words, { from, to })
  if (plain + script < LANGUAGE.sentenceWordsMin) return false
  if (script * 2 > plain) return true
  // Nearly every sentence is answered here.
  const isShort = plain <= LANGUAGE.shortWordsMax
  if (known > LANGUAGE.foreignKnownMost * plain && !isShort) return false
  const hits = countLanguages(words, from, to)
  const english = intAt(hits, 0)
  const most = intAt(hits, bestOf(hits))
  // Small words alone show a short one.
  if (isShort && english === 0 && most > 1 && most * 2 >= plain) return true
  // Misspelt English still has its small words.
  const isEnglish = english > 2 && hits.slice(1).every((other) => english >= 2 * other)
  if (!isEnglish && isStrange(lexis, words, { from, to, isName: (at) => isInName(words, at) })) return true
  if (known > LANGUAGE.foreignKnownMost * plain) return false
  if (known > LANGUAGE.foreignKnownMax * plain) return most > 2 && english === 0
  if (most > 1 && most > 2 * english) return true
  // A short one has one small word.
  if (known > LANGUAGE.shortKnownMax * plain || english > 1) return false
  return most > 0 && (english === 0 || (most > 1 && most > english && isShort))
}

// Two different words, of which English knows neither, as a sentence: "Merecen morir."
function isPair(lexis: Lexis, words: Words, { from, to }: { from: number; to: number }): boolean {
  const areTwo = to - from === 2 && words.hash[from] !== words.hash[from + 1]
  return areTwo && isSentence(words, from, to) && isStrange(lexis, words, { from, to, isName: () => false })
}

// It begins with the only capital and ends as a sentence does: no name, and no list of commands.
function isSentence({ shape, text, end }: Words, from: number, to: number): boolean {
  const isName = (at: number): boolean => (byteAt(shape, at) & (SHAPE.capital | SHAPE.number)) !== 0
  for (let at = from; at < to; at++) if (isName(at) !== (at === from)) return false
  return '.!?'.includes(text.charAt(intAt(end, to - 1)) || ' ')
}

// English if no other has more.
function bestOf(hits: Int32Array): number {
  let best = 0
  for (let order = 1; order < hits.length; order++) if (intAt(hits, order) > intAt(hits, best)) best = order
  return best
}

function countLanguages(words: Words, from: number, to: number): Int32Array {
  const hits = new Int32Array(LANGUAGES.length)
  for (let at = from; at < to; at++) {
    if (byteAt(words.shape, at) & SHAPE.number || isInName(words, at)) continue
    const languages = languagesOf(intAt(words.hash, at))
    for (let order = 0; languages >>> order > 0; order++) {
      if ((languages >>> order) & 1) hits[order] = intAt(hits, order) + 1
    }
  }
  return hits
}

function isInName(words: Words, at: number): boolean {
  const shape = byteAt(words.shape, at)
  if ((shape & (SHAPE.capital | SHAPE.opening)) === SHAPE.capital) return true
  // "MIT" before a name; a whole sentence in capitals is none.
  if (shape & SHAPE.caps && at + 1 < words.count && !(byteAt(words.shape, at + 1) & SHAPE.caps)) return true
  const endsName = (byteAt(words.shape, at + 1) & SHAPE.number) !== 0
  return PARTICLES.has(intAt(words.hash, at)) && isOfName(words, at - 1) && (endsName || isOfName(words, at + 1))
}

function isOfName({ hash, shape, count }: Words, at: number): boolean {
  return at < count && ((byteAt(shape, at) & SHAPE.capital) !== 0 || PARTICLES.has(intAt(hash, at)))
}

function scriptOf(words: Words): string {
  const text = words.text.slice(0, SCRIPT_SAMPLE_UNITS)
  for (const unit of unitsOfForeign(words)) {
    const code = SCRIPTS.find(([from, to]) => unit >= from && unit <= to)?.[2]
    if (code)
      return LETTERS[code]?.find(([letters, , without]) => letters.test(text) && !without?.test(text))?.[1] ?? code
  }
  return 'und'
}

function* unitsOfForeign({ text, start, end, shape, count }: Words): Iterable<number> {
  for (let at = 0; at < count; at++) {
    if (!(byteAt(shape, at) & SHAPE.foreign)) continue
    for (let i = intAt(start, at); i < intAt(end, at); i++) yield text.charCodeAt(i)
  }
}
