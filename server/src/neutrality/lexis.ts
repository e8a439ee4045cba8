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
  // Open addressing, two numbers a slot: the hash of a word, which stands for the word, and its row + 1.
  readonly slots: Int32Array
  readonly hashes: Int32Array
  readonly flags: Uint16Array
  // Words for people and groups → the hash of their class.
  readonly aliases: ReadonlyMap<number, number>
}

export function rowOf(lexis: Lexis, hash: number): number {
  const { slots } = lexis
  const mask = slots.length - 1
  let slot = ((hash ^ (hash >>> 15)) << 1) & mask
  for (;;) {
    const row = (slots[slot + 1] as number) - 1
    if (row < 0 || slots[slot] === hash) return row
    slot = (slot + 2) & mask
  }
}

// The table is at most half full, so every probe ends at an empty slot.
export function indexHashes(hashes: Int32Array): Int32Array {
  let size = 32
  while (size < hashes.length * 4) size *= 2
  const slots = new Int32Array(size)
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row] ?? 0
    let slot = ((hash ^ (hash >>> 15)) << 1) & (size - 1)
    while (slots[slot + 1] !== 0) slot = (slot + 2) & (size - 1)
    slots[slot] = hash
    slots[slot + 1] = row + 1
  }
  return slots
}
