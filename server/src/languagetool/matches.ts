// Evidence as LanguageTool's matches: its position, the reason, and replacements.
import type { Analysis, Evidence } from '@equipoise/score'
import { findingsOf } from '@equipoise/score/findings'
import type { AnnotatedText } from './annotated-text.ts'
import { CATEGORY, isWanted, type Rule, type RuleChoice, ruleOf } from './rules.ts'

export interface Match {
  readonly message: string
  readonly shortMessage: string
  /** Counted over text and markup, in UTF-16 code units. */
  readonly offset: number
  readonly length: number
  readonly replacements: readonly { readonly value: string }[]
  readonly context: { readonly text: string; readonly offset: number; readonly length: number }
  readonly sentence: string
  readonly type: { readonly typeName: string }
  readonly rule: {
    readonly id: string
    readonly description: string
    readonly issueType: string
    readonly category: { readonly id: string; readonly name: string }
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

interface MatchOptions {
  readonly choice: RuleChoice
  /** Whether to show loaded words in neutral sentences too. */
  readonly picky: boolean
}

export function matchesOf(analysis: Analysis, text: AnnotatedText, { choice, picky }: MatchOptions): Match[] {
  const shown = picky ? analysis.evidence : findingsOf(analysis).map(({ evidence }) => evidence)
  return shown
    .filter(({ kind }) => isWanted(ruleOf(kind), choice))
    .map((evidence) => matchOf(evidence, analysis, text))
    .toSorted((a, b) => a.offset - b.offset)
}

/** One match at the start of the text, for messages that an editor cannot show otherwise. */
export function noticeMatch(message: string, text: AnnotatedText): Match {
  const end = /^\s*\S+/.exec(text.original)?.[0].length ?? Math.min(1, text.original.length)
  const rule = { id: 'QUOTA_EXHAUSTED', description: 'The monthly quota is used up.' }
  const place = { start: 0, end }
  return {
    ...placed(place, text.original),
    ...worded(rule, message),
    replacements: [],
    sentence: text.original.slice(0, end),
  }
}

function matchOf(evidence: Evidence, analysis: Analysis, text: AnnotatedText): Match {
  const rule = ruleOf(evidence.kind)
  const { suggestion } = evidence
  const home = sentenceAt(analysis, evidence.start)
  return {
    ...placed(text.locate(evidence.start, evidence.end), text.original),
    ...worded(rule, messageOf(evidence, rule)),
    replacements: suggestion === undefined ? [] : [{ value: suggestion }],
    sentence: home ? sentenceOf(text.plain, home, evidence) : '',
  }
}

/** Every match carries its sentence; of a longer one, only the text around the match. */
const SENTENCE_LENGTH_MAX = 1_000

function sentenceOf(plain: string, home: Span, { start }: Span): string {
  if (home.end - home.start <= SENTENCE_LENGTH_MAX) return plain.slice(home.start, home.end)
  const from = Math.max(home.start, start - SENTENCE_LENGTH_MAX / 2)
  return plain.slice(from, Math.min(home.end, from + SENTENCE_LENGTH_MAX))
}

function messageOf({ text, suggestion }: Evidence, { description }: Rule): string {
  if (suggestion === undefined) return `“${text}”: ${description}`
  return suggestion === ''
    ? `“${text}”: ${description} The sentence works without it.`
    : `“${text}”: ${description} A neutral alternative is “${suggestion}”.`
}

function worded(rule: Rule, message: string) {
  return {
    message,
    shortMessage: rule.id === 'QUOTA_EXHAUSTED' ? 'Quota used up' : 'Loaded wording',
    type: { typeName: 'Hint' },
    rule: { ...rule, issueType: 'style', category: CATEGORY },
  }
}

const CONTEXT_LENGTH = 40

function placed({ start, end }: Span, original: string) {
  const from = Math.max(0, start - CONTEXT_LENGTH)
  const to = Math.min(original.length, end + CONTEXT_LENGTH)
  const before = from > 0 ? '...' : ''
  const after = to < original.length ? '...' : ''
  const text = before + original.slice(from, to).replaceAll(/[\r\n\t]/g, ' ') + after
  const length = end - start
  return { offset: start, length, context: { text, offset: start - from + before.length, length } }
}

function sentenceAt({ sentences }: Analysis, index: number): Analysis['sentences'][number] | undefined {
  return sentences.find(({ start, end }) => start <= index && index < end)
}
