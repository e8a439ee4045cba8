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
  // Open addressing: slot → row + 1. The hash of a word stands for the word.
  readonly slots: Int32Array
  readonly hashes: Uint32Array
  readonly flags: Uint16Array
  // Words for people and groups → the hash of their class.
  readonly aliases: ReadonlyMap<number, number>
}

export function rowOf(lexis: Lexis, hash: number): number {
  const { slots, hashes } = lexis
  const mask = slots.length - 1
  let slot = (hash ^ (hash >>> 15)) & mask
  for (;;) {
    const row = (slots[slot] ?? 0) - 1
    if (row < 0 || hashes[row] === hash) return row
    slot = (slot + 1) & mask
  }
}

// The table is at most half full, so every probe ends at an empty slot.
export function indexHashes(hashes: Uint32Array): Int32Array {
  let size = 16
  while (size < hashes.length * 2) size *= 2
  const slots = new Int32Array(size)
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row] ?? 0
    let slot = (hash ^ (hash >>> 15)) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = row + 1
  }
  return slots
}
