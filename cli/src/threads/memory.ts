import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { HEADS, type KeptReadings, type Reading } from '@equipoise/score/scoring'
import { encoderPath } from '@equipoise/score/weights'

// The encoder's reading of each sentence, cached for the next run in the user's cache folder. A sentence is found by a digest of its
// pieces, so no text is stored. Runs and threads only append whole blocks, each with a checksum, so they can share the file; a file
// that cannot be used costs time, never a result.

interface Memory extends KeptReadings {
  /** Appends the new readings. */
  save(): void
}

/** Room for about 60,000 sentences; beyond that the older half is dropped. */
const BYTES_MAX = 16_000_000
/** How many files are kept: the current one, and the latest ones of other weights. */
const FILES_MAX = 3
const NAME = /^readings-[0-9a-f]{16}\.bin$/

/** The last bytes identify the weights: the early heads, which every change of weights or heads changes, and the vocabulary. */
const WEIGHTS_END = 262_144

/** Each block: this mark, the length of its records, their checksum, the records. */
const MARK = 0x4551524d
const BLOCK_LEAD = 12
/** Each record: the digest, how many pieces, a float64 for each head, then two float32 for each piece. */
const DIGEST = 16
const PIECES_AT = DIGEST + 4 + 8 * HEADS.length

type Range = readonly [from: number, to: number]

export function openMemory(folder: string, bytesMax = BYTES_MAX): Memory {
  const path = join(folder, `readings-${weightsDigest()}.bin`)
  const { bytes, blocks, known } = load(path)
  let isWhole = (blocks.at(-1)?.[1] ?? 0) === bytes.length
  let size = bytes.length
  let fresh: Buffer[] = []
  const seen = new Set<string>()
  return {
    get(pieces) {
      const range = known.get(digestOf(pieces).toString('latin1'))
      return range && readRecord(bytes.subarray(...range))
    },
    add(pieces, reading) {
      const digest = digestOf(pieces)
      if (seen.size === seen.add(digest.toString('latin1')).size) return
      fresh.push(digest, recordOf(reading))
    },
    save() {
      if (fresh.length === 0) return
      const block = blockOf(Buffer.concat(fresh))
      fresh = []
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (size === 0) dropOthers(folder)
        if (isWhole && size + block.length <= bytesMax) appendFileSync(path, block, { mode: 0o600 })
        else {
          const half = blocks.filter(([from]) => bytes.length - from <= bytesMax / 2)
          replaceFile(path, Buffer.concat([...half.map((range) => bytes.subarray(...range)), block]))
          size = 0
          isWhole = true
        }
        size += block.length
      } catch {
        // The disk is full or the folder is read-only: the next run reads the sentences again.
      }
    },
  }
}

/** A separate file for each version of the weights, because other weights read the same sentence differently. */
function weightsDigest(): string {
  const file = openSync(encoderPath('permissive'), 'r')
  const end = Buffer.alloc(WEIGHTS_END)
  const { size } = fstatSync(file)
  readSync(file, end, 0, WEIGHTS_END, Math.max(0, size - WEIGHTS_END))
  closeSync(file)
  return createHash('sha256').update(`${size} `).update(end).digest('hex').slice(0, 16)
}

function load(path: string): { bytes: Buffer; blocks: Range[]; known: Map<string, Range> } {
  const known = new Map<string, Range>()
  const blocks: Range[] = []
  const bytes = readIfThere(path)
  for (let at = 0; at + BLOCK_LEAD <= bytes.length && bytes.readUInt32LE(at) === MARK; ) {
    const end = at + BLOCK_LEAD + bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + BLOCK_LEAD, end)
    if (end > bytes.length || crc32(body) !== bytes.readUInt32LE(at + 8)) break
    blocks.push([at, end])
    for (let from = at + BLOCK_LEAD; from < end; ) {
      const to = from + PIECES_AT + 8 * bytes.readUInt32LE(from + DIGEST)
      known.set(bytes.toString('latin1', from, from + DIGEST), [from, to])
      from = to
    }
    at = end
  }
  return { bytes, blocks, known }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

function digestOf(pieces: readonly number[]): Buffer {
  return createHash('sha256').update(Uint16Array.from(pieces)).digest().subarray(0, DIGEST)
}

function recordOf({ sentence, marked, removed }: Reading): Buffer {
  const numbers = new Float64Array(HEADS.map((head) => sentence[head]))
  const count = new Uint32Array([marked.length])
  return Buffer.concat(
    [count, numbers, marked, removed].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  )
}

function readRecord(record: Buffer): Reading {
  const count = record.readUInt32LE(DIGEST)
  const floats = (from: number): Float32Array =>
    new Float32Array(Uint8Array.from(record.subarray(from, from + 4 * count)).buffer)
  const sentence = HEADS.map((head, at) => [head, record.readDoubleLE(DIGEST + 4 + 8 * at)])
  return {
    sentence: Object.fromEntries(sentence) as Reading['sentence'],
    marked: floats(PIECES_AT),
    removed: floats(PIECES_AT + 4 * count),
  }
}

function blockOf(records: Buffer): Buffer {
  const lead = Buffer.alloc(BLOCK_LEAD)
  lead.writeUInt32LE(MARK, 0)
  lead.writeUInt32LE(records.length, 4)
  lead.writeUInt32LE(crc32(records), 8)
  return Buffer.concat([lead, records])
}

function replaceFile(path: string, bytes: Buffer): void {
  const written = `${path}.${process.pid}`
  writeFileSync(written, bytes, { mode: 0o600 })
  renameSync(written, path)
}

function dropOthers(folder: string): void {
  const others = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({ path: join(folder, name), ms: statSync(join(folder, name)).mtimeMs }))
  for (const { path } of others.sort((a, b) => b.ms - a.ms).slice(FILES_MAX - 1)) rmSync(path, { force: true })
}
