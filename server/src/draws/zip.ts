// ZIP files without compression, written by hand: the format is small, and their content is mostly hashes.
import { crc32 } from 'node:zlib'
import type { Steps } from '../ground/in-turns.ts'

export interface ZipPart {
  readonly name: string
  readonly pieces: Iterable<Buffer>
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [VERSION, UTF8] = [20, 0x0800]

/** The bytes in order. Can be interrupted at each `yield`. */
export function* zipSteps(parts: readonly ZipPart[], at: Date): Steps<Buffer[]> {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, pieces } of parts) {
    const kept: Buffer[] = []
    let [sum, size] = [0, 0]
    for (const piece of pieces) {
      sum = crc32(piece, sum)
      size += piece.length
      kept.push(piece)
      yield
    }
    const [title, about] = [Buffer.from(name), aboutOf({ sum, size, at, nameBytes: Buffer.byteLength(name) })]
    written.push(Buffer.concat([numbers([LOCAL, 4]), about, title]), ...kept)
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    directory.push(Buffer.concat([numbers([CENTRAL, 4], [VERSION, 2]), about, place, title]))
    offset += 4 + about.length + title.length + size
  }
  const length = directory.reduce((bytes, one) => bytes + one.length, 0)
  const end = numbers([END, 4], [0, 2], [0, 2], [parts.length, 2], [parts.length, 2], [length, 4], [offset, 4], [0, 2])
  return [...written, ...directory, end]
}

interface About {
  readonly sum: number
  readonly size: number
  readonly at: Date
  readonly nameBytes: number
}

/** What the local header and the directory both say; the latter has a comment and a place behind it. */
function aboutOf({ sum, size, at, nameBytes }: About): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return numbers(
    [VERSION, 2],
    [UTF8, 2],
    [0, 2],
    [time, 2],
    [day, 2],
    [sum, 4],
    [size, 4],
    [size, 4],
    [nameBytes, 2],
    [0, 2],
  )
}

function numbers(...given: (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(given.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of given) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
