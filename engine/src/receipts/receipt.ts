// Receipts: small signed JSON objects that state what was drawn, from what, and when. Checking one needs only the receipt and the
// service's public key, so it works offline, in a browser, and after the service is gone. A receipt is treated as hostile: every field is
// checked for its range before anything is computed, and checking stops at the first failure.
import { drandRandomness, drandRoundMs, drandRoundTime, isDrandRound } from '../beacons/beacons.ts'
import {
  type AllocationPlan,
  allocationArms,
  allocationDigest,
  commitmentOf,
  drawOutcome,
  entriesHash,
  fairSeed,
  isProfiles,
  type MinimisationPlan,
  minimisedArm,
  minimisedArms,
  outcomeDigest,
  outcomeSettingOf,
  planAllocation,
} from '../outcomes/outcomes.ts'
import { sha256Hex } from '../primitives.ts'
import type { Seed } from '../setting.ts'
import { canonicalJson, receiptMessage } from './canonical.ts'
import { isSignedBy } from './ed25519.ts'
import { provenBy } from './headlines.ts'
import { outcomeWords } from './outcome-words.ts'
import {
  type AllocationReceipt,
  type AllocationSettings,
  type AssignmentReceipt,
  type CommitmentReceipt,
  type DrawReceipt,
  type Receipt,
  type RevealReceipt,
  receiptProblem,
} from './receipt-shape.ts'

/** One check. `skipped` says what was missing for it. */
export interface Check {
  name: 'receipt' | 'key' | 'signature' | 'entries' | 'seed' | 'beacon' | 'outcome' | 'expected'
  state: 'passed' | 'failed' | 'skipped'
  detail: string
}

export interface Verification {
  /** Signed by a trusted key, and nothing failed. */
  valid: boolean
  /** Valid, and nothing was skipped: the outcome was recomputed. */
  complete: boolean
  checks: Check[]
  /** What is proven if it is complete, in one or two sentences: no more than was checked. */
  proves?: string
  /** The recomputed outcome: numbers, throws, names of options or entries, arms. */
  outcome?: readonly string[]
}

export interface Evidence {
  /** Public keys that the reader trusts, in base64url, from the service's /.well-known/equipoise-signing-key. */
  keys?: readonly string[] | undefined
  /** The revealed server seed of a commitment, or the seed of a closed allocation. */
  seed?: string | undefined
  /** The entries of a shuffle, a sample or a list of winners. */
  entries?: readonly string[] | undefined
  /** The announced results: each must be part of the outcome. */
  expected?: readonly string[] | undefined
}

/** The checks of one subject, besides those that every receipt gets. */
interface SubjectChecks {
  readonly checks: readonly Check[]
  readonly outcome?: readonly string[]
}

/**
 * Checks a parsed receipt. Never throws: anything else than a receipt fails the first check.
 * @example verifyReceipt(receipt).valid // => false
 */
export function verifyReceipt(given: unknown, evidence: Evidence = {}): Verification {
  const problem = receiptProblem(given)
  if (problem !== undefined) return verificationOf([failed('receipt', problem)])
  const receipt = given as Receipt
  const key = checkKey(receipt, evidence)
  const signature = key.state === 'failed' ? undefined : checkSignature(receipt)
  const checks = [key, ...(signature ? [signature] : [])]
  // Nothing is computed if the key is not trusted.
  if (key.state !== 'passed' || signature?.state !== 'passed') return verificationOf(checks)
  try {
    const found = checkSubject(receipt, evidence)
    const expected = checkExpected(found, evidence)
    const verification = verificationOf([...checks, ...found.checks, ...expected], found.outcome)
    return verification.complete ? { ...verification, proves: provenBy(receipt) } : verification
  } catch (error) {
    return verificationOf([...checks, failed('outcome', `The settings are not valid: ${(error as Error).message}.`)])
  }
}

function checkSubject(receipt: Receipt, evidence: Evidence): SubjectChecks {
  switch (receipt.subject) {
    case 'draw':
      return checkDraw(receipt, evidence)
    case 'commitment':
      return checkCommitment(receipt, evidence)
    case 'reveal':
      return checkReveal(receipt)
    case 'allocation':
      return checkAllocation(receipt)
    default:
      return checkAssignment(receipt, evidence)
  }
}

function checkKey({ public_key, issuer }: Receipt, { keys }: Evidence): Check {
  if (!keys || keys.length === 0) {
    const where = `${issuer}/.well-known/equipoise-signing-key`
    return skipped(
      'key',
      `Not verified: pass the key you trust. The receipt names ${public_key}; compare it with ${where}.`,
    )
  }
  return keys.includes(public_key)
    ? passed('key', `The key ${public_key} is one that you trust.`)
    : failed('key', `The key ${public_key} is not one that you trust.`)
}

