import { byteAt, intAt } from '../numbers.ts'
import { letterCount } from './letters.ts'
import { type Lexis, rowOf } from './lexis.ts'
import { readPlainText } from './plain-text.ts'
import { kindAt, recordsOf } from './records.ts'
import { NAME_HASH, type Units } from './units.ts'
import { readWords, SHAPE, type Words } from './words.ts'

// A caller's own words: those that are right here, and those to point out. They are compared as the text is read, so capitals,
// line breaks, a possessive and disguised letters make no difference; other forms of a word are other words.

export interface FlaggedWord {
  /** A word or a phrase. */
  readonly word: string
  /** What to write instead; an empty one means that the text is best without it. */
  readonly suggestion?: string | undefined
}

export interface WordLists {
  /** Words and phrases that are right here: no evidence, and no part of the score. */
  readonly ignore?: readonly string[] | undefined
  /** Words and phrases to point out, as evidence of the kind `flagged`. They leave the score as it is. */
  readonly flag?: readonly FlaggedWord[] | undefined
  /** Objections that do not withhold the certificate: a newspaper may accept what it quotes. */
  readonly accept?: readonly 'quoted'[] | undefined
}

export interface OwnWords {
  /** 1 for each word that is ignored. */
  readonly ignored: Uint8Array
  readonly flagged: readonly FlaggedSpan[]
}

/** Words `from` to `to` (exclusive) of a text. */
export interface FlaggedSpan {
  readonly from: number
  readonly to: number
  readonly suggestion: string | undefined
}

/** Entries of one list. */
export const WORD_LIST_MAX = 2_000
/** UTF-16 code units of one entry, and of one suggestion. */
export const WORD_LIST_ENTRY_MAX = 100
export const WORD_LIST_SUGGESTION_MAX = 200

/** Phrases word by word, so that a place of a text is compared with all of them at once. */
interface Phrases {
  readonly next: Map<Step, Phrases>
  /** The phrase that ends here. */
  end?: Entry
}

/** Phrases from their beginning. */
export interface PhraseIndex extends Phrases {
  /** 1 where a phrase can begin, by the last bits of its first word's hash: most words of a text are answered here. */
  readonly starts: Uint8Array
}

/** A word as it is compared: its hash, and if it is a number or more than white space stands before it, that too. */
type Step = number | string

/** Throws a RangeError that names the entry if there are more than allowed or an entry has no word. */
export function indexPhrases(list: readonly string[]): PhraseIndex {
  return indexEntries(list, 'ignore', (word) => ({ word }))
}

/** The words of a caller's lists, and those of phrases that are always right. Throws a RangeError as `indexPhrases` does. */
export function findOwnWords(
  words: Words,
  { ignore = [], flag = [] }: WordLists,
  always: PhraseIndex,
): OwnWords | undefined {
  const ignored = new Uint8Array(words.count)
  const isAny = [always, indexPhrases(ignore)].map((phrases) => markPhrases(words, phrases, ignored)).includes(true)
  if (!isAny && flag.length === 0) return undefined
  return {
    ignored,
    flagged: findFlagged(
      words,
      indexEntries(flag, 'flag', (one) => one),
      ignored,
    ),
  }
}

function markPhrases(words: Words, phrases: PhraseIndex, marked: Uint8Array): boolean {
  if (phrases.next.size === 0) return false
  let isAny = false
  for (let at = 0; at < words.count; at++) {
    const entry = longestAt(phrases, words, at)
    if (!entry) continue
    marked.fill(1, at, at + entry.length)
    isAny = true
  }
  return isAny
}

/** Ignored words are read as names are: nothing can be said of them, and which one it is makes no difference. */
export function maskIgnored(lexis: Lexis, units: Units, ignored: Uint8Array): void {
  const row = rowOf(lexis, NAME_HASH)
  const kind = kindAt(recordsOf(lexis), row)
  for (const sentence of units.sentences) {
    for (let unit = sentence.from; unit < sentence.to; unit++) {
      const first = intAt(units.first, unit)
      if (!byteAt(ignored, first) && !byteAt(ignored, intAt(units.last, unit))) continue
      sentence.letters -= lettersOf(units, unit)
      units.hash[unit] = NAME_HASH
      units.row[unit] = row
      units.kind[unit] = kind
      units.words.shape[first] = byteAt(units.words.shape, first) & ~SHAPE.caps
    }
  }
}

