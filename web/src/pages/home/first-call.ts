// The request that the home page offers to paste, and the part of its response that is shown.
import type { Analysis } from '@equipoise/sdk'

export const FIRST_TEXT = 'The reckless council rammed the plan through.'

/** The beginning of the response in the order of the service; omissions are marked. */
export function shownResponse({
  ain_score,
  band,
  evidence,
}: Pick<Analysis, 'ain_score' | 'band' | 'evidence'>): string {
  const [first] = evidence
  const words = first ? `{ "text": "${first.text}", "kind": "${first.kind}", … }, …` : ''
  return `{ "ain_score": ${ain_score}, "band": "${band}",\n  "evidence": [${words}], … }`
}
