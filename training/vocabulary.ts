import { categories, tones } from '@equipoise/score/lexicon'
import { FLAG, hashWord, indexHashes, type Lexis, readWords, SHAPE } from '@equipoise/score/reading'
import type { Glove } from './glove.ts'
import { groups } from './groups.ts'
import { flagsOf } from './kinds-of-words.ts'

// Which words the model knows, and which of them are names: a word that is nearly always written with a capital inside a
// sentence stands for somebody or something, and must not be judged.

export interface Vocabulary extends Lexis {
  readonly words: readonly string[]
}

const SIZE_MAX = 60_000
const COMMON_GLOVE = 40_000
const SEEN_MIN = 3
const NAME_SHARE = 0.8

interface Count {
  seen: number
  inside: number
  capital: number
}

// `cased` are texts whose capitals can be trusted; `all` also has lower-cased ones. `loaded` are known whatever their count.
export function buildVocabulary(input: {
  all: Iterable<string>
  cased: Iterable<string>
  loaded: ReadonlySet<string>
  glove: Glove
}): Vocabulary {
  const counts = new Map<string, Count>()
  for (const text of input.all) countWords(counts, text, false)
  for (const text of input.cased) countWords(counts, text, true)
  const words = chooseWords(counts, input)
  const hashes = Int32Array.from(words, hashWord)
  const aliases = new Map(membersOfGroups().map(([word, name]) => [hashWord(word), hashWord(name)]))
  const flags = Uint16Array.from(words, (word) => {
    if (word === '<name>') return FLAG.proper
    const count = counts.get(word)
    if (aliases.has(hashWord(word))) return flagsOf(word) | FLAG.alias
    if (categories.has(word)) return flagsOf(word) | FLAG.kept
    if (isName(count)) return flagsOf(word) | FLAG.proper
    const isRare = !tones.has(word) && (count === undefined || count.capital === count.inside)
    return flagsOf(word) | (isRare ? FLAG.rare : 0)
  })
  return { words, hashes, flags, aliases, slots: indexHashes(hashes) }
}

function countWords(counts: Map<string, Count>, text: string, isCased: boolean): void {
  const words = readWords(text)
  for (let at = 0; at < words.count; at++) {
    const shape = words.shape[at] ?? 0
    if (shape & (SHAPE.number | SHAPE.foreign)) continue
    const word = text.slice(words.start[at], words.end[at]).toLowerCase().replaceAll('\u2019', "'")
    const count = counts.get(word) ?? { seen: 0, inside: 0, capital: 0 }
    count.seen++
    if (isCased && !(shape & SHAPE.opening)) {
      count.inside++
      if (shape & SHAPE.capital) count.capital++
    }
    counts.set(word, count)
  }
}

function isName(count: Count | undefined): boolean {
  return count !== undefined && count.inside >= 2 && count.capital >= count.inside * NAME_SHARE
}

function chooseWords(counts: Map<string, Count>, input: { loaded: ReadonlySet<string>; glove: Glove }): string[] {
  const chosen = new Set(['<name>', '0', ...Object.keys(groups), ...membersOfGroups().map(([word]) => word)])
  for (const word of [...categories.keys(), ...tones.keys(), ...input.loaded]) if (!word.includes(' ')) chosen.add(word)
  const seen = [...counts].filter(([word, count]) => count.seen >= SEEN_MIN && word.length <= 40)
  seen.sort(([a, x], [b, y]) => y.seen - x.seen || (a < b ? -1 : 1))
  for (const word of input.glove.words.slice(0, COMMON_GLOVE)) if (/^[a-z][a-z'-]+$/.test(word)) chosen.add(word)
  for (const [word] of seen) {
    if (chosen.size >= SIZE_MAX) break
    chosen.add(word)
  }
  return dropCollisions([...chosen])
}

// Two words of one hash could not be told apart; the earlier, more frequent one stays.
function dropCollisions(words: readonly string[]): string[] {
  const taken = new Set<number>()
  return words.filter((word) => {
    const hash = hashWord(word)
    if (taken.has(hash)) return false
    taken.add(hash)
    return true
  })
}

export function membersOfGroups(): [word: string, name: string][] {
  return Object.entries(groups).flatMap(([name, members]) =>
    members.split(' ').map((word): [string, string] => [word, name]),
  )
}
