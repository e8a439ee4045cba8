// Checks the file of a prize draw, and one entrant's place in it, without the service. Everything given is hostile: shapes first, then
// signatures, and nothing is computed from what failed.
import { drandRoundMs, drandRoundTime, isDrandRound, readPulse } from '../beacons/beacons.ts'
import { bytesOfHex } from '../primitives.ts'
import { canonicalJson, receiptHash } from '../receipts/receipts.ts'
import {
  checkPool,
  checkSigner,
  failed,
  type PrizeCheck,
  type PrizeEvidence,
  type PrizeFile,
  passed,
  skipped,
  stampOn,
} from './checks.ts'
import { type Entrant, isInPool } from './pool.ts'
import { prizeOutcome, prizeSeed } from './prize.ts'
import { type PrizeLock, type PrizeResult, prizeProblem } from './prize-shape.ts'
import { isInstant, verifyInstant, verifyTicket } from './verify-instant.ts'

/** What a file proves as a whole; a failed check speaks for itself. */
export const PRIZE_VERDICTS = {
  verified:
    'Every check passed: the winners follow from the entries that were locked, the exclusions and the round. Who signed the time stamp is checked with openssl.',
  late: 'Every check passed, but entries were excluded when the result could be known, and that can decide who wins: read the reasons. Who signed the time stamp is checked with openssl.',
  instant:
    'Every check passed: the prizes are on the tickets on which they were locked before sales. Who signed the time stamp is checked with openssl.',
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
  if (isInstant(file)) return verifyInstant(file, evidence)
  const { checks, lock, result } = checkSigned(file, evidence)
  if (!lock) return { checks }
  const steps = [
    () => checkStamp(lock, file),
    () => checkPool(lock, file),
    () => checkResult(lock, result),
    () => checkPulse(lock, result, file),
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
  if (checks.some((one) => one.state === 'skipped')) return { state: 'unverified', line: PRIZE_VERDICTS.unverified }
  const what = (['prizes', 'late'] as const).find((name) => checks.some((one) => one.name === name))
  return { state: 'verified', line: PRIZE_VERDICTS[what === 'prizes' ? 'instant' : (what ?? 'verified')] }
}

/** What came of an entry; of a ticket with instant prizes `prize` or `no prize`. */
export type Standing = 'won' | 'reserve' | 'excluded' | 'not drawn' | 'waiting' | 'prize' | 'no prize'

/**
 * Whether an entrant was in the pool, and what came of it.
 * @example verifyEntrant({ lock: {} }, { position: 1, route: 'paid', entry: 'Ada', salt: '', proof: [] }).checks.length // => 1
 */
export function verifyEntrant(
  file: PrizeFile,
  entrant: Entrant,
  evidence: PrizeEvidence = {},
): { checks: PrizeCheck[]; standing?: Standing } {
  if (isInstant(file)) return verifyTicket(file, entrant, evidence)
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
function checkSigned({ lock, result }: PrizeFile, evidence: PrizeEvidence): Found {
  const problem = prizeProblem(lock, 'lock') ?? (result === undefined ? undefined : prizeProblem(result, 'result'))
  if (problem !== undefined) return { checks: [failed('lock', problem)] }
  const locked = lock as PrizeLock
  const drawn = result as PrizeResult | undefined
  const signed = drawn ? [locked, drawn] : [locked]
  const signer = checkSigner(signed, evidence)
  if (signer.some(({ state }) => state === 'failed')) return { checks: signer }
  if (drawn && drawn.lock !== receiptHash(locked as never)) {
    return { checks: [failed('lock', 'The result is of another draw than the lock.')] }
  }
  const { round } = locked.drand
  if (!(Date.parse(locked.issued_at) < drandRoundMs(round))) {
    return { checks: [failed('lock', `The draw was locked when round ${round} was public already.`)] }
  }
  const { at = locked.issued_at } = locked.nist ?? {}
  if (!(Date.parse(at) >= Date.parse(locked.issued_at) && Date.parse(at) < drandRoundMs(round))) {
    return { checks: [failed('lock', "NIST's pulse must be of after the lock, and of before the round.")] }
  }
  const checks = [
    ...signer,
    passed(
      'lock',
      `Locked at ${locked.issued_at} by the service's clock, before round ${round} (${drandRoundTime(round)}). Number ${locked.number} of the prize draws that its account locked.`,
    ),
  ]
  return drawn ? { checks, lock: locked, result: drawn } : { checks, lock: locked }
}

/** The stamp is over the bytes of lock.json, which are canonical. */
function checkStamp(lock: PrizeLock, { stamp }: PrizeFile): PrizeCheck[] {
  if (!stamp) {
    return [skipped('stamp', 'There is no independent time stamp: only the service says when the draw was locked.')]
  }
  const found = stampOn(stamp, canonicalJson(lock), 'The time stamp')
  if ('state' in found) return [found]
  if (Date.parse(found.at) >= drandRoundMs(lock.drand.round)) {
    return [failed('stamp', `The time stamp is of ${found.at}, when the round was public already.`)]
  }
  return [passed('stamp', `Stamped at ${found.at}, before the round. openssl checks who signed the stamp.`)]
}

/** Without one, nothing is missing: the result follows from what was locked. */
function checkResultStamp(result: PrizeResult | undefined, { resultStamp }: PrizeFile): PrizeCheck[] {
  if (!resultStamp || !result) return []
  const found = stampOn(resultStamp, canonicalJson(result), 'The time stamp of the result')
  return ['state' in found ? found : passed('stamp', `The result was stamped at ${found.at}.`)]
}

/** A pulse that was known before the round cannot have been chosen by somebody who saw the round. */
function checkPulse(lock: PrizeLock, result: PrizeResult | undefined, { pulseStamp }: PrizeFile): PrizeCheck[] {
  const { pulse } = result?.nist ?? {}
  const { uri, at } = (pulse && readPulse(pulse)) || {}
  if (pulse === undefined || uri === undefined) return []
  const compare = `NIST's pulse of ${at} is in the seed. Nobody can check who signed it, so compare it with ${uri}.`
  if (!pulseStamp) {
    return [skipped('beacon', `${compare} Only the service says that it had the pulse before the round.`)]
  }
  const found = stampOn(pulseStamp, bytesOfHex(pulse) ?? '', "The time stamp of NIST's pulse")
  if ('state' in found) return [found]
  return Date.parse(found.at) < drandRoundMs(lock.drand.round)
    ? [passed('beacon', `${compare} It was stamped at ${found.at}, before the round.`)]
    : [skipped('beacon', `${compare} It was late, and stamped at ${found.at}, when the round was public already.`)]
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
  const { pulse } = result.nist ?? {}
  const problem = pulseProblem(lock, pulse)
  if (problem !== undefined) return [failed('beacon', problem)]
  const { exclusions } = result
  const positions = exclusions.map(({ position }) => position)
  if (new Set(positions).size < positions.length || positions.some((one) => one > lock.pool.size)) {
    return [failed('exclusions', 'An exclusion is listed twice, or is of an entry that there is not.')]
  }
  const { winners, reserves } = prizeOutcome(lock, prizeSeed(lock, signature, pulse), exclusions)
  if (winners.join() !== result.winners.join() || reserves.join() !== result.reserves.join()) {
    return [failed('result', 'The winners do not follow from the round, the pool and the exclusions.')]
  }
  const late = exclusions.filter(({ at }) => Date.parse(at) >= drandRoundMs(round)).length
  return [
    passed('beacon', `Round ${round} is signed by drand.`),
    passed('result', `The winners follow from the round and the lock: ${winners.join(', ')}.`),
    passed(
      'exclusions',
      exclusions.length === 0 ? 'Nobody was excluded.' : `Excluded: ${exclusions.length}. Read the reasons.`,
    ),
    ...(late === 0 ? [] : [passed('late', `Excluded when the result could already be known: ${late}.`)]),
  ]
}

function pulseProblem({ nist }: PrizeLock, pulse: string | undefined): string | undefined {
  if (!nist !== (pulse === undefined)) return 'The lock and the result do not name the same beacons.'
  if (!nist || pulse === undefined) return undefined
  const { at } = readPulse(pulse) ?? {}
  if (at === undefined) return "This is not a pulse of NIST's beacon."
  return at === nist.at ? undefined : `The lock names NIST's pulse of ${nist.at}, not of ${at}.`
}
