import { sha256Hex, utf8 } from '../primitives.ts'
import type { Receipt } from './receipt-shape.ts'

type Unsigned = Omit<Receipt, 'signature'> & { signature?: string }

/**
 * The signed bytes: a receipt without its signature, with sorted names and no spaces.
 * @example new TextDecoder().decode(receiptMessage(receipt)).includes('signature') // => false
 */
export function receiptMessage({ signature: _, ...receipt }: Unsigned): Uint8Array {
  return utf8(`${receipt.type}\n${canonicalJson(receipt)}`)
}

/**
 * The hash that the next receipt of a chain contains: SHA-256 of everything in a receipt except who signed it, so that a new key changes
 * nothing.
 * @example receiptHash(receipt).length // => 64
 */
export function receiptHash(
  given: Omit<Unsigned, 'issuer' | 'public_key'> & { issuer?: string; public_key?: string },
): string {
  const { issuer: _issuer, public_key: _key, signature: _signature, ...content } = given
  return sha256Hex(`${content.type}\n${canonicalJson(content)}`)
}

/**
 * JSON with sorted names and no spaces. Receipts contain only integers, so every language writes the same text.
 * @example canonicalJson({ b: 1, a: [2] }) // => '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
