// The statistical tests that laboratories ask for (25 CFR 547.14, GLI-19), on a stream of numbers: only counts are kept in memory.
import { chanceAbove } from '@equipoise/engine'
import { spectralTest } from './spectral.ts'
import type { Tester, TestResult } from './tester.ts'

const POKER_HAND = 5
const GAP_MAX = 20
const COUPON_DRAWS_MAX = 12
const PERMUTED = 4
const RUN_MAX = 6
const SUBSEQUENCES = 5
/** A cell with fewer expected counts is merged with its neighbour. */
const EXPECTED_LEAST = 5

/** All tests that apply to numbers 0..values-1. Raw words are numbers 0..2^32-1, of which most tests use the top four bits. */
export function batteryOf(values: number): Tester {
  const symbols = symbolsOf(values)
  const symbolOf = values <= 64 ? (value: number) => value : (value: number) => Math.floor((value * 16) / values)
  const onSymbols = [
    frequencies(symbols),
    gaps(symbols),
    poker(symbols),
    coupons(symbols),
    pairs(symbols),
    subsequences(symbols),
    signs(symbols),
  ]
  const onValues = [serialCorrelation(values), permutations(), runsUp(), ...(values === 2 ** 32 ? [bits()] : [])]
  const spectrum = spectralTest(values)
  return {
    take(value) {
      const symbol = symbolOf(value)
      for (const tester of onSymbols) tester.take(symbol)
      for (const tester of onValues) tester.take(value)
      spectrum.take(value)
    },
    results: () => [...onSymbols, ...onValues, spectrum].flatMap((tester) => tester.results()),
  }
}

export function symbolsOf(values: number): number {
  return values <= 64 ? values : 16
}

/** Pearson's chi-squared test of counts, with small cells merged. Returns the p-value, or undefined if there is too little data. */
function chanceOf(observed: readonly number[], shares: readonly number[]): number | undefined {
  const total = observed.reduce((sum, count) => sum + count, 0)
  let [chi2, cells, seen, expected] = [0, 0, 0, 0]
  const close = () => {
    chi2 += (seen - expected) ** 2 / expected
    cells++
    seen = 0
    expected = 0
  }
  let rest = total
  shares.forEach((share, i) => {
    seen += observed[i] ?? 0
    expected += share * total
    rest -= share * total
    if (expected >= EXPECTED_LEAST && rest >= EXPECTED_LEAST) close()
  })
  if (expected > 0) close()
  return cells > 1 ? chanceAbove(chi2, cells - 1) : undefined
}

function resultOf(name: string, about: string, pValue: number | undefined): TestResult[] {
  return pValue === undefined ? [] : [{ name, about, pValue }]
}

function normalChance(z: number): number {
  return chanceAbove(z * z, 1)
}

/** Chi-squared and equidistribution: all values are equally frequent. */
export function frequencies(symbols: number): Tester {
  const counts = new Array<number>(symbols).fill(0)
  return {
    take(value) {
      counts[value] = (counts[value] ?? 0) + 1
    },
    results() {
      const even = counts.map(() => 1 / symbols)
      const total = counts.reduce((sum, count) => sum + count, 0)
      let [at, furthest] = [0, 0]
      counts.forEach((count, i) => {
        at += count / total
        furthest = Math.max(furthest, Math.abs(at - (i + 1) / symbols))
      })
      return [
        ...resultOf('chi-square', 'Every value comes as often as any other.', chanceOf(counts, even)),
        ...resultOf(
          'equidistribution',
          'Small and large values are spread evenly (Kolmogorov).',
          kolmogorov(furthest, total),
        ),
      ]
    },
  }
}

/** With few values this is an upper bound, because ties only make the distance smaller. */
function kolmogorov(distance: number, total: number): number {
  const x = (Math.sqrt(total) + 0.12 + 0.11 / Math.sqrt(total)) * distance
  if (x < 0.2) return 1
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += (k % 2 ? 1 : -1) * Math.exp(-2 * k * k * x * x)
  return Math.max(0, Math.min(1, 2 * sum))
}

