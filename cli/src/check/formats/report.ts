import { whyOf } from '@equipoise/score/kinds'
import type { Checked, Mark } from '../judging.ts'

// What every format tells.

export interface Report {
  readonly checked: readonly Checked[]
  /** Files that could not be checked, and why. */
  readonly problems: readonly Problem[]
  /** Whether texts are compared with what they were. */
  readonly isComparison: boolean
  readonly version: string
}

export interface Problem {
  readonly path: string
  readonly message: string
  /** Told, but no reason to fail: found by a pattern, and not a text. */
  readonly isSkipped: boolean
}

/** Marks that are shown: those of texts that failed (of a comparison, the new ones), and flagged words. */
export function shownMarks({ checked, isComparison }: Pick<Report, 'isComparison'> & { checked: Checked }): Mark[] {
  return checked.marks.filter(
    ({ kind, isNew }) =>
      (kind === 'flagged' || !checked.passed) && (!isComparison || isNew || checked.before === undefined),
  )
}

export function verdictOf({ score, min, before, passed, reason }: Checked): string {
  if (reason === 'insufficient_text') return 'not scored: too little text'
  if (reason === 'unsupported_language') return 'not scored: not in English'
  const bar = min === undefined ? '' : `, at least ${shown(min)} expected`
  const change = before === undefined ? '' : `, was ${shown(before)}`
  return `neutrality ${shown(score)}${change}${passed ? '' : bar}`
}

/** Rounded down, so that no score looks as if it had reached a bar that it missed. */
export function shown(score: number): string {
  return (Math.floor(score * 100 + 1e-9) / 100).toFixed(2)
}

export function messageOf({ text, kind, suggestion }: Mark): string {
  const advice =
    suggestion === undefined ? '' : suggestion === '' ? ' You could leave it out.' : ` You could write “${suggestion}”.`
  return `“${text.replace(/\s+/g, ' ')}”: ${whyOf(kind)}${advice}`
}
