// The smallest bias that the tests can find with this many numbers. Passing a test means little if it could not have found anything.
import { chanceAbove } from '@equipoise/engine'
import type { Collected } from './collect.ts'

/** How often a bias of the stated size is found. */
const POWER = 0.95
const SEARCHES = 60

/** One sentence per stream: the smallest bias that its tests find at this level. */
export function findable(streams: readonly Collected[], level: number): string[] {
  return streams.map(({ name, numbers, values }) => {
    const excess = percent(smallestExcess({ values, numbers, level }))
    const what = values === 120 ? 'order' : name === 'Scaling' ? 'third of the range' : 'value'
    const one = `${name}: with ${numbers.toLocaleString('en-GB')} numbers, one ${what} of ${values} that comes ${excess} too often is found 95 times in 100`
    if (name !== 'Raw words') return `${one}.`
    const bit = percent(smallestExcess({ values: 2, numbers, level: level / 32 }))
    return `${one}, and a bit that is set ${bit} too often.`
  })
}

function percent(part: number): string {
  return `${(part * 100).toPrecision(2)} %`
}

/** The smallest excess of one value that chi-squared finds at this level: 0.02 means 2 % too often. */
export function smallestExcess({ values, numbers, level }: { values: number; numbers: number; level: number }): number {
  // One value is (1 + e) times as frequent, and the others share the rest: the non-centrality is numbers · e² / (values - 1).
  const df = values - 1
  return Math.sqrt((distanceFound(df, level) * df) / numbers)
}

/** The non-centrality at which a chi-squared test at this level fails in 95 of 100 cases. */
function distanceFound(df: number, level: number): number {
  const limit = rootOf((x) => chanceAbove(x, df) - level)
  return rootOf((distance) => POWER - chanceAboveAt(limit, df, distance))
}

/** The chance that a non-central chi-squared variable is above x: a mixture with Poisson weights. */
function chanceAboveAt(x: number, df: number, distance: number): number {
  let weight = Math.exp(-distance / 2)
  let [chance, rest] = [0, 1]
  for (let j = 0; rest > 1e-12 && j < 5_000; j++) {
    chance += weight * chanceAbove(x, df + 2 * j)
    rest -= weight
    weight *= distance / 2 / (j + 1)
  }
  return chance
}

/** The root of a decreasing function. */
function rootOf(falling: (x: number) => number): number {
  let [low, high] = [0, 1]
  while (falling(high) > 0) high *= 2
  for (let i = 0; i < SEARCHES; i++) {
    const middle = (low + high) / 2
    if (falling(middle) > 0) low = middle
    else high = middle
  }
  return high
}
