import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { readBoundedFile } from '../bounded-file.ts'

// `extends` in equipoise.config.json: word lists that several repositories share, from a path, a package or an address.

const PIN = /#sha256=([0-9a-f]{64})$/
const TIMEOUT_MS = 10_000
export const BYTES_MAX = 1_000_000

/** By its hash, what an address gave: an editor reads the settings often. */
const known = new Map<string, string>()

/** The text of the shared file. An address can change what it gives, so it needs the hash of the file; the others may have one. */
export async function sharedText(source: string, path: string): Promise<string> {
  const [pin = '', expected] = PIN.exec(source) ?? []
  const from = source.slice(0, source.length - pin.length)
  const isAddress = /^https?:\/\//.test(from)
  if (isAddress && expected === undefined) {
    throw new Error(`${path}: the address in "extends" must end in #sha256= and the SHA-256 of the file`)
  }
  const before = expected && known.get(expected)
  if (before) return before
  const text = await (isAddress ? fetched(from) : readBoundedFile(fileOf(from, path), BYTES_MAX))
    .then(String)
    .catch((error: Error) => {
      throw new Error(`${path}: "extends" cannot be read: ${error.message}`)
    })
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (expected !== undefined && sha256 !== expected) {
    throw new Error(`${path}: "extends" names another file: ${from} has the SHA-256 ${sha256}`)
  }
  if (isAddress) known.set(sha256, text)
  return text
}

/** A path starts with a dot or a slash; anything else is a file in a package. */
function fileOf(from: string, path: string): string {
  return /^\.{0,2}[\\/]|^[A-Za-z]:/.test(from) ? resolve(dirname(path), from) : createRequire(path).resolve(from)
}

async function fetched(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body) {
    bytes += piece.length
    if (bytes > BYTES_MAX) throw new Error(`${address} is larger than ${BYTES_MAX} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
