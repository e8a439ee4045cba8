import { chanceAbove } from '@equipoise/engine'

// What an audit can find, stated before it runs. The law of the mean of many topics is close to normal.

export interface Planned {
  readonly clusters: number
  /** The standard deviation of a topic's mean difference. */
  readonly sd: number
  /** Two-sided, after the correction for several measures. */
  readonly alpha: number
}

const QUANTILE_MAX = 38
const HALVINGS = 60

/** The chance that a true mean difference of `gap` is found. */
export function powerOf({ clusters, sd, alpha }: Planned, gap: number): number {
  const z = normalQuantile(1 - alpha / 2)
  const away = (Math.abs(gap) * Math.sqrt(clusters)) / sd
  return normalBelow(away - z) + normalBelow(-away - z)
}

/** The smallest mean difference that is found with this chance. */
export function gapFound({ clusters, sd, alpha }: Planned, power: number): number {
  return ((normalQuantile(1 - alpha / 2) + normalQuantile(power)) * sd) / Math.sqrt(clusters)
}

/** The point below which this share of a standard normal law lies. */
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
