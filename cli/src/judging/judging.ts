import type { Analysis } from '@equipoise/score'
import { type Finding, findingsOf } from '@equipoise/score/findings'
import { type Lines, linesIn, type Region } from './lines.ts'

// Compares one text with its minimum score, or with its earlier version.

/** Words that the score is based on, with their position in the file. */
export interface Mark extends Region {
  readonly text: string
  readonly kind: Analysis['evidence'][number]['kind']
  readonly weight: number
  readonly suggestion?: string | undefined
  readonly sentence: { readonly start: number; readonly end: number }
  /** Whether it is new. Without an earlier version, all are new. */
  readonly isNew: boolean
}

/** A sentence that withholds the certificate, or the least neutral one of a text that failed. */
export interface Deciding extends Region {
  /** Undefined if the sentence is in another language, and so was not scored. */
  readonly score: number | undefined
  /** Why it withholds the certificate; undefined if it is only the least neutral sentence. */
  readonly why: string | undefined
  readonly message: string
}

export interface Checked {
  readonly path: string
  /** Undefined for a text in an unsupported language. */
  readonly score: number | undefined
  /** The minimum; undefined if only the change counts. */
  readonly min: number | undefined
  readonly passed: boolean
  /** The earlier score, if there is one to compare with. */
  readonly before: number | undefined
  readonly reason: Analysis['reason'] | undefined
  /** The sentences that decide, least neutral first. */
  readonly deciding: readonly Deciding[]
  /** Strongest first. */
  readonly marks: readonly Mark[]
  readonly marksLeftOut: number
  readonly wordCount: number
  readonly modelVersion: string
  readonly lines: Lines
}

export interface Before {
  readonly score: number
  readonly words: ReadonlyMap<string, number>
}

interface CheckTerms {
  readonly min: number | undefined
  readonly before: Before | undefined
  readonly failOnFlagged: boolean
  readonly isManual: boolean
}

/** Smaller differences do not count: rewording a paragraph without loaded words changes the score of a page by this much. */
const NOISE = 0.03

/** A text with too few known words or in another language passes without a score; a short text that was certified or rejected does not. */
export function applyTerms(path: string, text: string, analysis: Analysis, terms: CheckTerms): Checked {
  const { min, before, failOnFlagged, isManual } = terms
  const reason = reasonOf(analysis)
  const score = analysis.ainScore
  const lines = linesIn(text)
  const isBelow = min !== undefined && score < min
  const isWorse = before !== undefined && score < before.score - NOISE
  const marks = marksOf(findingsOf(analysis, { isManual }), lines, before)
  // One plain sentence more can move a short text by more than the noise.
  const isStillNeutral = analysis.certified && !marks.some(({ isNew }) => isNew)
  const isRejected =
    reason === undefined &&
    (before === undefined ? isBelow : isWorse && (min === undefined ? !isStillNeutral : isBelow))
  const isFlagged = failOnFlagged && marks.some(({ kind, isNew }) => kind === 'flagged' && isNew)
  return {
    path,
    score: reason === 'unsupported_language' ? undefined : score,
    min,
    passed: !isFlagged && !isRejected,
    before: before?.score,
    reason,
    deciding: decidingIn(analysis, { lines, isRejected }),
    marks,
    marksLeftOut: analysis.evidenceTruncated,
    wordCount: analysis.wordCount,
    modelVersion: analysis.modelVersion,
    lines,
  }
}

/** Why a text has no score. A short text that was certified or rejected does have one. */
function reasonOf({ reason, certified, withheldBy }: Analysis): Checked['reason'] {
  return reason === 'insufficient_text' && (certified || withheldBy.length > 0) ? undefined : reason
}

/** Why a sentence withholds the certificate, for scorers that send no message. */
const WHY: Readonly<Record<string, string>> = {
  loaded: 'One sentence that takes a side this strongly withholds the certificate of the whole text.',
  generalisation: 'A sentence that is hostile to a group of people withholds the certificate of the whole text.',
  puffery: 'Praise in at least one sentence in ten withholds the certificate of the whole text.',
  quoted: 'A quotation that is hostile or very loaded withholds the certificate of the whole text.',
}
const LOWEST = 'The least neutral sentence.'

function decidingIn(analysis: Analysis, { lines, isRejected }: { lines: Lines; isRejected: boolean }): Deciding[] {
  const { sentences, withheldBy } = analysis
  const scores = new Map(sentences.map(({ start, ainScore }) => [start, ainScore]))
  const withheld = withheldBy.map((one): Deciding => {
    const { message } = one as { message?: string }
    const { start, end, why } = one
    return {
      ...lines.region(start, end),
      score: why === 'other_language' ? undefined : scores.get(start),
      why,
      message: message ?? WHY[why] ?? LOWEST,
    }
  })
  if (withheld.length > 0) return withheld.sort((a, b) => (a.score ?? 1) - (b.score ?? 1) || a.start - b.start)
  const [lowest] = isRejected ? [...sentences].sort((a, b) => a.ainScore - b.ainScore) : []
  if (!lowest) return []
  return [{ ...lines.region(lowest.start, lowest.end), score: lowest.ainScore, why: undefined, message: LOWEST }]
}

/** How often each marked word occurs in a text, for later comparison. */
export function tallyWords(marks: readonly { readonly text: string }[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const { text } of marks) words.set(nameOf(text), (words.get(nameOf(text)) ?? 0) + 1)
  return words
}

// If a word occurred twice and now occurs three times, the last one in the text is new.
function marksOf(findings: readonly Finding[], lines: Lines, before: Before | undefined): Mark[] {
  const known = new Map(before?.words)
  const fresh = new Set<Finding>()
  for (const finding of findings.toSorted((a, b) => a.evidence.start - b.evidence.start)) {
    const name = nameOf(finding.evidence.text)
    const left = known.get(name) ?? 0
    if (left > 0) known.set(name, left - 1)
    else fresh.add(finding)
  }
  return findings.map((finding) => {
    const { start, end, text, kind, weight, suggestion } = finding.evidence
    const sentence = finding.sentence ?? { start, end }
    return { ...lines.region(start, end), text, kind, weight, suggestion, sentence, isNew: fresh.has(finding) }
  })
}

function nameOf(word: string): string {
  return word.toLowerCase().replace(/\s+/g, ' ')
}
