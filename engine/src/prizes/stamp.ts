// What a time stamp of RFC 3161 says: which hash, and when. Whether its authority signed it, openssl checks: the file says how.
import { hexOf } from '../primitives.ts'

export interface Stamp {
  /** The SHA-256 that was stamped, in hexadecimal digits. */
  readonly sha256: string
  /** When, in ISO 8601. */
  readonly at: string
}

interface Part {
  readonly tag: number
  readonly content: Uint8Array
}

const [SEQUENCE, OCTETS, TIME, DEPTH_MAX, PARTS_MAX, LISTED_MAX] = [0x30, 0x04, 0x18, 20, 2_000, 100]
const SHA256_BYTES = 32
/** The identifier of what is stamped (id-ct-TSTInfo), and of SHA-256, in DER. */
const INFO = '060b2a864886f70d0109100104'
const SHA256 = '0609608648016503040201'

/**
 * Undefined if it is no time stamp of a SHA-256.
 * @example stampOf(new Uint8Array(0)) // => undefined
 */
export function stampOf(der: Uint8Array): Stamp | undefined {
  const info = infoIn(der)
  if (!info) return undefined
  const imprint = info.find(({ tag, content }) => tag === SEQUENCE && hexOf(content).includes(SHA256))
  const hash = imprint && partsOf(imprint.content)?.find(({ tag }) => tag === OCTETS)
  const time = info.find(({ tag }) => tag === TIME)
  if (hash?.content.length !== SHA256_BYTES || !time) return undefined
  const words = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(new TextDecoder().decode(time.content))
  if (!words) return undefined
  const [, year, month, day, hour, minute, second] = words
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  return Number.isNaN(Date.parse(at)) ? undefined : { sha256: hexOf(hash.content), at }
}

/** The parts of the TSTInfo, which is within octets behind its identifier. */
function infoIn(der: Uint8Array): Part[] | undefined {
  let looked = 0
  const look = (bytes: Uint8Array, depth: number): Part[] | undefined => {
    const parts = depth < DEPTH_MAX && looked < PARTS_MAX ? partsOf(bytes) : undefined
    if (!parts) return undefined
    looked += parts.length
    const at = parts.findIndex(({ tag, content }) => tag === 0x06 && hexOf(content) === INFO.slice(4))
    const wrapped = at < 0 ? undefined : parts[at + 1]
    if (wrapped) {
      const octets = partsOf(wrapped.content)?.[0]
      const info = octets?.tag === OCTETS ? partsOf(octets.content)?.[0] : undefined
      return info?.tag === SEQUENCE ? partsOf(info.content) : undefined
    }
    for (const { tag, content } of parts) {
      const found = (tag & 0x20) === 0 ? undefined : look(content, depth + 1)
      if (found) return found
    }
    return undefined
  }
  return look(der, 0)
}

/** The values one after another; undefined if the bytes are not DER, or have more values than any authority sends. */
function partsOf(bytes: Uint8Array): Part[] | undefined {
  const parts: Part[] = []
  for (let at = 0; at < bytes.length; ) {
    if (parts.length === LISTED_MAX) return undefined
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0x80
    at += 2
    if (length >= 0x80) {
      const digits = length & 0x7f
      if (digits === 0 || digits > 4) return undefined
      length = bytes.subarray(at, at + digits).reduce((sum, byte) => sum * 256 + byte, 0)
      at += digits
    }
    if (at + length > bytes.length) return undefined
    parts.push({ tag, content: bytes.subarray(at, at + length) })
    at += length
  }
  return parts
}
