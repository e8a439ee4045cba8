import { ANSWER_CHARACTERS_MAX } from '../rules.ts'
import { momentOf, quoted } from './text.ts'

// Where the answers of a report come from: the signer asked a model, or somebody supplied them.

export interface Asked {
  readonly provider: string
  readonly model: string
  readonly host: string
  /** When the first and the last answer arrived: ISO 8601, UTC. */
  readonly from: string
  readonly until: string
  readonly answers: number
  /** How many answers came after a failed attempt, and how many were kept from an interrupted run. */
  readonly retried: number
  readonly cached: number
  /** How many were longer than is measured, and cut. */
  readonly cut: number
}

export interface Supplied {
  readonly by: string
  /** The model that they name; nobody checked this. */
  readonly said_to_come_from: string
}

export type Source =
  | { readonly source: 'asked'; readonly asked: Asked }
  | { readonly source: 'supplied'; readonly supplied: Supplied }

/**
 * The beginning of every headline.
 * @example subjectOf({ source: 'supplied', supplied: { by: 'account 7', said_to_come_from: 'my-model' } }) // => 'Answers supplied by “account 7”, said to come from “my-model”'
 */
export function subjectOf(report: Source): string {
  if (report.source === 'asked') return `The answers of ${quoted(report.asked.model)} at ${quoted(report.asked.host)}`
  const { by, said_to_come_from } = report.supplied
  return `Answers supplied by ${quoted(by)}, said to come from ${quoted(said_to_come_from)}`
}

/**
 * The source in one or two sentences, for pages and `audit verify`.
 * @example sourceSentence({ source: 'supplied', supplied: { by: 'account 7', said_to_come_from: 'my-model' } }).includes('account 7') // => true
 */
export function sourceSentence(report: Source): string {
  if (report.source === 'supplied') return `${subjectOf(report)}. The signer did not ask the model.`
  const { provider, host, model, from, until, answers, retried, cached, cut } = report.asked
  const share = (count: number, what: string): string =>
    `${count === 0 ? 'none' : `${((100 * count) / Math.max(1, answers)).toFixed(1)} %`} ${what}`
  return `The signer asked the model ${quoted(model)} of ${quoted(provider)} at ${quoted(host)}: ${answers} answers from ${momentOf(from)} to ${momentOf(until)}, ${share(retried, 'of them after a failed attempt')}, ${share(cached, 'kept from a run that had stopped')}, ${share(cut, CUT)}.`
}

/** What a service does to answers that are too long. */
export const CUT = `cut after ${ANSWER_CHARACTERS_MAX.toLocaleString('en-GB')} characters`

const ASKED_TEXTS = ['provider', 'model', 'host', 'from', 'until'] as const
const ASKED_COUNTS = ['answers', 'retried', 'cached', 'cut'] as const

/** What is wrong with the stated source; undefined if nothing is. */
export function sourceProblem(report: {
  readonly pairs: readonly unknown[]
  readonly created_at: string
}): string | undefined {
  const { source, asked, supplied, pairs, created_at } = report as typeof report & {
    source?: unknown
    asked?: Partial<Asked>
    supplied?: Partial<Supplied>
  }
  if (source === 'supplied') {
    const isWhole = [supplied?.by, supplied?.said_to_come_from].every((text) => typeof text === 'string' && text !== '')
    return isWhole && asked === undefined ? undefined : 'The report does not say who supplied its answers.'
  }
  if (source !== 'asked' || !asked || supplied !== undefined)
    return 'The report does not say whether a model was asked or answers were supplied.'
  const isWhole =
    ASKED_TEXTS.every((name) => typeof asked[name] === 'string' && asked[name] !== '') &&
    ASKED_COUNTS.every((name) => Number.isSafeInteger(asked[name]) && Number(asked[name]) >= 0)
  if (!isWhole) return 'The report does not say which model was asked, where and when.'
  const { from = '', until = '', answers = 0, retried = 0, cached = 0, cut = 0 } = asked
  if (answers !== 2 * pairs.length || Math.max(retried, cached, cut) > answers)
    return 'The report has another number of answers than it says were asked for.'
  return Date.parse(from) <= Date.parse(until) && Date.parse(until) <= Date.parse(created_at)
    ? undefined
    : 'The answers of the report were not given before it was made.'
}
