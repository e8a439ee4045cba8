// The kernel without WebAssembly, for pages and workers whose policy forbids it: the same bits, only slower.

export interface Kernel {
  readonly memory: { readonly buffer: ArrayBufferLike }
  readonly tailAt: { readonly value: number | bigint }
  /** (in, groups, stride, digits, rest, x, y, word, tail, ties) → end of the list of ties */
  select(...args: number[]): number
  /** (ties, tiesEnd, tail, tailEnd, digits, digitsEnd, x, y) → first entry not settled */
  settle(...args: number[]): number
  /** (at, blocks, size, cells) */
  weigh(...args: number[]): void
}

const MEMORY_BYTES = 15 * 65_536
const WORDS_PER_GROUP = 4
const PLANES = 8

/** kernel.wat documents each function. Addresses are in bytes, and word-aligned except those of `weigh`. */
export function portableKernel(): Kernel {
  const memory = { buffer: new ArrayBuffer(MEMORY_BYTES) }
  const bytes = new Uint8Array(memory.buffer)
  const words = new Int32Array(memory.buffer)
  const tailAt = { value: 0 }
  return {
    memory,
    tailAt,
    select: (...args) => select(words, args),
    settle(ties = 0, tiesEnd = 0, tail = 0, tailEnd = 0, digits = 0, digitsEnd = 0, x = 0, y = 0) {
      let entry = ties
      tailAt.value = tail
      for (; entry < tiesEnd; entry += 8) {
        const settled = settleOne(words, {
          tied: wordAt(words, entry + 4),
          tail: tailAt.value,
          tailEnd,
          digits,
          digitsEnd,
        })
        if (!settled) return entry
        const word = wordAt(words, entry)
        words[(x + word) >> 2] = wordAt(words, x + word) | settled.ones
        words[(y + word) >> 2] = wordAt(words, y + word) ^ settled.ones
        tailAt.value = settled.tail
      }
      return entry
    },
    weigh(at = 0, blocks = 0, size = 0, cells = 0) {
      for (let block = 0; block < blocks; block++) {
        let weight = 0
        for (let bit = block * size; bit < (block + 1) * size; bit++)
          weight += ((bytes[at + (bit >> 3)] as number) >> (bit & 7)) & 1
        words[(cells >> 2) + weight] = wordAt(words, cells + weight * 4) + 1
      }
    },
  }
}

function select(words: Int32Array, args: readonly number[]): number {
  const [from = 0, groups = 0, stride = 0, digits = 0, rest = 0, x = 0, y = 0, word = 0, tail = 0, ties = 0] = args
  let end = ties
  for (let i = 0; i < groups * WORDS_PER_GROUP; i++) {
    const input = from + Math.floor(i / WORDS_PER_GROUP) * stride + (i % WORDS_PER_GROUP) * 4
    let above = rest
    let tied = -1
    for (let digit = PLANES; digit > 0; digit--) {
      const u = wordAt(words, input + digit * 16)
      const isOne = (digits >> (digit - 1)) & 1
      above = isOne ? above & u : above | u
      tied &= isOne ? u : ~u
    }
    words[(x + word) / 4 + i] = ~above
    words[(y + word) / 4 + i] = ~above ^ wordAt(words, input)
    if (tail === 0 || tied === 0) continue
    words[end / 4] = word + i * 4
    words[end / 4 + 1] = tied
    end += 8
  }
  return end
}

interface Entry {
  readonly tied: number
  readonly tail: number
  readonly tailEnd: number
  readonly digits: number
  readonly digitsEnd: number
}

/** Undefined if the tail ran out. */
function settleOne(words: Int32Array, entry: Entry): { ones: number; tail: number } | undefined {
  let { tied, tail } = entry
  let ones = 0
  for (let digit = entry.digits; digit < entry.digitsEnd; digit += 4) {
    if (tail >= entry.tailEnd) return undefined
    const own = wordAt(words, digit)
    const differ = tied & (wordAt(words, tail) ^ own)
    ones |= differ & own
    tied ^= differ
    tail += 4
    if (tied === 0) break
  }
  return { ones, tail }
}

function wordAt(words: Int32Array, address: number): number {
  return words[address >> 2] as number
}
