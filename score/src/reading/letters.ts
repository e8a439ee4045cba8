import { byteAt } from '../numbers.ts'
import { lowerOf } from './characters.ts'
import { bucketOf, FNV_OFFSET, hashStep, scatter } from './hashing.ts'

// Hashed letter n-grams: 3 to 5 letters of a word with its borders. Training and inference share this file.

export const LETTER_BITS = 16
const LETTERS_MIN = 3
const LETTERS_MAX = 5
const LETTER_WORD_MAX = 24
const BORDER = 0x5e

// How many letter n-grams a word of this many units has, without cutting them.
export function letterCount(length: number): number {
  return byteAt(letterCounts, Math.min(length, LETTER_WORD_MAX))
}

const letterCounts = Uint8Array.from({ length: LETTER_WORD_MAX + 1 }, (_, length) => {
  let count = 0
  for (let size = LETTERS_MIN; size <= LETTERS_MAX; size++) count += Math.max(0, length + 2 - size + 1)
  return count
})

export function letterBuckets(text: string, start: number, end: number): number[] {
  const framed: number[] = [BORDER]
  for (let at = start; at < end && at - start < LETTER_WORD_MAX; at++) framed.push(lowerOf(text.charCodeAt(at)))
  framed.push(BORDER)
  const buckets: number[] = []
  for (let from = 0; from + LETTERS_MIN <= framed.length; from++) {
    let hash = FNV_OFFSET
    for (let size = 1; size <= LETTERS_MAX && from + size <= framed.length; size++) {
      hash = hashStep(hash, framed[from + size - 1] ?? 0)
      if (size >= LETTERS_MIN) buckets.push(bucketOf(scatter(hash), LETTER_BITS))
    }
  }
  return buckets
}
