import { twoSidedBinomial } from '@equipoise/engine'

/**
 * McNemar's exact test: of the pairs in which only one side was declined, is one side declined more often than a fair coin would give?
 * @example mcNemar(9, 1).toFixed(4) // => '0.0215'
 */
export function mcNemar(onlyA: number, onlyB: number): number {
  const trials = onlyA + onlyB
  return trials === 0 ? 1 : twoSidedBinomial(onlyA, trials, 0.5)
}
