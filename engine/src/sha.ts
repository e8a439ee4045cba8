// SHA-256 and SHA-512 (FIPS 180-4) for browsers, whose own are asynchronous.

const K256 = fractions(64, 3, 32n).map(Number)
const H256 = fractions(8, 2, 32n).map(Number)
const K512 = fractions(80, 3, 64n)
const H512 = fractions(8, 2, 64n)
const MASK_64 = (1n << 64n) - 1n

export function sha256Portable(data: Uint8Array): Uint8Array {
  const message = padded(data, 64, 8)
  const view = new DataView(message.buffer)
  const state = Int32Array.from(H256)
  const w = new Int32Array(64)
  for (let at = 0; at < message.length; at += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(at + 4 * t)
    for (let t = 16; t < 64; t++) {
      const w15 = w[t - 15] ?? 0
      const w2 = w[t - 2] ?? 0
      const s0 = turned(w15, 7) ^ turned(w15, 18) ^ (w15 >>> 3)
      const s1 = turned(w2, 17) ^ turned(w2, 19) ^ (w2 >>> 10)
      w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1
    }
    compress256(state, w)
  }
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => {
    out.setInt32(4 * i, word)
  })
  return new Uint8Array(out.buffer)
}

function compress256(state: Int32Array, w: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K256[t] ?? 0) + (w[t] ?? 0)) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word
}

/** For short messages only (signatures), so big integers are fast enough. */
export function sha512Portable(data: Uint8Array): Uint8Array {
  const message = padded(data, 128, 16)
  const view = new DataView(message.buffer)
  let state = H512
  for (let at = 0; at < message.length; at += 128) {
    const w = Array.from({ length: 16 }, (_, t) => view.getBigUint64(at + 8 * t))
    for (let t = 16; t < 80; t++) {
      const w15 = w[t - 15] ?? 0n
      const w2 = w[t - 2] ?? 0n
      const s0 = turned64(w15, 1n) ^ turned64(w15, 8n) ^ (w15 >> 7n)
      const s1 = turned64(w2, 19n) ^ turned64(w2, 61n) ^ (w2 >> 6n)
      w.push(((w[t - 16] ?? 0n) + s0 + (w[t - 7] ?? 0n) + s1) & MASK_64)
    }
    state = compress512(state, w)
  }
  const out = new DataView(new ArrayBuffer(64))
  state.forEach((word, i) => {
    out.setBigUint64(8 * i, word)
  })
  return new Uint8Array(out.buffer)
}

function compress512(state: readonly bigint[], w: readonly bigint[]): bigint[] {
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state
  for (let t = 0; t < 80; t++) {
    const s1 = turned64(e, 14n) ^ turned64(e, 18n) ^ turned64(e, 41n)
    const t1 = h + s1 + ((e & f) ^ (~e & MASK_64 & g)) + (K512[t] ?? 0n) + (w[t] ?? 0n)
    const s0 = turned64(a, 28n) ^ turned64(a, 34n) ^ turned64(a, 39n)
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + t1) & MASK_64
    d = c
    c = b
    b = a
    a = (t1 + t2) & MASK_64
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => ((state[i] ?? 0n) + word) & MASK_64)
}

function padded(data: Uint8Array, blockBytes: number, lengthBytes: number): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((data.length + 1 + lengthBytes) / blockBytes) * blockBytes
  const message = new Uint8Array(length)
  message.set(data)
  message[data.length] = 0x80
  new DataView(message.buffer).setBigUint64(length - 8, BigInt(data.length) * 8n)
  return message
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function turned64(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & MASK_64
}

/** The first `bits` bits of the fractional parts of the square (2) or cube (3) roots of the first primes. */
function fractions(count: number, root: 2 | 3, bits: bigint): bigint[] {
  const primes: bigint[] = []
  for (let n = 2n; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n)
  return primes.map((prime) => rootOf(prime << (BigInt(root) * bits), root) & ((1n << bits) - 1n))
}

/** The largest integer whose square or cube is at most `value`. */
function rootOf(value: bigint, root: 2 | 3): bigint {
  let low = 0n
  let high = 1n << BigInt(Math.ceil(value.toString(2).length / root))
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle ** BigInt(root) <= value) low = middle
    else high = middle - 1n
  }
  return low
}
