// Decides when an answer is neutral enough, and which one is returned. Pure: it only sees scores.
import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score'
import type { FilterMode } from '../ground/filter-mode.ts'

interface Bar {
  readonly attemptsMax: number
  readonly passes: (ainScore: number) => boolean
}

const REBALANCE_BELOW = MODERATE_MIN
const STRICT_ABOVE = CERTIFIED_MIN

const REBALANCE_RETRIES = 1
export const STRICT_RETRIES = 3

const BARS: Record<FilterMode, Bar> = {
  analyze: { attemptsMax: 1, passes: () => true },
  rebalance: { attemptsMax: 1 + REBALANCE_RETRIES, passes: (ainScore) => ainScore >= REBALANCE_BELOW },
  strict: { attemptsMax: 1 + STRICT_RETRIES, passes: (ainScore) => ainScore > STRICT_ABOVE },
}

type NextStep = { readonly again: true } | { readonly again: false; readonly chosen: number; readonly passed: boolean }

/** The score of one answer; null if the scorer failed or there was no text to score. */
interface AttemptScore {
  readonly ainScore: number | null
  /** Whether the answer has no meaningful score: no text, or a language that the scorer does not know. */
  readonly isUnjudged?: boolean
}

export function attemptsMaxOf(mode: FilterMode): number {
  return BARS[mode].attemptsMax
}

export function isNeutralEnough(ainScore: number | null, mode: FilterMode): boolean {
  return ainScore !== null && BARS[mode].passes(ainScore)
}

/**
 * Decides by the scores of all attempts so far. Null means that the scorer failed: that never passes, and another answer would not repair
 * our scorer, so the loop ends. An answer that cannot be scored is returned as it is; only `analyze`, which rejects nothing, counts it as
 * passed.
 */
export function decide(attempts: readonly AttemptScore[], mode: FilterMode): NextStep {
  const last = attempts.at(-1)
  if (last === undefined) return { again: true }
  const newest = attempts.length - 1
  if (last.isUnjudged) return { again: false, chosen: newest, passed: mode === 'analyze' }
  if (isNeutralEnough(last.ainScore, mode)) return { again: false, chosen: newest, passed: true }
  if (last.ainScore !== null && attempts.length < BARS[mode].attemptsMax) return { again: true }
  return { again: false, chosen: indexOfBest(attempts), passed: false }
}

/** The first of the highest; if nothing was scored, the last attempt. */
export function indexOfBest(attempts: readonly AttemptScore[]): number {
  let best = -1
  for (const [index, { ainScore }] of attempts.entries()) {
    if (ainScore !== null && (best < 0 || ainScore > (attempts[best]?.ainScore ?? 0))) best = index
  }
  return best < 0 ? attempts.length - 1 : best
}
