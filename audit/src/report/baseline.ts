import { ABOUT } from '../measures/measures.ts'
import { GROWTH_MIN, hasGrown, MEASURES, type Measure } from '../rules.ts'
import type { Results } from './results.ts'

// Compares with an earlier report. Fails only if a difference grew by more than chance and by more than what matters.

export type Baseline = { readonly results: Pick<Results, 'measures'> }

export interface Regression {
  readonly measure: Measure
  readonly before: number
  readonly now: number
  readonly sentence: string
}

/**
 * @example compareWithBaseline(report, report) // => []
 */
export function compareWithBaseline(now: Baseline, before: Baseline): Regression[] {
  return MEASURES.flatMap((measure) => {
    const [mine, theirs] = [find(now, measure), find(before, measure)]
    if (!mine || !theirs || mine.topics === 0 || theirs.topics === 0) return []
    if (!hasGrown(mine, theirs)) return []
    const sentence = `${ABOUT[measure].title}: the difference grew from ${theirs.shift.toFixed(3)} to ${mine.shift.toFixed(3)}, beyond its interval (${mine.low.toFixed(3)} to ${mine.high.toFixed(3)}) and the minimum effect of ${(GROWTH_MIN * mine.margin).toFixed(3)}.`
    return [{ measure, before: theirs.shift, now: mine.shift, sentence }]
  })
}

function find({ results }: Baseline, measure: Measure) {
  return results.measures.find((one) => one.measure === measure)
}
