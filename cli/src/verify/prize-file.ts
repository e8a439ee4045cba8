// The file of a prize draw, as a ZIP or unpacked, checked with nothing but itself and the keys that the reader trusts.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type PrizeFile, prizeVerdict, readJson, textOfBytes, verifyPrize } from '@equipoise/engine/verify'

const BYTES_MAX = 64 * 1_048_576
const FILES_MAX = 100
const NAMES = ['lock.json', 'result.json', 'pool.json', 'lock.tsr'] as const
const [END, CENTRAL, END_BYTES, COMMENT_BYTES_MAX] = [0x06054b50, 0x02014b50, 22, 65_535]

type Parts = Partial<Record<(typeof NAMES)[number], Uint8Array>>

/** Undefined if it is neither a ZIP nor a folder with a lock. */
export async function readPrizeFile(path: string): Promise<PrizeFile | undefined> {
  const found = await stat(path)
  if (!found.isDirectory() && !path.endsWith('.zip')) return undefined
  const parts = found.isDirectory() ? await partsIn(path) : partsOf(await readBounded(path))
  if (found.isDirectory() && !parts['lock.json']) return undefined
  const json = (bytes: Uint8Array | undefined) => bytes && readJson(textOfBytes(bytes))
  return {
    lock: json(parts['lock.json']),
    result: json(parts['result.json']),
    pool: json(parts['pool.json']),
    stamp: parts['lock.tsr'],
  }
}

/** Every check, and what they prove together. */
export function judgePrize(file: PrizeFile, keys: readonly string[]) {
  const { checks } = verifyPrize(file, { keys })
  const { state, line: verdict } = prizeVerdict(checks)
  return { state, verdict, checks }
}

async function partsIn(folder: string): Promise<Parts> {
  const parts: Parts = {}
  for (const name of NAMES) {
    const path = join(folder, name)
    if (await stat(path).catch(() => undefined)) parts[name] = await readBounded(path)
  }
  return parts
}

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path)
  if (!found.isFile() || found.size > BYTES_MAX) throw new Error(`${path} is no file of at most ${BYTES_MAX} bytes`)
  return readFile(path)
}

/** Reads a ZIP as the service writes it, without compression, by its directory. */
function partsOf(zip: Buffer): Parts {
  const damaged = () => new Error('the ZIP is damaged or truncated, or was packed again by another program')
  const least = Math.max(0, zip.length - END_BYTES - COMMENT_BYTES_MAX)
  let end = zip.length - END_BYTES
  while (end >= least && zip.readUInt32LE(end) !== END) end--
  if (end < least) throw damaged()
  const parts: Parts = {}
  let at = zip.readUInt32LE(end + 16)
  const files = Math.min(zip.readUInt16LE(end + 10), FILES_MAX)
  for (let i = 0; i < files; i++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== CENTRAL) throw damaged()
    const [method, size, nameBytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const place = zip.readUInt32LE(at + 42)
    const name = NAMES.find((one) => one === zip.toString('utf8', at + 46, at + 46 + nameBytes))
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    if (!name) continue
    if (method !== 0 || place + 30 > end) throw damaged()
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28)
    if (parts[name] || start + size > end) throw damaged()
    parts[name] = zip.subarray(start, start + size)
  }
  return parts
}
