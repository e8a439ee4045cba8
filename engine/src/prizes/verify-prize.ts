// Checks the file of a prize draw, and one entrant's place in it, without the service. Everything given is hostile: shapes first, then
// signatures, and nothing is computed from what failed.
import { drandRoundMs, drandRoundTime, isDrandRound } from '../beacons/beacons.ts'
import { hexOf, sha256Hex } from '../primitives.ts'
import { canonicalJson, isSignedBy, receiptHash, receiptMessage } from '../receipts/receipts.ts'
import { type Entrant, entrySeal, isInPool, poolLeaf, poolTree } from './pool.ts'
import { prizeOutcome, prizeSeed } from './prize.ts'
import { PRIZE_LIMITS, type PrizeLock, type PrizeResult, prizeProblem } from './prize-shape.ts'
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
    | 'place'
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
}

export interface PrizeEvidence {
  /** Public keys that the reader trusts, in base64url. */
  readonly keys?: readonly string[] | undefined
}

/** What a file proves as a whole; a failed check speaks for itself. */
export const PRIZE_VERDICTS = {
  verified:
    'Every check passed: the winners follow from the entries, the rules and the round that were locked. Who signed the time stamp is checked with openssl.',
  unverified: 'Nothing failed, but not everything could be checked: see above.',
} as const

interface Found {
  readonly checks: PrizeCheck[]
  readonly lock?: PrizeLock
  readonly result?: PrizeResult
}

/**
 * One check after another, until one fails. `skipped` ones leave something unproven.
 * @example verifyPrize({ lock: {} }).checks[0].detail // => 'This is not the lock of a prize draw.'
 */
export function verifyPrize(file: PrizeFile, evidence: PrizeEvidence = {}): { checks: PrizeCheck[] } {
  const { checks, lock, result } = checkSigned(file, evidence)
  if (!lock) return { checks }
  const steps = [
    () => checkStamp(lock, file),
    () => checkPool(lock, file),
    () => checkResult(lock, result),
    () => checkResultStamp(result, file),
  ]
  for (const step of steps) {
    checks.push(...step())
    if (checks.some(({ state }) => state === 'failed')) break
  }
  return { checks }
}

/**
 * The last line of a report.
 * @example prizeVerdict([]).state // => 'verified'
 */
export function prizeVerdict(checks: readonly PrizeCheck[]): {
  state: 'verified' | 'failed' | 'unverified'
  line: string
} {
  const failed = checks.find(({ state }) => state === 'failed')
  if (failed) return { state: 'failed', line: `FAILED: ${failed.detail}` }
  const state = checks.some((one) => one.state === 'skipped') ? 'unverified' : 'verified'
  return { state, line: PRIZE_VERDICTS[state] }
}

/**
 * Whether an entrant was in the pool, and what came of it.
 * @example verifyEntrant({ lock: {} }, { position: 1, route: 'paid', entry: 'Ada', salt: '', proof: [] }).checks.length // => 1
 */
export function verifyEntrant(
  file: PrizeFile,
  entrant: Entrant,
  evidence: PrizeEvidence = {},
): { checks: PrizeCheck[]; standing?: 'won' | 'reserve' | 'excluded' | 'not drawn' | 'waiting' } {
  const { checks, lock, result } = checkSigned(file, evidence)
  if (!lock) return { checks }
  const { position } = entrant
  if (!isInPool(entrant, lock.pool)) {
    checks.push(
      failed('place', 'The proof does not lead to the pool that was locked: it is of another entry or another draw.'),
    )
    return { checks }
  }
  checks.push(
    passed('place', `Entry ${position} of ${lock.pool.size} is in the pool that was locked.`),
    ...checkResult(lock, result),
  )
  if (checks.some(({ state }) => state === 'failed')) return { checks }
  if (!result) return { checks, standing: 'waiting' }
  if (result.winners.includes(position)) return { checks, standing: 'won' }
  if (result.exclusions.some((one) => one.position === position)) return { checks, standing: 'excluded' }
  return { checks, standing: result.reserves.includes(position) ? 'reserve' : 'not drawn' }
}

