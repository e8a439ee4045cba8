// Receipts: a small signed JSON that says what was drawn, from what, and when. Checking one needs nothing but the receipt and the
// service's public key, so it works offline, in a browser, and after the service is gone.

import {
  allocationArms,
  allocationDigest,
  commitmentOf,
  drawOutcome,
  entriesHash,
  fairSeed,
  outcomeDigest,
  planAllocation,
} from '../outcomes/outcomes.ts'
import { sha256Hex, utf8 } from '../primitives.ts'
import { isSignedBy } from './ed25519.ts'
import { outcomeSettingOf } from './receipt-settings.ts'
import {
  type AllocationReceipt,
  type AssignmentReceipt,
  type DrawReceipt,
  isReceipt,
  RECEIPT_TYPE,
  type Receipt,
} from './receipt-shape.ts'

/** One thing that was checked. `skipped` says what was missing to check it. */
export interface Check {
  name: 'receipt' | 'signature' | 'key' | 'seed' | 'entries' | 'outcome'
  state: 'passed' | 'failed' | 'skipped'
  detail: string
}

export interface Verification {
  /** The signature holds and nothing else failed. */
  valid: boolean
  /** Nothing was skipped: the outcome was computed again, and the key is one you trust. */
  complete: boolean
  checks: Check[]
}

export interface Evidence {
  /** Public keys of the service, in base64url, from its /.well-known/equipoise-signing-key. */
  keys?: readonly string[] | undefined
  /** What was revealed: the server seed of a commitment, or the seed of a closed allocation. */
  seed?: string | undefined
  /** The entries of a shuffle, a sample or a list of winners. */
  entries?: readonly string[] | undefined
}

/** Checks a parsed receipt. Never throws: what is no receipt fails the first check. */
export function verifyReceipt(given: unknown, evidence: Evidence = {}): Verification {
  if (!isReceipt(given)) return verdict([failed('receipt', `This is not an ${RECEIPT_TYPE}.`)])
  const checks = [checkSignature(given), checkKey(given, evidence)]
  try {
    if (given.subject === 'draw') checks.push(...checkDraw(given, evidence))
    else if (given.subject === 'commitment') checks.push(checkSeed(given.settings.sha256, evidence))
    else if (given.subject === 'allocation') checks.push(...checkAllocation(given))
    else checks.push(...checkAssignment(given, evidence))
  } catch (error) {
    checks.push(failed('outcome', `The settings are not valid: ${(error as Error).message}.`))
  }
  return verdict(checks)
}

/** What is signed: a receipt without its signature, with sorted names and no spaces. */
export function receiptMessage({
  signature: _,
  ...receipt
}: Omit<Receipt, 'signature'> & { signature?: string }): Uint8Array {
  return utf8(`${RECEIPT_TYPE}\n${canonicalJson(receipt)}`)
}