/** How many numbers lie between two values of the lower half. */
function gaps(symbols: number): Tester {
  const below = Math.max(1, Math.floor(symbols / 2))
  const p = below / symbols
  const counts = new Array<number>(GAP_MAX + 1).fill(0)
  let since = 0
  return {
    take(value) {
      if (value >= below) {
        since++
        return
      }
      const at = Math.min(since, GAP_MAX)
      counts[at] = (counts[at] ?? 0) + 1
      since = 0
    },
    results() {
      const shares = counts.map((_, gap) => (gap === GAP_MAX ? (1 - p) ** gap : p * (1 - p) ** gap))
      return resultOf(
        'gap',
        'The waits until a low value comes again have the right lengths.',
        chanceOf(counts, shares),
      )
    },
  }
}

/** How many different values five consecutive numbers have. */
function poker(symbols: number): Tester {
  const counts = new Array<number>(POKER_HAND).fill(0)
  let hand: number[] = []
  return {
    take(value) {
      hand.push(value)
      if (hand.length < POKER_HAND) return
      const different = new Set(hand).size
      counts[different - 1] = (counts[different - 1] ?? 0) + 1
      hand = []
    },
    results() {
      const shares = counts.map((_, i) => handShare(symbols, i + 1))
      return resultOf('poker', 'Hands of five have pairs and threes as often as they should.', chanceOf(counts, shares))
    },
  }
}

/** d (d-1) … (d-r+1) / d^5 · S(5, r). */
function handShare(symbols: number, different: number): number {
  let ways = STIRLING_OF_5[different] ?? 0
  for (let i = 0; i < different; i++) ways *= (symbols - i) / symbols
  return ways / symbols ** (POKER_HAND - different)
}
const STIRLING_OF_5 = [0, 1, 15, 25, 10, 1]

/** How many numbers it takes until every value has occurred. */
function coupons(symbols: number): Tester {
  const most = symbols * COUPON_DRAWS_MAX
  const counts = new Array<number>(most + 1).fill(0)
  let seen = new Set<number>()
  let length = 0
  return {
    take(value) {
      seen.add(value)
      length++
      if (seen.size < symbols) return
      const at = Math.min(length, most)
      counts[at] = (counts[at] ?? 0) + 1
      seen = new Set()
      length = 0
    },
    results() {
      const pValue = chanceOf(counts, couponShares(symbols, most))
      return resultOf('coupon collector', 'It takes as long as it should until every value has come.', pValue)
    },
  }
}

/** By the number of different values so far. */
function couponShares(symbols: number, most: number): number[] {
  let now = new Array<number>(symbols + 1).fill(0)
  now[0] = 1
  const shares = new Array<number>(most + 1).fill(0)
  for (let draw = 1; draw <= most; draw++) {
    const next = new Array<number>(symbols + 1).fill(0)
    for (let have = 0; have < symbols; have++) {
      const chance = now[have] ?? 0
      next[have] = (next[have] ?? 0) + (chance * have) / symbols
      next[have + 1] = (next[have + 1] ?? 0) + (chance * (symbols - have)) / symbols
    }
    shares[draw] = next[symbols] ?? 0
    now = next
  }
  const rest = 1 - shares.reduce((sum, share) => sum + share, 0)
  shares[most] = (shares[most] ?? 0) + Math.max(0, rest)
  return shares
}

/** Correlation between consecutive numbers, tested on pairs that do not overlap. */
function pairs(symbols: number): Tester {
  const cells = Math.min(symbols, 32)
  const counts = new Array<number>(cells * cells).fill(0)
  let first = -1
  return {
    take(value) {
      const cell = Math.floor((value * cells) / symbols)
      if (first < 0) {
        first = cell
        return
      }
      counts[first * cells + cell] = (counts[first * cells + cell] ?? 0) + 1
      first = -1
    },
    results() {
      const sizes = Array.from({ length: cells }, (_, cell) => {
        return (Math.ceil(((cell + 1) * symbols) / cells) - Math.ceil((cell * symbols) / cells)) / symbols
      })
      const shares = sizes.flatMap((a) => sizes.map((b) => a * b))
      return resultOf('interplay correlation', 'An outcome says nothing about the next one.', chanceOf(counts, shares))
    },
  }
}

/** Tests every second, third, fourth and fifth number. Reports the smallest p-value, multiplied by the number of tests (Bonferroni). */
function subsequences(symbols: number): Tester {
  const testers = Array.from({ length: SUBSEQUENCES - 1 }, () => frequencies(symbols))
  let at = 0
  return {
    take(value) {
      testers.forEach((tester, i) => {
        if (at % (i + 2) === 0) tester.take(value)
      })
      at++
    },
    results() {
      const found = testers.flatMap((tester) => tester.results().filter(({ name }) => name === 'chi-square'))
      const worst = Math.min(1, found.length * Math.min(...found.map(({ pValue }) => pValue)))
      return resultOf(
        'subsequences',
        'Every second to fifth number by itself is even, too.',
        found.length ? worst : undefined,
      )
    },
  }
}

