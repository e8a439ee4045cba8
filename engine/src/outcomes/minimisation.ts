// Allocation without blocks, of `allocation/1`: minimisation with a random element (Pocock and Simon) and the big stick (Soares and Wu).
// An arm depends on earlier people, so the caller passes what is needed about them. docs/reference/outcomes-1.md is the definition.

import { isSeed } from '../fields.ts'
import { sha256Hex } from '../primitives.ts'
import type { Seed } from '../setting.ts'
import { uniform, type Words, wordsOf } from './words.ts'

export const LIMIT_MAX = 100
export const FACTORS_MAX = 10
/** A level is one base-36 digit in a profile. */
export const LEVELS_MAX = 36
export const FACTOR_WEIGHT_MAX = 100
/** In an allocation by minimisation, whose receipt contains everybody's levels. */
export const MINIMISED_MAX = 20_000
const MULTIPLE_MAX = 1_000_000
const PROBABILITY_RANGE = 100

/** What is balanced besides the arms as a whole. */
export interface Factor {
  readonly levels: number
  /** How much its imbalance counts. */
  readonly weight: number
}

export interface MinimisationPlan {
  /** Integer shares of the arms, in lowest terms. */
  readonly weights: readonly number[]
  readonly factors: readonly Factor[]
  /** In per cent: how often the arm that balances best is chosen. */
  readonly probability: number
}

/** Throws a RangeError whose message is for people. */
export function checkMinimisation({ weights, factors, probability }: MinimisationPlan): void {
  checkWithin('the number of factors', factors.length, [1, FACTORS_MAX])
  for (const { levels, weight } of factors) {
    checkWithin('the number of levels of a factor', levels, [2, LEVELS_MAX])
    checkWithin('the weight of a factor', weight, [1, FACTOR_WEIGHT_MAX])
  }
  checkWithin('probability', probability, [1, PROBABILITY_RANGE])
  if (multipleOf(weights) > MULTIPLE_MAX)
    throw new RangeError(`the least common multiple of the weights must be at most ${MULTIPLE_MAX}`)
}

/**
 * The arm of the participant at a position. `before` has, for each factor, how many people with the same level are in each arm.
 * @example minimisedArm({ weights: [1, 1], factors: [{ levels: 2, weight: 1 }], probability: 100 }, { seed: 1, position: 2, before: [[2, 0]] }) // => 1
 */
export function minimisedArm(
  plan: MinimisationPlan,
  { seed, position, before }: { seed: Seed; position: number; before: readonly (readonly number[])[] },
): number {
  const { weights, factors, probability } = plan
  const rule = `${factors.map(({ weight }) => weight).join(',')}:${probability}`
  const words = wordsFor({ seed, block: 'minimisation', weights, rule, place: String(position) })
  const imbalances = weights.map((_, arm) => imbalanceWith(plan, arm, before))
  const least = Math.min(...imbalances)
  const best = weights.map((_, arm) => arm).filter((arm) => imbalances[arm] === least)
  if (best.length === weights.length) return armAmong(words, weights, best)
  const isBest = uniform(words, PROBABILITY_RANGE) < probability
  const others = weights.map((_, arm) => arm).filter((arm) => imbalances[arm] !== least)
  return armAmong(words, weights, isBest ? best : others)
}

/**
 * All arms in order. `profiles` has one base-36 digit for each factor of each participant.
 * @example [...minimisedArms({ weights: [1, 1], factors: [{ levels: 2, weight: 1 }], probability: 80 }, { seed: 1, profiles: '0101' })] // => [ 1, 1, 0, 0 ]
 */
export function minimisedArms(
  plan: MinimisationPlan,
  { seed, profiles }: { seed: Seed; profiles: string },
): Uint16Array {
  const counts = levelCounts(plan)
  const size = plan.factors.length
  return Uint16Array.from({ length: profiles.length / size }, (_, position) => {
    const levels = levelsOf(profiles.slice(position * size, (position + 1) * size))
    const before = levels.map((level, factor) => counts[factor]?.[level] ?? [])
    const arm = minimisedArm(plan, { seed, position, before })
    for (const row of before) row[arm] = (row[arm] ?? 0) + 1
    return arm
  })
}

