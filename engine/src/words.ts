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

/** Fills a list with `least` + uniform integers 0..m-1; the same numbers as one call of `uniform` after another. */
export function fillUniform(
  words: Words,
  out: Float64Array | Uint32Array,
  { m, least }: { m: number; least: number },
): void {
  if (words instanceof StreamWords && out instanceof Uint32Array && m > 1 && m < WORD_RANGE) words.fill(out, m, least)
  else for (let i = 0; i < out.length; i++) out[i] = least + uniform(words, m)
}

/** Swaps each of the first `count` places with one of those from it on; the same as one call of `uniform` after another. */
export function shuffleStart(words: Words, places: Uint32Array, count: number): void {
  if (words instanceof StreamWords) words.shuffle(places, count)
  else for (let i = 0; i < count; i++) swap(places, i, i + uniform(words, places.length - i))
}

/** Its two loops draw a million numbers in a few milliseconds. They divide as
 * floating-point numbers, which is exact here: a quotient below 2^32 is rounded by less than its distance to the next integer. */
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

  fill(out: Uint32Array, m: number, least: number): void {
    const last = WORD_RANGE - m
    for (let i = 0; i < out.length; ) {
      if (this.at === this.chunk.length) this.refill()
      const { chunk } = this
      let at = this.at
      for (const end = Math.min(chunk.length, at + out.length - i); at < end; at++) {
        const word = chunk[at] as number
        const value = word - Math.floor(word / m) * m
        if (word - value <= last) out[i++] = least + value
      }
      this.at = at
    }
  }

  shuffle(places: Uint32Array, count: number): void {
    const size = places.length
    // The last place of all has nothing to swap with, and takes no word.
    const steps = Math.min(count, size - 1)
    for (let i = 0; i < steps; ) {
      if (this.at === this.chunk.length) this.refill()
      const { chunk } = this
      let at = this.at
      for (; at < chunk.length && i < steps; at++) {
        const word = chunk[at] as number
        const m = size - i
        const value = word - Math.floor(word / m) * m
        if (word - value > WORD_RANGE - m) continue
        const j = (i + value) | 0
        const kept = places[i] as number
        places[i++] = places[j] as number
        places[j] = kept
      }
      this.at = at
    }
  }

  refill(): void {
    const bytes = this.take(this.size * 4)
    // A cipher's buffer may start at any byte, a word view only at every fourth.
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
  // Unsigned 32-bit numbers all along: the compiler then divides integers, not floating-point numbers.
  const divisor = m >>> 0
  const last = (WORD_RANGE - m) >>> 0
  for (;;) {
    const word = words.next() >>> 0
    const value = (word % divisor) >>> 0
    // The word lies in a complete run of m values, which all words below floor(2^32 / m) * m do.
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