/** How many letter n-grams a unit has that is known by its own name. */
function lettersOf({ words, hash, first }: Units, unit: number): number {
  const word = intAt(first, unit)
  if (hash[unit] !== words.hash[word] || byteAt(words.shape, word) & SHAPE.number) return 0
  return letterCount(intAt(words.end, word) - intAt(words.start, word))
}

// The longest entry at a place, and none that overlaps the one before it or an ignored word.
function findFlagged(words: Words, phrases: PhraseIndex, ignored: Uint8Array): FlaggedSpan[] {
  const found: FlaggedSpan[] = []
  if (phrases.next.size === 0) return found
  for (let at = 0; at < words.count; at++) {
    const entry = longestAt(phrases, words, at)
    if (!entry) continue
    const to = at + entry.length
    if (ignored.subarray(at, to).includes(1)) continue
    found.push({ from: at, to, suggestion: entry.suggestion })
    at = to - 1
  }
  return found
}

interface Entry {
  /** In words. */
  readonly length: number
  readonly suggestion: string | undefined
}

const indexes = new WeakMap<readonly unknown[], PhraseIndex>()
const STARTS = 1 << 12
const NO_PHRASES: PhraseIndex = { next: new Map(), starts: new Uint8Array() }

/** A list that nobody can change is read once. */
function indexEntries<T>(list: readonly T[], name: string, read: (item: T) => FlaggedWord): PhraseIndex {
  if (list.length === 0) return NO_PHRASES
  const known = indexes.get(list)
  if (known) return known
  if (list.length > WORD_LIST_MAX) throw new RangeError(`${name} has more than ${WORD_LIST_MAX} entries`)
  const phrases: PhraseIndex = { next: new Map(), starts: new Uint8Array(STARTS) }
  for (const item of list) addEntry(phrases, read(item), name)
  if (Object.isFrozen(list)) indexes.set(list, phrases)
  return phrases
}

function addEntry(phrases: PhraseIndex, { word, suggestion }: FlaggedWord, name: string): void {
  if (word.length > WORD_LIST_ENTRY_MAX) {
    throw new RangeError(`${name} has an entry of more than ${WORD_LIST_ENTRY_MAX} characters`)
  }
  if ((suggestion ?? '').length > WORD_LIST_SUGGESTION_MAX) {
    throw new RangeError(`${name} has a suggestion of more than ${WORD_LIST_SUGGESTION_MAX} characters`)
  }
  const words = readWords(readPlainText(word).text)
  if (words.count === 0) throw new RangeError(`${name} has an entry without a word: ${JSON.stringify(word)}`)
  phrases.starts[startOf(words, 0)] = 1
  let here: Phrases = phrases
  for (let at = 0; at < words.count; at++) {
    const step = stepAt(words, at, at === 0)
    const next = here.next.get(step) ?? { next: new Map() }
    here.next.set(step, next)
    here = next
  }
  // Of two that are the same, the first one counts.
  here.end ??= { length: words.count, suggestion }
}

/** The longest phrase that begins at this word of a text. */
function longestAt(phrases: PhraseIndex, words: Words, from: number): Entry | undefined {
  if (!byteAt(phrases.starts, startOf(words, from))) return undefined
  let longest: Entry | undefined
  let here: Phrases | undefined = phrases
  for (let at = from; here && at < words.count && here.next.size > 0; at++) {
    here = here.next.get(stepAt(words, at, at === from))
    longest = here?.end ?? longest
  }
  return longest
}

function startOf({ hash }: Words, at: number): number {
  return intAt(hash, at) & (STARTS - 1)
}

/** What stands before the first word of a phrase does not count, and neither does white space. */
function stepAt(words: Words, at: number, isFirst: boolean): Step {
  const hash = intAt(words.hash, at)
  const number = numberAt(words, at)
  const gap = isFirst ? '' : gapBefore(words, at)
  return number === undefined && gap === '' ? hash : `${hash} ${number ?? ''} ${gap}`
}

/** The text of a number, for all numbers have one hash. */
function numberAt({ text, shape, start, end }: Words, at: number): string | undefined {
  if (!(byteAt(shape, at) & SHAPE.number)) return undefined
  return text.slice(intAt(start, at), intAt(end, at)).toLowerCase()
}

function gapBefore({ text, start, end }: Words, at: number): string {
  return text.slice(intAt(end, at - 1), intAt(start, at)).trim()
}
