// A long text is scored in parts that the service accepts, and shown as one result.

import { apiShape, fromApiShape } from '@equipoise/score/api-shape'
import { joinAnalyses, type Part } from '@equipoise/score/parts'
import type { Analysis } from '@equipoise/sdk'

export { splitText as partsOf } from '@equipoise/score/parts'

/** The length as the service counts it: in code points. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Counts only if needed: there are never more code points than UTF-16 units. */
export function isLongerThan(text: string, charsMax: number): boolean {
  return text.length > charsMax && lengthOf(text) > charsMax
}

export function joined(parts: readonly Part[], analyses: readonly Analysis[]): Analysis {
  const [only] = analyses
  return only && analyses.length === 1 ? only : apiShape(joinAnalyses(parts, analyses.map(fromApiShape)))
}
