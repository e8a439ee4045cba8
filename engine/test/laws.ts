// The true distributions of the battery's statistics, by counting all cases or in 320-bit arithmetic. Only for tests; shares no code with
// the engine.

/** A distribution of a statistic: value → probability. */
export type Law = Map<number, number>

const FRACTION_BITS = 320n
const ONE = 1n << FRACTION_BITS
const DOUBLE_BITS = 1074

/** The two-sided p-value of a binomial count: terms from the mode outwards as 320-bit fractions, divided by the sum of all. */
export function exactTwoSided(successes: number, trials: number, p: number): number {
  // A double is a multiple of 2^-1074.
  const scale = 2n ** BigInt(DOUBLE_BITS)
  const odds = rationalOf(p, scale)
  const against = scale - odds
  const mode = Math.min(trials, Math.floor((trials + 1) * p))
  let [below, above, all] = [0n, 0n, 0n]
  const add = (k: number, term: bigint) => {
    all += term
    if (k <= successes) below += term
    if (k >= successes) above += term
  }
  let term = ONE
  for (let k = mode; k <= trials && term > 0n; k++) {
    add(k, term)
    term = (term * BigInt(trials - k) * odds) / (BigInt(k + 1) * against)
  }
  term = ONE
  for (let k = mode; k > 0 && term > 0n; k--) {
    term = (term * BigInt(k) * against) / (BigInt(trials - k + 1) * odds)
    add(k - 1, term)
  }
  const least = below < above ? below : above
  return Math.min(1, 2 * (Number((least << 200n) / all) / 2 ** 200))
}

function rationalOf(p: number, scale: bigint): bigint {
  let bits = 0
  let whole = p
  while (!Number.isInteger(whole)) {
    whole *= 2
    bits++
  }
  return (BigInt(whole) * scale) >> BigInt(bits)
}

/** P(k ones of n fair bits), for each k. */
export function fairWeights(n: number): number[] {
  const ways = [2 ** -n]
  for (let k = 1; k <= n; k++) ways.push(((ways[k - 1] ?? 0) * (n - k + 1)) / k)
  return ways
}

/** The distribution of the sum of `count` independent integers. */
export function sumLaw(one: Law, count: number): Law {
  let sums: Law = new Map([[0, 1]])
  for (let i = 0; i < count; i++) {
    const next: Law = new Map()
    for (const [sum, chance] of sums) {
      if (chance < 1e-18) continue
      for (const [value, weight] of one) next.set(sum + value, (next.get(sum + value) ?? 0) + chance * weight)
    }
    sums = next
  }
  return sums
}

/** The distribution of the sum of products of neighbouring (2w - N), over `blocks` blocks of N fair bits. */
export function neighbourLaw(size: number, blocks: number): Law {
  const weights = fairWeights(size)
  let states = weights.map((chance): Law => new Map([[0, chance]]))
  for (let block = 1; block < blocks; block++) {
    states = weights.map((chance, w) => {
      const next: Law = new Map()
      states.forEach((law, before) => {
        const product = (2 * w - size) * (2 * before - size)
        for (const [sum, had] of law) {
          if (had > 1e-16) next.set(sum + product, (next.get(sum + product) ?? 0) + had * chance)
        }
      })
      return next
    })
  }
  const all: Law = new Map()
  for (const law of states) for (const [sum, chance] of law) all.set(sum, (all.get(sum) ?? 0) + chance)
  return all
}

/** Every way to spread `blocks` over cells with the given probabilities, with Pearson's statistic. */
export function pearsonLaw(chances: readonly number[], blocks: number): { chi2: number; chance: number }[] {
  const found: { chi2: number; chance: number }[] = []
  const lnFactorials = [0]
  for (let n = 1; n <= blocks; n++) lnFactorials.push((lnFactorials[n - 1] ?? 0) + Math.log(n))
  const spread = (cell: number, left: number, chi2: number, lnChance: number) => {
    const share = chances[cell] ?? 0
    const mean = share * blocks
    const isLast = cell === chances.length - 1
    for (let seen = isLast ? left : 0; seen <= left; seen++) {
      const more = lnChance + seen * Math.log(share) - (lnFactorials[seen] ?? 0)
      const sum = chi2 + (seen - mean) ** 2 / mean
      if (isLast) found.push({ chi2: sum, chance: Math.exp(more) })
      else spread(cell + 1, left - seen, sum, more)
    }
  }
  spread(0, blocks, 0, lnFactorials[blocks] ?? 0)
  return found
}

/**
 * The largest difference between the engine's p-value of a value and the true probability of a value at least as extreme, over all
 * possible values.
 */
export function largestError(
  outcomes: Iterable<{ extremity: number; chance: number }>,
  pValueOf: (extremity: number) => number,
): number {
  const sorted = [...outcomes].sort((a, b) => b.extremity - a.extremity)
  let tail = 0
  let largest = 0
  for (let i = 0; i < sorted.length; ) {
    const { extremity } = sorted[i] as { extremity: number }
    // Values that are equal except for rounding.
    for (; i < sorted.length && (sorted[i]?.extremity ?? 0) >= extremity - 1e-9 * Math.max(1, extremity); i++) {
      tail += sorted[i]?.chance ?? 0
    }
    largest = Math.max(largest, Math.abs(pValueOf(extremity) - Math.min(1, tail)))
  }
  return largest
}
