// Checks Ed25519 signatures (RFC 8032): with Node's own in Node, otherwise with big integers. Browsers have their own too, but
// asynchronous, not in all of them, and only on pages served over TLS.
import { nodeCrypto, sha512 } from '../primitives.ts'

export const PUBLIC_KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** The bytes before the 32 bytes of a public key in its DER form. */
const DER_HEAD = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

interface Signed {
  message: Uint8Array
  signature: Uint8Array
  publicKey: Uint8Array
}

/**
 * @example isSignedBy({ message: receiptMessage(receipt), signature: new Uint8Array(64), publicKey: new Uint8Array(32) }) // => false
 */
export function isSignedBy(signed: Signed): boolean {
  const { message, signature, publicKey } = signed
  if (signature.length !== SIGNATURE_BYTES || publicKey.length !== PUBLIC_KEY_BYTES || !isKey(publicKey)) return false
  if (!nodeCrypto) return isSignedByPortable(signed)
  try {
    const der = Uint8Array.from([...DER_HEAD, ...publicKey])
    return nodeCrypto.verify(
      null,
      message,
      nodeCrypto.createPublicKey({ key: der, format: 'der', type: 'spki' }),
      signature,
    )
  } catch {
    return false
  }
}

let lastKey: { readonly hex: string; readonly isKey: boolean } | undefined

/** Whether a private key can belong to it. For points of small order one signature fits every message, and OpenSSL accepts them. */
function isKey(publicKey: Uint8Array): boolean {
  const hex = Array.from(publicKey, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (lastKey?.hex !== hex) {
    const point = decode(publicKey)
    const [x, y, z] = point ? times(point, 8n) : ZERO
    lastKey = { hex, isKey: !(x === 0n && y === z) }
  }
  return lastKey.isKey
}

const P = 2n ** 255n - 19n
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const D = mod(-121665n * inverse(121666n))
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n)

/** A point in extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint]

const ZERO: Point = [0n, 1n, 1n, 0n]

/** The same with big integers: about ten milliseconds per signature. */
export function isSignedByPortable({ message, signature, publicKey }: Signed): boolean {
  const base = pointOf(mod(4n * inverse(5n)), 0n)
  const key = decode(publicKey)
  const s = littleEndian(signature.subarray(32))
  if (!key || !base || s >= ORDER) return false
  const head = signature.slice(0, 32)
  const hashed = new Uint8Array(64 + message.length)
  hashed.set(head)
  hashed.set(publicKey, 32)
  hashed.set(message, 64)
  const k = littleEndian(sha512(hashed)) % ORDER
  const [x, y, z, t] = times(key, k)
  const found = encode(sum(times(base, s), [mod(-x), y, z, mod(-t)]))
  return found.every((byte, i) => byte === head[i])
}

function sum([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2))
  const b = mod((y1 + x1) * (y2 + x2))
  const c = mod(2n * D * t1 * t2)
  const d = mod(2n * z1 * z2)
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)]
}

function times(point: Point, factor: bigint): Point {
  let result = ZERO
  let doubled = point
  for (let left = factor; left > 0n; left >>= 1n) {
    if (left & 1n) result = sum(result, doubled)
    doubled = sum(doubled, doubled)
  }
  return result
}

function decode(bytes: Uint8Array): Point | undefined {
  const value = littleEndian(bytes)
  return pointOf(value & ((1n << 255n) - 1n), value >> 255n)
}

/** The point with this y and this lowest bit of x; undefined if the curve has none. */
function pointOf(y: bigint, parity: bigint): Point | undefined {
  if (y >= P) return undefined
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n))
  let x = power(square, (P + 3n) / 8n)
  if (mod(x * x) !== square) x = mod(x * ROOT_OF_MINUS_ONE)
  if (mod(x * x) !== square || (x === 0n && parity === 1n)) return undefined
  if ((x & 1n) !== parity) x = P - x
  return [x, y, 1n, mod(x * y)]
}

function encode([x, y, z]: Point): Uint8Array {
  const scale = inverse(z)
  let value = mod(y * scale) | ((mod(x * scale) & 1n) << 255n)
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(value & 255n)
    value >>= 8n
    return byte
  })
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

function mod(value: bigint): bigint {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

function inverse(value: bigint): bigint {
  return power(mod(value), P - 2n)
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let squared = base
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * squared) % P
    squared = (squared * squared) % P
  }
  return result
}
