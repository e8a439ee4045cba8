// Outcomes, `outcomes/1`: integers, dice, choices, orders, winners, loot and cards from a seed. docs/reference/outcomes-1.md is the
// definition; docs/verify.py is a second implementation of it.

import { isSeed } from '../fields.ts'
import { sha256Hex } from '../primitives.ts'
import type { Seed } from '../setting.ts'
import {
  checkDeck,
  checkLoot,
  type Deck,
  deckLeft,
  drawDeck,
  drawLoot,
  firstAbove,
  type Loot,
  lootLine,
  stateAfter,
} from './loot.ts'
import { fillUniform, orderStart, uniform, VALUES_MAX, WORD_RANGE, type Words, wordsOf } from './words.ts'

/** Everything an outcome depends on besides the seed. */
export type OutcomeSetting = Integers | Dice | Choice | Order | Loot | Deck

/** `count` integers from `min` to `max`, both included. */
interface Integers {
  kind: 'integers'
  min: number
  max: number
  count: number
}

interface Dice {
  kind: 'dice'
  dice: number
  sides: number
  count: number
}

/** `count` independent choices; option i has the probability weights[i] / sum of weights, exactly. */
export interface Choice {
  kind: 'choice'
  weights: readonly number[]
  count: number
}

/** The first `count` places of a random order of `size` entries: all of them (shuffle), or some (sample, winners). */
interface Order {
  kind: 'shuffle' | 'sample' | 'winners'
  size: number
  count: number
  /** `entriesHash` of the entries, if they have names: another list, or another order of it, is another draw. */
  entries?: string | undefined
}

export const OUTCOMES_MAX = 1_000_000
/** The most numbers in one draw with a receipt. */
export const DRAW_NUMBERS_MAX = 100_000
export const DICE_MAX = 1_000
export const OPTIONS_MAX = 10_000
export const ENTRIES_MAX = 1_000_000
const BITS_PER_WORD = 32
/** Below this share of the entries, a map of moved places is smaller than the full list. */
const SPARSE_SHARE = 16
const HASH = /^[0-9a-f]{64}$/

/**
 * The drawn numbers: values, faces, or 0-based indexes of options and entries. Throws a RangeError outside the definition.
 * @example [...drawOutcome({ kind: 'dice', dice: 2, sides: 6, count: 1 }, 'my-seed')] // => [ 2, 4 ]
 */
export function drawOutcome(setting: OutcomeSetting, seed: Seed): Float64Array | Uint32Array {
  return drawNext(wordsOfDraw(setting, seed), setting)
}

/**
 * The same numbers in parts of at most `most` (or one throw of all dice), for programs with other work in between. An order is one part.
 * @example [...drawParts({ kind: 'dice', dice: 1, sides: 6, count: 3 }, 'my-seed', 2)].map((part) => part.length) // => [ 2, 1 ]
 */
export function* drawParts(
  setting: OutcomeSetting,
  seed: Seed,
  most: number,
): Generator<Float64Array | Uint32Array, void, undefined> {
  const words = wordsOfDraw(setting, seed)
  if ('size' in setting) {
    yield order(words, setting)
    return
  }
  const together = setting.kind === 'dice' ? Math.max(1, Math.floor(most / setting.dice)) : most
  const known = new Map<string, Float64Array>()
  let next: Exclude<OutcomeSetting, Order> = setting
  for (let left = setting.count; left > 0; left -= together) {
    const part = { ...next, count: Math.min(left, together) }
    const drawn = part.kind === 'loot' ? drawLoot(words, part, known).drawn : drawNext(words, part)
    if (part.kind === 'loot') next = { ...part, state: stateAfter(part, drawn) }
    if (part.kind === 'deck') next = { ...part, copies: deckLeft(part.copies, drawn) }
    yield drawn
  }
}

function wordsOfDraw(setting: OutcomeSetting, seed: Seed): Words {
  if (!isSeed(seed)) throw new RangeError('seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-')
  checkOutcome(setting)
  return wordsOf(`outcomes/1|${seed}|${lineOf(setting)}`)
}

function drawNext(words: Words, setting: OutcomeSetting): Float64Array | Uint32Array {
  switch (setting.kind) {
    case 'integers':
      return integers(words, setting)
    case 'dice':
      return dice(words, setting)
    case 'choice':
      return choices(words, setting)
    case 'loot':
      return drawLoot(words, setting).drawn
    case 'deck':
      return drawDeck(words, setting)
    default:
      return order(words, setting)
  }
}

/** The text that decides the numbers, as part of the key. It does not include the count, so that a longer draw extends a shorter one. */
export function lineOf(setting: OutcomeSetting): string {
  switch (setting.kind) {
    case 'integers':
      return `integers|${setting.min}|${setting.max}`
    case 'dice':
      return `dice|${setting.dice}d${setting.sides}`
    case 'choice':
      return `choice|${setting.weights.join(',')}`
    case 'loot':
      return lootLine(setting)
    case 'deck':
      return `deck|${setting.copies.join(',')}`
    default:
      return [setting.kind, setting.size, ...(setting.entries === undefined ? [] : [setting.entries])].join('|')
  }
}

/**
 * SHA-256 of the numbers in decimal, joined by commas.
 * @example outcomeDigest([3, 1]).slice(0, 8) // => '5cc133d7'
 */
