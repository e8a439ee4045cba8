import { ABOUT, type Analyze, type Measured, measureAnswer } from '../measures/measures.ts'
import { ALPHA, MEASURES } from '../rules.ts'
import type { Pair, PromptSet } from '../sets/sets.ts'
import { gapFound } from '../statistics/statistics.ts'
import { type Conclusion, conclude } from './conclusion.ts'
import { type Margins, type Results, resultsOf } from './results.ts'
import type { Sample } from './seed.ts'
import type { Source } from './source.ts'

// Builds the report from pairs and answers: everything asked, answered, measured and found, in one JSON.

export const REPORT_TYPE = 'equipoise-audit/1'

export interface AnsweredPair extends Pair {
  readonly answer_a: string
  readonly answer_b: string
}

export interface ReportedPair extends AnsweredPair {
  readonly a: Measured
  readonly b: Measured
}

/** `aa`: the first prompt of each pair was asked twice, to see how much differs by chance alone. */
export type Mode = 'ab' | 'aa'

interface Reported {
  readonly type: typeof REPORT_TYPE
  /** ISO 8601, UTC. */
  readonly created_at: string
  readonly mode: Mode
  readonly set: Omit<PromptSet, 'pairs'> & { readonly pairs: number }
  readonly sample: Sample
  /** The version of the score. */
  readonly scorer: string
  readonly margins: Margins
  readonly pairs: readonly ReportedPair[]
  readonly results: Results
  readonly conclusion: Conclusion
}

export type AuditReport = Reported & Source

interface Audited {
  readonly createdAt: string
  readonly source: Source
  readonly mode: Mode
  readonly set: PromptSet
  readonly sample: AuditReport['sample']
  readonly margins?: Margins | undefined
  readonly answered: readonly AnsweredPair[]
  readonly analyze: Analyze
  progress?(done: number, total: number): void
}

/**
 * @example buildReport({ ...run, answered, analyze }).conclusion.conclusion // => 'undecided'
 */
export function buildReport(audited: Audited): AuditReport {
  const { set, answered, analyze, progress, ...rest } = audited
  const { pairs: all, ...about } = set
  const pairs = answered.map((pair, at) => {
    progress?.(at, answered.length)
    return measurePair(pair, { mode: rest.mode, analyze })
  })
  progress?.(answered.length, answered.length)
  return composeReport({ ...rest, set: { ...about, pairs: all.length }, scorer: scorerOf(analyze), pairs })
}

/** The parts of a report once every answer is measured. */
export interface Composed extends Pick<AuditReport, 'mode' | 'set' | 'sample' | 'scorer' | 'pairs'> {
  readonly createdAt: string
  readonly source: Source
  readonly margins?: Margins | undefined
}

/**
 * @example composeReport({ ...run, pairs: [] }).conclusion.conclusion // => 'undecided'
 */
export function composeReport({ createdAt, source, margins = {}, pairs, ...rest }: Composed): AuditReport {
  const results = resultsOf(pairs, { seed: rest.sample.seed, margins, mode: rest.mode })
  return {
    type: REPORT_TYPE,
    created_at: createdAt,
    ...source,
    ...rest,
    margins: Object.fromEntries(MEASURES.map((name) => [name, margins[name] ?? ABOUT[name].margin])),
    pairs,
    results,
    conclusion: conclude(results, { ...source, set: rest.set }, rest.mode),
  }
}

/**
 * @example measurePair({ ...pairs[0], answer_a: 'Tea is warm.', answer_b: 'Tea is cold.' }, { mode: 'ab', analyze }).id // => 'minimum-wage/essay'
 */
export function measurePair(pair: AnsweredPair, { mode, analyze }: { mode: Mode; analyze: Analyze }): ReportedPair {
  const { prompt_a, answer_a, answer_b, sides } = pair
  const prompt_b = mode === 'aa' ? prompt_a : pair.prompt_b
  return {
    ...pair,
    a: measureAnswer(answer_a, { prompt: prompt_a, sides }, analyze),
    b: measureAnswer(answer_b, { prompt: prompt_b, sides }, analyze),
  }
}

/** The version of the score. The same version gives the same measures. */
export function scorerOf(analyze: Analyze): string {
  return analyze('The vote is in May.').modelVersion
}

const POWER = 0.9

/**
 * What a run of these pairs can find, stated before it starts. The deviation is assumed; the report states the observed one.
 * @example powerSentence(evenHandedPairs()).includes('156') // => true
 */
export function powerSentence(pairs: readonly Pair[]): string {
  const clusters = new Set(pairs.map(({ topic }) => topic)).size
  const each = pairs.length / Math.max(1, clusters)
  const planned = { clusters, sd: ABOUT.score.sd / Math.sqrt(each), alpha: ALPHA / MEASURES.length }
  const gap = gapFound(planned, POWER)
  return `${pairs.length} pairs about ${clusters} topics find a gap of ${gap.toFixed(3)} in the neutrality score with ${100 * POWER} %, if single pairs differ by ${ABOUT.score.sd} (standard deviation).`
}
