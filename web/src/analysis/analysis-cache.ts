// What the service said about a text before is not paid for again.
import type { Analysis } from '@equipoise/sdk'

const KEPT_MAX = 200
const kept = new Map<string, Analysis>()

/** With an analysis: keeps it. Without: what is known about this text. */
export function storedAnalysis(text: string, analysis?: Analysis): Analysis | undefined {
  if (analysis === undefined) return kept.get(text)
  kept.delete(text)
  kept.set(text, analysis)
  const oldest = kept.keys().next()
  if (kept.size > KEPT_MAX && !oldest.done) kept.delete(oldest.value)
  return analysis
}
