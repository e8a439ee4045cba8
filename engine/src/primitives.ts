// SHA-256, SHA-512, HMAC and AES-128-CTR, synchronous and with the same bytes everywhere: Node's own in Node, otherwise portable ones. So
// a browser bundle needs no crypto module, no secure context and no configuration.
import { aesCtrPortable } from './aes.ts'
import { sha256Portable, sha512Portable } from './sha.ts'

/** Each call returns the next `bytes` bytes of a key stream. The array is valid until the next call. */
export type Keystream = (bytes: number) => Uint8Array

/** The part of Node's crypto module that we use, so that the package does not need Node's types. */
interface NodeCrypto {
  hash(algorithm: string, data: Uint8Array | string, encoding: 'buffer'): Uint8Array
  hash(algorithm: string, data: Uint8Array | string, encoding: 'hex'): string
  createCipheriv(algorithm: string, key: Uint8Array, counter: Uint8Array | null): Cipher
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object
  verify(algorithm: null, message: Uint8Array, publicKey: object, signature: Uint8Array): boolean
}
export interface Cipher {
  update(data: Uint8Array): Uint8Array
}
interface Host {
  process?: { getBuiltinModule?: (name: string) => unknown }
}

/** Undefined in browsers. */
export const nodeCrypto = (globalThis as Host).process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined

const ZEROS_BYTES_MAX = 1 << 16
const KEY_BYTES = 16
const HMAC_BLOCK_BYTES = 64
const encoder = new TextEncoder()
let zeros = new Uint8Array(0)

export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Text is hashed as UTF-8. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return nodeCrypto ? nodeCrypto.hash('sha256', data, 'buffer') : sha256Portable(bytesOf(data))
}

/**
 * @example sha256Hex('abc').slice(0, 8) // => 'ba7816bf'
 */
export function sha256Hex(data: Uint8Array | string): string {
  return nodeCrypto ? nodeCrypto.hash('sha256', data, 'hex') : hexOf(sha256Portable(bytesOf(data)))
}

export function sha512(data: Uint8Array): Uint8Array {
  return nodeCrypto ? nodeCrypto.hash('sha512', data, 'buffer') : sha512Portable(data)
}

/** HMAC-SHA-256 (RFC 2104). */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(HMAC_BLOCK_BYTES)
  padded.set(key.length > HMAC_BLOCK_BYTES ? sha256(key) : key)
  const inner = sha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

/** AES-128-CTR of zero bytes from counter block 0, keyed by the first 16 bytes of the SHA-256 of `text`. */
export function keystreamOf(text: string): Keystream {
  const key = sha256(text).subarray(0, KEY_BYTES)
  if (!nodeCrypto) return aesCtrPortable(key)
  const cipher = nodeCrypto.createCipheriv('aes-128-ctr', key, new Uint8Array(16))
  return (bytes) => cipher.update(zerosOf(bytes))
}

export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** The bytes of hexadecimal text; undefined if it is not hexadecimal. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{2})*$/.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? utf8(data) : data
}

function zerosOf(bytes: number): Uint8Array {
  if (bytes > ZEROS_BYTES_MAX) throw new RangeError(`at most ${ZEROS_BYTES_MAX} bytes at a time, not ${bytes}`)
  if (zeros.length === 0) zeros = new Uint8Array(ZEROS_BYTES_MAX)
  return zeros.subarray(0, bytes)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