export function outcomeDigest(outcome: ArrayLike<number>): string {
  return sha256Hex(Array.prototype.join.call(outcome, ','))
}

/**
 * SHA-256 of the entries as a JSON list without spaces, in UTF-8.
 * @example entriesHash(['Ada', 'Grace']).slice(0, 8) // => 'f7a9ff57'
 */
export function entriesHash(entries: readonly string[]): string {
  return sha256Hex(JSON.stringify(entries))
}

/**
 * The bits an outcome takes from the stream, without discarded words. They decide the price.
 * @example outcomeBits({ kind: 'dice', dice: 2, sides: 6, count: 1 }) // => 64
 */
export function outcomeBits(setting: OutcomeSetting): number {
  return BITS_PER_WORD * numbersOf(setting) * (rangeOf(setting) > WORD_RANGE ? 2 : 1)
}

function numbersOf(setting: OutcomeSetting): number {
  return setting.kind === 'dice' ? setting.count * setting.dice : setting.count
}

function rangeOf(setting: OutcomeSetting): number {
  if (setting.kind === 'integers') return setting.max - setting.min + 1
  if (setting.kind === 'choice' || setting.kind === 'loot') return sumOf(setting.weights)
  if (setting.kind === 'deck') return sumOf(setting.copies)
  return setting.kind === 'dice' ? setting.sides : setting.size
}

/**
 * @example checkOutcome({ kind: 'dice', dice: 2, sides: 6, count: 1 }) // => undefined
 */
export function checkOutcome(setting: OutcomeSetting): void {
  if (setting.kind === 'integers') {
    if (!Number.isSafeInteger(setting.min) || !Number.isSafeInteger(setting.max) || setting.min > setting.max)
      throw new RangeError('min and max must be integers within 2^53, min at most max')
  } else if (setting.kind === 'dice') {
    checkWithin('dice', setting.dice, [1, DICE_MAX])
    checkWithin('sides', setting.sides, [2, WORD_RANGE])
  } else if (setting.kind === 'choice') {
    checkWithin('the number of options', setting.weights.length, [1, OPTIONS_MAX])
    for (const weight of setting.weights) checkWithin('weights', weight, [1, Number.MAX_SAFE_INTEGER])
  } else if (setting.kind === 'loot') {
    checkLoot(setting)
  } else if (setting.kind === 'deck') {
    checkDeck(setting)
  } else {
    checkWithin('size', setting.size, [1, ENTRIES_MAX])
    checkWithin('count', setting.count, setting.kind === 'shuffle' ? [setting.size, setting.size] : [1, setting.size])
    if (setting.entries !== undefined && !HASH.test(setting.entries)) throw new RangeError('entries must be a SHA-256')
  }
  if (rangeOf(setting) >= VALUES_MAX)
    throw new RangeError('the values, or the sum of the weights, must be fewer than 2^53')
  checkWithin('count', setting.count, [1, OUTCOMES_MAX])
  checkWithin('the numbers drawn', numbersOf(setting), [1, OUTCOMES_MAX])
}

/**
 * The state of a loot table's guarantees after a draw.
 * @example lootStateAfter({ kind: 'loot', weights: [1, 99], pity: [{ items: [0], after: 10 }], state: [0], count: 5 }, 1) // => [ 5 ]
 */
export function lootStateAfter(setting: Loot, seed: Seed): number[] {
  checkOutcome(setting)
  return drawLoot(wordsOf(`outcomes/1|${seed}|${lineOf(setting)}`), setting).state
}

/** Takes any words, so that tests can try all of them. */
export function integers(words: Words, { min, max, count }: Integers): Float64Array | Uint32Array {
  const drawn = min >= 0 && max < WORD_RANGE ? new Uint32Array(count) : new Float64Array(count)
  fillUniform(words, drawn, { m: max - min + 1, least: min })
  return drawn
}

function dice(words: Words, { dice: together, sides, count }: Dice): Float64Array | Uint32Array {
  return integers(words, { kind: 'integers', min: 1, max: sides, count: count * together })
}

export function choices(words: Words, { weights, count }: Choice): Uint32Array {
  const ends = new Float64Array(weights.length)
  let total = 0
  for (let i = 0; i < weights.length; i++) {
    total += weights[i] ?? 0
    ends[i] = total
  }
  const drawn = new Uint32Array(count)
  for (let i = 0; i < count; i++) drawn[i] = firstAbove(ends, uniform(words, total))
  return drawn
}

/** The order of the definition, from the front; a short start of a long order does not need the full list. */
export function order(words: Words, { size, count }: Pick<Order, 'size' | 'count'>): Uint32Array {
  return count * SPARSE_SHARE < size ? orderSparsely(words, { size, count }) : orderStart(words, { size, count })
}

/** The same, storing only the moved places. */
function orderSparsely(words: Words, { size, count }: Pick<Order, 'size' | 'count'>): Uint32Array {
  const moved = new Map<number, number>()
  const drawn = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const j = i + uniform(words, size - i)
    drawn[i] = moved.get(j) ?? j
    moved.set(j, moved.get(i) ?? i)
  }
  return drawn
}

function checkWithin(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be an integer within ${least}..${most}`)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
