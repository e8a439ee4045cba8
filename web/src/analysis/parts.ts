// A long text is scored in parts, each as large as the service takes, and shown as one result.

import { apiShape, fromApiShape } from '@equipoise/score/api-shape'
import { joinAnalyses, type Part } from '@equipoise/score/parts'
import type { Analysis } from '@equipoise/sdk'

export { splitText as partsOf } from '@equipoise/score/parts'

/** How many characters the service counts. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The same without counting each time: what is short enough in half characters is short enough. */
export function isLongerThan(text: string, charsMax: number): boolean {
  return text.length > charsMax && lengthOf(text) > charsMax
}

/** One result, as the score package joins them. */
export function joined(parts: readonly Part[], analyses: readonly Analysis[]): Analysis {
  const [only] = analyses
  return only && analyses.length === 1 ? only : apiShape(joinAnalyses(parts, analyses.map(fromApiShape)))
}
