// What the checks of prize draws and of instant-win lists have in common. Everything given is hostile.
import { hexOf, sha256Hex } from '../primitives.ts'
import { isSignedBy, receiptMessage } from '../receipts/receipts.ts'
import { entrySeal, poolLeaf, poolTree } from './pool.ts'
import { type InstantLock, PRIZE_LIMITS, type PrizeLock, type PrizeResult } from './prize-shape.ts'
import { type Stamp, stampOf } from './stamp.ts'

export interface PrizeCheck {
  readonly name:
    | 'lock'
    | 'key'
    | 'signature'
    | 'stamp'
    | 'pool'
    | 'entries'
    | 'beacon'
    | 'result'
    | 'exclusions'
    | 'late'
    | 'place'
    | 'prizes'
  /** `skipped` says what was missing for it. */
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

/** What a file contains. */
export interface PrizeFile {
  readonly lock: unknown
  readonly result?: unknown
  /** The entries in their order: route and sealed entry; with names also the salt and the entry. */
  readonly pool?: unknown
  /** The time stamp of the lock, in DER. */
  readonly stamp?: Uint8Array | undefined
  /** The time stamp of the result. */
  readonly resultStamp?: Uint8Array | undefined
  /** The time stamp of the pulse of NIST, if the draw has one. */
  readonly pulseStamp?: Uint8Array | undefined
}

export interface PrizeEvidence {
  /** Public keys that the reader trusts, in base64url. */
  readonly keys?: readonly string[] | undefined
}

/** Whether these documents are unchanged, and of a key that the reader trusts. */
export function checkSigner(
  signed: readonly (PrizeLock | PrizeResult | InstantLock)[],
  { keys = [] }: PrizeEvidence,
): PrizeCheck[] {
  for (const one of signed) {
    if (!isSigned(one)) return [failed('signature', `The ${one.subject} was changed after it was signed.`)]
  }
  const holds = passed('signature', 'Nothing has changed since the service signed it.')
  const strange = signed.find(({ public_key }) => !keys.includes(public_key))
  if (!strange) return [holds, passed('key', 'The key is one that you trust.')]
  return keys.length > 0
    ? [failed('key', `The key ${strange.public_key} is not one that you trust.`)]
    : [holds, skipped('key', `Pass the key you trust. The file names ${strange.public_key}.`)]
}

function isSigned(one: PrizeLock | PrizeResult | InstantLock): boolean {
  const [signature, publicKey] = [bytesOfBase64url(one.signature), bytesOfBase64url(one.public_key)]
  return isSignedBy({ message: receiptMessage(one as never), signature, publicKey })
}

export function stampOn(stamp: Uint8Array, document: Uint8Array | string, what: string): Stamp | PrizeCheck {
  const found = stampOf(stamp)
  if (!found) return failed('stamp', `${what} is damaged, or is none.`)
  return found.sha256 === sha256Hex(document) ? found : failed('stamp', `${what} is of another document.`)
}

export function checkPool({ pool }: Pick<PrizeLock, 'pool'>, { pool: given }: PrizeFile): PrizeCheck[] {
  if (given === undefined) return [skipped('pool', 'The entries are not here, so their hash was not computed again.')]
  if (!Array.isArray(given)) return [failed('pool', 'The pool must be a list of entries.')]
  if (given.length !== pool.size) {
    return [
      failed(
        'pool',
        `The pool has ${given.length} entries, and ${pool.size} were locked: some were added or left out.`,
      ),
    ]
  }
  const rows = given as readonly unknown[]
  const wrong = rows.findIndex((row) => !isRow(row))
  if (wrong >= 0) return [failed('pool', `Entry ${wrong + 1} of the pool is damaged.`)]
  const entries = rows as readonly (readonly string[])[]
  const leaves = new Uint8Array(32 * pool.size)
  let free = 0
  for (const [i, [route, sealed = '']] of entries.entries()) {
    leaves.set(poolLeaf(i + 1, { route: route === 'free' ? 'free' : 'paid', sealed }), 32 * i)
    if (route === 'free') free++
  }
  if (rootOf(leaves) !== pool.root) {
    return [failed('pool', 'This is not the pool that was locked: an entry was changed, or the order is another one.')]
  }
  if (free !== pool.free) return [failed('pool', `The lock says ${pool.free} free entries, and there are ${free}.`)]
  const holds = passed('pool', `All ${pool.size} entries are as locked, ${free} of them free.`)
  const named = entries.filter((row) => row.length === 4)
  if (named.length === 0) {
    return [passed('pool', `${holds.detail} The names are sealed: entrants check their own by code.`)]
  }
  const changed = entries.findIndex(([, sealed, salt, entry]) => entrySeal(salt ?? '', entry ?? '') !== sealed)
  return changed < 0
    ? [holds, passed('entries', 'Every name is the one that was sealed.')]
    : [holds, failed('entries', `The name of entry ${changed + 1} is not the one that was sealed.`)]
}

function isRow(row: unknown): boolean {
  if (!Array.isArray(row) || (row.length !== 2 && row.length !== 4)) return false
  const [route, sealed, salt = '00'.repeat(16), entry = 'x'] = row as unknown[]
  const isSealed = typeof sealed === 'string' && /^[0-9a-f]{64}$/.test(sealed)
  const isNamed = typeof salt === 'string' && /^[0-9a-f]{32}$/.test(salt) && typeof entry === 'string'
  return (route === 'paid' || route === 'free') && isSealed && isNamed && entry.length <= 2 * PRIZE_LIMITS.entryLength
}

function rootOf(leaves: Uint8Array): string {
  const steps = poolTree(leaves)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return hexOf(value.subarray(-32))
  }
}

function bytesOfBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

export function passed(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'passed', detail }
}

export function failed(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'failed', detail }
}

export function skipped(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'skipped', detail }
}
