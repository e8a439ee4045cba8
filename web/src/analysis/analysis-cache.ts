// Keeps analyses, so that checking the same text again is not charged.
import type { Analysis } from '@equipoise/sdk'

const KEPT_MAX = 200
const kept = new Map<string, Analysis>()

/** Stores the analysis if one is given; otherwise returns the stored one. */
export function storedAnalysis(text: string, analysis?: Analysis): Analysis | undefined {
  if (analysis === undefined) return kept.get(text)
  kept.delete(text)
  kept.set(text, analysis)
  const oldest = kept.keys().next()
  if (kept.size > KEPT_MAX && !oldest.done) kept.delete(oldest.value)
  return analysis
}
