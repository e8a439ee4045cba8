// What people read about a receipt and its checks.
import { drandRoundTime } from '../beacons/beacons.ts'
import type { Verification } from './receipt.ts'
import type { AnnouncedRound, Receipt } from './receipt-shape.ts'

export interface Fact {
  readonly name: 'outcome' | 'receipt' | 'time' | 'nonce' | 'client seed' | 'seed' | 'round' | 'draws' | 'key'
  readonly value: string
}

const LISTED_MAX = 1_000

/**
 * Who drew what, when and from what. Includes the outcome only if it was recomputed.
 * @example receiptFacts(receipt, {}).length > 0 // => true
 */
export function receiptFacts(receipt: Receipt, { outcome }: Pick<Verification, 'outcome'>): Fact[] {
  const { subject, id, issued_at, public_key } = receipt
  return [
    ...(outcome ? [{ name: 'outcome', value: listed(outcome) } as const] : []),
    { name: 'receipt', value: `${subject} ${id}` },
    { name: 'time', value: issued_at },
    ...originFacts(receipt),
    { name: 'key', value: public_key },
  ]
}

/**
 * The last line of a report: what is proven, or the first thing that failed or is missing.
 * @example verdictOf(verifyReceipt({})).state // => 'failed'
 */
export function verdictOf({ valid, complete, checks, proves = '' }: Verification): {
  state: 'verified' | 'failed' | 'unverified'
  line: string
} {
  if (valid && complete) return { state: 'verified', line: proves }
  const failed = checks.find(({ state }) => state === 'failed')
  if (failed) return { state: 'failed', line: `FAILED: ${failed.detail}` }
  const missing = checks.find(({ state }) => state === 'skipped')
  const line = missing?.name === 'key' ? 'pass the key you trust' : (missing?.detail ?? '')
  return { state: 'unverified', line: `not verified: ${line}` }
}

/**
 * What is invisible, apart from what belongs to a letter or a picture before it: a joiner between letters of the scripts that
 * need one (Persian, Hindi), one that ends a Malayalam letter, and what joins or colours an emoji. docs/verify.py does the same.
 */
const INVISIBLE =
  /((?=[\p{L}\p{M}])[\u0600-\u1cff][\u200c\u200d](?=[\p{L}\p{M}])(?=[\u0600-\u1cff])|\u0d4d\u200d|\p{S}[\ufe0e\ufe0f]?(?:\u200d(?=\p{S}))?|[\p{P}\p{N}]\ufe0f)|\p{C}|\ufe0e|\ufe0f/gu

/**
 * Escapes characters that could change what a terminal or a page shows.
 * @example printable('a\u001b[2Jb') // => 'a\\u001b[2Jb'
 */
export function printable(text: string): string {
  return text.replace(INVISIBLE, (character, belonging?: string) => {
    return belonging ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}

function originFacts(receipt: Receipt): Fact[] {
  if (receipt.subject === 'reveal') return [{ name: 'draws', value: String(receipt.settings.draws) }]
  if (receipt.subject === 'commitment' && receipt.settings.beacon) return [roundFact(receipt.settings.beacon)]
  if (receipt.subject !== 'draw') return []
  const { seed, nonce, client_seed, beacon } = receipt.settings
  if (beacon) return [roundFact(beacon)]
  if (seed === undefined) {
    return [
      { name: 'nonce', value: String(nonce) },
      { name: 'client seed', value: client_seed ?? '' },
    ]
  }
  return [{ name: 'seed', value: String(seed) }]
}

function roundFact({ round }: AnnouncedRound): Fact {
  return {
    name: 'round',
    value: `${round} of drand's quicknet, public at ${drandRoundTime(round)}`,
  }
}

function listed(outcome: readonly string[]): string {
  const start = outcome.slice(0, LISTED_MAX).join(', ')
  return outcome.length > LISTED_MAX ? `${start} and ${outcome.length - LISTED_MAX} more` : start
}
