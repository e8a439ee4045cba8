// Exact odds of a loot table: the effect of the published weights and guarantees. Nothing is simulated; the probabilities of all states
// of the guarantees are computed pull by pull.
import { compositionChance, compositionSteps } from '../statistics/statistics.ts'
import { checkLoot, factorOf, type Loot } from './loot.ts'

export type LootTable = Pick<Loot, 'weights' | 'pity' | 'state'>

export interface LootOdds {
  readonly items: readonly {
    /** Weight / sum of weights, without any guarantee. */
    readonly base: number
    /** Per pull in the long run, guarantees included. */
    readonly longRun: number
    /** The expected number in `pulls` pulls from the given state. */
    readonly expected: number
  }[]
  readonly guarantees: readonly {
    /** The average number of pulls from one hit to the next. */
    readonly pullsMean: number
    /** The probability of at least one hit in `pulls` pulls from the given state. */
    readonly within: number
  }[]
}

/** A p-value is undefined if its test would take too long. */
export interface LootTest {
  /** For each guarantee, the p-value of the number of hits; two-sided and exact. */
  readonly hits: readonly (number | undefined)[]
  /** For each class of several items with the same guarantees, the p-value of how they share its pulls. */
  readonly shares: readonly { readonly items: readonly number[]; readonly pValue: number; readonly exact: boolean }[]
  /** The smallest p-value times their number (Bonferroni). Undefined if one is. */
  readonly pValue: number | undefined
  readonly exact: boolean
}

/** Items with the same guarantees: they share their pulls by weight, in every state. */
interface Class {
  readonly items: readonly number[]
  readonly weight: number
  /** For each rule, whether these items belong to it. */
  readonly hits: readonly boolean[]
}

interface Chain {
  readonly classes: readonly Class[]
  readonly size: number
  readonly start: number
  /** By state and class: the probability, and the next state. */
  readonly chance: Float64Array
  readonly next: Int32Array
}

export const ODDS_PULLS_MAX = 100_000
/** The limit for the odds of one response, and again for its test: a fifth of a second each. */
const WORK_MAX = 5e7

/**
 * The work for the odds of a table, with a test of counts if there are any: states × classes of items × pulls, once for each response.
 * @example oddsSteps({ weights: [1, 99], pity: [] }, 10) // => 10
 */
export function oddsSteps({ weights, pity }: LootTable, pulls: number, counts: readonly number[] = []): number {
  const cells = sizeOf({ pity }) * Math.min(weights.length, pity.length + 1)
  const observed = counts.reduce((sum, count) => sum + count, 0)
  const ofHits = pity.length * cells * observed * (observed / 2)
  const ofOdds = cells * (1 + pity.length) * pulls
  const ofTest = counts.length > 0 ? (ofHits > WORK_MAX ? 0 : ofHits) + compositionSteps(counts) : 0
  return Math.min(ofOdds, WORK_MAX) + cells * Math.max(0, ...pity.map(({ after }) => after)) + ofTest
}

/**
 * Throws a RangeError whose message is for people.
 * @example lootOdds({ weights: [1, 99], pity: [{ items: [0], after: 10 }], state: [0] }, 10).items[0].expected.toFixed(3) // => '1.004'
 */
export function lootOdds(table: LootTable, pulls: number): LootOdds {
  checkLoot(table)
  // Once for the expected numbers, and once for each guarantee.
  const pullsMax = Math.floor(WORK_MAX / (sizeOf(table) * classesOf(table).length * (1 + table.pity.length)))
  if (pulls > pullsMax) throw new RangeError(`with these guarantees, at most ${pullsMax} pulls can be computed`)
  const chain = chainOf(table)
  const { classes } = chain
  const total = table.weights.reduce((sum, weight) => sum + weight, 0)
  const longRun = longRunOf(table, chain)
  const expected = expectedOf(chain, pulls)
  const items = table.weights.map((weight, item) => {
    const at = classes.findIndex(({ items }) => items.includes(item))
    const share = weight / (classes[at]?.weight ?? 1)
    return { base: weight / total, longRun: share * (longRun[at] ?? 0), expected: share * (expected[at] ?? 0) }
  })
  const guarantees = table.pity.map((_, rule) => ({
    pullsMean: 1 / classes.reduce((sum, { hits }, at) => sum + (hits[rule] ? (longRun[at] ?? 0) : 0), 0),
    within: withinOf(chain, rule, pulls),
  }))
  return { items, guarantees }
}

