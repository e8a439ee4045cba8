// Reads the sequence itself: all N × samples bits of a run, in pieces. State between two pieces is kept here and not in the kernel, so
// that many sequences can be read at once, and a long one needs only the memory of a piece.

import { utf8 } from '../primitives.ts'
import { checkSetting, keyOf, type Setting } from '../setting.ts'
import { loadDigits } from './digits.ts'
import { settleTies } from './draw.ts'
import * as at from './kernel.ts'
import { kernel, memory } from './kernel.ts'
import { openKeystream } from './keystream.ts'

export const SEQUENCE_FORMATS = ['text', 'csv', 'bytes'] as const
export type SequenceFormat = (typeof SEQUENCE_FORMATS)[number]

export interface SequencePart {
  /** The number of the first sample, and how many. */
  offset: number
  limit: number
  format: SequenceFormat
  /** Only the blocks before mirroring: half as many samples, none of which can be predicted from another. */
  raw?: boolean | undefined
}

const LANES_PER_GROUP = 128
const BYTES_PER_GROUP = 16
const GROUPS_PER_PIECE = 256
const ZERO = 48
const NEWLINE = 10

/**
 * Samples `offset` to `offset + limit` of a run, in pieces of at most some 100 kB. `text`: a line of N zeros and ones for each sample.
 * `csv`: sample, bits, ones, share. `bytes`: all bits one after another, lowest bit of a byte first.
 * @example [...readSequence({ bias: 0.5, N: 9, samples: 100, seed: 1 }, { offset: 0, limit: 2, format: 'text' })].map((bytes) => bytes.length) // => [ 20 ]
 */
export function* readSequence(given: Setting, part: SequencePart): Generator<Uint8Array> {
  const { offset, limit, format, raw = false } = part
  const setting = checkSetting(given)
  const perBlock = raw ? 1 : 2
  const end = Math.min(offset + limit, raw ? Math.ceil(setting.samples / 2) : setting.samples)
  const pack = createPacker()
  if (format === 'csv') yield utf8('sample,bits,ones,share\n')
  let first = 0
  for (const bits of whitenedBits(setting, Math.ceil(end / perBlock))) {
    const count = Math.floor((bits.length * 8) / setting.N) * perBlock
    const piece = {
      bits,
      N: setting.N,
      from: Math.max(offset - first, 0),
      to: Math.min(end - first, count),
      first,
      perBlock,
      folded: setting.samples % 2 === 1 && !raw ? setting.samples - 1 - first : -1,
    }
    first += count
    if (piece.from >= piece.to) continue
    if (format === 'text') yield textOf(piece)
    else yield format === 'csv' ? csvOf(piece) : pack.take(piece)
  }
  if (format === 'bytes') yield pack.rest()
}

/** The whitened blocks before mirroring, in pieces of whole blocks. */
function* whitenedBits(setting: Setting, blocks: number): Generator<Uint8Array> {
  const { N, bias } = setting
  const stream = openKeystream(keyOf(setting))
  const groups = Math.ceil((blocks * N) / LANES_PER_GROUP)
  // A multiple of N groups contains whole blocks for every N.
  const groupsPerPiece = GROUPS_PER_PIECE - (GROUPS_PER_PIECE % N)
  let tail = new Uint8Array(0)
  for (let first = 0; first < groups; first += groupsPerPiece) {
    const count = Math.min(groupsPerPiece, groups - first)
    const digits = loadDigits(bias)
    const stride = BYTES_PER_GROUP * (1 + digits.planes)
    if (first === 0) {
      const both = stream.first(count * stride)
      tail = both.slice(0, at.TAIL_FIRST_BYTES)
      memory.set(both, at.TAIL_AT)
    } else memory.set(stream.main(count * stride), at.CHUNK_AT)
    const { leading, rest, trailing } = digits
    const hasTail = trailing > 0 ? 1 : 0
    const { CHUNK_AT, SOURCE_AT, OUTPUT_AT, TIES_AT, TAIL_AT } = at
    const ties = kernel.select(CHUNK_AT, count, stride, leading, rest, SOURCE_AT, OUTPUT_AT, 0, hasTail, TIES_AT)
    if (ties > TIES_AT) {
      memory.set(tail, TAIL_AT)
      const tailEnd = settleTies(stream, digits, { tiesEnd: ties, tailEnd: TAIL_AT + tail.length })
      tail = memory.slice(Number(kernel.tailAt.value), tailEnd)
    }
    yield memory.slice(OUTPUT_AT, OUTPUT_AT + count * BYTES_PER_GROUP)
  }
}

interface Piece {
  bits: Uint8Array
  N: number
  /** 2 if every block is followed by its mirror, otherwise 1. */
  perBlock: number
  /** The samples of this piece: even ones are blocks, odd ones their mirrors. */
  from: number
  to: number
  /** The number of its first sample in the whole run. */
  first: number
  /** The sample of this piece that has no mirror: the last one of an odd run. Outside the piece if it belongs to another. */
  folded: number
}

function bitOf(piece: Piece, sample: number, place: number): number {
  const { bits, N, folded, perBlock } = piece
  if (sample === folded) {
    const half = N >> 1
    if (place >= half && place < 2 * half) return 1 - blockBit(bits, (sample >> 1) * N + place - half)
    return blockBit(bits, (sample >> 1) * N + place)
  }
  if (perBlock === 1) return blockBit(bits, sample * N + place)
  return blockBit(bits, (sample >> 1) * N + place) ^ (sample & 1)
}

function blockBit(bits: Uint8Array, bit: number): number {
  return ((bits[bit >> 3] as number) >> (bit & 7)) & 1
}

function textOf(piece: Piece): Uint8Array {
  const { N, from, to } = piece
  const text = new Uint8Array((to - from) * (N + 1))
  let at = 0
  for (let sample = from; sample < to; sample++) {
    for (let place = 0; place < N; place++) text[at++] = ZERO + bitOf(piece, sample, place)
    text[at++] = NEWLINE
  }
  return text
}

function csvOf(piece: Piece): Uint8Array {
  const { N, from, to, first } = piece
  let text = ''
  for (let sample = from; sample < to; sample++) {
    let bits = ''
    let ones = 0
    for (let place = 0; place < N; place++) {
      const bit = bitOf(piece, sample, place)
      bits += bit
      ones += bit
    }
    text += `${first + sample},${bits},${ones},${ones / N}\n`
  }
  return utf8(text)
}

/** Joins the bits of samples without gaps; bits that do not fill a byte wait for the next piece. */
function createPacker() {
  let held = 0
  let heldBits = 0
  return {
    take(piece: Piece): Uint8Array {
      const { N, from, to } = piece
      const bytes = new Uint8Array(((to - from) * N + heldBits) >> 3)
      let at = 0
      for (let sample = from; sample < to; sample++) {
        for (let place = 0; place < N; place++) {
          held |= bitOf(piece, sample, place) << heldBits
          if (++heldBits < 8) continue
          bytes[at++] = held
          held = 0
          heldBits = 0
        }
      }
      return bytes
    },
    rest: () => (heldBits > 0 ? Uint8Array.of(held) : new Uint8Array(0)),
  }
}
