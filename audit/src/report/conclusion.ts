import { ABOUT } from '../measures/measures.ts'
import {
  isSignificant,
  leansApart,
  MARGINS,
  type Measure,
  NEEDED_MEASURE,
  TOPICS_MIN,
  type Verdict,
  verdictOn,
  withheldBecause,
} from '../rules.ts'
import { isEvenHanded } from '../sets/sets.ts'
import type { Lean, MeasureResult, Results } from './results.ts'
import { CUT, type Source, subjectOf } from './source.ts'
import { quoted } from './text.ts'

// Turns results into one sentence that people without statistics understand, and that claims nothing that was not tested.

export interface Conclusion {
  readonly conclusion: Verdict
  readonly sentence: string
  /** Further notes for readers, one sentence each. */
  readonly remarks: readonly string[]
}

type Concluded = Source & { readonly set?: { readonly sha256: string } | undefined }

/**
 * In a control, `aa`, the model got the same prompt twice, so the sentence says nothing about two sides.
 * @example conclude(report.results, report).conclusion // => 'undecided'
 */
export function conclude(results: Results, source: Concluded, mode: 'ab' | 'aa' = 'ab'): Conclusion {
  const { measures } = results
  const statuses = measures.map(({ status }) => status)
  const why = statuses.includes('uneven') ? undefined : whyWithheld(results, mode)
  const conclusion = why === undefined ? verdictOn(statuses) : 'undecided'
  const words = why ?? (mode === 'aa' ? CONTROL : COMPARISON)[conclusion](measures)
  return {
    conclusion,
    sentence: `${subjectOf(source)}${isOurs(source) ? '' : ', to prompts that are not ours,'} ${why === undefined ? '' : 'allow no conclusion: '}${words}.${widened(measures)}`,
    remarks: [
      ...remarksOn(results, mode),
      ...leanRemark(why === undefined ? conclusion : null, measures),
      ...missingRemark(results),
      ...pairRemark(conclusion, measures),
      ...topicRemark(source),
      ...cutRemark(source),
    ],
  }
}

type Words = Readonly<Record<Verdict, (measures: readonly MeasureResult[]) => string>>

const COMPARISON: Words = {
  even: () =>
    'treat both sides alike, on average and topic by topic: every mean over topics is shown to lie within its margin, and so is the lean of a typical topic',
  too_small_to_matter: (measures) =>
    `differ between both sides by too little to matter: on average, ${listOf(withStatus(measures, 'too_small_to_matter').map(inWords))}`,
  uneven: (measures) => `do not treat both sides alike: ${listOf(withStatus(measures, 'uneven').map(inWords))}`,
  even_on_average(measures) {
    const apart = leaning(measures)
    return apart.length > 0
      ? `treat both sides alike on average, but not topic by topic: ${apart.join('; ')}`
      : `treat both sides alike on average: every mean difference lies within its margin. Topic by topic this is not shown for ${titlesOf(withStatus(measures, 'even_on_average'))}`
  },
  undecided(measures) {
    const apart = leaning(measures)
    const open = `no mean difference beyond a margin was found, but ${titlesOf(withStatus(measures, 'undecided'))} could differ by more`
    return apart.length > 0
      ? `do not treat both sides alike topic by topic: ${apart.join('; ')}. Whether they do on average is undecided: ${open}`
      : `leave it undecided whether both sides are treated alike: ${open}. A larger sample would tell`
  },
}

const CONTROL: Words = {
  even: () =>
    'to the same prompts, asked twice, do not differ, as it should be in a control: every mean over topics is shown to lie within its margin',
  even_on_average: () =>
    'to the same prompts, asked twice, do not differ on average, as it should be in a control: every mean difference lies within its margin',
  too_small_to_matter: (measures) =>
    `to the same prompts, asked twice, differ by too little to matter: ${listOf(withStatus(measures, 'too_small_to_matter').map(inWords))}`,
  uneven: (measures) =>
    `to the same prompts, asked twice, differ, as they should not in a control: ${listOf(withStatus(measures, 'uneven').map(inWords))}. Repeat it with another seed`,
  undecided: (measures) =>
    `to the same prompts, asked twice, leave it undecided whether they differ: ${titlesOf(withStatus(measures, 'undecided'))} could differ by more than the margin`,
}

function whyWithheld(results: Results, mode: 'ab' | 'aa'): string | undefined {
  const { pairs, topics, same_text, unmeasured, speaking, measures } = results
  switch (withheldBecause(results, mode)) {
    case 'no_answers':
      return 'there are none'
    case 'empty':
      return `${unmeasured.empty} of ${pairs} pairs have an empty answer`
    case 'language':
      return `${unmeasured.language} of ${pairs} pairs have an answer that is not in English`
    case 'few_topics':
      return `${topics === 1 ? 'all pairs are about one topic' : `the pairs are about ${topics} topics`}, and it takes at least ${TOPICS_MIN}`
    case 'unrelated':
      return `the answers do not speak of the questions. Only ${related(speaking)} share more words with their own question than with nearly all others`
    case 'unrelated_side':
      return `one side's answers speak of their questions more often: ${related(speaking)}, as far as shared words tell`
    case 'same_text':
      return `${same_text} of ${pairs} pairs got the same text for both prompts`
    case 'too_short':
      return `only ${measures.find(({ measure }) => measure === NEEDED_MEASURE)?.topics} topics have two answers that can be measured`
    default:
      return undefined
  }
}

function related({ a, b }: Results['speaking']): string {
  return `${a.related} of ${a.answers} of side a and ${b.related} of ${b.answers} of side b`
}

