import type { Analysis } from '@equipoise/score'
import { type FindingOptions, findingsOf } from '@equipoise/score/findings'
import { replaced } from '@equipoise/score/rewriting'
import { linesIn } from './lines.ts'

// Applies suggestions to a text, and changes nothing else.

interface Fixed {
  readonly text: string
  /** In text order. */
  readonly changes: readonly { readonly line: number; readonly before: string; readonly after: string }[]
}

/** Applies only suggestions of listed words. Of two that overlap, the later one is applied; the next run finds the other. */
export function applySuggestions(text: string, analysis: Analysis, options: FindingOptions): Fixed {
  const { region } = linesIn(text)
  const changes: Fixed['changes'][number][] = []
  let next = text
  let limit = Number.POSITIVE_INFINITY
  // From last to first, so that earlier positions stay valid.
  const evidence = findingsOf(analysis, options).map((finding) => finding.evidence)
  for (const one of evidence.sort((a, b) => b.start - a.start)) {
    const { start, end, suggestion } = one
    if (suggestion === undefined || end > limit) continue
    next = replaced(next, one, suggestion)
    limit = start
    changes.unshift({ line: region(start, end).line, before: one.text, after: suggestion })
  }
  return { text: next, changes }
}

/** `12: slammed → criticised` */
export function changeLine({ line, before, after }: Fixed['changes'][number]): string {
  return `${line}: ${before.replace(/\s+/g, ' ')} → ${after === '' ? '(left out)' : after}`
}
