import { byteAt, intAt } from '../numbers.ts'
import { bucketOf, hashPair, SHAPE, type Units } from '../reading/reading.ts'

// Hashed pairs of neighbouring words, and which units are scored by their letters. Training and inference share this file.

export const PAIR_BITS = 17

export function pairOf(first: number, second: number): number {
  return bucketOf(hashPair(first, second), PAIR_BITS)
}

// Names, numbers and classes of people have no letters to be judged by.
export function hasLetters(units: Units, at: number): boolean {
  const word = intAt(units.first, at)
  return units.hash[at] === units.words.hash[word] && !(byteAt(units.words.shape, word) & SHAPE.number)
}
