// Randomness that nobody could choose: rounds of drand's network quicknet. About twenty organisations sign the number of each round
// together, every three seconds. Nobody knows a signature before its round, and anyone can check it with the network's public key.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesOfHex, sha256, sha256Hex } from '../primitives.ts'

export * from './nist.ts'
export * from './round-times.ts'

/** A round, as a draw names it. */
export interface BeaconRound {
  readonly beacon: 'drand'
  readonly round: number
}

/** League of Entropy, `quicknet` (scheme bls-unchained-g1-rfc9380). */
export const DRAND_CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const PUBLIC_KEY =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a'
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
/** About three thousand years of rounds, so that times stay exact and every number fits every language. */
export const DRAND_ROUND_MAX = 2 ** 35
export const DRAND_SIGNATURE = /^[0-9a-f]{96}$/

/**
 * Whether this is quicknet's signature of the round. Takes about 20 milliseconds.
 * @example isDrandRound(1, '00'.repeat(48)) // => false
 */
export function isDrandRound(round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || round > DRAND_ROUND_MAX || !DRAND_SIGNATURE.test(signature))
    return false
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(round))
  const { hash, verify } = bls12_381.shortSignatures
  try {
    const [signed, key] = [bytesOfHex(signature), bytesOfHex(PUBLIC_KEY)]
    return signed !== undefined && key !== undefined && verify(signed, hash(sha256(number), DOMAIN), key)
  } catch {
    // The bytes are not a point of the curve.
    return false
  }
}

/**
 * The randomness of a round: SHA-256 of its signature.
 * @example drandRandomness('00'.repeat(48)).length // => 64
 */
export function drandRandomness(signature: string): string {
  return sha256Hex(bytesOfHex(signature) ?? new Uint8Array(0))
}
