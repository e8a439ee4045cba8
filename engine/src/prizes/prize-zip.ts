// The file of a prize draw, as a ZIP without compression, which is how the service writes it. Nothing in it is trusted: every place and
// length is checked before it is used.
import { NameTwice, readJson, textOfBytes } from '../receipts/receipts.ts'
import type { PrizeFile } from './checks.ts'

/** The parts of a file that are checked. The others are for people. */
export const PRIZE_PARTS = ['lock.json', 'result.json', 'pool.json', 'lock.tsr', 'result.tsr', 'nist.tsr'] as const
/** A larger file is not read. */
export const PRIZE_FILE_BYTES_MAX = 64 * 1_048_576

export type PrizeParts = Partial<Record<(typeof PRIZE_PARTS)[number], Uint8Array>>
type Read = { readonly file: PrizeFile } | { readonly problem: string }

const FILES_MAX = 100
const [END, CENTRAL, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, CENTRAL_BYTES, LOCAL_BYTES, COMMENT_BYTES_MAX] = [22, 46, 30, 65_535]
const DAMAGED = 'The ZIP is damaged or truncated.'

/**
 * What a ZIP contains, or what is wrong with it.
 * @example readPrizeZip(new Uint8Array(22)) // => { problem: 'The ZIP is damaged or truncated.' }
 */
export function readPrizeZip(zip: Uint8Array): Read {
  if (zip.length > PRIZE_FILE_BYTES_MAX) return { problem: 'The ZIP is too large for the file of a prize draw.' }
  const found = partsIn(zip)
  return typeof found === 'string' ? { problem: found } : readPrizeParts(found)
}

/**
 * The file that these parts are, or which of them cannot be read.
 * @example readPrizeParts({}) // => { problem: 'There is no lock.json.' }
 */
export function readPrizeParts(parts: PrizeParts): Read {
  if (!parts['lock.json']) return { problem: 'There is no lock.json.' }
  const read: Record<string, unknown> = {}
  for (const name of ['lock', 'result', 'pool'] as const) {
    const bytes = parts[`${name}.json`]
    try {
      if (bytes) read[name] = readJson(textOfBytes(bytes))
    } catch (error) {
      return { problem: `${name}.json is not valid JSON${error instanceof NameTwice ? `: ${error.message}` : '.'}` }
    }
  }
  const stamps = { stamp: parts['lock.tsr'], resultStamp: parts['result.tsr'], pulseStamp: parts['nist.tsr'] }
  return { file: { lock: read.lock, ...read, ...stamps } }
}

/** The problem, if the ZIP is not as the service writes one. */
function partsIn(zip: Uint8Array): PrizeParts | string {
  const data = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endOf(data)
  if (end === undefined) return DAMAGED
  const files = data.getUint16(end + 10, true)
  if (files > FILES_MAX) return `The ZIP has more than ${FILES_MAX} files.`
  const parts: PrizeParts = {}
  const seen = new Set<string>()
  let at = data.getUint32(end + 16, true)
  for (let i = 0; i < files; i++) {
    if (at + CENTRAL_BYTES > end || data.getUint32(at, true) !== CENTRAL) return DAMAGED
    const file = fileAt(zip, { data, at, end })
    if (typeof file === 'string') return file
    if (isOutside(file.name)) return `The ZIP has a file named ${file.name}, which is outside of its folder.`
    if (seen.has(file.name)) return `The ZIP has two files named ${file.name}.`
    seen.add(file.name)
    const known = PRIZE_PARTS.find((one) => one === file.name)
    if (known) parts[known] = file.content
    at = file.next
  }
  return parts
}

/** Where the record is that ends a ZIP, before a comment. */
function endOf(data: DataView): number | undefined {
  const least = Math.max(0, data.byteLength - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = data.byteLength - END_BYTES; at >= least; at--) {
    if (data.getUint32(at, true) === END) return at
  }
  return undefined
}

interface Place {
  readonly data: DataView
  /** Of its line in the directory. */
  readonly at: number
  /** Where the directory ends. */
  readonly end: number
}

function fileAt(zip: Uint8Array, { data, at, end }: Place) {
  const [method, packed, size] = [
    data.getUint16(at + 10, true),
    data.getUint32(at + 20, true),
    data.getUint32(at + 24, true),
  ]
  const [nameBytes, place] = [data.getUint16(at + 28, true), data.getUint32(at + 42, true)]
  const next = at + CENTRAL_BYTES + nameBytes + data.getUint16(at + 30, true) + data.getUint16(at + 32, true)
  if (next > end || place + LOCAL_BYTES > end || data.getUint32(place, true) !== LOCAL) return DAMAGED
  const name = textOfBytes(zip.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes))
  const local = place + LOCAL_BYTES
  const localNameBytes = data.getUint16(place + 26, true)
  const start = local + localNameBytes + data.getUint16(place + 28, true)
  if (textOfBytes(zip.subarray(local, local + localNameBytes)) !== name) {
    return `The ZIP calls a file ${name} in one place and something else in another.`
  }
  if (method !== 0 || packed !== size) {
    return `${name} is compressed, so another program packed this ZIP. Use the file as it was downloaded.`
  }
  if (start + size > end) return DAMAGED
  return { name, content: zip.subarray(start, start + size), next }
}

function isOutside(name: string): boolean {
  return /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
}
