// FNV-1a over UTF-16 code units, as signed 32-bit numbers (those need no box): every table of the model is addressed by them, so no word is ever
// stored or compared as a string. Training and inference share this file; changing it invalidates all weights.

export const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME)
}

export function hashWord(word: string): number {
  let hash = FNV_OFFSET
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i))
  return hash
}

// The pair is ordered: "not good" and "good not" fall into different buckets.
export function hashPair(first: number, second: number): number {
  return scatter(Math.imul(first, 31) ^ second)
}

// FNV leaves the high bits of short inputs poorly mixed; this spreads them before a bucket is cut out.
export function scatter(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return h ^ (h >>> 15)
}

export function bucketOf(hash: number, bits: number): number {
  return hash >>> (32 - bits)
}

export function hashesOf(words: string): ReadonlySet<number> {
  return new Set(words.trim().split(/\s+/).map(hashWord))
}
