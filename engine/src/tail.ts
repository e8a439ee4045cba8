// How likely a misfit as large as one that was seen really is, for misfits so rare that the chi-squared distribution no longer says it well.

/** So few ways to spread the blocks that all of them can be looked at. */
const CELLS_COUNTED_MAX = 4
const BLOCKS_COUNTED_MAX = 128

/**
 * The chance of a statistic of at least `chi2`, exact where sizes are small. Elsewhere it is a bound from above, made of exact binomial
 * tails: for the sum of the cells' terms to be so large, at least one of them must have its equal share of it.
 */
export function chanceOfMisfit(chi2: number, expected: readonly number[], blocks: number): number {
  const isSmall = expected.length <= CELLS_COUNTED_MAX && blocks <= BLOCKS_COUNTED_MAX
  return Math.min(1, isSmall ? countedChance(chi2, expected, blocks) : boundedChance(chi2, expected, blocks))
}

function countedChance(chi2: number, expected: readonly number[], blocks: number): number {
  const lnFactorials = lnFactorialsTo(blocks)
  // What equal statistics differ by in their last digits must not leave out the one that was seen.
  const least = chi2 * (1 - 1e-12)
  const spread = (cell: number, left: number, sum: number, lnChance: number): number => {
    const mean = expected[cell] ?? 0
    const ln = (observed: number) => observed * Math.log(mean / blocks) - (lnFactorials[observed] ?? 0)
    if (cell === expected.length - 1) {
      return sum + (left - mean) ** 2 / mean >= least ? Math.exp(lnChance + ln(left)) : 0
    }
    let chance = 0
    for (let observed = 0; observed <= left; observed++) {
      chance += spread(cell + 1, left - observed, sum + (observed - mean) ** 2 / mean, lnChance + ln(observed))
    }
    return chance
  }
  return spread(0, blocks, 0, lnFactorials[blocks] ?? 0)
}

function boundedChance(chi2: number, expected: readonly number[], blocks: number): number {
  const lnFactorials = lnFactorialsTo(blocks)
  const share = chi2 / expected.length
  return expected.reduce((sum, mean) => {
    const distance = Math.sqrt(mean * share)
    let tails = 0
    for (let observed = 0; observed <= blocks; observed++) {
      if (Math.abs(observed - mean) >= distance) tails += binomial(observed, blocks, mean / blocks, lnFactorials)
    }
    return sum + tails
  }, 0)
}

function binomial(observed: number, blocks: number, share: number, lnFactorials: Float64Array): number {
  const lnWays = (lnFactorials[blocks] ?? 0) - (lnFactorials[observed] ?? 0) - (lnFactorials[blocks - observed] ?? 0)
  const lnRest = blocks === observed ? 0 : (blocks - observed) * Math.log1p(-share)
  return Math.exp(lnWays + observed * Math.log(share) + lnRest)
}

function lnFactorialsTo(most: number): Float64Array {
  const table = new Float64Array(most + 1)
  for (let n = 1; n <= most; n++) table[n] = (table[n - 1] ?? 0) + Math.log(n)
  return table
}
