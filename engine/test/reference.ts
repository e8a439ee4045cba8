import { createCipheriv, createHash } from 'node:crypto'
import type { Bits } from '../src/sequence/draw.ts'
import type { Setting } from '../src/setting.ts'

/**
 * The definition of equilibrium/1 written out literally, one bit at a time, sharing no code with the engine. Tests compare the engine
 * with it.
 */
export function referenceBits({ bias, N, samples, seed }: Setting): Bits {
  const key = createHash('sha256')
    .update(`equilibrium/1|${seed}|${N}|${bigEndianHex(bias)}`)
    .digest()
    .subarray(0, 16)
  const digits = digitsOf(bias)
  const planes = Math.min(8, digits.length)
  const bits = Math.ceil(samples / 2) * N
  const groups = Math.ceil(bits / 128)
  const main = keystream(key, 0x00, groups * (1 + planes) * 16)
  const source = sourceOf({ bias, digits, lanes: groups * 128, plane: planeOf(main, planes), tail: tailOf(key) })
  const output = source.map((x, i) => x ^ bitOf(main, Math.floor(i / 128) * (1 + planes) * 128 + (i % 128)))
  return { source: packed(source.slice(0, bits)), output: packed(output.slice(0, bits)) }
}

interface Lanes {
  bias: number
  digits: number[]
  lanes: number
  /** u_d of lane i, for the digits drawn as planes. */
  plane(d: number, i: number): number
  /** The next word of the tail. */
  tail(): number
}

function sourceOf({ bias, digits, lanes, plane, tail }: Lanes): number[] {
  if (digits.length === 0) return new Array<number>(lanes).fill(bias)
  const source = new Array<number>(lanes).fill(0)
  for (let word = 0; word < lanes / 32; word++) {
    const tied = new Set(Array.from({ length: 32 }, (_, i) => word * 32 + i))
    for (let d = 1; d <= digits.length && tied.size > 0; d++) {
      const tailWord = d > 8 ? tail() : 0
      for (const i of tied) {
        const u = d > 8 ? (tailWord >>> (i % 32)) & 1 : plane(d, i)
        if (u === digits[d - 1]) continue
        source[i] = digits[d - 1] ?? 0
        tied.delete(i)
      }
    }
  }
  return source
}

function planeOf(main: Buffer, planes: number): Lanes['plane'] {
  return (d, i) => bitOf(main, (Math.floor(i / 128) * (1 + planes) + d) * 128 + (i % 128))
}

const TAIL_WORDS_MAX = 1 << 18

function tailOf(key: Buffer): Lanes['tail'] {
  let words: Buffer | undefined
  let next = 0
  return () => {
    words ??= keystream(key, 0x80, TAIL_WORDS_MAX * 4)
    return words.readUInt32LE(4 * next++)
  }
}

function digitsOf(bias: number): number[] {
  if (bias === 1) return []
  const digits: number[] = []
  for (let rest = bias; rest > 0; ) {
    rest *= 2
    digits.push(rest >= 1 ? 1 : 0)
    if (rest >= 1) rest -= 1
  }
  return digits
}

function keystream(key: Buffer, top: number, bytes: number): Buffer {
  const counter = Buffer.alloc(16)
  counter[0] = top
  return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(bytes))
}

function bigEndianHex(value: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes.toString('hex')
}

function bitOf(bytes: Buffer, i: number): number {
  return ((bytes[i >> 3] ?? 0) >> (i % 8)) & 1
}

function packed(bits: number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [i, bit] of bits.entries()) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i % 8))
  return bytes
}
