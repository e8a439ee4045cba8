// Uniform integers from a key stream, without modulo bias: the basis of every outcome and allocation.

import { type Keystream, keystreamOf } from '../primitives.ts'

export const WORD_RANGE = 2 ** 32
/** The largest number of equally likely values: two words give 53 bits. */
export const VALUES_MAX = 2 ** 53
const HIGH_RANGE = 2 ** 21
const FIRST_WORDS = 16
const CHUNK_WORDS_MAX = 1 << 14

/** The little-endian 32-bit words of a key stream, in order. */
export interface Words {
  next(): number
}

/** The words of the stream keyed by `text`. Small draws take few bytes, large ones 64 KiB at a time. */
export function wordsOf(text: string): Words {
  return new StreamWords(keystreamOf(text))
}

/** Fills a list with `least` + uniform integers 0..m-1; the same numbers as repeated calls of `uniform`. */
export function fillUniform(
  words: Words,
  out: Float64Array | Uint32Array,
  { m, least }: { m: number; least: number },
): void {
  for (let i = 0; i < out.length; i++) out[i] = least + uniform(words, m)
}

/** Fisher–Yates: the first `count` places of an order of `size`, each chosen from those that are still free. */
export function orderStart(words: Words, { size, count }: { size: number; count: number }): Uint32Array {
  const places = new Uint32Array(size)
  for (let i = 0; i < size; i++) places[i] = i
  for (let i = 0; i < count; i++) swap(places, i, i + uniform(words, size - i))
  return places.subarray(0, count)
}

class StreamWords implements Words {
  readonly take: Keystream
  chunk: Uint32Array = new Uint32Array(0)
  at = 0
  size = FIRST_WORDS

  constructor(take: Keystream) {
    this.take = take
  }

  next(): number {
    if (this.at === this.chunk.length) this.refill()
    return this.chunk[this.at++] as number
  }

  refill(): void {
    const bytes = this.take(this.size * 4)
    // A cipher's buffer can start at any byte, a word view only at every fourth.
    const isAligned = bytes.byteOffset % 4 === 0
    this.chunk = isAligned
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, this.size)
      : new Uint32Array(bytes.slice().buffer)
    this.at = 0
    this.size = Math.min(this.size * 4, CHUNK_WORDS_MAX)
  }
}

function swap(places: Uint32Array, i: number, j: number): void {
  const kept = places[i] as number
  places[i] = places[j] as number
  places[j] = kept
}

/** A uniform integer 0..m-1, for 1 <= m <= 2^53. Words that would favour some values are discarded. */
export function uniform(words: Words, m: number): number {
  if (m >= WORD_RANGE) return m > WORD_RANGE ? uniformWide(words, m) : words.next()
  if (m === 1) return 0
  // Unsigned 32-bit numbers throughout, so that the compiler uses integer division.
  const divisor = m >>> 0
  const last = (WORD_RANGE - m) >>> 0
  for (;;) {
    const word = words.next() >>> 0
    const value = (word % divisor) >>> 0
    // Accept the word if it is in a complete run of m values, that is below floor(2^32 / m) * m.
    if ((word - value) >>> 0 <= last) return value
  }
}

function uniformWide(words: Words, m: number): number {
  const limit = VALUES_MAX - m
  for (;;) {
    const low = words.next()
    const drawn = (words.next() % HIGH_RANGE) * WORD_RANGE + low
    const value = drawn % m
    if (drawn - value <= limit) return value
  }
}
