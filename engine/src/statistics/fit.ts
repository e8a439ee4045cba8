import { SIZES } from '../setting.ts'
import { exp, ln } from './logarithm.ts'

/** How well weights fit a fair coin: Pearson's statistic, its degrees of freedom, and the p-value. */
interface Fit {
  chi2: number
  df: number
  pValue: number
}

const EXPECTED_LEAST = 5
/** Below this the chi-squared tail is too small: cells with few expected blocks are uneven more often than it says. */
const DOUBTFUL = 1e-6
const TERMS_MAX = 10_000
const PRECISION = 1e-16
const TINY = 1e-300
/** Twice the largest argument of gamma: a table of 500 items has 499 degrees of freedom, and tests go a little further. */
const HALVES_MAX = 1_024

const FAIR_SHARES = new Map<number, number[]>(SIZES.map((size) => [size, fairSharesOf(size)]))
const LN_GAMMA_OF_HALVES = lnGammaOfHalves()

/**
 * Tests the weights of `blocks` blocks against Binomial(N, 1/2).
 * @example fitFair([1, 3, 3, 1], 8).pValue // => 1
 */
export function fitFair(cells: readonly number[], blocks: number): Fit {
  const shares = FAIR_SHARES.get(cells.length - 1) ?? fairSharesOf(cells.length - 1)
  let chi2 = 0
  let pooled = 0
  let observed = 0
  let expected = 0
  let last = { observed: 0, expected: 0 }
  for (let k = 0; k < cells.length; k++) {
    observed += cells[k] ?? 0
    expected += blocks * (shares[k] ?? 0)
    if (expected < EXPECTED_LEAST) continue
    if (pooled > 0) chi2 += termOf(last)
    last = { observed, expected }
    pooled++
    observed = 0
    expected = 0
  }
  chi2 += termOf({ observed: last.observed + observed, expected: last.expected + expected })
  return { chi2, df: pooled - 1, pValue: misfitChance(chi2, pooled - 1) }
}

/**
 * The p-value of a misfit: the chi-squared tail Q, and below 1e-6 the cube root of 1e-12 Q. Both are 1e-6 where they meet, and both
 * decrease as the statistic grows. docs/decisions/0036-rare-misfits.md compares them with the true probabilities.
 */
export function misfitChance(chi2: number, df: number): number {
  const tail = chanceAbove(chi2, df)
  return tail >= DOUBTFUL ? tail : exp((ln(tail) + 2 * ln(DOUBTFUL)) / 3)
}

/**
 * Fisher's method: -2 sum ln p of independent p-values is chi-squared with two degrees of freedom each.
 * @example combineByFisher([0.5, 0.5]).toFixed(3) // => '0.597'
 */
export function combineByFisher(pValues: readonly number[]): number {
  const statistic = -2 * pValues.reduce((sum, p) => sum + ln(p), 0)
  return chanceAbove(statistic, 2 * pValues.length)
}

/**
 * P(chi-squared with df degrees of freedom > x): the regularised upper incomplete gamma function Q(df/2, x/2).
 * @example chanceAbove(3.84, 1).toFixed(3) // => '0.050'
 */
export function chanceAbove(x: number, df: number): number {
  if (x <= 0) return 1
  if (x === Number.POSITIVE_INFINITY) return 0
  const shape = df / 2
  const point = x / 2
  const lnGamma = LN_GAMMA_OF_HALVES[df]
  if (lnGamma === undefined) throw new RangeError(`at most ${HALVES_MAX} degrees of freedom are possible, not ${df}`)
  const front = exp(shape * ln(point) - point - lnGamma)
  return point < shape + 1 ? 1 - front * lowerSeries(shape, point) : front * upperFraction(shape, point)
}

function termOf({ observed, expected }: { observed: number; expected: number }): number {
  return (observed - expected) ** 2 / expected
}

function lowerSeries(shape: number, point: number): number {
  let term = 1 / shape
  let sum = term
  for (let i = 1; i < TERMS_MAX && term > sum * PRECISION; i++) {
    term *= point / (shape + i)
    sum += term
  }
  return sum
}

// Lentz's method for the continued fraction.
function upperFraction(shape: number, point: number): number {
  let b = point + 1 - shape
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let i = 1; i < TERMS_MAX; i++) {
    const a = -i * (i - shape)
    b += 2
    d = 1 / awayFromZero(a * d + b)
    c = awayFromZero(b + a / c)
    value *= d * c
    if (Math.abs(d * c - 1) <= PRECISION * 2) break
  }
  return value
}

function awayFromZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x
}

function fairSharesOf(size: number): number[] {
  const shares = [2 ** -size]
  for (let k = 1; k <= size; k++) shares.push(((shares[k - 1] ?? 0) * (size - k + 1)) / k)
  return shares
}

// Index 2a holds ln gamma(a), from gamma(1/2) = sqrt(pi), gamma(1) = 1 and gamma(a + 1) = a gamma(a).
function lnGammaOfHalves(): number[] {
  const table = [Number.POSITIVE_INFINITY, ln(Math.PI) / 2, 0]
  for (let twice = 3; twice <= HALVES_MAX; twice++) {
    table.push((table[twice - 2] ?? 0) + ln((twice - 2) / 2))
  }
  return table
}
