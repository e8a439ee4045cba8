// Allocation of people to groups, `allocation/1`: arms in balanced blocks, one sequence per stratum. docs/reference/outcomes-1.md is the
// definition. A block depends only on the seed, the stratum and its own number, so any node can compute it. The rules without blocks are
// in minimisation.ts.

import { isSeed } from '../fields.ts'
import { sha256Hex } from '../primitives.ts'
import type { Seed } from '../setting.ts'
import { bigStickArm, checkMinimisation, type Factor, LIMIT_MAX } from './minimisation.ts'
import { uniform, type Words, wordsOf } from './words.ts'

export const BLOCK_KINDS = ['permuted', 'equilibrium', 'big_stick', 'minimisation'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

export const ARMS_MIN = 2
export const ARMS_MAX = 50
export const WEIGHT_MAX = 1_000
export const BLOCK_SIZE_MAX = 10_000
export const BLOCK_SIZES_MAX = 20
export const STRATA_MAX = 1_000
/** In all strata together. */
export const PARTICIPANTS_MAX = 1_000_000
/** Block sizes as multiples of the weights' sum: for two equal arms 4, 6 and 8. */
const DEFAULT_MULTIPLES = [2, 3, 4]
const DEFAULT_LENGTH = 4
const DEFAULT_LIMIT = 2
const DEFAULT_PROBABILITY = 80
/** Small enough that the default sizes fit. */
const UNIT_MAX = BLOCK_SIZE_MAX / 4

export interface AllocationPlan {
  /** Integer shares of the arms, in lowest terms. */
  weights: readonly number[]
  block: BlockKind
  /** Permuted: the possible block sizes, equally likely. Equilibrium: the one size. Other rules have none. */
  sizes: readonly number[]
  /** Big stick: how many people an arm can be above its share. */
  limit?: number
  /** For minimisation. */
  factors?: readonly Factor[]
  probability?: number
}

export interface PlanWish {
  weights: readonly number[]
  block: BlockKind
  sizes?: readonly number[] | undefined
  limit?: number | undefined
  factors?: readonly Factor[] | undefined
  probability?: number | undefined
}

/**
 * The plan for given weights; sizes default to a few multiples of the weights' sum. Throws a RangeError whose message is for people.
 * @example planAllocation({ weights: [2, 2], block: 'permuted' }) // => { weights: [ 1, 1 ], block: 'permuted', sizes: [ 4, 6, 8 ] }
 */
export function planAllocation(given: PlanWish): AllocationPlan {
  const { block } = given
  const weights = lowestTerms(given.weights)
  rejectOthers(given)
  if (block === 'big_stick') {
    const { limit = DEFAULT_LIMIT } = given
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > LIMIT_MAX)
      throw new RangeError(`limit must be an integer from 1 to ${LIMIT_MAX}`)
    return { weights, block, sizes: [], limit }
  }
  if (block === 'minimisation') {
    const { factors = [], probability = DEFAULT_PROBABILITY } = given
    checkMinimisation({ weights, factors, probability })
    return { weights, block, sizes: [], factors, probability }
  }
  const unit = sumOf(weights)
  const sizes = given.sizes ?? defaultSizes(block, unit)
  const sizesMax = block === 'permuted' ? BLOCK_SIZES_MAX : 1
  if (sizes.length < 1 || sizes.length > sizesMax)
    throw new RangeError(sizesMax > 1 ? `give 1 to ${sizesMax} block sizes` : 'give one block size')
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 1 && size <= BLOCK_SIZE_MAX && size % unit === 0))
    throw new RangeError(`block sizes must be multiples of ${unit} up to ${BLOCK_SIZE_MAX}`)
  return { weights, block, sizes }
}

/**
 * The arms of one block of a stratum, in order. With the big stick a block is one person, and depends on the people in each arm so far
 * too.
 * @example [...allocationBlock(planAllocation({ weights: [1, 1], block: 'permuted', sizes: [4] }), { seed: 1, stratum: 'all', block: 0 })] // => [ 0, 1, 0, 1 ]
 */
export function allocationBlock(
  plan: AllocationPlan,
  { seed, stratum, block, counts = [] }: { seed: Seed; stratum: string; block: number; counts?: readonly number[] },
): Uint16Array {
  if (plan.block === 'big_stick') {
    const { weights, limit = DEFAULT_LIMIT } = plan
    return Uint16Array.of(bigStickArm({ weights, limit }, { seed, stratum, position: block, counts }))
  }
  if (!isSeed(seed)) throw new RangeError('seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-')
  const { weights, sizes } = plan
  const words = wordsOf(
    `allocation/1|${seed}|${plan.block}|${weights.join(',')}|${sizes.join(',')}|${sha256Hex(stratum)}|${block}`,
  )
  return plan.block === 'permuted' ? permutedBlock(words, plan) : equilibriumBlock(words, plan)
}