function checkSignature(receipt: Receipt): Check {
  const signature = bytesOfBase64url(receipt.signature)
  const publicKey = bytesOfBase64url(receipt.public_key)
  return isSignedBy({ message: receiptMessage(receipt), signature, publicKey })
    ? passed('signature', 'Nothing has changed since the receipt was signed.')
    : failed('signature', 'The receipt was changed after it was signed, or was never signed.')
}

function checkDraw(receipt: DrawReceipt, evidence: Evidence): SubjectChecks {
  const { settings } = receipt
  const checks: Check[] = []
  if ('entries' in settings && settings.entries !== undefined) {
    checks.push(checkEntries(settings.entries, evidence))
    if (checks[0]?.state === 'failed') return { checks }
  }
  if (settings.seed !== undefined) return finishDraw(receipt, { seed: settings.seed, checks, evidence })
  if (settings.beacon) return checkRound(receipt, { checks, evidence })
  const { commitment, client_seed = '', nonce = 0 } = settings
  const revealed = checkSeed(commitment?.sha256 ?? '', evidence)
  checks.push(revealed)
  if (revealed.state === 'failed') return { checks }
  if (evidence.seed === undefined) {
    const why = 'The outcome can be computed again once the server seed is revealed. Pass the seed then.'
    return { checks: [...checks, skipped('outcome', why)] }
  }
  return finishDraw(receipt, { seed: fairSeed(evidence.seed, client_seed, nonce), checks, evidence })
}

function checkRound(
  receipt: DrawReceipt,
  { checks, evidence }: { checks: readonly Check[]; evidence: Evidence },
): SubjectChecks {
  const { beacon: { round, signature } = { round: 0, signature: '' }, previous } = receipt.settings
  if (!isDrandRound(round, signature)) {
    return { checks: [...checks, failed('beacon', `This is not drand's signature of round ${round}.`)] }
  }
  const announced =
    previous === undefined
      ? 'Nothing here shows that the round was announced before.'
      : `It was announced by the receipt with the hash ${previous}: make sure that it was published before the round.`
  const holds = passed('beacon', `Round ${round} is signed by drand. ${announced}`)
  const randomness = drandRandomness(signature)
  const seed = previous === undefined ? randomness : fairSeed(randomness, previous, 0)
  return finishDraw(receipt, { seed, checks: [...checks, holds], evidence })
}

function finishDraw(
  { settings, digest }: DrawReceipt,
  { seed, checks, evidence }: { seed: Seed; checks: readonly Check[]; evidence: Evidence },
): SubjectChecks {
  const drawn = drawOutcome(outcomeSettingOf(settings), seed)
  const compared = compareDigests(outcomeDigest(drawn), digest)
  if (compared.state === 'failed') return { checks: [...checks, compared] }
  return { checks: [...checks, compared], outcome: outcomeWords(settings, drawn, evidence.entries) }
}

/** A commitment without its seed is complete: it only states that there is one. */
function checkCommitment({ settings, digest, issued_at }: CommitmentReceipt, evidence: Evidence): SubjectChecks {
  const { sha256, beacon } = settings
  if (beacon) {
    const { round } = beacon
    if (Date.parse(issued_at) >= drandRoundMs(round)) {
      return { checks: [failed('beacon', `Round ${round} was public before it was announced.`)] }
    }
    // True before the round and after it: a receipt is checked without a clock.
    const from = drandRoundTime(round)
    const announced = passed('beacon', `Round ${round} is public from ${from} on. It was announced before.`)
    return { checks: [announced, compareDigests(sha256Hex(canonicalJson(settings)), digest)] }
  }
  const seed = evidence.seed === undefined ? [] : [checkSeed(sha256, evidence)]
  if (seed[0]?.state === 'failed') return { checks: seed }
  return { checks: [...seed, compareDigests(sha256, digest)] }
}

function checkReveal({ settings: { sha256, server_seed }, digest }: RevealReceipt): SubjectChecks {
  const seed = checkSeed(sha256, { seed: server_seed })
  return { checks: seed.state === 'failed' ? [seed] : [seed, compareDigests(sha256, digest)] }
}

function checkAllocation({ settings, digest }: AllocationReceipt): SubjectChecks {
  const committed = checkCommitted(String(settings.seed), settings.sha256)
  if (committed.state === 'failed') return { checks: [committed] }
  const arms = armsOf(settings)
  const compared = compareDigests(allocationDigest(arms), digest)
  if (compared.state === 'failed') return { checks: [committed, compared] }
  const outcome = arms.flatMap((places, i) => {
    const { stratum } = settings.strata[i] ?? { stratum: '' }
    return Array.from(
      places,
      (arm, position) => `${stratum === '' ? '' : `${stratum} `}${position}: ${settings.arms[arm]?.name}`,
    )
  })
  return { checks: [committed, compared], outcome }
}

