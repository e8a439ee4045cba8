// The far tail of Pearson's statistic for sizes that are too large to count. Cells are Poisson counts on the condition that they add up to the
// number of blocks, which makes them multinomial; the tail of their statistic then follows from one minimum of a smooth convex function
// (Skovgaard's double saddlepoint approximation, 1987).
import { chanceBeyond, lnFactorialsTo } from './binomial-tail.ts'
import { exp, ln } from './logarithm.ts'

/** What one cell can hold without having the whole statistic by itself. */
interface Cell {
  /** By count: the logarithm of its chance, its term of the statistic, and its distance from what is expected. */
  readonly lnChances: Float64Array
  readonly terms: Float64Array
  readonly distances: Float64Array
  /** The chance that this cell alone has the whole statistic, or more. */
  readonly alone: number
}

/** The logarithm of the generating function at a point, its gradient and its second derivatives. */
interface Curve {
  readonly value: number
  readonly t: number
  readonly s: number
  readonly tt: number
  readonly ts: number
  readonly ss: number
}

interface Point {
  readonly t: number
  readonly s: number
}

/** Below this a bound from above is enough: nobody reads the digits of such a chance. */
export const CERTAIN = 1e-15
const STEPS_MAX = 60
const HALVINGS_MAX = 40
const CLOSE_ENOUGH = 1e-10
const FRACTION_DEPTH = 60
/** Closer to the middle than so many deviations it is no tail. */
const DEVIATIONS_LEAST = 2

/** What the formula gives is between 0.48 and 1.2 of the truth in all that was counted, and a chance must not be too small. */
const SAFETY = 2.5

/** The chance of a statistic of at least `chi2`, never too small and at most three times too large. 1 where that is not in the tail. */
export function approximateChance(chi2: number, expected: readonly number[], blocks: number): number {
  const lnFactorials = lnFactorialsTo(blocks)
  const cells = expected.map((mean) => cellOf(mean, { chi2, blocks, lnFactorials }))
  const alone = cells.reduce((sum, cell) => sum + cell.alone, 0)
  const start = { t: Math.max(0, (1 - (expected.length - 1) / chi2) / 2), s: 0 }
  // Markov's inequality gives a bound at any point; where that is small enough, the best point is not looked for.
  const lnOneInAll = (lnFactorials[blocks] ?? 0) + blocks - blocks * ln(blocks)
  const bound = alone + exp(curveAt(cells, start).value - start.t * chi2 + lnOneInAll)
  if (bound < CERTAIN) return bound
  const { point, curve } = lowest(cells, chi2, start)
  const exponent = 2 * (point.t * chi2 - curve.value)
  const deviations = Math.sqrt(Math.max(0, exponent))
  if (point.t <= 0 || deviations < DEVIATIONS_LEAST) return 1
  const free = curveAt(cells, { t: 0, s: 0 })
  const u = point.t * Math.sqrt((curve.tt * curve.ss - curve.ts ** 2) / free.ss)
  const density = exp(-exponent / 2) / Math.sqrt(2 * Math.PI)
  return alone + SAFETY * density * (millsRatio(deviations) + 1 / u - 1 / deviations)
}

interface Sizes {
  readonly chi2: number
  readonly blocks: number
  readonly lnFactorials: Float64Array
}

function cellOf(mean: number, { chi2, blocks, lnFactorials }: Sizes): Cell {
  const reach = Math.sqrt(mean * chi2)
  const least = Math.max(0, Math.floor(mean - reach) + 1)
  const most = Math.min(blocks, Math.ceil(mean + reach) - 1)
  const counts = Float64Array.from({ length: most - least + 1 }, (_, at) => least + at)
  const lnMean = ln(mean)
  return {
    alone: chanceBeyond(reach, mean, lnFactorials),
    lnChances: counts.map((count) => count * lnMean - mean - (lnFactorials[count] ?? 0)),
    terms: counts.map((count) => (count - mean) ** 2 / mean),
    distances: counts.map((count) => count - mean),
  }
}

/** Where the curve less t times `chi2` is lowest: Newton's steps, halved until each of them goes down. */
function lowest(cells: readonly Cell[], chi2: number, start: Point): { point: Point; curve: Curve } {
  let point = start
  let curve = curveAt(cells, point)
  for (let step = 0; step < STEPS_MAX; step++) {
    const [down, across] = [curve.t - chi2, curve.s]
    const determinant = curve.tt * curve.ss - curve.ts ** 2
    const move = {
      t: (curve.ts * across - curve.ss * down) / determinant,
      s: (curve.ts * down - curve.tt * across) / determinant,
    }
    const gain = -(move.t * down + move.s * across)
    if (!(gain > CLOSE_ENOUGH)) break
    let length = 1
    for (let halving = 0; halving < HALVINGS_MAX; halving++, length /= 2) {
      const next = { t: point.t + length * move.t, s: point.s + length * move.s }
      const there = curveAt(cells, next)
      if (there.value - next.t * chi2 > curve.value - point.t * chi2 - 1e-4 * length * gain) continue
      point = next
      curve = there
      break
    }
  }
  return { point, curve }
}

function curveAt(cells: readonly Cell[], { t, s }: Point): Curve {
  const sum = { value: 0, t: 0, s: 0, tt: 0, ts: 0, ss: 0 }
  for (const { lnChances, terms, distances } of cells) {
    const height = (at: number) => (lnChances[at] ?? 0) + t * (terms[at] ?? 0) + s * (distances[at] ?? 0)
    let highest = Number.NEGATIVE_INFINITY
    for (let at = 0; at < terms.length; at++) highest = Math.max(highest, height(at))
    let [mass, f, d, ff, fd, dd] = [0, 0, 0, 0, 0, 0]
    for (let at = 0; at < terms.length; at++) {
      const weight = exp(height(at) - highest)
      const [term, distance] = [terms[at] ?? 0, distances[at] ?? 0]
      mass += weight
      f += weight * term
      d += weight * distance
      ff += weight * term * term
      fd += weight * term * distance
      dd += weight * distance * distance
    }
    const [meanF, meanD] = [f / mass, d / mass]
    sum.value += highest + ln(mass)
    sum.t += meanF
    sum.s += meanD
    sum.tt += ff / mass - meanF ** 2
    sum.ts += fd / mass - meanF * meanD
    sum.ss += dd / mass - meanD ** 2
  }
  return sum
}

/** The normal distribution's tail beyond x over its density there, for x of at least 2, as a continued fraction. */
function millsRatio(x: number): number {
  let below = x
  for (let depth = FRACTION_DEPTH; depth > 0; depth--) below = x + depth / below
  return 1 / below
}
