import { intAt, shortAt } from '../numbers.ts'
import { rememberEach } from '../remember.ts'
import { hashWord } from './hashing.ts'
import { FLAG, type Lexis, slotOf } from './lexis.ts'
import { languagesOf } from './small-words.ts'

// All that is known of a word of the vocabulary, in 16 bytes one behind the other: the processor fetches them at once. In tables of their own, each word
// cost a wait for memory in every one of them.

/** What kind of word it is, in 16 bits: the flags of the vocabulary, and what this room knows beside them. */
export const KIND = {
  ...FLAG,
  /** How people live or are seen by the law. */
  condition: 1 << 13,
  /** A small word of English, and of any other language. */
  english: 1 << 14,
  other: 1 << 15,
} as const

interface Records {
  /** The hash of a row is at `row * 4`. */
  readonly hashes: Int32Array
  /** The kind of a row is at `row * 8 + 2`. */
  readonly kinds: Uint16Array
  /** Eight bytes of a row from `row * RECORD_BYTES + SPARE_AT` on are for what the scorer has to say of it. */
  readonly bytes: Uint8Array
}

export const RECORD_BYTES = 16
export const SPARE_AT = 6
export const SPARE_BYTES = 8

// "poor families", "illegal immigrants", "the rich", but not "a poor harvest": words for how people live or are seen by the law.
const CONDITIONS: ReadonlySet<number> = new Set(
  'rich wealthy affluent poor poorer richer wealthier needy undocumented illegal unauthorized unauthorised unemployed jobless homeless old'
    .split(' ')
    .map(hashWord),
)

export const recordsOf = rememberEach((lexis: Lexis): Records => {
  const buffer = new ArrayBuffer(lexis.hashes.length * RECORD_BYTES)
  const records = { hashes: new Int32Array(buffer), kinds: new Uint16Array(buffer), bytes: new Uint8Array(buffer) }
  for (let row = 0; row < lexis.hashes.length; row++) {
    const hash = intAt(lexis.hashes, row)
    records.hashes[row * 4] = hash
    records.kinds[row * 8 + 2] = shortAt(lexis.flags, row) | kindOfAny(hash)
  }
  return records
})

/** The kind of a row of the vocabulary; of none, nothing. */
export function kindAt({ kinds }: Records, row: number): number {
  return row < 0 ? 0 : shortAt(kinds, row * 8 + 2)
}

/** What is known of any word, also of one that is not in the vocabulary. */
function kindOfAny(hash: number): number {
  const languages = languagesOf(hash)
  const small = (languages & 1 ? KIND.english : 0) | (languages > 1 ? KIND.other : 0)
  return small | (CONDITIONS.has(hash) ? KIND.condition : 0)
}

interface Into {
  readonly count: number
  readonly hash: Int32Array
  readonly row: Int32Array
  readonly kind: Uint16Array
}

// All words at once: the look-ups of a loop that does nothing else wait for memory together, not one after the other.
export function findRecords(lexis: Lexis, { count, hash: hashes, row: rows, kind: kindsOfWords }: Into): void {
  const { slots } = lexis
  const { hashes: known, kinds } = recordsOf(lexis)
  const mask = slots.length - 1
  for (let at = 0; at < count; at++) {
    const hash = intAt(hashes, at)
    let slot = slotOf(hash) & mask
    let row = (slots[slot] as number) - 1
    while (row >= 0 && known[row * 4] !== hash) {
      slot = (slot + 1) & mask
      row = (slots[slot] as number) - 1
    }
    rows[at] = row
    kindsOfWords[at] = row < 0 ? kindOfAny(hash) : shortAt(kinds, row * 8 + 2)
  }
}
