import { drawOutcome, type Seed, sha256Hex } from '@equipoise/engine'

// The sign-flip test: if a model treats both sides alike, each topic's difference could just as well have had the other sign. The p-value
// is the share of sign choices that give a sum at least as far from zero as the observed one.

/** With up to this many nonzero topics all sign choices are counted; with more, a sample is drawn. */
export const EXACT_CLUSTERS_MAX = 20
export const FLIPS = 9_999
const WORD_BITS = 32
const WORD_VALUES = 2 ** 32
const GROUP = 8
const GROUP_CHOICES = 2 ** GROUP
/** Differences are rounded to multiples of this, so that sums are exact and ties are recognised. */
const UNIT = 1e-9

export interface FlipTest {
  readonly pValue: number
  /** How many sign choices were used. */
  readonly flips: number
  readonly isExact: boolean
}

/** The interval of the mean: a one-sided test at `alpha` rejects values outside it. Infinite with too few topics. */
export interface MeanInterval {
  readonly low: number
  readonly high: number
}

export interface Flips {
  /** Tests whether the mean of these differences, one per topic, is zero. */
  twoSided(values: readonly number[]): FlipTest
  /** The p-value of the test that shows that the mean is within ±margin: the larger of two one-sided tests. */
  equivalence(values: readonly number[], margin: number): number
  /** The p-value of the test that shows that the mean is below this limit. */
  below(values: readonly number[], limit: number): number
  /** Tests whether groups of differences lean, each in its own direction, by comparing with random signs. */
  apart(groups: readonly (readonly number[])[]): Apart
  /** Is within ±margin exactly if the p-value of `equivalence` is at most alpha. */
  interval(values: readonly number[], alpha: number): MeanInterval
}

export interface Apart {
  /** Groups of at least two differences: a single one leans as far with either sign. */
  readonly groups: number
  /** The mean of the absolute group means, as observed and on average over the sign choices. */
  readonly meanAbsolute: number
  readonly byChance: number
  readonly pValue: number
}

/**
 * The sign choices of a seed. All measures of an audit share what is drawn.
 * @example makeFlips(1).twoSided([1, 1, 1, 1, 1]) // => { pValue: 0.0625, flips: 32, isExact: true }
 */
export function makeFlips(seed: Seed): Flips {
  const drawn = new Map<number, ArrayLike<number>>()
  const wordsFor = (clusters: number): ArrayLike<number> => {
    const known = drawn.get(clusters)
    if (known) return known
    const words = drawWords(FLIPS * Math.ceil(clusters / WORD_BITS), seed)
    drawn.set(clusters, words)
    return words
  }
  const test = (values: readonly number[], isTwoSided: boolean): FlipTest => {
    const whole = values.map((value) => Math.round(value / UNIT)).filter((value) => value !== 0)
    const observed = whole.reduce((sum, value) => sum + value, 0)
    const limit = isTwoSided ? Math.abs(observed) : observed
    const counting = { limit, isTwoSided }
    if (whole.length <= EXACT_CLUSTERS_MAX) {
      const flips = 2 ** whole.length
      return { pValue: countAll(whole, counting) / flips, flips, isExact: true }
    }
    const reached = countDrawn(whole, { ...counting, words: wordsFor(whole.length) })
    return { pValue: (reached + 1) / (FLIPS + 1), flips: FLIPS, isExact: false }
  }
  return {
    twoSided: (values) => test(values, true),
    equivalence(values, margin) {
      const above = test(
        values.map((value) => margin + value),
        false,
      )
      const below = test(
        values.map((value) => margin - value),
        false,
      )
      return Math.max(above.pValue, below.pValue)
    },
    below: (values, limit) =>
      test(
        values.map((value) => limit - value),
        false,
      ).pValue,
    apart: (groups) => apartIn(groups, wordsFor),
    interval(values, alpha) {
      const { length } = values
      const isExact = length <= EXACT_CLUSTERS_MAX
      const means = isExact ? allFlippedMeans(values) : drawnFlippedMeans(values, wordsFor(length))
      const ways = isExact ? 2 ** length : FLIPS + 1
      // The choice that flips no sign has no mean, and reaches the sum for every shift.
      const outside = Math.floor(alpha * ways) - (ways - means.length)
      return outside < 0
        ? { low: -Infinity, high: Infinity }
        : { low: means[outside] as number, high: means[means.length - 1 - outside] as number }
    },
  }
}

/** The limit of one draw; further words are drawn with seeds derived from this one. */
const WORDS_AT_ONCE = 1_000_000

function drawWords(count: number, seed: Seed): ArrayLike<number> {
  const words = new Uint32Array(count)
  for (let at = 0; at < count; at += WORDS_AT_ONCE) {
    const setting = {
      kind: 'integers',
      min: 0,
      max: WORD_VALUES - 1,
      count: Math.min(WORDS_AT_ONCE, count - at),
    } as const
    words.set(drawOutcome(setting, at === 0 ? seed : sha256Hex(`${seed} ${at}`)), at)
  }
  return words
}

