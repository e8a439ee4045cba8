// A picture of few colours as PNG.
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Sheet } from './glyphs.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS = 8
const WITH_PALETTE = 3
const LEVELS = 15
type Colour = readonly [red: number, green: number, blue: number]

/** Compressed on a thread of its own. */
export async function pngOf({ width, pixels }: Sheet, paper: Colour, inks: readonly Colour[]): Promise<Buffer> {
  const height = pixels.length / width
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BITS, WITH_PALETTE], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  const palette = inks.flatMap((ink) => Array.from({ length: LEVELS + 1 }, (_, level) => mixed(paper, ink, level)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await promisify(deflate)(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function mixed(paper: Colour, ink: Colour, level: number): number[] {
  return ink.map((one, i) => Math.round((one * level + (paper[i] ?? 0) * (LEVELS - level)) / LEVELS))
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
