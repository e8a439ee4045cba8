import { exp, ln, lnOnePlus } from './logarithm.ts'

/** What is so much smaller than the sum changes nothing in it. */
const NEGLIGIBLE = 1e-20

/** The chance that a binomial count with this mean is at least `reach` away from it. The table goes up to the number of trials. */
export function chanceBeyond(reach: number, mean: number, lnFactorials: Float64Array): number {
  const trials = lnFactorials.length - 1
  const [lnShare, lnRest] = [ln(mean / trials), lnOnePlus(-mean / trials)]
  const chanceOf = (count: number): number => {
    const lnWays = (lnFactorials[trials] ?? 0) - (lnFactorials[count] ?? 0) - (lnFactorials[trials - count] ?? 0)
    return exp(lnWays + count * lnShare + (trials === count ? 0 : (trials - count) * lnRest))
  }
  // Outwards, chances only fall.
  let sum = 0
  for (let count = Math.ceil(mean + reach); count <= trials; count++) {
    const chance = chanceOf(count)
    sum += chance
    if (chance <= sum * NEGLIGIBLE) break
  }
  for (let count = Math.floor(mean - reach); count >= 0; count--) {
    const chance = chanceOf(count)
    sum += chance
    if (chance <= sum * NEGLIGIBLE) break
  }
  return sum
}

/** The logarithms of all factorials up to one. */
export function lnFactorialsTo(most: number): Float64Array {
  const table = new Float64Array(most + 1)
  for (let n = 1; n <= most; n++) table[n] = (table[n - 1] ?? 0) + ln(n)
  return table
}
