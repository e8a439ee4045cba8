// ZIPs of a prize draw for tests: as the service writes them, and with one lie each.
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  readonly content: Uint8Array
  /** What the file is called beside its content, if not the same. */
  readonly localName?: string
  readonly method?: number
  /** What the ZIP says of its length, if not the truth. */
  readonly size?: number
}

export function zipOf(files: readonly ZipFile[], end: { readonly directoryAt?: number } = {}): Buffer {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, localName = name, method = 0, size = content.length } of files) {
    const about = numbers(
      [20, 2],
      [0x0800, 2],
      [method, 2],
      [0, 4],
      [crc32(content), 4],
      [content.length, 4],
      [size, 4],
    )
    const local = Buffer.concat([
      numbers([0x04034b50, 4]),
      about,
      nameBytes(localName),
      Buffer.from(localName),
      content,
    ])
    written.push(local)
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    directory.push(Buffer.concat([numbers([0x02014b50, 4], [20, 2]), about, nameBytes(name), place, Buffer.from(name)]))
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const { directoryAt = offset } = end
  const ending = numbers(
    [0x06054b50, 4],
    [0, 4],
    [files.length, 2],
    [files.length, 2],
    [listed.length, 4],
    [directoryAt, 4],
    [0, 2],
  )
  return Buffer.concat([...written, listed, ending])
}

/** A file that is small in the ZIP and large outside of it. */
export function bombNamed(name: string): ZipFile {
  const zeros = Buffer.alloc(2 ** 24)
  return { name, content: deflateRawSync(zeros), method: 8, size: zeros.length }
}

/** Its length, and that nothing follows it. */
function nameBytes(name: string): Buffer {
  return numbers([Buffer.byteLength(name), 2], [0, 2])
}

function numbers(...given: (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(given.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of given) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
