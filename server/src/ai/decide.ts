// When is an answer neutral enough, and which one is returned? Pure: scores in, verdict out.

export const FILTER_MODES = ['analyze', 'rebalance', 'strict'] as const
export type FilterMode = (typeof FILTER_MODES)[number]

interface Bar {
  readonly asksMax: number
  readonly passes: (ainScore: number) => boolean
}

const REBALANCE_BELOW = 0.4
const STRICT_ABOVE = 0.7

const BARS: Record<FilterMode, Bar> = {
  analyze: { asksMax: 1, passes: () => true },
  rebalance: { asksMax: 2, passes: (ainScore) => ainScore >= REBALANCE_BELOW },
  strict: { asksMax: 4, passes: (ainScore) => ainScore > STRICT_ABOVE },
}

export type Verdict =
  | { readonly again: true }
  | { readonly again: false; readonly chosen: number; readonly passed: boolean }

/**
 * Judges the scores of all attempts so far. A score of null means that the scorer failed: it never passes, and asking a
 * model again would not mend our scorer, so the loop ends there.
 */
export function decide(ainScores: readonly (number | null)[], mode: FilterMode): Verdict {
  const { asksMax, passes } = BARS[mode]
  const last = ainScores.at(-1)
  if (last === undefined) return { again: true }
  if (last !== null && passes(last)) return { again: false, chosen: ainScores.length - 1, passed: true }
  if (last !== null && ainScores.length < asksMax) return { again: true }
  return { again: false, chosen: indexOfBest(ainScores), passed: false }
}

/** The first of the highest; where nothing was scored, the last attempt. */
function indexOfBest(ainScores: readonly (number | null)[]): number {
  let best = -1
  for (const [index, ainScore] of ainScores.entries()) {
    if (ainScore !== null && (best < 0 || ainScore > (ainScores[best] ?? 0))) best = index
  }
  return best < 0 ? ainScores.length - 1 : best
}
