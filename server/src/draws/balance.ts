// How well an allocation is balanced, and whether its order is plausible as chance.
import { type AllocationPlan, chanceAbove, imbalanceMax, twoSidedBinomial } from '@equipoise/engine'

interface Test {
  readonly chi2: number
  readonly df: number
  readonly pValue: number
  /** With two arms exact (binomial); with more, Pearson's approximation, good from about five expected people per arm. */
  readonly exact: boolean
}

export interface Balance {
  /** The largest current distance of an arm from its exact share, in people. */
  readonly imbalance: number
  /** The largest distance that is possible at all. */
  readonly imbalanceMax: number
  /** The probability that independent draws would be at least as uneven: near 1 because of the blocks; a small value is an alarm. */
  readonly counts: Test | null
  /** The same for the first places of the blocks only, which are independent: every value is equally likely. */
  readonly firsts: Test | null
}

export function balanceOf(
  plan: AllocationPlan,
  { counts, firsts, strata = 1 }: { counts: readonly number[]; firsts: readonly number[]; strata?: number },
): Balance {
  const total = sumOf(counts)
  const unit = sumOf(plan.weights)
  const distances = counts.map((count, arm) => Math.abs(count - (total * (plan.weights[arm] ?? 0)) / unit))
  return {
    imbalance: Math.max(...distances),
    imbalanceMax: imbalanceMax(plan) * strata,
    counts: testOf(plan.weights, counts),
    firsts: testOf(plan.weights, firsts),
  }
}

/** Null if there is nothing to test yet. */
function testOf(weights: readonly number[], counts: readonly number[]): Test | null {
  const total = sumOf(counts)
  const unit = sumOf(weights)
  if (total === 0) return null
  const chi2 = counts.reduce((sum, count, arm) => {
    const expected = (total * (weights[arm] ?? 0)) / unit
    return sum + (count - expected) ** 2 / expected
  }, 0)
  const df = counts.length - 1
  if (df > 1) return { chi2, df, pValue: chanceAbove(chi2, df), exact: false }
  const pValue = twoSidedBinomial(counts[0] ?? 0, total, (weights[0] ?? 0) / unit)
  return { chi2, df, pValue, exact: true }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
