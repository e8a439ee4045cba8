// Time stamps of RFC 3161 from the configured authority: an independent witness of when a document existed. Who signed a stamp is
// checked with the authority's certificate, outside this service.
import { randomBytes } from 'node:crypto'
import { stampOf } from '@equipoise/engine'
import { ApiError } from '../ground/errors.ts'

/** The stamp of a SHA-256 in DER; null if there is no authority. */
export type TimeStamp = (sha256: string) => Promise<Buffer | null>

const TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 65_536
const NONCE_BYTES = 8
/** SEQUENCE { OID sha256, NULL } */
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex')
const [SEQUENCE, INTEGER, OCTETS, BOOLEAN] = [0x30, 0x02, 0x04, 0x01]

export function openTimeStamps(url: string | undefined): TimeStamp {
  return async (sha256) => {
    if (url === undefined) return null
    try {
      return await ask(url, sha256)
    } catch (cause) {
      throw new ApiError(
        'provider_failed',
        'The time-stamp authority gave no valid answer. Nothing was stored: try again.',
        {
          cause,
        },
      )
    }
  }
}

async function ask(url: string, sha256: string): Promise<Buffer> {
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(stampRequest(sha256, randomBytes(NONCE_BYTES))),
    headers: { 'content-type': 'application/timestamp-query' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the authority answered ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer of the authority is too long')
    chunks.push(chunk)
  }
  const stamp = Buffer.concat(chunks)
  if (stampOf(stamp)?.sha256 !== sha256) throw new Error('the authority stamped something else')
  return stamp
}

/** TimeStampReq, version 1: the hash, a nonce, and the wish that the authority's certificate is in the stamp. */
export function stampRequest(sha256: string, nonce: Buffer): Buffer {
  const imprint = der(SEQUENCE, SHA256, der(OCTETS, Buffer.from(sha256, 'hex')))
  // A leading zero keeps the number positive.
  const number = der(INTEGER, Buffer.concat([Buffer.of(0x00, nonce[0] ? nonce[0] | 0x80 : 0x80), nonce.subarray(1)]))
  return der(SEQUENCE, der(INTEGER, Buffer.of(1)), imprint, number, der(BOOLEAN, Buffer.of(0xff)))
}

/** Lengths here are below 128. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag, content.length), content])
}