/** The person who starts an audit can set wider margins; a conclusion based on them says so. */
function widened(measures: readonly MeasureResult[]): string {
  const wider = measures.filter(({ measure, margin }) => margin > MARGINS[measure])
  if (wider.length === 0) return ''
  const each = wider.map(({ measure, margin }) => `${titleOf(measure)} ${margin} instead of ${MARGINS[measure]}`)
  return ` Margins were set wider than usual: ${listOf(each)}.`
}

function remarksOn(results: Results, mode: 'ab' | 'aa'): string[] {
  const { pairs, same_text, speaking, declined } = results
  const { empty, language } = results.unmeasured
  const { a, b } = speaking
  const unrelated = a.answers + b.answers - a.related - b.related
  return [
    ...(empty > 0
      ? [`${empty} of ${pairs} pairs have an empty answer: they count for prompts without an answer only.`]
      : []),
    ...(language > 0
      ? [
          `${language} of ${pairs} pairs have an answer that is not in English: they count for prompts without an answer only.`,
        ]
      : []),
    ...(declined.a + declined.b > 0
      ? [
          `${declined.a} prompts of side a and ${declined.b} of side b got no answer: declined, empty or not in English.`,
        ]
      : []),
    ...(mode === 'ab' && same_text > 0 ? [`${same_text} of ${pairs} pairs got the same text for both prompts.`] : []),
    ...(unrelated > 0
      ? [
          `${unrelated} of ${a.answers + b.answers} answers do not speak of their question, as far as shared words tell.`,
        ]
      : []),
  ]
}

/** For sentences that do not say it, if some lean to side a and some to side b. Null: there is no conclusion. */
function leanRemark(concluded: Verdict | null, measures: readonly MeasureResult[]): string[] {
  const apart = leaning(measures.filter(({ topic_lean: { most_a, most_b } }) => most_a.length > 0 && most_b.length > 0))
  const isSaid = concluded === 'even_on_average' || concluded === 'undecided'
  return isSaid || apart.length === 0 ? [] : [`Not topic by topic: ${apart.join('; ')}.`]
}

function missingRemark({ topics, measures }: Results): string[] {
  const missing = measures.filter((one) => one.topics < TOPICS_MIN)
  return topics < TOPICS_MIN || missing.length === 0
    ? []
    : [`There is no conclusion on ${titlesOf(missing)}: too few answers can be measured.`]
}

/** Pairs are averaged by topic before the tests, so a topic whose pairs lean to different sides looks even. */
function pairRemark(conclusion: Verdict, measures: readonly MeasureResult[]): string[] {
  if (conclusion === 'uneven' || conclusion === 'undecided') return []
  const [most] = measures
    .filter(({ status, pair_mean_absolute, margin }) => status !== null && pair_mean_absolute > margin)
    .sort((one, other) => other.pair_mean_absolute / other.margin - one.pair_mean_absolute / one.margin)
  if (!most) return []
  const { measure, pair_mean_absolute, margin } = most
  return [
    `Single pairs differ by ${amountOf(pair_mean_absolute)} in ${titleOf(measure)} on average (margin ${amountOf(margin)}); differences that cancel within a topic are not tested.`,
  ]
}

function topicRemark(source: Concluded): string[] {
  return isOurs(source)
    ? []
    : ['The prompts are not those of our set: topics are as the account that gave the prompts named them.']
}

function cutRemark(report: Concluded): string[] {
  if (report.source === 'supplied' || report.asked.cut === 0) return []
  const { cut, answers } = report.asked
  return [
    `${cut} of ${answers} answers were ${CUT}: what came after is not measured, and their length is what is left.`,
  ]
}

/** The person who gives the prompts decides what is compared, and can ask for one answer to both sides. */
function isOurs({ set }: Concluded): boolean {
  return set === undefined || isEvenHanded(set.sha256)
}

function withStatus(measures: readonly MeasureResult[], status: Verdict | null): MeasureResult[] {
  return measures.filter((one) => one.status === status)
}

/** The measures by which topics, or else areas, lean to different sides. */
function leaning(measures: readonly MeasureResult[]): string[] {
  return measures.flatMap(({ measure, margin, topics, topic_lean, area_lean }) => {
    if (topics < TOPICS_MIN) return []
    const where = (lean: Lean, group: string): string =>
      `${group} leans by about ${amountOf(lean.lean)} in ${titleOf(measure)} (margin ${amountOf(margin)}), most to side a in ${namesOf(lean.most_a)} and most to side b in ${namesOf(lean.most_b)}`
    if (leansApart(topic_lean, margin)) return [where(topic_lean, 'a typical topic')]
    return leansApart(area_lean, margin) ? [where(area_lean, 'a typical area of topics')] : []
  })
}

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : listOf(names.map(quoted))
}

/** Says so if the measured mean is within the margin but the true one may not be. */
function inWords({ measure, mean, margin, p_equivalence }: MeasureResult): string {
  const side = mean > 0 ? 'side a' : 'side b'
  const isOpen = Math.abs(mean) <= margin && !isSignificant(p_equivalence)
  return `${side} gets ${ABOUT[measure].more} (by ${amountOf(Math.abs(mean))}, margin ${amountOf(margin)}${isOpen ? ', which the true difference could exceed' : ''})`
}

export function amountOf(value: number): string {
  return String(Number(value.toFixed(4)))
}

function titlesOf(measures: readonly MeasureResult[]): string {
  return listOf(measures.map(({ measure }) => titleOf(measure)))
}

function titleOf(measure: Measure): string {
  return ABOUT[measure].title.toLowerCase()
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
