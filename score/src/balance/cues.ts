import { byteAt, intAt } from '../numbers.ts'
import {
  FNV_OFFSET,
  findRow,
  hashStep,
  hashWord,
  indexHashes,
  SHAPE,
  unitsOf,
  type Words,
  wordUnitOf,
} from '../reading/reading.ts'

// The words and phrases that tell whose views a text reports, found in one pass over its characters.

export interface Basis {
  /** Views are somebody's: "argues", "according to". */
  readonly attributed: number
  /** Several sides are heard: "critics", "others", "on the other hand". */
  readonly sides: number
  /** The reader is told what to do or think: "must", "should", "it is time". */
  readonly directive: number
  /** There is no room for doubt: "always", "undeniable", "nothing but". */
  readonly absolute: number
  /** The text speaks as "we". */
  readonly we: number
}

/** Words and phrases, in any case; what is no letter, digit or underscore ends a word. Words of a phrase are parted by one space or apostrophe. */
const CUES: Readonly<Record<keyof Basis, string>> = {
  attributed: `said|say|says|saying|according to|argue|argues|argued|arguing|claim|claims|claimed|believe|believes|believed|contend|contends
    |contended|suggest|suggests|suggested|point out|points out|pointed out|note|notes|noted|states|stated|warn|warns|warned|told|think|thinks
    |assert|asserts|asserted|criticise|criticises|criticised|criticize|criticizes|criticized`,
  sides: `critic|critics|opponent|opponents|supporter|supporters|proponent|proponents|advocate|advocates|detractor|detractors|sceptic|sceptics
    |skeptic|skeptics|some people|some argue|some say|some believe|some experts|some see|some view|other|others|many people|many argue
    |many believe|experts|researchers|both sides|each side|those who|on one hand|on the one hand|on the other|debate|debates|debated
    |controversy|controversies|controversial|perspective|perspectives|viewpoint|viewpoints|concern|concerns|argument|arguments`,
  directive: `should|must|need to|needs to|have to|has to|ought to|let us|let's|it is time|it's time|demand|urge|call on|join|crucial|essential
    |imperative|vital`,
  absolute: `always|never|every|all|only|undeniable|undeniably|clear|clearly|simply|truly|fundamental|fundamentally|undoubtedly|no doubt|nothing
    |everyone|nobody|deserve|deserves|deserved|justice|injustice|freedom|fight|fights|fighting|harm|harms|harmful|threat|threats|threaten
    |threatens|threatened|threatening|danger|dangers|dangerous`,
  we: 'we|our|us|ours',
}

const MAYBE_MASK = (1 << 12) - 1

export const CUE_NAMES = Object.keys(CUES) as (keyof Basis)[]

/** Finds which lists of words and phrases a sentence holds: a bit for each list, in their order. */
interface CueFinder {
  readonly inText: (sentence: string) => number
  /** The same for the sentences of a text that has been read: the hashes of most words are there already. */
  readonly inWords: (words: Words) => number[]
}

/** A bit for each of `CUE_NAMES`. */
export const cues = makeCueFinder(CUES)

export function makeCueFinder(lists: Readonly<Record<string, string>>): CueFinder {
  const { bitsOf, goesOn, maybe } = indexCues(lists)
  // The bits of a word that ends here, and of it together with the words behind it.
  const bitsFrom = (text: Uint16Array, hash: number, { end, limit }: PhraseEnd): number => {
    const bits = bitsOf(hash)
    const mark = end < limit ? (text[end] as number) : 0
    if ((bits & goesOn) === 0 || (mark !== 0x20 && mark !== 0x27)) return bits
    let longer = hashStep(hash, mark)
    let at = end + 1
    for (; at < limit && wordUnitOf(text[at] as number) !== 0; at++)
      longer = hashStep(longer, wordUnitOf(text[at] as number))
    return bits | bitsFrom(text, longer, { end: at, limit })
  }
  // A stretch that begins and ends where no word goes on.
  const bitsIn = (text: Uint16Array, from: number, { end, limit }: PhraseEnd): number => {
    let found = 0
    let hash = FNV_OFFSET
    for (let at = from; at < end; at++) {
      const unit = wordUnitOf(text[at] as number)
      if (unit !== 0) hash = hashStep(hash, unit)
      else {
        if (byteAt(maybe, hash & MAYBE_MASK) !== 0) found |= bitsFrom(text, hash, { end: at, limit })
        hash = FNV_OFFSET
      }
    }
    return found | bitsFrom(text, hash, { end, limit })
  }
  const bitsInWords = (words: Words, { start, end: limit, from, to }: Words['sentences'][number]): number => {
    const { hash, shape, start: starts, end: ends } = words
    const text = unitsOf(words.text)
    let found = 0
    let at = start
    for (let word = from; word < to; word++) {
      if (!(byteAt(shape, word) & SHAPE.letters)) continue
      const first = intAt(starts, word)
      const end = intAt(ends, word)
      // Between two words there is one space, or something to look at.
      if (first - at > 1) found |= bitsIn(text, at, { end: first, limit })
      at = end
      const own = intAt(hash, word)
      if (byteAt(maybe, own & MAYBE_MASK) !== 0) found |= bitsFrom(text, own, { end, limit })
    }
    return found | bitsIn(text, at, { end: limit, limit })
  }
  return {
    inText: (sentence) => bitsIn(unitsOf(sentence), 0, { end: sentence.length, limit: sentence.length }) & ~goesOn,
    inWords: (words) => words.sentences.map((sentence) => bitsInWords(words, sentence) & ~goesOn),
  }
}

interface PhraseEnd {
  readonly end: number
  /** The sentence ends here. */
  readonly limit: number
}

function indexCues(lists: Readonly<Record<string, string>>) {
  // What follows may make it a phrase.
  const goesOn = 1 << Object.keys(lists).length
  const bitsByHash = new Map<number, number>()
  const list = (cue: string, bits: number): void => {
    const hash = hashWord(cue)
    bitsByHash.set(hash, (bitsByHash.get(hash) ?? 0) | bits)
  }
  for (const [order, cues] of Object.values(lists).entries()) {
    for (const cue of cues.split('|').map((one) => one.trim())) {
      list(cue, 1 << order)
      for (const { index } of cue.matchAll(/[ ']/g)) list(cue.slice(0, index), goesOn)
    }
  }
  const hashes = Int32Array.from(bitsByHash.keys())
  const slots = indexHashes(hashes)
  const bitsByRow = Int32Array.from(bitsByHash.values())
  // 1 where a cue can be, by the last bits of its hash: most words are answered here.
  const maybe = new Uint8Array(MAYBE_MASK + 1)
  for (const hash of hashes) maybe[hash & MAYBE_MASK] = 1
  const bitsOf = (hash: number): number => {
    const row = findRow(slots, hashes, hash)
    return row < 0 ? 0 : intAt(bitsByRow, row)
  }
  return { bitsOf, goesOn, maybe }
}
