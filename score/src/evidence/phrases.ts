import { type Category, categories, longestSuggestionWords, plainUses, suggestionEntries } from '../lexicon/lexicon.ts'
import { byteAt, intAt } from '../numbers.ts'
import { findRow, hashPair, hashWord, indexHashes, type Lexis, type Words } from '../reading/reading.ts'
import { type Alternative, alternativeOf, fitAlternative } from './suggestion-fit.ts'

// The lexicon by hash: listed words and phrases are found among the words of a text without cutting a single string.

interface Listed {
  readonly category: Category | undefined
  /** A label such as "patriot". */
  readonly isPraise: boolean
  readonly alternative: Alternative | undefined
  // Words of this phrase are meant plainly.
  readonly isPlain: boolean
}

export interface Phrase {
  readonly from: number
  readonly to: number
  readonly listed: Listed
  readonly isPlain: boolean
}

const NOTHING: Listed = { category: undefined, isPraise: false, alternative: undefined, isPlain: false }

const OUR_WORD_MIN = 3

const listedByHash = new Map<number, Listed>()
const firstWords = new Set<number>()
for (const [key, { category, polarity }] of categories)
  list(key, { category, isPraise: category === 'label' && polarity === 'positive' })
for (const entry of suggestionEntries) list(entry.loaded, { alternative: alternativeOf(entry) })
for (const key of plainUses) list(key, { isPlain: true })

function list(key: string, listed: Partial<Listed>): void {
  const words = key.split(' ').map(hashWord)
  const hash = words.reduce((whole, word) => hashPair(whole, word))
  listedByHash.set(hash, { ...NOTHING, ...listedByHash.get(hash), ...listed })
  if (words.length > 1 && listed.category === undefined) firstWords.add(words[0] ?? 0)
}

const entries = { ...indexed([...listedByHash.keys()]), listed: [...listedByHash.values()] }
// 1 where a phrase can begin, by the last bits of its first word's hash: most words are answered here.
const STARTS = 1 << 12
const starts = new Uint8Array(STARTS)
for (const hash of firstWords) starts[hash & (STARTS - 1)] = 1

// Words that we suggest, unless they are listed as loaded themselves: following a suggestion is never marked.
const ours = indexed(
  [...new Set(suggestionEntries.flatMap(({ neutral }) => neutral.split(' ')))]
    .filter((word) => word.length >= OUR_WORD_MIN)
    .map(hashWord)
    .filter((hash) => !listedByHash.has(hash)),
)

export function isOurWord(hash: number): boolean {
  return findRow(ours.slots, ours.hashes, hash) >= 0
}

function indexed(keys: readonly number[]): Pick<Lexis, 'hashes' | 'slots'> {
  const hashes = Int32Array.from(keys)
  return { hashes, slots: indexHashes(hashes) }
}

// The longest listed phrase around a word that has a suggestion, so that the suggestion fits the span it is offered for; else
// the word alone. A phrase has none of the words that are claimed by the caller.
export function lookUpPhrase(words: Words, at: number, claimed?: Uint8Array): Phrase {
  for (let from = Math.max(0, at - longestSuggestionWords + 1); from <= at; from++) {
    const first = intAt(words.hash, from)
    if (!byteAt(starts, first & (STARTS - 1)) || !firstWords.has(first)) continue
    for (let to = Math.min(words.count, from + longestSuggestionWords); to > Math.max(at, from + 1); to--) {
      const listed = listedAs(hashPhrase(words, from, to))
      if (!(listed.isPlain || listed.alternative) || !isUnbroken(words, from, to)) continue
      if (claimed?.subarray(from, to).includes(1)) continue
      return listed.isPlain ? lookUpWord(words, at, true) : { from, to, listed, isPlain: false }
    }
  }
  return lookUpWord(words, at, false)
}

// The neutral alternative, where it fits: '' where the text is best without the phrase.
export function suggestionFor(words: Words, phrase: Phrase): string | undefined {
  const { alternative } = phrase.listed
  return alternative && !phrase.isPlain ? fitAlternative(words, phrase, alternative) : undefined
}

function lookUpWord(words: Words, at: number, isPlain: boolean): Phrase {
  return { from: at, to: at + 1, listed: listedAs(intAt(words.hash, at)), isPlain }
}

function listedAs(hash: number): Listed {
  const row = findRow(entries.slots, entries.hashes, hash)
  return row < 0 ? NOTHING : (entries.listed[row] ?? NOTHING)
}

function hashPhrase(words: Words, from: number, to: number): number {
  let hash = intAt(words.hash, from)
  for (let at = from + 1; at < to; at++) hash = hashPair(hash, intAt(words.hash, at))
  return hash
}

// Words of one phrase are parted by one space or line break, nothing else.
function isUnbroken(words: Words, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (intAt(words.start, at) - intAt(words.end, at - 1) !== 1) return false
  return true
}
