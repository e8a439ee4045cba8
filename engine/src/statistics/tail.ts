// How likely a misfit as large as one that was seen really is, for misfits so rare that the chi-squared distribution no longer says it well.
import { chanceBeyond, lnFactorialsTo } from './binomial-tail.ts'
import { exp, ln } from './logarithm.ts'
import { approximateChance, CERTAIN } from './saddlepoint.ts'

/** So few ways to spread the blocks that all of them can be looked at. */
const CELLS_COUNTED_MAX = 4
const BLOCKS_COUNTED_MAX = 128
/** A statistic beyond this has a chance below 1e-15 whatever it is, so it is taken as this one, which is less work. */
const FAR = 500
const FAR_A_CELL = 4

/**
 * The chance of a statistic of at least `chi2`, for chances below about 1e-5. Exact where sizes are small. Elsewhere it is never too small,
 * and at most three times too large (see the tests); below 1e-15 it is a bound from above.
 */
export function chanceOfMisfit(chi2: number, expected: readonly number[], blocks: number): number {
  if (expected.length <= CELLS_COUNTED_MAX && blocks <= BLOCKS_COUNTED_MAX) {
    return Math.min(1, countedChance(chi2, expected, blocks))
  }
  const bound = Math.min(1, boundedChance(chi2, expected, blocks))
  if (bound < CERTAIN) return bound
  const seen = Math.min(chi2, FAR + FAR_A_CELL * expected.length)
  return Math.min(bound, approximateChance(seen, expected, blocks))
}

/** Looks at every way to spread the blocks. */
export function countedChance(chi2: number, expected: readonly number[], blocks: number): number {
  const lnFactorials = lnFactorialsTo(blocks)
  const lnShares = expected.map((mean) => ln(mean / blocks))
  // What equal statistics differ by in their last digits must not leave out the one that was seen.
  const least = chi2 * (1 - 1e-12)
  const spread = (cell: number, left: number, sum: number, lnChance: number): number => {
    const mean = expected[cell] ?? 0
    const lnOf = (observed: number) => observed * (lnShares[cell] ?? 0) - (lnFactorials[observed] ?? 0)
    if (cell === expected.length - 1) {
      return sum + (left - mean) ** 2 / mean >= least ? exp(lnChance + lnOf(left)) : 0
    }
    let chance = 0
    for (let observed = 0; observed <= left; observed++) {
      chance += spread(cell + 1, left - observed, sum + (observed - mean) ** 2 / mean, lnChance + lnOf(observed))
    }
    return chance
  }
  return spread(0, blocks, 0, lnFactorials[blocks] ?? 0)
}

/** Made of exact binomial tails: for the sum of the cells' terms to be so large, at least one of them must have its equal share of it. */
function boundedChance(chi2: number, expected: readonly number[], blocks: number): number {
  const lnFactorials = lnFactorialsTo(blocks)
  const share = chi2 / expected.length
  return expected.reduce((sum, mean) => sum + chanceBeyond(Math.sqrt(mean * share), mean, lnFactorials), 0)
}
