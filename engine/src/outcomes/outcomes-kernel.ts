import { KERNEL_BASE64 } from './outcomes-kernel-binary.ts'

/** Fewer numbers are drawn faster without the kernel. */
const NUMBERS_MIN = 256
const NUMBERS_MAX = 1_000_000
const WORDS_AT = 0
const WORDS_BYTES = 1 << 16
const NUMBERS_AT = WORDS_AT + WORDS_BYTES

/** Words in chunks of at most 64 KiB. */
export interface Chunks {
  /** The next words, at least one. */
  upcoming(): Uint32Array
  skip(words: number): void
}

interface Exports {
  memory: WebAssembly.Memory
  wordAt: WebAssembly.Global
  /** (word, wordEnd, out, outEnd, m, least) → address of the next number */
  fill(...args: number[]): number
  /** (at, end) */
  count(...args: number[]): void
  /** (word, wordEnd, at, stop, end) → the next place */
  shuffle(...args: number[]): number
}

interface Kernel {
  exports: Exports
  words: Uint32Array
  numbers: Uint32Array
}

/** Null if WebAssembly is missing or forbidden; pages that only check receipts must still work then. */
let instance: Kernel | null | undefined

/** Created for the first large draw of a thread. Calls are synchronous, so they never share its memory. */
function kernelFor(numbers: number): Kernel | undefined {
  if (numbers < NUMBERS_MIN || numbers > NUMBERS_MAX) return undefined
  if (instance === undefined) instance = instantiate()
  return instance ?? undefined
}

/**
 * Fills a list with `least` + uniform integers 0..m-1, for 2 <= m < 2^32. Returns false without taking words if the kernel does not
 * apply.
 */
export function fillFast(chunks: Chunks, out: Uint32Array, { m, least }: { m: number; least: number }): boolean {
  const kernel = kernelFor(out.length)
  if (!kernel) return false
  const end = NUMBERS_AT + out.length * 4
  for (let at = NUMBERS_AT; at < end; ) {
    at = kernel.exports.fill(WORDS_AT, loadWords(kernel, chunks), at, end, m, least)
    skipTaken(kernel, chunks)
  }
  out.set(kernel.numbers.subarray(0, out.length))
  return true
}

/** The first `count` places of a random order of `size`; undefined without taking words if the kernel does not apply. */
export function orderFast(
  chunks: Chunks,
  { size, count }: { size: number; count: number },
): Uint32Array<ArrayBuffer> | undefined {
  const kernel = kernelFor(size)
  if (!kernel) return undefined
  const end = NUMBERS_AT + size * 4
  // The last place has nothing to swap with, and takes no word.
  const stop = NUMBERS_AT + Math.min(count, size - 1) * 4
  kernel.exports.count(NUMBERS_AT, end)
  for (let at = NUMBERS_AT; at < stop; ) {
    at = kernel.exports.shuffle(WORDS_AT, loadWords(kernel, chunks), at, stop, end)
    skipTaken(kernel, chunks)
  }
  return kernel.numbers.slice(0, count)
}

/** Returns the end of the words in the kernel's memory. */
function loadWords({ words }: Kernel, chunks: Chunks): number {
  const chunk = chunks.upcoming()
  words.set(chunk)
  return WORDS_AT + chunk.length * 4
}

function skipTaken({ exports }: Kernel, chunks: Chunks): void {
  chunks.skip((Number(exports.wordAt.value) - WORDS_AT) / 4)
}

function instantiate(): Kernel | null {
  try {
    const binary = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0))
    const exports = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as unknown as Exports
    const { buffer } = exports.memory
    return {
      exports,
      words: new Uint32Array(buffer, WORDS_AT, WORDS_BYTES / 4),
      numbers: new Uint32Array(buffer, NUMBERS_AT, NUMBERS_MAX),
    }
  } catch {
    return null
  }
}
