import { hashPair, hashWord } from './hashing.ts'
import { type Category, categories } from './lexicon/categories.ts'
import { longestSuggestionWords, suggestions } from './lexicon/suggestions.ts'
import { indexHashes, type Lexis, rowOf } from './lexis.ts'
import type { Words } from './words.ts'

// The lexicon by hash: listed words and phrases are found among the words of a text without cutting a single string.

export interface Listed {
  readonly category: Category | undefined
  readonly suggestion: string | undefined
}

export interface Phrase {
  readonly from: number
  readonly to: number
  readonly listed: Listed
}

const NOTHING: Listed = { category: undefined, suggestion: undefined }

const listedByHash = new Map<number, Listed>()
const firstWords = new Set<number>()
for (const [key, { category }] of categories) list(key, { category, suggestion: undefined })
for (const [key, suggestion] of suggestions) list(key, { category: undefined, suggestion })

function list(key: string, listed: Listed): void {
  const words = key.split(' ').map(hashWord)
  const hash = words.reduce((whole, word) => hashPair(whole, word))
  const known = listedByHash.get(hash)
  listedByHash.set(hash, {
    category: listed.category ?? known?.category,
    suggestion: listed.suggestion ?? known?.suggestion,
  })
  if (words.length > 1 && listed.suggestion !== undefined) firstWords.add(words[0] ?? 0)
}

const entries = { ...indexed([...listedByHash.keys()]), listed: [...listedByHash.values()] }
const openings = indexed([...firstWords])

function indexed(keys: readonly number[]): Pick<Lexis, 'hashes' | 'slots'> {
  const hashes = Int32Array.from(keys)
  return { hashes, slots: indexHashes(hashes) }
}

// The longest listed phrase around a word that has a suggestion, so that the suggestion fits the span it is offered for; else
// the word alone.
export function lookUpPhrase(words: Words, at: number): Phrase {
  for (let from = Math.max(0, at - longestSuggestionWords + 1); from <= at; from++) {
    if (rowOf(openings, words.hash[from] ?? 0) < 0) continue
    for (let to = Math.min(words.count, from + longestSuggestionWords); to > Math.max(at, from + 1); to--) {
      const listed = listedAs(hashPhrase(words, from, to))
      if (listed.suggestion !== undefined && isUnbroken(words, from, to)) return { from, to, listed }
    }
  }
  return { from: at, to: at + 1, listed: listedAs(words.hash[at] ?? 0) }
}

function listedAs(hash: number): Listed {
  const row = rowOf(entries, hash)
  return row < 0 ? NOTHING : (entries.listed[row] ?? NOTHING)
}

function hashPhrase(words: Words, from: number, to: number): number {
  let hash = words.hash[from] ?? 0
  for (let at = from + 1; at < to; at++) hash = hashPair(hash, words.hash[at] ?? 0)
  return hash
}

// Words of one phrase are parted by one space or line break, nothing else.
function isUnbroken(words: Words, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if ((words.start[at] ?? 0) - (words.end[at - 1] ?? 0) !== 1) return false
  return true
}