/** The shapes and signatures of the lock and, if there is one, of the result. */
function checkSigned({ lock, result }: PrizeFile, { keys = [] }: PrizeEvidence): Found {
  const problem = prizeProblem(lock, 'lock') ?? (result === undefined ? undefined : prizeProblem(result, 'result'))
  if (problem !== undefined) return { checks: [failed('lock', problem)] }
  const locked = lock as PrizeLock
  const drawn = result as PrizeResult | undefined
  const signed = drawn ? [locked, drawn] : [locked]
  for (const one of signed) {
    if (!isSigned(one)) return { checks: [failed('signature', `The ${one.subject} was changed after it was signed.`)] }
  }
  if (drawn && drawn.lock !== receiptHash(locked as never)) {
    return { checks: [failed('lock', 'The result is of another draw than the lock.')] }
  }
  const strange = signed.find(({ public_key }) => !keys.includes(public_key))
  if (strange && keys.length > 0) {
    return { checks: [failed('key', `The key ${strange.public_key} is not one that you trust.`)] }
  }
  const { round } = locked.drand
  if (!(Date.parse(locked.issued_at) < drandRoundMs(round))) {
    return { checks: [failed('lock', `The draw was locked when round ${round} was public already.`)] }
  }
  const checks = [
    passed('signature', 'Nothing has changed since the service signed it.'),
    strange
      ? skipped('key', `Pass the key you trust. The file names ${strange.public_key}.`)
      : passed('key', 'The key is one that you trust.'),
    passed(
      'lock',
      `Locked at ${locked.issued_at} by the service's clock, before round ${round} (${drandRoundTime(round)}).`,
    ),
  ]
  return drawn ? { checks, lock: locked, result: drawn } : { checks, lock: locked }
}

function isSigned(one: PrizeLock | PrizeResult): boolean {
  const [signature, publicKey] = [bytesOfBase64url(one.signature), bytesOfBase64url(one.public_key)]
  return isSignedBy({ message: receiptMessage(one as never), signature, publicKey })
}

/** The stamp is over the bytes of lock.json, which are canonical. */
function checkStamp(lock: PrizeLock, { stamp }: PrizeFile): PrizeCheck[] {
  if (!stamp) {
    return [skipped('stamp', 'There is no independent time stamp: only the service says when the draw was locked.')]
  }
  const found = stampOn(stamp, lock, 'The time stamp')
  if ('state' in found) return [found]
  if (Date.parse(found.at) >= drandRoundMs(lock.drand.round)) {
    return [failed('stamp', `The time stamp is of ${found.at}, when the round was public already.`)]
  }
  return [passed('stamp', `Stamped at ${found.at}, before the round. openssl checks who signed the stamp.`)]
}

/** Without one, nothing is missing: the result follows from what was locked. */
function checkResultStamp(result: PrizeResult | undefined, { resultStamp }: PrizeFile): PrizeCheck[] {
  if (!resultStamp || !result) return []
  const found = stampOn(resultStamp, result, 'The time stamp of the result')
  return ['state' in found ? found : passed('stamp', `The result was stamped at ${found.at}.`)]
}

function stampOn(stamp: Uint8Array, document: object, what: string): Stamp | PrizeCheck {
  const found = stampOf(stamp)
  if (!found) return failed('stamp', `${what} is damaged, or is none.`)
  return found.sha256 === sha256Hex(canonicalJson(document))
    ? found
    : failed('stamp', `${what} is of another document.`)
}

function checkPool({ pool }: PrizeLock, { pool: given }: PrizeFile): PrizeCheck[] {
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

function checkResult(lock: PrizeLock, result: PrizeResult | undefined): PrizeCheck[] {
  if (!result) {
    return [
      skipped('result', `Not drawn yet. Round ${lock.drand.round} is public at ${drandRoundTime(lock.drand.round)}.`),
    ]
  }
  const { round, signature } = result.drand
  if (round !== lock.drand.round) return [failed('beacon', `The lock names round ${lock.drand.round}, not ${round}.`)]
  if (!isDrandRound(round, signature)) return [failed('beacon', `This is not drand's signature of round ${round}.`)]
  const { exclusions } = result
  const positions = exclusions.map(({ position }) => position)
  if (new Set(positions).size < positions.length || positions.some((one) => one > lock.pool.size)) {
    return [failed('exclusions', 'An exclusion is listed twice, or is of an entry that there is not.')]
  }
  const { winners, reserves } = prizeOutcome(lock, prizeSeed(lock, signature), exclusions)
  if (winners.join() !== result.winners.join() || reserves.join() !== result.reserves.join()) {
    return [failed('result', 'The winners do not follow from the round, the pool and the exclusions.')]
  }
  const late = exclusions.filter(({ at }) => Date.parse(at) >= drandRoundMs(round)).length
  return [
    passed('beacon', `Round ${round} is signed by drand.`),
    passed('result', `The winners follow from the round and the lock: ${winners.join(', ')}.`),
    passed('exclusions', exclusionWords(exclusions.length, late)),
  ]
}

function exclusionWords(all: number, late: number): string {
  if (all === 0) return 'Nobody was excluded.'
  return `Excluded: ${all}. Of them when the result could be known: ${late}. Read the reasons.`
}

function bytesOfBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

function passed(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'passed', detail }
}

function failed(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'failed', detail }
}

function skipped(name: PrizeCheck['name'], detail: string): PrizeCheck {
  return { name, state: 'skipped', detail }
}