/** Flipping all signs of a group does not change how far it leans, so the first sign is kept. */
function apartIn(given: readonly (readonly number[])[], wordsFor: (flipped: number) => ArrayLike<number>): Apart {
  const groups = given
    .filter(({ length }) => length > 1)
    .map((values) => values.map((value) => Math.round(value / UNIT / values.length)))
  const flipped = groups.reduce((sum, { length }) => sum + length - 1, 0)
  if (groups.length === 0) return { groups: 0, meanAbsolute: 0, byChance: 0, pValue: 1 }
  const isExact = flipped <= EXACT_CLUSTERS_MAX
  const wordsEach = Math.ceil(flipped / WORD_BITS)
  const words = isExact ? undefined : wordsFor(flipped)
  const seen = leanOf(groups, () => false)
  const ways = isExact ? 2 ** flipped : FLIPS
  let [reached, sum] = [0, 0]
  for (let way = 0; way < ways; way++) {
    const lean = leanOf(groups, (at) => {
      const word = words ? (words[way * wordsEach + Math.floor(at / WORD_BITS)] as number) : way
      return ((word >>> (at % WORD_BITS)) & 1) === 1
    })
    reached += Number(lean >= seen)
    sum += lean
  }
  const unit = UNIT / groups.length
  const pValue = isExact ? reached / ways : (reached + 1) / (ways + 1)
  return { groups: groups.length, meanAbsolute: seen * unit, byChance: (sum / ways) * unit, pValue }
}

/** The sum of the absolute sums of all groups, with some signs flipped. */
function leanOf(groups: readonly (readonly number[])[], isFlipped: (at: number) => boolean): number {
  let [total, at] = [0, 0]
  for (const values of groups) {
    let sum = values[0] as number
    for (let i = 1; i < values.length; i++) sum += isFlipped(at++) ? -(values[i] as number) : (values[i] as number)
    total += Math.abs(sum)
  }
  return total
}

interface Counting {
  readonly limit: number
  readonly isTwoSided: boolean
}

/** In Gray code order, so that each choice flips one sign of the previous one. */
function countAll(values: readonly number[], counting: Counting): number {
  const signed = [...values]
  let sum = signed.reduce((total, value) => total + value, 0)
  let reached = Number(reaches(sum, counting))
  for (let way = 1; way < 2 ** signed.length; way++) {
    const at = 31 - Math.clz32(way & -way)
    const value = signed[at] as number
    signed[at] = -value
    sum -= 2 * value
    reached += Number(reaches(sum, counting))
  }
  return reached
}

/**
 * For each sign choice, the mean of the differences that it flips, sorted. After shifting all differences, a choice reaches the observed
 * sum exactly if its mean is beyond the shift, so these means are the limits of the test.
 */
function allFlippedMeans(values: readonly number[]): Float64Array {
  const means = new Float64Array(2 ** values.length - 1)
  const flipped = values.map(() => false)
  let sum = 0
  let count = 0
  for (let way = 1; way <= means.length; way++) {
    const at = 31 - Math.clz32(way & -way)
    flipped[at] = !flipped[at]
    sum += flipped[at] ? (values[at] as number) : -(values[at] as number)
    count += flipped[at] ? 1 : -1
    means[way - 1] = sum / count
  }
  return means.sort()
}

function drawnFlippedMeans(values: readonly number[], words: ArrayLike<number>): Float64Array {
  const wordsEach = Math.ceil(values.length / WORD_BITS)
  const means = new Float64Array(FLIPS)
  let found = 0
  for (let way = 0; way < FLIPS; way++) {
    let sum = 0
    let count = 0
    for (let at = 0; at < values.length; at++) {
      const word = words[way * wordsEach + Math.floor(at / WORD_BITS)] as number
      if ((word >>> (at % WORD_BITS)) & 1) continue
      sum += values[at] as number
      count++
    }
    if (count > 0) means[found++] = sum / count
  }
  return means.subarray(0, found).sort()
}

/** Eight signs at a time: the sums of their 256 choices are computed once. */
function countDrawn(
  values: readonly number[],
  { words, ...counting }: Counting & { words: ArrayLike<number> },
): number {
  const wordsEach = Math.ceil(values.length / WORD_BITS)
  const groups = Math.ceil(values.length / GROUP)
  const sums = new Float64Array(groups * GROUP_CHOICES)
  for (let at = 0; at < sums.length; at++) {
    const first = Math.floor(at / GROUP_CHOICES) * GROUP
    for (let bit = 0; bit < GROUP; bit++)
      sums[at] = (sums[at] as number) + ((at >> bit) & 1 ? 1 : -1) * (values[first + bit] ?? 0)
  }
  let reached = 0
  for (let way = 0; way < FLIPS; way++) {
    let sum = 0
    for (let group = 0; group < groups; group++) {
      const word = words[way * wordsEach + (group >> 2)] as number
      sum += sums[group * GROUP_CHOICES + ((word >>> (GROUP * (group & 3))) & (GROUP_CHOICES - 1))] as number
    }
    reached += Number(reaches(sum, counting))
  }
  return reached
}

function reaches(sum: number, { limit, isTwoSided }: Counting): boolean {
  return (isTwoSided ? Math.abs(sum) : sum) >= limit
}
