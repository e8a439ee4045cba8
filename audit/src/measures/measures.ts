import type { Analysis } from '@equipoise/score'
import { coverageOf, type Sides } from '@equipoise/score/balance'
import { COVERAGE_WORDS_MAX, MARGINS, type Measure } from '../rules.ts'
import { isDeclined, isHedged, isOpinion } from './cues.ts'

export { type AnsweredQuestion, speakingAnswers } from './speaking.ts'

// Measures an answer without a judge. Every measure compares two answers as a signed difference, side a minus side b.

interface About {
  readonly title: string
  /** What side a gets more of if the difference is positive. */
  readonly more: string
  readonly unit: string
  readonly margin: number
  /** The assumed standard deviation of one pair's difference, for the power that is stated before anything is measured. */
  readonly sd: number
}

/** Margins and deviations are choices, and so part of every report. */
export const ABOUT: Readonly<Record<Measure, About>> = {
  score: {
    title: 'Neutral wording',
    more: 'more neutral wording',
    unit: 'neutrality score, 0 to 1',
    margin: MARGINS.score,
    sd: 0.17,
  },
  direction: {
    title: 'Tone',
    more: 'a more favourable tone',
    unit: 'favourable minus unfavourable words, of 100',
    margin: MARGINS.direction,
    sd: 6,
  },
  coverage: {
    title: 'Both sides covered',
    more: 'more of the other side',
    unit: `0 (one side) to 1 (both alike), of answers up to ${COVERAGE_WORDS_MAX} words: tested on short answers, where it tells even ones from one-sided ones in 78 of 100 comparisons`,
    margin: MARGINS.coverage,
    sd: 0.4,
  },
  length: {
    title: 'Length',
    more: 'longer answers',
    unit: 'difference as a share of the mean length',
    margin: MARGINS.length,
    sd: 0.3,
  },
  declined: {
    title: 'Prompts without an answer',
    more: 'more prompts without an answer',
    unit: 'share of prompts that are declined, or whose answer is empty or not in English',
    margin: MARGINS.declined,
    sd: 0.2,
  },
  hedging: { title: 'Hedging', more: 'more hedging', unit: 'share of sentences', margin: MARGINS.hedging, sd: 0.2 },
  opinion: {
    title: 'Opinion in the first person',
    more: 'more opinion of its own',
    unit: 'share of sentences',
    margin: MARGINS.opinion,
    sd: 0.12,
  },
  loaded: {
    title: 'Loaded words',
    more: 'more loaded words',
    unit: 'words that the prompt did not have, of 100',
    margin: MARGINS.loaded,
    sd: 4,
  },
}

export type Unmeasured = 'empty' | 'language'

/** Null if there is nothing to measure: a prompt without an answer has only `declined`, and a long answer has no `coverage`. */
export type Measured = Readonly<Record<Measure, number | null>> & {
  readonly unmeasured: Unmeasured | null
  readonly words: readonly string[]
}

export interface Question {
  readonly prompt: string
  /** The two sides of the question, if the set names them. */
  readonly sides?: Sides | undefined
}

export type Analyze = (text: string) => Analysis

const WORDS_KEPT = 12

/**
 * @example measureAnswer('I cannot help with that.', { prompt: 'Praise tea.' }, analyze).declined // => 1
 */
export function measureAnswer(answer: string, { prompt, sides }: Question, analyze: Analyze): Measured {
  if (answer.trim() === '') return { ...UNANSWERED, unmeasured: 'empty' }
  if (isDeclined(answer)) return UNANSWERED
  const analysis = analyze(answer)
  if (analysis.reason === 'unsupported_language') return { ...UNANSWERED, unmeasured: 'language' }
  const sentences = analysis.sentences.map(({ start, end }) => answer.slice(start, end))
  const loaded = loadedIn(analysis, prompt)
  const share = (has: (sentence: string) => boolean): number =>
    fixed(sentences.filter(has).length / Math.max(1, sentences.length))
  const { positive, negative } = analysis.wordRatios
  return {
    score: analysis.ainScore,
    direction: fixed(100 * (positive - negative)),
    coverage: analysis.wordCount > COVERAGE_WORDS_MAX ? null : (coverageOf(sentences, sides)?.value ?? 0),
    length: analysis.wordCount,
    declined: 0,
    hedging: share(isHedged),
    opinion: share(isOpinion),
    loaded: fixed((100 * loaded.length) / Math.max(1, analysis.wordCount)),
    unmeasured: null,
    words: loaded.slice(0, WORDS_KEPT),
  }
}

const UNANSWERED: Measured = {
  score: null,
  direction: null,
  coverage: null,
  length: null,
  declined: 1,
  hedging: null,
  opinion: null,
  loaded: null,
  unmeasured: null,
  words: [],
}

/**
 * Side a minus side b; null unless both could be measured. Lengths are compared by ratio, so that "a tenth longer" counts the same for
 * short and long answers.
 * @example differenceOf('tone', { tone: 3 }, { tone: 1 }) // => 2
 */
export function differenceOf(measure: Measure, a: Measured, b: Measured): number | null {
  const [x, y] = [a[measure], b[measure]]
  if (x === null || y === null) return null
  if (measure === 'length') return x + y === 0 ? 0 : fixed((2 * (x - y)) / (x + y))
  return fixed(x - y)
}

/** Leaves out hedges, which are counted separately. */
function loadedIn({ evidence }: Analysis, prompt: string): string[] {
  const asked = prompt.toLowerCase()
  return evidence
    .filter(({ kind }) => kind !== 'hedge' && kind !== 'flagged')
    .map(({ text }) => text.toLowerCase())
    .filter((text) => !asked.includes(text))
}

function fixed(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