/** JSON with sorted names and no spaces. Receipts hold whole numbers only, so every language writes the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

function checkSignature(receipt: Receipt): Check {
  const signature = bytesOfBase64url(receipt.signature)
  const publicKey = bytesOfBase64url(receipt.public_key)
  const holds = signature && publicKey && isSignedBy({ message: receiptMessage(receipt), signature, publicKey })
  return holds
    ? passed('signature', 'Nothing has changed since the receipt was signed.')
    : failed('signature', 'The receipt was changed after it was signed, or was never signed.')
}

function checkKey({ public_key, issuer }: Receipt, { keys }: Evidence): Check {
  if (!keys) {
    const where = `${issuer}/.well-known/equipoise-signing-key`
    return skipped('key', `Signed with the key ${public_key}. Compare it with ${where}.`)
  }
  return keys.includes(public_key)
    ? passed('key', 'The key is one that you trust.')
    : failed('key', `The key ${public_key} is not one that you trust.`)
}

function checkDraw({ settings, digest }: DrawReceipt, evidence: Evidence): Check[] {
  const checks: Check[] = []
  if ('entries' in settings && settings.entries !== undefined) checks.push(checkEntries(settings.entries, evidence))
  if (settings.commitment === undefined) {
    if (settings.seed === undefined) throw new RangeError('there is no seed')
    return [...checks, compareDigests(outcomeDigest(drawOutcome(outcomeSettingOf(settings), settings.seed)), digest)]
  }
  const { commitment, client_seed = '', nonce = 0 } = settings
  const revealed = checkSeed(commitment.sha256, evidence)
  if (revealed.state !== 'passed' || evidence.seed === undefined) {
    const why = 'The outcome can be computed again once the server seed is revealed.'
    return [...checks, revealed, skipped('outcome', why)]
  }
  const drawn = drawOutcome(outcomeSettingOf(settings), fairSeed(evidence.seed, client_seed, nonce))
  return [...checks, revealed, compareDigests(outcomeDigest(drawn), digest)]
}

function checkAllocation({ settings, digest }: AllocationReceipt): Check[] {
  const arms = settings.strata.map(({ stratum, assigned }) =>
    allocationArms(planOf(settings), { seed: settings.seed, stratum, count: assigned }),
  )
  const committed =
    sha256Hex(String(settings.seed)) === settings.sha256
      ? passed('seed', 'The seed is the one that was committed to.')
      : failed('seed', 'The seed is not the one that was committed to.')
  return [committed, compareDigests(allocationDigest(arms), digest)]
}

function checkAssignment({ settings, digest }: AssignmentReceipt, { seed }: Evidence): Check[] {
  if (seed === undefined) {
    const why = 'The arm can be computed again once the allocation is closed and its seed revealed.'
    return [skipped('seed', 'The seed is not known yet.'), skipped('outcome', why)]
  }
  if (sha256Hex(seed) !== settings.sha256) return [failed('seed', 'The seed is not the one that was committed to.')]
  const { stratum, position } = settings
  const arm = allocationArms(planOf(settings), { seed, stratum, count: position + 1 })[position]
  const committed = passed('seed', 'The seed is the one that was committed to.')
  if (settings.arms[arm ?? -1]?.name !== settings.arm) {
    return [committed, failed('outcome', 'The seed gives a different arm at this position.')]
  }
  return [committed, compareDigests(sha256Hex(String(arm)), digest)]
}

function planOf({ arms, block, block_sizes }: AllocationReceipt['settings'] | AssignmentReceipt['settings']) {
  return planAllocation({ weights: arms.map(({ weight }) => weight), block, sizes: block_sizes })
}

function checkSeed(sha256: string, { seed }: Evidence): Check {
  if (seed === undefined) return skipped('seed', 'The server seed was not given.')
  if (/^[0-9a-f]{64}$/.test(seed) && commitmentOf(seed) === sha256)
    return passed('seed', 'The server seed is the one that was committed to.')
  return failed('seed', 'The server seed is not the one that was committed to.')
}

function checkEntries(hash: string, { entries }: Evidence): Check {
  if (!entries) return skipped('entries', `The entries were not given. Their hash is ${hash}.`)
  return entriesHash(entries) === hash
    ? passed('entries', 'The entries are the ones that were drawn from, in that order.')
    : failed('entries', 'The entries, or their order, are not the ones that were drawn from.')
}

function compareDigests(found: string, digest: string): Check {
  return found === digest
    ? passed('outcome', 'Computing it again gives the same outcome.')
    : failed('outcome', 'Computing it again gives a different outcome.')
}

/** Undefined where the text is not base64url without padding. */
export function bytesOfBase64url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function verdict(checks: Check[]): Verification {
  const states = checks.map(({ state }) => state)
  return { valid: !states.includes('failed'), complete: states.every((state) => state === 'passed'), checks }
}

function passed(name: Check['name'], detail: string): Check {
  return { name, state: 'passed', detail }
}

function failed(name: Check['name'], detail: string): Check {
  return { name, state: 'failed', detail }
}

function skipped(name: Check['name'], detail: string): Check {
  return { name, state: 'skipped', detail }
}