/**
 * Tests whether observed counts of items, from the given state, could be chance.
 * @example testLoot({ weights: [1, 1], pity: [], state: [] }, [5, 5]).pValue // => 0.9999999999999966
 */
export function testLoot(table: LootTable, counts: readonly number[]): LootTest {
  checkLoot(table)
  const chain = chainOf(table)
  const sumOf = (items: readonly number[]) => items.reduce((sum, item) => sum + (counts[item] ?? 0), 0)
  const pulls = counts.reduce((sum, count) => sum + count, 0)
  const rules = table.pity.length
  const hits = table.pity.map(({ items }, rule) => hitsChance(chain, { rule, rules, pulls, observed: sumOf(items) }))
  const shares = chain.classes
    .filter(({ items }) => items.length > 1 && sumOf(items) > 0)
    .map(({ items }) => {
      const weights = items.map((item) => table.weights[item] ?? 0)
      const found = compositionChance({ counts: items.map((item) => counts[item] ?? 0), weights })
      return { items, ...found }
    })
  const all = [...hits, ...shares.map(({ pValue }) => pValue)]
  const known = all.filter((one) => one !== undefined)
  const isKnown = known.length === all.length && all.length > 0
  const pValue = isKnown ? Math.min(1, Math.min(...known) * all.length) : undefined
  return { hits, shares, pValue, exact: shares.every(({ exact }) => exact) }
}

function sizeOf({ pity }: Pick<LootTable, 'pity'>): number {
  return pity.reduce((product, { after }) => product * after, 1)
}

function chainOf({ weights, pity, state }: LootTable): Chain {
  const classes = classesOf({ weights, pity })
  const size = sizeOf({ pity })
  const chance = new Float64Array(size * classes.length)
  const next = new Int32Array(size * classes.length)
  const counters = pity.map(() => 0)
  for (let at = 0; at < size; at++) {
    const factors = pity.map((rule, r) => factorOf(rule, (counters[r] ?? 0) + 1))
    const scaled = classes.map(({ weight, hits }) =>
      factors.reduce((product, factor, r) => product * (hits[r] ? factor || 1 : factor && 1), weight),
    )
    const sum = scaled.reduce((total, one) => total + one, 0)
    classes.forEach(({ hits }, c) => {
      chance[at * classes.length + c] = (scaled[c] ?? 0) / sum
      next[at * classes.length + c] = indexOf(
        pity,
        counters.map((counter, r) => (hits[r] ? 0 : Math.min(counter + 1, (pity[r]?.after ?? 1) - 1))),
      )
    })
    countUp(counters, pity)
  }
  return { classes, size, start: indexOf(pity, state), chance, next }
}

function classesOf({ weights, pity }: Pick<LootTable, 'weights' | 'pity'>): Class[] {
  const classes = new Map<string, { items: number[]; weight: number; hits: boolean[] }>()
  weights.forEach((weight, item) => {
    const hits = pity.map(({ items }) => items.includes(item))
    const found = classes.get(hits.join()) ?? { items: [], weight: 0, hits }
    found.items.push(item)
    found.weight += weight
    classes.set(hits.join(), found)
  })
  return [...classes.values()]
}

function indexOf(pity: LootTable['pity'], counters: readonly number[]): number {
  return pity.reduce((index, { after }, r) => index * after + (counters[r] ?? 0), 0)
}

function countUp(counters: number[], pity: LootTable['pity']): void {
  for (let r = pity.length - 1; r >= 0; r--) {
    counters[r] = ((counters[r] ?? 0) + 1) % (pity[r]?.after ?? 1)
    if (counters[r] !== 0) return
  }
}