/** Runs of low and high values (Wald–Wolfowitz). */
function signs(symbols: number): Tester {
  const below = Math.max(1, Math.floor(symbols / 2))
  let [low, high, runs, last] = [0, 0, 0, -1]
  return {
    take(value) {
      const sign = value < below ? 0 : 1
      if (sign === 0) low++
      else high++
      if (sign !== last) runs++
      last = sign
    },
    results() {
      const n = low + high
      if (low < EXPECTED_LEAST || high < EXPECTED_LEAST) return []
      const mean = (2 * low * high) / n + 1
      const variance = ((mean - 1) * (mean - 2)) / (n - 1)
      return resultOf(
        'runs',
        'Low and high values take turns as often as they should.',
        normalChance((runs - mean) / Math.sqrt(variance)),
      )
    },
  }
}

function serialCorrelation(values: number): Tester {
  const [mean, half] = [(values - 1) / 2, values / 2]
  let [sum, count, last] = [0, 0, Number.NaN]
  return {
    take(value) {
      const scaled = (value - mean) / half
      if (count > 0) sum += last * scaled
      last = scaled
      count++
    },
    results() {
      // The variance of one scaled value: (values² - 1) / 12 over half².
      const variance = (values ** 2 - 1) / 12 / half ** 2
      const z = sum / (variance * Math.sqrt(Math.max(1, count - 1)))
      return resultOf('serial correlation', 'Neighbours are not correlated.', count > 100 ? normalChance(z) : undefined)
    },
  }
}

/** The order of four consecutive numbers; groups with two equal numbers are left out. */
function permutations(): Tester {
  const counts = new Map<string, number>()
  let group: number[] = []
  return {
    take(value) {
      group.push(value)
      if (group.length < PERMUTED) return
      if (new Set(group).size === PERMUTED) {
        const order = group.map((one) => group.filter((other) => other < one).length).join('')
        counts.set(order, (counts.get(order) ?? 0) + 1)
      }
      group = []
    },
    results() {
      const observed = [...counts.values(), ...new Array<number>(24 - counts.size).fill(0)]
      const shares = observed.map(() => 1 / 24)
      const isEnough = observed.reduce((sum, count) => sum + count, 0) >= 24 * EXPECTED_LEAST
      return resultOf(
        'permutation',
        'Four numbers come in every order equally often.',
        isEnough ? chanceOf(observed, shares) : undefined,
      )
    },
  }
}

/**
 * Lengths of ascending runs. The number after each run is skipped, so that the runs are independent. Needs numbers without equal
 * neighbours.
 */
function runsUp(): Tester {
  const counts = new Array<number>(RUN_MAX).fill(0)
  let [length, last, ties, numbers] = [0, Number.NaN, 0, 0]
  return {
    take(value) {
      numbers++
      if (length > 0 && value === last) ties++
      if (length > 0 && value < last) {
        const at = Math.min(length, RUN_MAX) - 1
        counts[at] = (counts[at] ?? 0) + 1
        length = 0
        return
      }
      length++
      last = value
    },
    results() {
      if (ties * 1_000 > numbers) return []
      let factorial = 1
      const shares = counts.map((_, i) => {
        factorial *= i + 1
        return i === RUN_MAX - 1 ? 1 / factorial : 1 / factorial - 1 / (factorial * (i + 2))
      })
      return resultOf('runs up', 'Ascending runs have the right lengths.', chanceOf(counts, shares))
    },
  }
}

/** Each of the 32 bits of a word is 1 half of the time. Reports the smallest p-value, multiplied by 32. */
function bits(): Tester {
  const ones = new Array<number>(32).fill(0)
  let words = 0
  return {
    take(value) {
      words++
      for (let bit = 0; bit < 32; bit++) ones[bit] = (ones[bit] ?? 0) + ((value >>> bit) & 1)
    },
    results() {
      const worst = Math.max(...ones.map((count) => Math.abs(2 * count - words)))
      const pValue = Math.min(1, 32 * normalChance(worst / Math.sqrt(Math.max(1, words))))
      return resultOf('bits', 'Each bit of the raw words is set half of the time.', pValue)
    },
  }
}
