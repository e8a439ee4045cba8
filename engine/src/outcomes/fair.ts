// Commit and reveal: a server that publishes SHA-256(server seed) first cannot choose the seed later, and the client's own seed keeps the
// server from choosing a favourable one beforehand.
import { isText } from '../fields.ts'
import { bytesOfHex, hexOf, hmacSha256, sha256, utf8 } from '../primitives.ts'

export const SERVER_SEED_BYTES = 32
export const CLIENT_SEED_LENGTH_MAX = 128

/**
 * The commitment to a server seed of 64 hexadecimal digits: SHA-256 of its 32 bytes.
 * @example commitmentOf('00'.repeat(32)).slice(0, 8) // => '66687aad'
 */
export function commitmentOf(serverSeed: string): string {
  return hexOf(sha256(serverSeedBytes(serverSeed)))
}

/**
 * The seed of one draw: HMAC-SHA-256(server seed, `client seed:nonce`) in hexadecimal.
 * @example fairSeed('00'.repeat(32), 'my client seed', 0).slice(0, 8) // => 'b4966468'
 */
export function fairSeed(serverSeed: string, clientSeed: string, nonce: number): string {
  if (!isClientSeed(clientSeed)) throw new RangeError('the client seed must have 1 to 128 characters')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError('the nonce must be an integer 0..2^53-1')
  return hexOf(hmacSha256(serverSeedBytes(serverSeed), utf8(`${clientSeed}:${nonce}`)))
}

/**
 * 1 to 128 characters of text without control characters.
 * @example isClientSeed('my client seed') // => true
 */
export function isClientSeed(text: string): boolean {
  return isText(text, [1, CLIENT_SEED_LENGTH_MAX])
}

function serverSeedBytes(serverSeed: string): Uint8Array {
  const bytes = bytesOfHex(serverSeed)
  if (bytes?.length !== SERVER_SEED_BYTES) throw new RangeError('the server seed must be 64 hexadecimal digits')
  return bytes
}
