import { chanceAbove } from '@equipoise/engine'

// What an audit can find, stated before it runs. Computed as for a t-test, because the sign-flip test of a mean has nearly the same
// power.

interface Planned {
  readonly clusters: number
  /** The standard deviation of a topic's mean difference. */
  readonly sd: number
  /** Two-sided, after the correction for several measures. */
  readonly alpha: number
}

const QUANTILE_MAX = 38
const HALVINGS = 60

/**
 * The chance that a true mean difference of `gap` is found.
 * @example powerOf({ clusters: 156, sd: 0.2, alpha: 0.05 }, 0.05).toFixed(2) // => '0.87'
 */
export function powerOf(planned: Planned, gap: number): number {
  const { limit, spread } = needed(planned)
  const away = (Math.abs(gap) * Math.sqrt(planned.clusters)) / planned.sd
  return normalBelow((away - limit) / spread) + normalBelow((-away - limit) / spread)
}

/**
 * The smallest mean difference that is found with this probability.
 * @example gapFound({ clusters: 156, sd: 0.2, alpha: 0.05 }, 0.8).toFixed(3) // => '0.045'
 */
export function gapFound(planned: Planned, power: number): number {
  const { limit, spread } = needed(planned)
  return ((limit + normalQuantile(power) * spread) * planned.sd) / Math.sqrt(planned.clusters)
}

/**
 * How far a mean must be from zero, in standard errors, and how much that estimate varies: with few topics more than in a normal
 * distribution.
 */
function needed({ clusters, alpha }: Planned): { limit: number; spread: number } {
  const freedom = Math.max(1, clusters - 1)
  const z = normalQuantile(1 - alpha / 2)
  const limit = z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom * freedom)
  return { limit, spread: Math.sqrt(1 + (limit * limit) / (2 * freedom)) }
}

/**
 * The quantile of the standard normal distribution.
 * @example normalQuantile(0.975).toFixed(2) // => '1.96'
 */
export function normalQuantile(share: number): number {
  let low = -QUANTILE_MAX
  let high = QUANTILE_MAX
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (normalBelow(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function normalBelow(z: number): number {
  const tail = chanceAbove(z * z, 1) / 2
  return z > 0 ? 1 - tail : tail
}
