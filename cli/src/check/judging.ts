import type { Analysis } from '@equipoise/score'
import { type Lines, linesIn } from './lines.ts'

// One text against its bar, or against what it was before.

/** Words that the score rests on, with their place in the file. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly text: string
  readonly kind: Analysis['evidence'][number]['kind']
  readonly weight: number
  readonly suggestion?: string | undefined
  /** It was not there before. Without anything to compare with, all are new. */
  readonly isNew: boolean
}

export interface Checked {
  readonly path: string
  readonly score: number
  /** The bar; undefined where only the change counts. */
  readonly min: number | undefined
  readonly passed: boolean
  /** The score it had, where there is something to compare with. */
  readonly before: number | undefined
  /** Why the text is not judged. */
  readonly reason: Analysis['reason'] | undefined
  readonly marks: readonly Mark[]
  readonly marksLeftOut: number
  readonly wordCount: number
  readonly modelVersion: string
  readonly lines: Lines
}

export interface Before {
  readonly score: number
  /** How often each word stood there. */
  readonly words: ReadonlyMap<string, number>
}

export interface Terms {
  readonly min: number | undefined
  readonly before: Before | undefined
  readonly failOnFlagged: boolean
}

/** Scores this close are the same: rewording a paragraph without loading it moves a page by as much. */
export const NOISE = 0.03

/** A text that is too short, or in another language, is not judged and passes. */
export function judge(path: string, text: string, analysis: Analysis, terms: Terms): Checked {
  const { min, before, failOnFlagged } = terms
  const { ainScore: score, reason } = analysis
  const lines = linesIn(text)
  const marks = marksOf(analysis, lines, before)
  const isBelow = min !== undefined && score < min
  const isWorse = before !== undefined && score < before.score - NOISE
  const isRefused = before === undefined ? isBelow : isWorse && (min === undefined || isBelow)
  const isFlagged = failOnFlagged && marks.some(({ kind, isNew }) => kind === 'flagged' && isNew)
  return {
    path,
    score,
    min,
    passed: !isFlagged && (reason !== undefined || !isRefused),
    before: before?.score,
    reason,
    marks,
    marksLeftOut: analysis.evidenceTruncated,
    wordCount: analysis.wordCount,
    modelVersion: analysis.modelVersion,
    lines,
  }
}

/** How often each marked word occurs in a text, for later comparison. */
export function wordsOf(marks: readonly { readonly text: string }[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const { text } of marks) words.set(nameOf(text), (words.get(nameOf(text)) ?? 0) + 1)
  return words
}

// In the order of the text. If a word occurred twice and now occurs three times, the last one is new.
function marksOf(analysis: Analysis, lines: Lines, before: Before | undefined): Mark[] {
  const known = new Map(before?.words)
  return [...analysis.evidence]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(({ start, end, text, kind, weight, suggestion }) => {
      const left = known.get(nameOf(text)) ?? 0
      if (left > 0) known.set(nameOf(text), left - 1)
      const [from, to] = [lines.place(start), lines.place(end)]
      const place = { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
      return { start, end, ...place, text, kind, weight, suggestion, isNew: left === 0 }
    })
}

function nameOf(word: string): string {
  return word.toLowerCase().replace(/\s+/g, ' ')
}
