import { printable } from '@equipoise/engine/verify'
import { hintOf, whyOf } from '@equipoise/score/kinds'
import type { Checked, Deciding, Mark } from '../judging/judging.ts'
import type { Lines } from '../judging/lines.ts'

// What all formats share.

export interface Report {
  readonly checked: readonly Checked[]
  readonly problems: readonly Problem[]
  /** Whether texts are compared with an earlier version. */
  readonly isComparison: boolean
  readonly marksMax: number
  readonly version: string
}

export interface Problem {
  readonly path: string
  readonly message: string
  /** Found by a pattern but not a text: reported, but not a failure. */
  readonly isSkipped: boolean
}

/** How many marks are shown per text by default. */
export const MARKS_SHOWN = 10
/** How many deciding sentences are shown; one is enough to fail. */
const DECIDING_SHOWN = 3

export interface Shown {
  /** Strongest first. */
  readonly marks: readonly Mark[]
  readonly left: number
  readonly deciding: readonly Deciding[]
}

/** What is shown of a failed text (in a comparison, only new words), and flagged words of every text. */
export function shownOf(
  checked: Checked,
  { isComparison, marksMax }: Pick<Report, 'isComparison' | 'marksMax'>,
): Shown {
  const deciding = checked.passed ? [] : checked.deciding.slice(0, Math.min(marksMax, DECIDING_SHOWN))
  const told = new Set(deciding.map(({ start }) => start))
  const marks = checked.marks.filter(
    ({ kind, isNew, start }) =>
      (kind === 'flagged' || !checked.passed) &&
      (!isComparison || isNew || checked.before === undefined) &&
      // A deciding sentence is not shown twice.
      !(kind === 'generalisation' && told.has(start)),
  )
  return {
    marks: marks.slice(0, marksMax),
    left: Math.max(0, marks.length - marksMax) + (checked.passed ? 0 : checked.marksLeftOut),
    deciding,
  }
}

export function verdictOf({ score, min, before, passed, reason }: Checked): string {
  if (reason === 'insufficient_text') return 'not judged: too little text'
  if (score === undefined || reason !== undefined) return 'not scored: not in English'
  const bar = min === undefined ? '' : `, at least ${shown(min)} expected`
  const change = before === undefined ? '' : `, was ${shown(before)}`
  return `neutrality ${shown(score)}${change}${passed ? '' : bar}`
}

/** Rounded down, so that a score never looks as if it reached a minimum that it missed. */
export function shown(score: number | undefined): string {
  return score === undefined ? '–' : (Math.floor(score * 100 + 1e-9) / 100).toFixed(2)
}

export const FAST_REMARK =
  'Scored by words alone (--tier fast), which misses attacks in plain words: with one among 40 plain sentences, 46 of 100 texts are certified. --tier default reads whole sentences.'

export const IGNORE_REMARK =
  'To accept a word, write <!-- equipoise-ignore WORD --> in the file, or list it under "ignore" in equipoise.config.json.'

export function messageOf({ text, kind, suggestion }: Mark): string {
  return `“${oneLine(text)}”: ${whyOf(kind)} ${adviceOf(suggestion, kind)}`
}

export function adviceOf(suggestion: string | undefined, kind: string): string {
  if (suggestion === undefined) return hintOf(kind)
  return suggestion === '' ? 'You could leave it out.' : `You could write “${suggestion}”.`
}

export function decidingMessage({ message, score, start, end }: Deciding, lines: Lines): string {
  const stated = score === undefined ? '' : ` (${shown(score)})`
  return `${message} “${cut(lines.slice(start, end), SENTENCE_CHARACTERS_MAX)}”${stated}`
}

export const SENTENCE_CHARACTERS_MAX = 240

/** Shortened to one line of at most this length. */
export function cut(text: string, charactersMax: number): string {
  const line = oneLine(text)
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1).trimEnd()}…`
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim())
}

export function textsChecked({ checked }: Report): string {
  const unscored = checked.filter(({ reason }) => reason !== undefined).length
  return `${checked.length} ${checked.length === 1 ? 'text' : 'texts'} checked${unscored > 0 ? ` (${unscored} without a score)` : ''}`
}

/** How many files failed, out of how many. */
export function summaryOf(report: Report): string {
  const { checked, isComparison } = report
  const texts = textsChecked(report)
  const failed = checked.filter(({ passed }) => !passed).length
  if (failed > 0) return `${texts}, ${failed} ${isComparison ? 'less neutral than before' : 'below the minimum'}.`
  const scores = checked.flatMap(({ score, reason }) => (score === undefined || reason !== undefined ? [] : [score]))
  const lowest = scores.length > 1 ? ` (lowest ${shown(Math.min(...scores))})` : ''
  return `${texts}, ${isComparison ? 'none less neutral than before' : 'none below the minimum'}${lowest}.`
}
