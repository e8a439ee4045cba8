// Uniform integers out of a key stream, without modulo bias: the one step on which every outcome and allocation rests.
import { type Keystream, keystreamOf } from './primitives.ts'

export const WORD_RANGE = 2 ** 32
/** The largest number of equally likely values: two words give 53 bits. */
export const VALUES_MAX = 2 ** 53
const HIGH_RANGE = 2 ** 21
const FIRST_WORDS = 16
const CHUNK_WORDS_MAX = 1 << 14

/** The little-endian 32-bit words of a key stream, one after another. */
export interface Words {
  next(): number
}

/** The words of the stream that `text` keys. Small draws take few bytes, large ones 64 KiB at a time. */
export function wordsOf(text: string): Words {
  return new StreamWords(keystreamOf(text))
}

/** A class, because the compiler keeps its two fields in registers: a draw of a million words spends its time here. */
class StreamWords implements Words {
  readonly #take: Keystream
  #chunk: Uint32Array = new Uint32Array(0)
  #at = 0
  #size = FIRST_WORDS

  constructor(take: Keystream) {
    this.#take = take
  }

  next(): number {
    if (this.#at === this.#chunk.length) this.#refill()
    return this.#chunk[this.#at++] as number
  }

  #refill(): void {
    const bytes = this.#take(this.#size * 4)
    // A cipher's buffer may start at any byte, a word view only at every fourth.
    const isAligned = bytes.byteOffset % 4 === 0
    this.#chunk = isAligned
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, this.#size)
      : new Uint32Array(bytes.slice().buffer)
    this.#at = 0
    this.#size = Math.min(this.#size * 4, CHUNK_WORDS_MAX)
  }
}

/** A uniform integer 0..m-1, for 1 <= m <= 2^53. Words that would favour some values are discarded. */
export function uniform(words: Words, m: number): number {
  if (m > WORD_RANGE) return uniformWide(words, m)
  if (m === 1) return 0
  for (;;) {
    const word = words.next()
    const value = word % m
    // The word lies in a complete run of m values, which all words below floor(2^32 / m) * m do.
    if (word - value <= WORD_RANGE - m) return value
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
