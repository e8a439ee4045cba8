import { createCipheriv, createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aesCtrPortable } from './aes.ts'
import { hmacSha256, keystreamOf, utf8 } from './primitives.ts'
import { isSignedBy, isSignedByPortable } from './receipts/ed25519.ts'
import { sha256Portable, sha512Portable } from './sha.ts'

const patterned = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 167 + 13) & 255)

describe('the browser implementations give the same bytes as Node', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 128, 1000])('hashes of %d bytes', (length) => {
    const data = patterned(length)
    expect(Buffer.from(sha256Portable(data)).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'))
    expect(Buffer.from(sha512Portable(data)).toString('hex')).toBe(createHash('sha512').update(data).digest('hex'))
  })

  test.each([0x00, 0x80])('AES-128-CTR from counter %d, in pieces of any length', (top) => {
    const key = patterned(16)
    const counter = Buffer.alloc(16)
    counter[0] = top
    const wanted = createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(6_000))
    const stream = aesCtrPortable(key, top)
    const pieces = [1, 15, 16, 17, 31, 0, 4_096, 7, 1_817].map((bytes) => Buffer.from(stream(bytes)))
    expect(Buffer.concat(pieces).equals(wanted)).toBe(true)
  })

  test.each([0, 20, 32, 64, 65, 200])('HMAC with a key of %d bytes', (length) => {
    const key = patterned(length)
    const wanted = createHmac('sha256', key).update('alice:0').digest('hex')
    expect(Buffer.from(hmacSha256(key, utf8('alice:0'))).toString('hex')).toBe(wanted)
  })

  test('a key stream is keyed by the hash of its text', () => {
    const key = createHash('sha256').update('outcomes/1|é').digest().subarray(0, 16)
    const wanted = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(64))
    expect(Buffer.from(keystreamOf('outcomes/1|é')(64)).equals(wanted)).toBe(true)
  })
})

describe('an Ed25519 signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const message = utf8('what was drawn')
  const signature = sign(null, message, privateKey)
  const ways = [
    ['Node', isSignedBy],
    ['big integers', isSignedByPortable],
  ] as const

  test.each(ways)('is accepted with %s', (_way, isSigned) => {
    expect(isSigned({ message, signature, publicKey: key })).toBe(true)
  })

  test.each(ways)('is rejected with %s after any change', (_way, isSigned) => {
    const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
    for (const at of [0, 5, 31, 32, 63]) {
      expect(isSigned({ message, signature: flipped(signature, at), publicKey: key })).toBe(false)
    }
    expect(isSigned({ message: flipped(message, 3), signature, publicKey: key })).toBe(false)
    expect(isSigned({ message, signature, publicKey: flipped(key, 4) })).toBe(false)
    expect(isSigned({ message, signature: signature.subarray(1), publicKey: key })).toBe(false)
  })

  test.each(ways)('is rejected with %s if its scalar is not reduced', (_way, isSigned) => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    let s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order
    const grown = Uint8Array.from({ length: 32 }, () => {
      const byte = Number(s & 255n)
      s >>= 8n
      return byte
    })
    const stretched = Buffer.concat([signature.subarray(0, 32), grown])
    expect(isSigned({ message, signature: stretched, publicKey: key })).toBe(false)
  })
})
