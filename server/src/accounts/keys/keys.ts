// What an API key looks like: prefix, 43 random base62 characters (256 bits), 6 characters of checksum.
import { hash, randomBytes } from 'node:crypto'

export interface MintedKey {
  readonly text: string
  /** The part of the key that lists may show. */
  readonly prefix: string
  readonly hash: Buffer
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 8
/** Larger bytes are discarded: using them would make the first letters of the alphabet more likely. */
const BYTE_LIMIT = 248

export function mintKey(prefix: string): MintedKey {
  const body = `${prefix}${randomText(RANDOM_LENGTH)}`
  const text = `${body}${checksumOf(body)}`
  return { text, prefix: text.slice(0, prefix.length + SHOWN_LENGTH), hash: hashOf(text) }
}

/** Whether the text has the form of our keys, checksum included, so that a mistyped key is rejected without a look-up. */
export function isWellFormed(text: string, prefix: string): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return false
  const body = text.slice(0, -CHECKSUM_LENGTH)
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH)
}

/** The same hash as text, which is faster to make. */
export function fingerprintOf(text: string): string {
  return hash('sha256', text, 'base64')
}

export function hashOf(text: string): Buffer {
  return Buffer.from(fingerprintOf(text), 'base64')
}

function checksumOf(body: string): string {
  let rest = hashOf(body).readUIntBE(0, 6)
  let text = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    text += BASE62[rest % 62]
    rest = Math.floor(rest / 62)
  }
  return text
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < BYTE_LIMIT && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}