/**
 * The first `count` arms of a stratum.
 * @example [...allocationArms(planAllocation({ weights: [1, 1], block: 'permuted' }), { seed: 1, stratum: 'all', count: 6 })] // => [ 1, 1, 0, 0, 1, 1 ]
 */
export function allocationArms(
  plan: AllocationPlan,
  { seed, stratum, count }: { seed: Seed; stratum: string; count: number },
): Uint16Array {
  const arms = new Uint16Array(count)
  const counts = plan.weights.map(() => 0)
  for (let block = 0, at = 0; at < count; block++) {
    const drawn = allocationBlock(plan, { seed, stratum, block, counts })
    for (const arm of drawn) counts[arm] = (counts[arm] ?? 0) + 1
    arms.set(drawn.subarray(0, count - at), at)
    at += drawn.length
  }
  return arms
}

/**
 * SHA-256 of the arms of every stratum, as 0-based numbers joined by commas, strata joined by semicolons.
 * @example allocationDigest([[0, 1, 1, 0]]).slice(0, 8) // => 'dced5759'
 */
export function allocationDigest(strata: readonly ArrayLike<number>[]): string {
  return sha256Hex(strata.map((arms) => Array.prototype.join.call(arms, ',')).join(';'))
}

/**
 * The furthest that any arm can be from its exact share, at any time, in one stratum: size × w (W - w) / W² people. For two equal arms
 * that is a quarter of the largest block, so the two differ by at most half a block. Minimisation has no bound.
 * @example imbalanceMax(planAllocation({ weights: [1, 1], block: 'permuted', sizes: [4] })) // => 1
 */
export function imbalanceMax({ weights, sizes, block, limit = 0 }: AllocationPlan): number {
  if (block === 'minimisation') return Number.POSITIVE_INFINITY
  // Reached if all other arms are as far above their shares as possible.
  if (block === 'big_stick') return limit * (weights.length - 1)
  const unit = sumOf(weights)
  return Math.max(...weights.map((weight) => (Math.max(...sizes) * weight * (unit - weight)) / unit ** 2))
}

/** Draws a size, then an order of that block; all orders are equally likely. Takes any words, so that tests can try all of them. */
export function permutedBlock(words: Words, { weights, sizes }: AllocationPlan): Uint16Array {
  const size = sizes[uniform(words, sizes.length)] ?? 0
  const multiple = size / sumOf(weights)
  const arms = new Uint16Array(size)
  let at = 0
  weights.forEach((weight, arm) => {
    arms.fill(arm, at, at + weight * multiple)
    at += weight * multiple
  })
  for (let i = 0; i < size; i++) {
    const j = i + uniform(words, size - i)
    const kept = arms[i] as number
    arms[i] = arms[j] as number
    arms[j] = kept
  }
  return arms
}

/**
 * Random draws, then the same draws moved on by one slot each time, until every arm has its share: for two equal arms, a block and its
 * mirror.
 */
export function equilibriumBlock(words: Words, { weights, sizes: [size = 0] }: AllocationPlan): Uint16Array {
  const slots = weights.flatMap((weight, arm) => new Array<number>(weight).fill(arm))
  const length = size / slots.length
  const drawn = Array.from({ length }, () => uniform(words, slots.length))
  return Uint16Array.from(
    { length: size },
    (_, i) => slots[((drawn[i % length] ?? 0) + Math.floor(i / length)) % slots.length] ?? 0,
  )
}

function lowestTerms(weights: readonly number[]): number[] {
  if (weights.length < ARMS_MIN || weights.length > ARMS_MAX)
    throw new RangeError(`an allocation needs ${ARMS_MIN} to ${ARMS_MAX} arms`)
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 1 && weight <= WEIGHT_MAX))
    throw new RangeError(`every weight must be an integer from 1 to ${WEIGHT_MAX}`)
  const divisor = weights.reduce(greatestDivisor)
  const lowest = weights.map((weight) => weight / divisor)
  const unit = sumOf(lowest)
  if (unit > UNIT_MAX)
    throw new RangeError(`the weights in lowest terms must add up to at most ${UNIT_MAX}, not ${unit}`)
  return lowest
}

/** Fields of another rule are an error, because they would be ignored. */
function rejectOthers({ block, sizes, limit, factors, probability }: PlanWish): void {
  const isInBlocks = block === 'permuted' || block === 'equilibrium'
  if (sizes !== undefined && !isInBlocks) throw new RangeError('block sizes are for permuted and equilibrium')
  if (limit !== undefined && block !== 'big_stick') throw new RangeError('limit is for big_stick')
  if ((factors !== undefined || probability !== undefined) && block !== 'minimisation')
    throw new RangeError('factors and probability are for minimisation')
}

function defaultSizes(block: BlockKind, unit: number): number[] {
  return block === 'permuted' ? DEFAULT_MULTIPLES.map((multiple) => multiple * unit) : [DEFAULT_LENGTH * unit]
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
