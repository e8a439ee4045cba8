// The relaxed kernel adds eight products of two weights each as int16 numbers (kernel-relaxed.wat). Where the weights are too large for
// that, its sums would overflow, and a text would get other scores on machines without it.

/** The kernel reads rows in blocks of so many numbers. */
export const BLOCK = 128
/** 127 times this is the largest multiple of 127 that int16 holds. */
const CHAIN_MAX = 258
const BLOCK_WORDS = BLOCK / 4
const CHUNK_WORDS = 4
const EVEN_BYTES = 0x00_ff_00_ff
const ONES = 0x01_01_01_01
const LOW = 0xff_ff

/** The sum of the weights of a row; NaN if one of its chains does not fit. Four weights at a time: all of a file in a few milliseconds. */
export function sumOfRow(words: Int32Array, from: number, to: number): number {
  let sum = 0
  for (let block = from; block < to; block += BLOCK_WORDS) {
    for (let first = block; first < block + CHUNK_WORDS; first++) {
      let above = 0
      let below = 0
      for (let at = first; at < block + BLOCK_WORDS; at += CHUNK_WORDS) {
        const word = words[at] as number
        // Each byte of a negative weight is 255 here.
        const negative = Math.imul((word >>> 7) & ONES, 255)
        const up = word & ~negative
        const down = (~word & negative) + (negative & ONES)
        // Bytes 0 and 1, and bytes 2 and 3, are added up side by side.
        above += (up & EVEN_BYTES) + ((up >>> 8) & EVEN_BYTES)
        below += (down & EVEN_BYTES) + ((down >>> 8) & EVEN_BYTES)
      }
      const isLarge = (above & LOW) > CHAIN_MAX || above >>> 16 > CHAIN_MAX
      if (isLarge || (below & LOW) > CHAIN_MAX || below >>> 16 > CHAIN_MAX) return Number.NaN
      sum += (above & LOW) + (above >>> 16) - (below & LOW) - (below >>> 16)
    }
  }
  return sum
}
