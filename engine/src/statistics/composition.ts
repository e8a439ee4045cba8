// Exact tests of counts against odds: multinomial (with replacement) and multivariate hypergeometric (without).
import { lnGamma } from './binomial.ts'
import { chanceAbove } from './fit.ts'
import { exp, ln } from './logarithm.ts'

/** With more ways to spread the total over the cells, Pearson's approximation is used. */
const WAYS_MAX = 1_000_000

export interface Composition {
  readonly pValue: number
  /** False: Pearson's chi-squared, good from about five expected counts per cell. */
  readonly exact: boolean
}

/**
 * The probability of all counts that are at most as likely as the observed ones. With `copies`, counts are of cards drawn without
 * replacement; with `weights`, of independent choices.
 * @example compositionChance({ counts: [9, 1], weights: [1, 1] }).pValue.toFixed(4) // => '0.0215'
 */
export function compositionChance(
  given: { counts: readonly number[] } & ({ weights: readonly number[] } | { copies: readonly number[] }),
): Composition {
  const { counts } = given
  const total = sumOf(counts)
  const sizes = 'copies' in given ? given.copies : given.weights
  if (counts.length < 2 || total === 0) return { pValue: 1, exact: true }
  if (waysOf(total, counts.length) > WAYS_MAX) return approximated(given, total)
  const terms = counts.map((_, cell) =>
    termsOf('copies' in given, { total, size: sizes[cell] ?? 0, all: sumOf(sizes) }),
  )
  const front = 'copies' in given ? -lnChoose(sumOf(sizes), total) : lnGamma(total + 1)
  const observed = counts.reduce((sum, count, cell) => sum + (terms[cell]?.[count] ?? Number.NEGATIVE_INFINITY), front)
  return { pValue: Math.min(1, unlikely(terms, { total, front, limit: observed + 1e-9 })), exact: true }
}

/** One way takes about as long as this many steps of a chain of pulls. */
const STEPS_PER_WAY = 60

/**
 * The work of `compositionChance`, in steps of a chain of pulls.
 * @example compositionSteps([9, 1]) // => 660
 */
export function compositionSteps(counts: readonly number[]): number {
  const ways = waysOf(sumOf(counts), counts.length)
  return STEPS_PER_WAY * (ways > WAYS_MAX ? counts.length : ways)
}

/** For each count of a cell, its term of the log probability. */
function termsOf(isDeck: boolean, { total, size, all }: { total: number; size: number; all: number }): number[] {
  return Array.from({ length: total + 1 }, (_, count) => {
    if (isDeck) return count > size ? Number.NEGATIVE_INFINITY : lnChoose(size, count)
    return count === 0 ? 0 : count * ln(size / all) - lnGamma(count + 1)
  })
}

/** Goes through all ways once: the last cell takes the rest, and once nothing is left the remaining cells are empty. */
function unlikely(
  terms: readonly (readonly number[])[],
  { total, front, limit }: { total: number; front: number; limit: number },
): number {
  let sum = 0
  // By cell: the terms of it and all later cells if all of them are empty.
  const empty: number[] = []
  for (let cell = terms.length - 1; cell >= 0; cell--) empty[cell] = (terms[cell]?.[0] ?? 0) + (empty[cell + 1] ?? 0)
  const end = (value: number): void => {
    if (value <= limit && value > Number.NEGATIVE_INFINITY) sum += exp(value)
  }
  const go = (cell: number, left: number, so: number): void => {
    const own = terms[cell] ?? []
    if (left === 0) end(so + (empty[cell] ?? 0))
    else if (cell === terms.length - 1) end(so + (own[left] ?? Number.NEGATIVE_INFINITY))
    else for (let count = 0; count <= left; count++) go(cell + 1, left - count, so + (own[count] ?? 0))
  }
  go(0, total, front)
  return sum
}

function approximated(
  given: { counts: readonly number[] } & ({ weights: readonly number[] } | { copies: readonly number[] }),
  total: number,
): Composition {
  const sizes = 'copies' in given ? given.copies : given.weights
  const all = sumOf(sizes)
  // Without replacement counts vary less, by the share of the deck that is left.
  const factor = 'copies' in given ? (all - 1) / Math.max(1, all - total) : 1
  const cells = sizes.map((size, cell) => ({ size, count: given.counts[cell] ?? 0 })).filter(({ size }) => size > 0)
  const chi2 = cells.reduce((sum, { size, count }) => {
    const expected = (total * size) / all
    return sum + (count - expected) ** 2 / expected
  }, 0)
  return { pValue: chanceAbove(chi2 * factor, cells.length - 1), exact: false }
}

/** C(total + cells - 1, cells - 1), or infinity once it is too large. */
function waysOf(total: number, cells: number): number {
  let ways = 1
  for (let i = 1; i < cells && ways <= WAYS_MAX; i++) ways = (ways * (total + i)) / i
  return ways
}

function lnChoose(n: number, k: number): number {
  return lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
