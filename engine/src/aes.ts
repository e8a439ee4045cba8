// AES-128 in counter mode for browsers, whose own AES is asynchronous. Encryption only; the tables are computed on first use. Not for
// secrets: table look-ups are not constant-time, and what it encrypts here is the stream of a published seed.

const BLOCK_BYTES = 16
const ROUNDS = 10

interface Tables {
  sbox: Uint8Array
  /** The column of MixColumns(SubBytes(x)) for the first row; the other rows are rotations of it. */
  mixed: Uint32Array
}

let tables: Tables | undefined

/** Each call returns the next bytes of the key stream; the first counter block is `top` and 15 zero bytes. */
export function aesCtrPortable(key: Uint8Array, top = 0): (bytes: number) => Uint8Array {
  tables ??= makeTables()
  const { sbox, mixed } = tables
  const schedule = expandKey(key, sbox)
  const counter = Uint32Array.of(top * 2 ** 24, 0, 0, 0)
  let held = new Uint8Array(0)
  return (bytes) => {
    const out = new Uint8Array(held.length + Math.ceil(Math.max(0, bytes - held.length) / BLOCK_BYTES) * BLOCK_BYTES)
    out.set(held)
    const view = new DataView(out.buffer)
    for (let at = held.length; at < out.length; at += BLOCK_BYTES) {
      encrypt(counter, { schedule, sbox, mixed }, view, at)
      increment(counter)
    }
    held = out.slice(bytes)
    return out.subarray(0, bytes)
  }
}

function makeTables(): Tables {
  const sbox = new Uint8Array(256)
  const mixed = new Uint32Array(256)
  // p runs through the powers of 3, q through those of its inverse.
  let p = 1
  let q = 1
  do {
    p = (p ^ (p << 1) ^ (p & 0x80 ? 0x11b : 0)) & 0xff
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q = (q ^ (q & 0x80 ? 0x09 : 0)) & 0xff
    sbox[p] = q ^ rotateByte(q, 1) ^ rotateByte(q, 2) ^ rotateByte(q, 3) ^ rotateByte(q, 4) ^ 0x63
  } while (p !== 1)
  sbox[0] = 0x63
  for (let x = 0; x < 256; x++) {
    const s = sbox[x] ?? 0
    const twice = ((s << 1) ^ (s & 0x80 ? 0x11b : 0)) & 0xff
    mixed[x] = (twice << 24) | (s << 16) | (s << 8) | (twice ^ s)
  }
  return { sbox, mixed }
}

function rotateByte(byte: number, by: number): number {
  return ((byte << by) | (byte >> (8 - by))) & 0xff
}

function expandKey(key: Uint8Array, sbox: Uint8Array): Uint32Array {
  const words = new Uint32Array(4 * (ROUNDS + 1))
  const view = new DataView(key.buffer, key.byteOffset, BLOCK_BYTES)
  for (let i = 0; i < 4; i++) words[i] = view.getUint32(4 * i)
  let constant = 1
  for (let i = 4; i < words.length; i++) {
    let word = words[i - 1] ?? 0
    if (i % 4 === 0) {
      word = substitute((word << 8) | (word >>> 24), sbox) ^ (constant << 24)
      constant = ((constant << 1) ^ (constant & 0x80 ? 0x11b : 0)) & 0xff
    }
    words[i] = (words[i - 4] ?? 0) ^ word
  }
  return words
}

function substitute(word: number, sbox: Uint8Array): number {
  return (
    ((sbox[word >>> 24] ?? 0) << 24) |
    ((sbox[(word >>> 16) & 255] ?? 0) << 16) |
    ((sbox[(word >>> 8) & 255] ?? 0) << 8) |
    (sbox[word & 255] ?? 0)
  )
}

interface Schedule extends Tables {
  schedule: Uint32Array
}

function encrypt(block: Uint32Array, { schedule, sbox, mixed }: Schedule, out: DataView, at: number): void {
  const state = block.map((word, i) => word ^ (schedule[i] ?? 0))
  const next = new Uint32Array(4)
  for (let round = 1; round < ROUNDS; round++) {
    for (let i = 0; i < 4; i++) {
      next[i] =
        (mixed[(state[i] ?? 0) >>> 24] ?? 0) ^
        turned(mixed[((state[(i + 1) & 3] ?? 0) >>> 16) & 255] ?? 0, 8) ^
        turned(mixed[((state[(i + 2) & 3] ?? 0) >>> 8) & 255] ?? 0, 16) ^
        turned(mixed[(state[(i + 3) & 3] ?? 0) & 255] ?? 0, 24) ^
        (schedule[4 * round + i] ?? 0)
    }
    state.set(next)
  }
  for (let i = 0; i < 4; i++) {
    const shifted =
      ((state[i] ?? 0) & 0xff000000) |
      ((state[(i + 1) & 3] ?? 0) & 0x00ff0000) |
      ((state[(i + 2) & 3] ?? 0) & 0x0000ff00) |
      ((state[(i + 3) & 3] ?? 0) & 0x000000ff)
    out.setUint32(at + 4 * i, substitute(shifted >>> 0, sbox) ^ (schedule[4 * ROUNDS + i] ?? 0))
  }
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** 128 bits, big-endian. */
function increment(counter: Uint32Array): void {
  for (let i = 3; i >= 0; i--) {
    const next = ((counter[i] ?? 0) + 1) >>> 0
    counter[i] = next
    if (next !== 0) return
  }
}
