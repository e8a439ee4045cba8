import type { Analysis, Evidence } from '@equipoise/sdk'
import { useState } from 'react'
import { carriedOver } from '../marked/segments.ts'

interface Analysed {
  readonly text: string
  readonly analysis: Pick<Analysis, 'evidence'>
}

interface Carried {
  readonly of: Analysed | undefined
  readonly text: string
  readonly evidence: readonly Evidence[]
}

/**
 * The evidence at its position in the current text, moved one edit at a time: two edits together would look like one large edit, which
 * removes everything between them.
 */
export function useEvidence(analysed: Analysed | undefined, text: string): readonly Evidence[] {
  const [carried, setCarried] = useState<Carried>({ of: undefined, text: '', evidence: [] })
  if (carried.of === analysed && carried.text === text) return carried.evidence
  const now = { of: analysed, text, evidence: evidenceNow(carried, analysed, text) }
  setCarried(now)
  return now.evidence
}

/** A text that is again the analysed one, as after undo, has all of its evidence again. */
function evidenceNow(before: Carried, analysed: Analysed | undefined, text: string): readonly Evidence[] {
  if (!analysed) return []
  const atOnce = carriedOver(analysed.analysis.evidence, analysed.text, text)
  if (before.of !== analysed) return atOnce
  const stepByStep = carriedOver(before.evidence, before.text, text)
  return stepByStep.length > atOnce.length ? stepByStep : atOnce
}
