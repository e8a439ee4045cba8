// Pulses of NIST's randomness beacon (version 2.0, one a minute) as the bytes that NIST hashes into their value. Their signatures prove
// nothing today: they have 4,096 bits, and the certificate that they name has a key of 2,048. So a pulse counts only beside a round of drand
// that was not public yet when an independent authority stamped the pulse.
import { bytesOfHex, hexOf, sha512, utf8 } from '../primitives.ts'

export interface NistPulse {
  /** Where anybody can compare it. */
  readonly uri: string
  /** Its minute. */
  readonly at: string
  /** Its value: SHA-512 of the bytes. */
  readonly output: string
}

interface Published {
  readonly uri: string
  readonly version: string
  readonly cipherSuite: number
  readonly period: number
  readonly certificateId: string
  readonly chainIndex: number
  readonly pulseIndex: number
  readonly timeStamp: string
  readonly localRandomValue: string
  readonly external: { readonly sourceId: string; readonly statusCode: number; readonly value: string }
  readonly listValues: readonly { readonly type: string; readonly value: string }[]
  readonly precommitmentValue: string
  readonly statusCode: number
  readonly signatureValue: string
  readonly outputValue: string
}

const LIST = ['previous', 'hour', 'day', 'month', 'year'] as const
const PERIOD_MS = 60_000
const URI = /^https:\/\/beacon\.nist\.gov\/beacon\/2\.0\/chain\/(\d{1,9})\/pulse\/(\d{1,12})$/
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/

/**
 * A pulse as NIST publishes it, packed into hexadecimal digits; undefined if it is none, or if its value does not follow from its parts.
 * @example packPulse({}) // => undefined
 */
export function packPulse(given: unknown): string | undefined {
  try {
    const pulse = given as Published
    const { external, listValues, outputValue, signatureValue } = pulse
    const packed = [
      sized(hexOf(utf8(pulse.uri))),
      sized(hexOf(utf8(pulse.version))),
      number(pulse.cipherSuite, 4),
      number(pulse.period, 4),
      sized(pulse.certificateId),
      number(pulse.chainIndex, 8),
      number(pulse.pulseIndex, 8),
      sized(hexOf(utf8(pulse.timeStamp))),
      sized(pulse.localRandomValue),
      sized(external.sourceId),
      number(external.statusCode, 4),
      sized(external.value),
      ...LIST.map((name) => sized(listValues.find(({ type }) => type === name)?.value ?? '')),
      sized(pulse.precommitmentValue),
      number(pulse.statusCode, 4),
      signatureValue,
    ]
    const text = packed.join('').toLowerCase()
    return readPulse(text)?.output === outputValue.toLowerCase() ? text : undefined
  } catch {
    // A part is missing, or of another type.
    return undefined
  }
}

/**
 * What a packed pulse says; undefined if it is none.
 * @example readPulse('00') // => undefined
 */
export function readPulse(packed: string): NistPulse | undefined {
  const bytes = bytesOfHex(packed)
  if (!bytes) return undefined
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  // A DataView throws at its end.
  const four = () => {
    at += 4
    return data.getUint32(at - 4)
  }
  const eight = () => four() * 2 ** 32 + four()
  const part = () => {
    const length = four()
    at += length
    return bytes.subarray(at - length, at)
  }
  const text = () => new TextDecoder().decode(part())
  try {
    const [uri, version] = [text(), text()]
    four()
    const period = four()
    part()
    const indices = [eight(), eight()]
    const minute = text()
    for (let values = 0; values < 2; values++) part()
    four()
    for (let values = 0; values < 2 + LIST.length; values++) part()
    four()
    const [, ...named] = URI.exec(uri) ?? []
    const isOne = version === '2.0' && period === PERIOD_MS && named.length > 0 && at < bytes.length
    if (!isOne || named.join() !== indices.join() || !MINUTE.test(minute)) return undefined
    return { uri, at: minute, output: hexOf(sha512(bytes)) }
  } catch {
    return undefined
  }
}

function sized(hex: string): string {
  return `${number(hex.length / 2, 4)}${hex}`
}

function number(value: number, bytes: 4 | 8): string {
  return value.toString(16).padStart(2 * bytes, '0')
}
