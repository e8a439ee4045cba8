import { sha256Hex } from '../primitives.ts'
import { keyOf, type Setting } from '../setting.ts'
import { type Digits, loadDigits } from './digits.ts'
import * as at from './kernel.ts'
import { kernel, memory, memoryWords } from './kernel.ts'
import { type Keystream, openKeystream } from './keystream.ts'

/** The result of a run: how many blocks have which weight, before and after whitening, and the digest of the bits. */
export interface Draw {
  blocks: number
  sourceCells: number[]
  outputCells: number[]
  /** The bits of the first block. */
  sequence: string
  /** SHA-256 of the whitened bits. */
  digest: string
  /** Ones in the last whitened block, and its last bit, because an odd run changes that block (see foldLast). */
  lastWeight: number
  lastBit: number
}

/** The bits themselves, lowest bit of a byte first. */
export interface Bits {
  source: Uint8Array
  output: Uint8Array
}

const LANES_PER_GROUP = 128
const BYTES_PER_GROUP = 16
const TIE_BYTES = 8
// A tie takes 2.1 tail words on average; if the tail runs out, more is drawn in another round.
const TAIL_BYTES_PER_TIE = 12
const TAIL_BYTES_LEAST = 256

/** Draws source and pad for a checked setting and counts the ones of the blocks. */
export function draw(setting: Setting): Draw {
  const blocks = fillBits(setting)
  const bytes = Math.ceil((blocks * setting.N) / 8)
  const last = blockText(blocks - 1, setting.N)
  return {
    blocks,
    sourceCells: weigh(at.SOURCE_AT, blocks, setting.N, at.SOURCE_CELLS_AT),
    outputCells: weigh(at.OUTPUT_AT, blocks, setting.N, at.OUTPUT_CELLS_AT),
    sequence: blockText(0, setting.N),
    lastWeight: last.split('1').length - 1,
    lastBit: Number(last.at(-1)),
    digest: sha256Hex(memory.subarray(at.OUTPUT_AT, at.OUTPUT_AT + bytes)),
  }
}

/**
 * The bits of a run, for audits: unused high bits of the last byte are 0.
 * @example drawBits({ bias: 0.9, N: 16, samples: 100, seed: 42 }).output.length // => 100
 */
export function drawBits(setting: Setting): Bits {
  const bytes = Math.ceil((fillBits(setting) * setting.N) / 8)
  return {
    source: memory.slice(at.SOURCE_AT, at.SOURCE_AT + bytes),
    output: memory.slice(at.OUTPUT_AT, at.OUTPUT_AT + bytes),
  }
}

/** Leaves source and output in the kernel's memory, and returns the number of blocks. */
function fillBits(setting: Setting): number {
  const blocks = Math.ceil(setting.samples / 2)
  const bits = blocks * setting.N
  const stream = openKeystream(keyOf(setting))
  const digits = loadDigits(setting.bias)
  const tiesEnd = selectSource(stream, digits, Math.ceil(bits / LANES_PER_GROUP))
  if (tiesEnd > at.TIES_AT) settleTies(stream, digits, { tiesEnd, tailEnd: at.TAIL_AT + at.TAIL_FIRST_BYTES })
  clearUnused(at.SOURCE_AT, bits)
  clearUnused(at.OUTPUT_AT, bits)
  return blocks
}

function selectSource(stream: Keystream, digits: Digits, groups: number): number {
  const stride = BYTES_PER_GROUP * (1 + digits.planes)
  const groupsPerChunk = Math.floor(at.CHUNK_BYTES / stride)
  const hasTail = digits.trailing > 0 ? 1 : 0
  let ties = at.TIES_AT
  for (let first = 0; first < groups; first += groupsPerChunk) {
    const count = Math.min(groupsPerChunk, groups - first)
    if (first === 0) memory.set(stream.first(count * stride), at.TAIL_AT)
    else memory.set(stream.main(count * stride), at.CHUNK_AT)
    ties = kernel.select(
      at.CHUNK_AT,
      count,
      stride,
      digits.leading,
      digits.rest,
      at.SOURCE_AT,
      at.OUTPUT_AT,
      first * BYTES_PER_GROUP,
      hasTail,
      ties,
    )
  }
  return ties
}

/** Settles the listed ties with the tail in memory, and returns the new end of the tail, because more may have been drawn. */
export function settleTies(stream: Keystream, digits: Digits, ends: { tiesEnd: number; tailEnd: number }): number {
  const { tiesEnd } = ends
  const digitsEnd = at.DIGITS_AT + digits.trailing * 4
  let tie = at.TIES_AT
  let tailEnd = ends.tailEnd
  for (;;) {
    tie = kernel.settle(tie, tiesEnd, at.TAIL_AT, tailEnd, at.DIGITS_AT, digitsEnd, at.SOURCE_AT, at.OUTPUT_AT)
    if (tie === tiesEnd) return tailEnd
    tailEnd = refillTail(stream, tailEnd, (tiesEnd - tie) / TIE_BYTES)
  }
}

/** Moves the rest of the tail to its start and draws more after it. */
function refillTail(stream: Keystream, tailEnd: number, ties: number): number {
  const tailAt = Number(kernel.tailAt.value)
  memory.copyWithin(at.TAIL_AT, tailAt, tailEnd)
  const held = tailEnd - tailAt
  const wanted = Math.min(ties * TAIL_BYTES_PER_TIE + TAIL_BYTES_LEAST, at.TAIL_BYTES - held)
  memory.set(stream.tail(wanted), at.TAIL_AT + held)
  return at.TAIL_AT + held + wanted
}

function clearUnused(from: number, bits: number): void {
  const used = bits % 8
  if (used === 0) return
  const last = from + (bits >> 3)
  memory[last] = (memory[last] ?? 0) & ((1 << used) - 1)
}

function weigh(from: number, blocks: number, size: number, cellsAt: number): number[] {
  const cells = memoryWords.subarray(cellsAt / 4, cellsAt / 4 + size + 1)
  cells.fill(0)
  kernel.weigh(from, blocks, size, cellsAt)
  return Array.from(cells)
}

function blockText(block: number, size: number): string {
  let text = ''
  for (let bit = block * size; bit < (block + 1) * size; bit++) {
    text += ((memory[at.OUTPUT_AT + (bit >> 3)] ?? 0) >> (bit & 7)) & 1
  }
  return text
}
