import { normalQuantile } from './power.ts'

// Hodges–Lehmann: the shift is the median of the means of all pairs of values, and its interval contains the shifts that the exact
// signed-rank test does not reject. Assumes only that the values are symmetric.

export interface Shift {
  readonly estimate: number
  readonly low: number
  readonly high: number
  /** The actual confidence of the interval: at least what was asked for, if there are enough values. */
  readonly confidence: number
}

/** Up to this many values the distribution of rank sums is computed exactly; beyond, it is taken as normal. */
const EXACT_MAX = 400

/**
 * @example hodgesLehmann([1, 2, 3, 4, 5, 6, 7]).estimate // => 4
 */
export function hodgesLehmann(values: readonly number[], confidence = 0.95): Shift {
  const { length } = values
  if (length === 0) throw new RangeError('a shift needs at least one value')
  const means = walshMeans(values)
  const middle = (means.length - 1) / 2
  const estimate = ((means[Math.floor(middle)] as number) + (means[Math.ceil(middle)] as number)) / 2
  const { outside, chance } = cutOf(length, (1 - confidence) / 2)
  return {
    estimate,
    low: means[outside] as number,
    high: means[means.length - 1 - outside] as number,
    confidence: 1 - 2 * chance,
  }
}

function walshMeans(values: readonly number[]): Float64Array {
  const means = new Float64Array((values.length * (values.length + 1)) / 2)
  let at = 0
  for (let i = 0; i < values.length; i++) {
    for (let j = i; j < values.length; j++) means[at++] = ((values[i] as number) + (values[j] as number)) / 2
  }
  return means.sort()
}

/** How many means are outside at each end, and the chance of a rank sum that small. At least the outermost means bound the interval. */
function cutOf(count: number, tail: number): { outside: number; chance: number } {
  if (count > EXACT_MAX) {
    const mean = (count * (count + 1)) / 4
    const sd = Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24)
    return { outside: Math.floor(mean + normalQuantile(tail) * sd), chance: tail }
  }
  const law = rankSumLaw(count)
  let outside = 0
  let chance = law[0] as number
  for (; chance + (law[outside + 1] as number) <= tail; outside++) chance += law[outside + 1] as number
  return { outside, chance }
}

/** The probability of each rank sum, if every rank counts with a fair coin. */
function rankSumLaw(count: number): Float64Array {
  const law = new Float64Array((count * (count + 1)) / 2 + 2)
  law[0] = 1
  let reach = 0
  for (let rank = 1; rank <= count; rank++) {
    reach += rank
    for (let sum = reach; sum >= 0; sum--) {
      law[sum] = ((law[sum] as number) + (sum >= rank ? (law[sum - rank] as number) : 0)) / 2
    }
  }
  return law
}
