// Fields that newer scorers add to an analysis. A deployment with an older one does not send them, so they are read with care.
import type { Analysis } from '@equipoise/sdk'

interface Span {
  readonly start: number
  readonly end: number
}

export interface Extras {
  /** The sentences for which the certificate is withheld. */
  readonly withheldBy: readonly Span[]
  /** How many loaded words are not in the list. */
  readonly missing: number
  /** How many sides are heard, 0 to 1; experimental. */
  readonly balance: number | undefined
}

export function extrasOf(analysis: Analysis): Extras {
  const { withheld_by, evidence_truncated, balance } = analysis as Analysis & Record<string, unknown>
  return {
    withheldBy: Array.isArray(withheld_by) ? withheld_by.flatMap((one) => spanOf(one, analysis)) : [],
    missing: typeof evidence_truncated === 'number' ? evidence_truncated : 0,
    balance: typeof balance === 'number' ? balance : undefined,
  }
}

/** A sentence is named by its place in the text, or by its number. */
function spanOf(one: unknown, { sentences }: Analysis): Span[] {
  if (typeof one === 'number') {
    const sentence = sentences[one]
    return sentence ? [{ start: sentence.start, end: sentence.end }] : []
  }
  if (typeof one !== 'object' || one === null) return []
  const { start, end } = one as Record<string, unknown>
  return typeof start === 'number' && typeof end === 'number' ? [{ start, end }] : []
}

/** Whether the text is in a language that the score is not made for: then nothing of it means anything. */
export function isForeign({ reason }: Pick<Analysis, 'reason'>): boolean {
  return reason === 'unsupported_language'
}
