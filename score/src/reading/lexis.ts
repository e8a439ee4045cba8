import { intAt } from '../numbers.ts'
// The vocabulary: which words the model knows, and what kind of word each is.

export const FLAG = {
  first: 1,
  second: 2,
  adverb: 4,
  intensifier: 8,
  absolutist: 16,
  modal: 32,
  superlative: 64,
  report: 128,
  proper: 256,
  negation: 512,
  alias: 1024,
  // Judged even when written as a name.
  kept: 2048,
  // Never seen in lower case: with a capital it is taken for a name.
  rare: 4096,
} as const

export interface Lexis {
  // Open addressing: row + 1 of the word whose hash leads there. Small numbers, so that the processor's cache holds them all.
  readonly slots: Uint16Array
  // The hash of a word stands for the word.
  readonly hashes: Int32Array
  readonly flags: Uint16Array
  // Words for people and groups → the hash of their class.
  readonly aliases: ReadonlyMap<number, number>
}

const ROWS_MAX = 0xffff

export function rowOf({ slots, hashes }: Pick<Lexis, 'slots' | 'hashes'>, hash: number): number {
  return findRow(slots, hashes, hash)
}

// The same for tables that are no vocabulary. In a function of its own: one that takes objects of many shapes is slow for all of them.
export function findRow(slots: Uint16Array, hashes: Int32Array, hash: number): number {
  const mask = slots.length - 1
  let slot = slotOf(hash) & mask
  for (;;) {
    const row = (slots[slot] as number) - 1
    if (row < 0 || hashes[row] === hash) return row
    slot = (slot + 1) & mask
  }
}

// The table is at most half full, so every probe ends at an empty slot.
export function indexHashes(hashes: Int32Array): Uint16Array {
  if (hashes.length > ROWS_MAX) throw new RangeError(`A vocabulary holds at most ${ROWS_MAX} words`)
  let size = 16
  while (size < hashes.length * 2) size *= 2
  const slots = new Uint16Array(size)
  for (let row = 0; row < hashes.length; row++) {
    let slot = slotOf(intAt(hashes, row)) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = row + 1
  }
  return slots
}

export function slotOf(hash: number): number {
  return hash ^ (hash >>> 15)
}
