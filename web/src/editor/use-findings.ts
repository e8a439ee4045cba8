import type { Analysis, Evidence } from '@equipoise/sdk'
import { useState } from 'react'
import { carriedOver } from './segments.ts'

interface Analysed {
  readonly text: string
  readonly analysis: Pick<Analysis, 'evidence'>
}

interface Findings {
  readonly of: Analysed | undefined
  readonly text: string
  readonly evidence: readonly Evidence[]
}

/**
 * What was found, where it stands in the text of this moment. It moves along one edit at a time: two edits at once would
 * look like one large one, which takes everything between them away.
 */
export function useFindings(analysed: Analysed | undefined, text: string): readonly Evidence[] {
  const [findings, setFindings] = useState<Findings>({ of: undefined, text: '', evidence: [] })
  if (findings.of === analysed && findings.text === text) return findings.evidence
  const now = { of: analysed, text, evidence: evidenceNow(findings, analysed, text) }
  setFindings(now)
  return now.evidence
}

/** A text that goes back to the one that was analysed, as after undoing, has all of its findings again. */
function evidenceNow(before: Findings, analysed: Analysed | undefined, text: string): readonly Evidence[] {
  if (!analysed) return []
  const atOnce = carriedOver(analysed.analysis.evidence, analysed.text, text)
  if (before.of !== analysed) return atOnce
  const stepByStep = carriedOver(before.evidence, before.text, text)
  return stepByStep.length > atOnce.length ? stepByStep : atOnce
}
