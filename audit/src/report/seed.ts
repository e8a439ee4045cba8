import {
  type CommitmentReceipt,
  type DrawReceipt,
  drandRandomness,
  drandRoundMs,
  drandRoundTime,
  fairSeed,
  type Receipt,
  type RevealReceipt,
  receiptHash,
  receiptProblem,
  type Seed,
} from '@equipoise/engine'
import type { Source } from './source.ts'
import { dayOf, momentOf } from './text.ts'

// Where the seed of a sample comes from. The person who starts an audit can try seeds until one pleases, unless a commitment fixed it
// before anybody could know it: to a round of a beacon that was not public yet, or to a seed that the service kept secret.

export interface Sample {
  readonly seed: Seed
  /** Null: the whole set is used. */
  readonly count: number | null
  /** The receipts of the commitment that fixed the seed, of its one draw, and of the reveal of a server seed. */
  readonly fixed_by?: readonly Receipt[]
  /** How many commitments the account made from then on, as the service counted them. */
  readonly commitments?: { readonly from: string; readonly made: number; readonly deleted: number }
}

export interface FixedSeed {
  readonly seed: string
  readonly commitment: CommitmentReceipt
  readonly draw: DrawReceipt & { readonly settings: { readonly kind: 'sample' } }
}

const NEEDED =
  'A seed is fixed by the receipts of a commitment and of its one draw, and of the reveal if there is a server seed.'

/**
 * The seed that these receipts fixed. Throws a RangeError if they fix none. Signatures are not looked at.
 * @example fixedSeedOf(announced).seed.length // => 64
 */
export function fixedSeedOf(receipts: readonly unknown[]): FixedSeed {
  if (!Array.isArray(receipts) || receipts.length > 3) reject(NEEDED)
  const problem = receipts.map(receiptProblem).find((one) => one !== undefined)
  if (problem !== undefined) reject(problem)
  const known = receipts as readonly Receipt[]
  const [commitment, second] = known.filter((one) => one.subject === 'commitment')
  const [draw, another] = known.filter((one) => one.subject === 'draw')
  const [reveal] = known.filter((one) => one.subject === 'reveal')
  if (!commitment || !draw || second || another || receipts.length !== (commitment.settings.beacon ? 2 : 3))
    reject(NEEDED)
  if (!isSample(draw)) reject('The draw must be a sample of the ids of the pairs.')
  if (draw.settings.previous !== receiptHash(commitment)) reject('The draw does not follow the commitment.')
  return { seed: seedOf(commitment, draw, reveal), commitment, draw }
}

function isSample(draw: DrawReceipt): draw is FixedSeed['draw'] {
  return draw.settings.kind === 'sample' && draw.settings.entries !== undefined
}

function seedOf({ settings, issued_at }: CommitmentReceipt, draw: DrawReceipt, reveal?: RevealReceipt): string {
  const { beacon, client_seed = '', previous = '' } = draw.settings
  if (settings.beacon) {
    const { round } = settings.beacon
    if (beacon?.round !== round) reject('The draw is of another round than was announced.')
    if (Date.parse(issued_at) >= drandRoundMs(round)) reject(`Round ${round} was public before it was announced.`)
    return fairSeed(drandRandomness(beacon.signature), previous, 0)
  }
  const { sha256, server_seed = '', draws, last } = reveal?.settings ?? {}
  if (sha256 !== settings.sha256) reject('The reveal is of another commitment.')
  if (draws !== 1 || last !== receiptHash(draw)) reject('The commitment served more than this one draw.')
  return fairSeed(server_seed, client_seed, 0)
}

function reject(words: string): never {
  throw new RangeError(words)
}

/**
 * How the seed of a sample was fixed, in the word that receipts use.
 * @example seedOrigin({ seed: 1, count: null }) // => 'chosen'
 */
export function seedOrigin({ fixed_by }: Sample): 'chosen' | 'announced' | 'committed' {
  if (!fixed_by) return 'chosen'
  return fixedSeedOf(fixed_by).commitment.settings.beacon ? 'announced' : 'committed'
}

/**
 * One sentence: whether the seed was fixed before anybody could know what it draws.
 * @example seedSentence(report.sample).includes('seed') // => true
 */
export function seedSentence({ fixed_by, commitments, count }: Sample): string {
  if (!fixed_by) {
    const chosen = "The sample's seed was chosen by the account; nothing shows that it was the first."
    return count === null
      ? `${chosen} It drew no prompts, because the whole set was used: it only draws the sign choices of the tests.`
      : chosen
  }
  const { commitment } = fixedSeedOf(fixed_by)
  const { beacon } = commitment.settings
  const how = beacon
    ? `it was announced on ${momentOf(commitment.issued_at)}, before round ${beacon.round} of drand was public (${momentOf(drandRoundTime(beacon.round))})`
    : `it is the one draw of a commitment of ${momentOf(commitment.issued_at)}, whose seed the service kept secret until then`
  return `The sample's seed was fixed beforehand: ${how}. ${othersSentence(commitments)}`
}

function othersSentence(commitments: Sample['commitments']): string {
  if (!commitments) return 'Nothing shows how many other commitments were made.'
  const { from, made, deleted } = commitments
  if (made === 1) return `The account made no other commitment from ${dayOf(from)} on.`
  return `From ${dayOf(from)} on, the account made ${made} commitments, and deleted ${deleted} of them.`
}

type Sampled = Source & {
  readonly sample: Sample
  readonly set: { readonly pairs: number }
  readonly created_at: string
}

/** What is wrong with the report's statement about its seed; undefined if nothing is. */
export function seedProblem({ sample, set, created_at, ...source }: Sampled): string | undefined {
  if (!sample.fixed_by) return undefined
  try {
    const { seed, draw } = fixedSeedOf(sample.fixed_by)
    const { size, count } = draw.settings
    if (seed !== sample.seed) return 'The receipts fixed another seed.'
    if (size !== set.pairs || (sample.count ?? size) !== count) return 'The receipts are of another sample.'
    const usedAt = source.source === 'asked' ? source.asked.from : created_at
    return draw.issued_at <= usedAt ? undefined : 'The seed was fixed after it was used.'
  } catch (error) {
    return (error as Error).message
  }
}