/**
 * Empty counts: for each factor and level, the people in each arm.
 * @example levelCounts({ factors: [{ levels: 2, weight: 1 }], weights: [1, 1] }) // => [ [ [ 0, 0 ], [ 0, 0 ] ] ]
 */
export function levelCounts({ factors, weights }: Pick<MinimisationPlan, 'factors' | 'weights'>): number[][][] {
  return factors.map(({ levels }) => Array.from({ length: levels }, () => weights.map(() => 0)))
}

function levelsOf(profile: string): number[] {
  return [...profile].map((digit) => Number.parseInt(digit, LEVELS_MAX))
}

/**
 * @example profileOf([1, 0, 10]) // => '10a'
 */
export function profileOf(levels: readonly number[]): string {
  return levels.map((level) => level.toString(LEVELS_MAX)).join('')
}

/**
 * Whether a text consists of complete profiles with existing levels.
 * @example isProfiles('0110', [{ levels: 2 }, { levels: 2 }]) // => true
 */
export function isProfiles(text: string, factors: readonly { readonly levels: number }[]): boolean {
  return (
    text.length % factors.length === 0 &&
    levelsOf(text).every((level, i) => level < (factors[i % factors.length]?.levels ?? 0))
  )
}

/** The arm of the participant at a position of a stratum, among the arms that are not `limit` people above their share. */
export function bigStickArm(
  { weights, limit }: { weights: readonly number[]; limit: number },
  { seed, stratum, position, counts }: { seed: Seed; stratum: string; position: number; counts: readonly number[] },
): number {
  const place = `${sha256Hex(stratum)}|${position}`
  const words = wordsFor({ seed, block: 'big_stick', weights, rule: String(limit), place })
  const unit = weights.reduce((sum, weight) => sum + weight, 0)
  const open = weights
    .map((_, arm) => arm)
    .filter((arm) => ((counts[arm] ?? 0) + 1) * unit - (position + 1) * (weights[arm] ?? 0) <= limit * unit)
  return armAmong(words, weights, open)
}

function wordsFor(key: { seed: Seed; block: string; weights: readonly number[]; rule: string; place: string }): Words {
  if (!isSeed(key.seed)) throw new RangeError('seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-')
  return wordsOf(`allocation/1|${key.seed}|${key.block}|${key.weights.join(',')}|${key.rule}|${key.place}`)
}

/** How uneven the participant's levels would be with this arm: ranges of people per share, as integers. */
function imbalanceWith(
  { weights, factors }: MinimisationPlan,
  arm: number,
  before: readonly (readonly number[])[],
): number {
  const multiple = multipleOf(weights)
  return factors.reduce((sum, factor, f) => {
    const shares = weights.map(
      (weight, other) => ((before[f]?.[other] ?? 0) + (other === arm ? 1 : 0)) * (multiple / weight),
    )
    return sum + factor.weight * (Math.max(...shares) - Math.min(...shares))
  }, 0)
}

function armAmong(words: Words, weights: readonly number[], arms: readonly number[]): number {
  let value = uniform(
    words,
    arms.reduce((sum, arm) => sum + (weights[arm] ?? 0), 0),
  )
  for (const arm of arms) {
    value -= weights[arm] ?? 0
    if (value < 0) return arm
  }
  throw new RangeError('no arm is left')
}

function multipleOf(weights: readonly number[]): number {
  return weights.reduce((multiple, weight) => (multiple / divisorOf(multiple, weight)) * weight, 1)
}

function divisorOf(a: number, b: number): number {
  return b === 0 ? a : divisorOf(b, a % b)
}

function checkWithin(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be an integer within ${least}..${most}`)
}
