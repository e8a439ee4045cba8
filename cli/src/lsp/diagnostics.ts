import { kindTitle, whyOf } from '@equipoise/score/kinds'
import { type Diagnostic, DiagnosticSeverity, type Hover, MarkupKind, type Range } from 'vscode-languageserver'
import type { Mark } from '../judging/judging.ts'
import { adviceOf, cut, messageOf, shown, verdictOf } from '../printing/report.ts'
import type { ScoredDocument } from './documents.ts'

// What an editor shows: one diagnostic per loaded sentence, with its words; a separate one per sentence that withholds the certificate;
// and the full reasons on hover.

const SOURCE = 'equipoise'
const WORD_CHARACTERS_MAX = 60
/** How many words a message names; the others are related information. */
const WORDS_NAMED_MAX = 5

/** In a text that passes, loaded sentences are only hints. */
export function diagnosticsOf(scored: ScoredDocument): Diagnostic[] {
  const { checked } = scored
  const withheld = checked.deciding.filter(({ why }) => why !== undefined)
  const told = new Set(withheld.map(({ start }) => start))
  // A sentence that withholds the certificate as a whole is not reported twice.
  const marks = checked.marks.filter(({ kind, start }) => !(kind === 'generalisation' && told.has(start)))
  const groups = new Map<number, Mark[]>()
  for (const mark of marks) groups.set(mark.sentence.start, [...(groups.get(mark.sentence.start) ?? []), mark])
  const lowest = checked.deciding.filter(({ why, start }) => why === undefined && !groups.has(start))
  return [
    ...[...withheld, ...lowest].map(({ start, end, why, message, score }): Diagnostic => {
      const isWarning = why !== undefined && !checked.passed
      const severity = isWarning ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information
      const code = why === undefined ? 'least-neutral' : `withheld-by-${why.replaceAll('_', '-')}`
      return {
        range: rangeOf(scored, { start, end }),
        severity,
        source: SOURCE,
        code,
        message: score === undefined ? message : `${message} (${shown(score)})`,
      }
    }),
    ...[...groups.values()].map((group) => sentenceDiagnostic(scored, group)),
  ]
}

function sentenceDiagnostic(scored: ScoredDocument, marks: readonly Mark[]): Diagnostic {
  const [{ sentence } = { sentence: { start: 0, end: 0 } }] = marks
  const isFlagged = marks.every(({ kind }) => kind === 'flagged')
  const score = scoreAt(scored, sentence.start)
  const words = marks.slice(0, WORDS_NAMED_MAX).map(named)
  const left = marks.length - words.length
  return {
    range: rangeOf(scored, sentence),
    severity: severityOf(scored, isFlagged),
    source: SOURCE,
    code: isFlagged ? 'flagged-word' : 'loaded-sentence',
    message: [
      ...(score === undefined || isFlagged ? [] : [`Neutrality of this sentence: ${shown(score)}.`]),
      ...words,
      ...(left > 0 ? [`And ${left} more.`] : []),
    ].join(' '),
    relatedInformation: marks.map((mark) => ({
      location: { uri: scored.document.uri, range: rangeOf(scored, mark) },
      message: messageOf(mark),
    })),
  }
}

function severityOf({ checked, failOnFlagged }: ScoredDocument, isFlagged: boolean): DiagnosticSeverity {
  if (isFlagged) return failOnFlagged ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information
  return checked.passed ? DiagnosticSeverity.Hint : DiagnosticSeverity.Information
}

function named({ text, kind, suggestion }: Mark): string {
  return `“${cut(text, WORD_CHARACTERS_MAX)}” (${kindTitle(kind)}): ${lower(adviceOf(suggestion, kind))}`
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The reasons for the word or sentence at a position; undefined if nothing is marked there. */
export function hoverAt(scored: ScoredDocument, offset: number): Hover | undefined {
  const { checked } = scored
  const holds = ({ start, end }: { start: number; end: number }): boolean => start <= offset && offset <= end
  const marks = checked.marks.filter((mark) => holds(mark.sentence))
  const here = marks.filter((mark) => mark.kind !== 'generalisation' && holds(mark))
  const withheld = checked.deciding.filter((one) => one.why !== undefined && holds(one))
  const [about] = [...here, ...marks.map(({ sentence }) => sentence), ...withheld]
  if (!about) return undefined
  const score = scoreAt(scored, (marks[0]?.sentence ?? about).start)
  const value = [
    ...(here.length > 0 ? here : marks).map(({ text, kind, suggestion }) => {
      return `**${escaped(cut(text, WORD_CHARACTERS_MAX))}** · ${kindTitle(kind)}: ${whyOf(kind)} ${escaped(adviceOf(suggestion, kind))}`
    }),
    ...withheld.map(({ message }) => message),
    `${score === undefined ? '' : `This sentence: ${shown(score)}. `}The document: ${verdictOf(checked)}.`,
  ].join('\n\n')
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOf(scored, about) }
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&')
}

function scoreAt({ analysis }: ScoredDocument, start: number): number | undefined {
  return analysis.sentences.find((sentence) => sentence.start === start)?.ainScore
}

/** Positions count UTF-16 code units, as strings do. */
export function rangeOf({ document }: Pick<ScoredDocument, 'document'>, span: { start: number; end: number }): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) }
}