/**
 * One pull: moves the probabilities to the next states. Pulls of `isLost` classes are dropped; `seen` gets the probability of each class.
 */
function pull(
  { classes, size, chance, next }: Chain,
  from: Float64Array,
  { isLost, seen }: { isLost?: (c: number) => boolean; seen?: Float64Array } = {},
): Float64Array {
  const to = new Float64Array(size)
  for (let at = 0; at < size; at++) {
    const here = from[at] as number
    if (here === 0) continue
    for (let c = 0; c < classes.length; c++) {
      const moved = here * (chance[at * classes.length + c] as number)
      if (seen) seen[c] = (seen[c] as number) + moved
      if (moved === 0 || isLost?.(c)) continue
      const there = next[at * classes.length + c] as number
      to[there] = (to[there] as number) + moved
    }
  }
  return to
}

function startOf({ size }: Chain, at: number): Float64Array {
  const all = new Float64Array(size)
  all[at] = 1
  return all
}

/** Every hit of the narrowest rule resets all rules, so the pulls between two such hits repeat, and their means give all rates. */
function longRunOf({ pity }: LootTable, chain: Chain): Float64Array {
  const { classes } = chain
  const seen = new Float64Array(classes.length)
  if (pity.length === 0) return seen.fill(1)
  const narrowest = pity.reduce((best, { items }, r) => (items.length < (pity[best]?.items.length ?? 0) ? r : best), 0)
  const isHit = (c: number) => classes[c]?.hits[narrowest] === true
  let at = startOf(chain, 0)
  for (let i = 0; i < (pity[narrowest]?.after ?? 0); i++) at = pull(chain, at, { isLost: isHit, seen })
  const pulls = seen.reduce((sum, one) => sum + one, 0)
  return seen.map((one) => one / pulls)
}

function expectedOf(chain: Chain, pulls: number): Float64Array {
  const seen = new Float64Array(chain.classes.length)
  if (chain.size === 1) return seen.fill(pulls)
  let at = startOf(chain, chain.start)
  for (let i = 0; i < pulls; i++) at = pull(chain, at, { seen })
  return seen
}

function withinOf(chain: Chain, rule: number, pulls: number): number {
  const isHit = (c: number) => chain.classes[c]?.hits[rule] === true
  let at = startOf(chain, chain.start)
  for (let i = 0; i < pulls && at.some((one) => one > 0); i++) at = pull(chain, at, { isLost: isHit })
  return 1 - at.reduce((sum, one) => sum + one, 0)
}

/** The two-sided p-value of a number of hits: the probability of all numbers that are at most as likely as the observed one. */
function hitsChance(
  { classes, size, start, chance, next }: Chain,
  { rule, rules, pulls, observed }: { rule: number; rules: number; pulls: number; observed: number },
): number | undefined {
  if (rules * pulls * size * classes.length * (pulls / 2) > WORK_MAX) return undefined
  const step = classes.map(({ hits }) => (hits[rule] ? size : 0))
  // By number of hits and state.
  let law = new Float64Array((pulls + 1) * size)
  law[start] = 1
  for (let i = 0; i < pulls; i++) {
    const after = new Float64Array(law.length)
    for (let from = 0; from < (i + 1) * size; from++) {
      const here = law[from] as number
      if (here === 0) continue
      const at = from % size
      for (let c = 0; c < classes.length; c++) {
        const there = from - at + (step[c] as number) + (next[at * classes.length + c] as number)
        after[there] = (after[there] as number) + here * (chance[at * classes.length + c] as number)
      }
    }
    law = after
  }
  const ofHits = Array.from({ length: pulls + 1 }, (_, hits) =>
    law.subarray(hits * size, (hits + 1) * size).reduce((sum, one) => sum + one, 0),
  )
  const limit = (ofHits[observed] ?? 0) * (1 + 1e-9)
  return Math.min(
    1,
    ofHits.filter((one) => one <= limit).reduce((sum, one) => sum + one, 0),
  )
}
