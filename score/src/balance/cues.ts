import { byteAt, intAt } from '../numbers.ts'
import { FNV_OFFSET, findRow, hashStep, hashWord, indexHashes } from '../reading/reading.ts'

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

// Letters, digits and the underscore as small letters; 0 is none of them.
const ASCII = 0x80
const wordUnits = new Uint8Array(ASCII)
for (const unit of wordUnits.keys()) {
  const character = String.fromCharCode(unit)
  if (/\w/.test(character)) wordUnits[unit] = character.toLowerCase().charCodeAt(0)
}
const MAYBE_MASK = (1 << 12) - 1

export const CUE_NAMES = Object.keys(CUES) as (keyof Basis)[]

/** A bit for each of `CUE_NAMES` that the sentence holds. */
export const findCues = makeCueFinder(CUES)

/** Finds which lists of words and phrases a sentence holds: a bit for each list, in their order. */
export function makeCueFinder(lists: Readonly<Record<string, string>>): (sentence: string) => number {
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
  // The bits of a word that ends here, and of it together with the words behind it.
  const bitsFrom = (sentence: string, end: number, hash: number): number => {
    const bits = bitsOf(hash)
    const mark = sentence.charCodeAt(end)
    if ((bits & goesOn) === 0 || (mark !== 0x20 && mark !== 0x27)) return bits
    let longer = hashStep(hash, mark)
    let at = end + 1
    for (; wordUnitAt(sentence, at) !== 0; at++) longer = hashStep(longer, wordUnitAt(sentence, at))
    return bits | bitsFrom(sentence, at, longer)
  }
  return (sentence) => {
    const { length } = sentence
    let found = 0
    let hash = FNV_OFFSET
    for (let at = 0; at < length; at++) {
      const code = sentence.charCodeAt(at)
      const unit = code < ASCII ? byteAt(wordUnits, code) : 0
      if (unit !== 0) hash = hashStep(hash, unit)
      else {
        if (byteAt(maybe, hash & MAYBE_MASK) !== 0) found |= bitsFrom(sentence, at, hash)
        hash = FNV_OFFSET
      }
    }
    return (found | bitsFrom(sentence, length, hash)) & ~goesOn
  }
}

// Behind the end there is no number, and nothing beyond ASCII is a letter here.
function wordUnitAt(sentence: string, at: number): number {
  const code = sentence.charCodeAt(at)
  return code < ASCII ? byteAt(wordUnits, code) : 0
}