function checkAssignment({ settings, digest }: AssignmentReceipt, { seed }: Evidence): SubjectChecks {
  if (seed === undefined) {
    const why = 'The arm can be computed again once the allocation is closed and its seed revealed. Pass the seed then.'
    return { checks: [skipped('seed', 'The seed is not known yet.'), skipped('outcome', why)] }
  }
  const committed = checkCommitted(seed, settings.sha256)
  if (committed.state === 'failed') return { checks: [committed] }
  const arm = armOf(settings, seed)
  if (settings.arms[arm ?? -1]?.name !== settings.arm) {
    return { checks: [committed, failed('outcome', 'The seed gives a different arm at this position.')] }
  }
  return { checks: [committed, compareDigests(sha256Hex(String(arm)), digest)], outcome: [settings.arm] }
}

function armsOf(settings: AllocationReceipt['settings']): Uint16Array[] {
  const { seed, strata, profiles = '' } = settings
  const plan = planOfSettings(settings)
  if (!isMinimised(plan)) {
    return strata.map(({ stratum, assigned }) => allocationArms(plan, { seed, stratum, count: assigned }))
  }
  const [all] = strata
  if (strata.length !== 1 || profiles.length !== (all?.assigned ?? 0) * plan.factors.length) {
    throw new RangeError('profiles must have one level of each factor for everybody')
  }
  if (!isProfiles(profiles, plan.factors)) throw new RangeError('profiles must name levels that exist')
  return [minimisedArms(plan, { seed, profiles })]
}

function armOf(settings: AssignmentReceipt['settings'], seed: string): number | undefined {
  const { stratum, position, profile = '', before = [] } = settings
  const plan = planOfSettings(settings)
  if (!isMinimised(plan)) return allocationArms(plan, { seed, stratum, count: position + 1 })[position]
  const isWhole = profile.length === plan.factors.length && isProfiles(profile, plan.factors)
  if (!isWhole || before.length !== plan.factors.length || before.some((row) => row.length !== plan.weights.length)) {
    throw new RangeError('profile and before must have one entry for each factor')
  }
  return minimisedArm(plan, { seed, position, before })
}

function isMinimised(plan: AllocationPlan): plan is AllocationPlan & MinimisationPlan {
  return plan.block === 'minimisation'
}

type PlanSettings = Pick<AllocationSettings, 'arms' | 'block' | 'block_sizes' | 'limit' | 'factors' | 'probability'>

/**
 * The plan of these settings. Throws a RangeError outside the definition.
 * @example planOfSettings({ arms: [{ name: 'a', weight: 1 }, { name: 'b', weight: 1 }], block: 'permuted', sizes: [4] }).weights // => [ 1, 1 ]
 */
export function planOfSettings(settings: PlanSettings): AllocationPlan {
  const { arms, block, block_sizes: sizes, limit, factors, probability } = settings
  return planAllocation({
    weights: arms.map(({ weight }) => weight),
    block,
    sizes,
    limit,
    factors: factors?.map(({ levels, weight }) => ({ levels: levels.length, weight })),
    probability,
  })
}

function checkSeed(sha256: string, { seed }: Evidence): Check {
  if (seed === undefined) return skipped('seed', 'The server seed was not given.')
  if (/^[0-9a-f]{64}$/.test(seed) && commitmentOf(seed) === sha256)
    return passed('seed', 'The server seed is the one that was committed to.')
  return failed('seed', 'The server seed is not the one that was committed to.')
}

function checkCommitted(seed: string, sha256: string): Check {
  return sha256Hex(seed) === sha256
    ? passed('seed', 'The seed is the one that was committed to.')
    : failed('seed', 'The seed is not the one that was committed to.')
}

function checkEntries(hash: string, { entries }: Evidence): Check {
  if (!entries) return skipped('entries', `The entries were not given. Their hash is ${hash}.`)
  return entriesHash(entries) === hash
    ? passed('entries', 'The entries are the ones that were drawn from, in that order.')
    : failed('entries', 'The entries, or their order, are not the ones that were drawn from.')
}

function checkExpected({ checks, outcome }: SubjectChecks, { expected }: Evidence): Check[] {
  if (!expected || checks.some(({ state }) => state === 'failed')) return []
  if (!outcome) return [skipped('expected', 'What was announced can be compared once the outcome is computed.')]
  const missing = expected.find((one) => !outcome.includes(one))
  return missing === undefined
    ? [passed('expected', 'What was announced is what was drawn.')]
    : [failed('expected', `"${missing}" was announced, but not drawn.`)]
}

function compareDigests(found: string, digest: string): Check {
  return found === digest
    ? passed('outcome', 'Computing it again gives the same outcome.')
    : failed('outcome', 'Computing it again gives a different outcome.')
}

function bytesOfBase64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function verificationOf(checks: Check[], outcome?: readonly string[]): Verification {
  const states = checks.map(({ state }) => state)
  const isTrusted = checks.some(({ name, state }) => name === 'key' && state === 'passed')
  const valid = isTrusted && !states.includes('failed')
  const complete = valid && !states.includes('skipped')
  return { valid, complete, checks, ...(valid && outcome ? { outcome } : {}) }
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
