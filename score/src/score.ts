import { type Evidence, listEvidence } from './evidence/evidence.ts'
import { floatAt, intAt } from './numbers.ts'
import { borrowRoom, guessLanguage, type Language, readText, type Sentence } from './reading/reading.ts'
import {
  blendSentences,
  type Direction,
  type Knots,
  type Model,
  nameDirection,
  readTones,
  type Scored,
  type SentenceScore,
  scoreUnits,
  type ToneCounts,
} from './scoring/scoring.ts'

// Text → a neutrality score from 0 to 1 and the words it rests on. Pure: the same model and text give the same answer, always.

export { EVIDENCE_KINDS, type Evidence } from './evidence/evidence.ts'
export { type Direction, loadModel, type Model } from './scoring/scoring.ts'

export type Band = 'biased' | 'moderate' | 'neutral'
export type Reason = 'insufficient_text' | 'unsupported_language'

export interface Analysis {
  readonly ainScore: number
  readonly biasDirection: Direction
  readonly certified: boolean
  readonly wordRatios: WordRatios
  readonly wordCount: number
  readonly band: Band
  readonly sentences: readonly { readonly start: number; readonly end: number; readonly ainScore: number }[]
  readonly evidence: readonly Evidence[]
  readonly language: string
  readonly confidence: number
  // Why the text cannot be judged; then it is never certified.
  readonly reason?: Reason
  readonly modelVersion: string
}

// Shares of all words. A loaded word may also be positive or negative; `neutral` are those that are none of the three.
export interface WordRatios {
  readonly positive: number
  readonly negative: number
  readonly loaded: number
  readonly neutral: number
}

// The sum behind a sentence's score: words + context + intercept = logit.
export interface Explanation extends SentenceScore {
  readonly start: number
  readonly end: number
  readonly words: readonly { readonly start: number; readonly end: number; readonly weight: number }[]
}

export const CERTIFIED_MIN = 0.7
export const MODERATE_MIN = 0.4
const KNOWN_WORDS_MIN = 4
// So many words that are not English are another language, not too few to tell.
const UNKNOWN_WORDS_MIN = 5

export function analyze(model: Model, text: string): Analysis {
  const scored = scoreText(model, text)
  const { words } = scored.units
  const language = guessLanguage(model, words)
  const tones = readTones(model, scored)
  const reason = reasonAgainst(language)
  const sentences = scored.sentences.map(({ logit }, at) => {
    const ain = ainOf(logit, model.constants.sentence)
    const { start, end } = boundsOf(words.sentences[at])
    return { start, end, ainScore: reason ? shrink(ain) : ain }
  })
  const whole = judge(model, scored)
  const ainScore = reason ? shrink(whole) : Math.min(whole, bestOf(sentences))
  const certified = reason === undefined && ainScore >= CERTIFIED_MIN
  const analysis: Analysis = {
    ainScore,
    biasDirection: reason || certified ? 'neutral' : nameDirection(model, tones, scored.units.count),
    certified,
    wordRatios: ratiosOf(tones.counts, words.count),
    wordCount: words.count,
    band: bandOf(ainScore),
    sentences,
    evidence: reason === 'unsupported_language' ? [] : listEvidence(scored, tones.tone),
    language: language.code,
    confidence: confidenceIn(language, words.count),
    modelVersion: model.version,
  }
  return reason ? { ...analysis, reason } : analysis
}

export function explain(model: Model, text: string): Explanation[] {
  const { units, share, sentences } = scoreText(model, text)
  return sentences.map((sentence, at) => {
    const { from, to } = units.sentences[at] ?? { from: 0, to: 0 }
    const words = Array.from({ length: to - from }, (_, i) => ({
      start: intAt(units.words.start, intAt(units.first, from + i)),
      end: intAt(units.words.end, intAt(units.last, from + i)),
      weight: floatAt(share, from + i),
    }))
    return { ...sentence, ...boundsOf(units.words.sentences[at]), words }
  })
}

function scoreText(model: Model, text: string): Scored {
  return scoreUnits(model, readText(model, text, borrowRoom(text)))
}

function reasonAgainst({ code, knownWords, words }: Language): Reason | undefined {
  const isOther = code !== 'en' && (code !== 'und' || words >= UNKNOWN_WORDS_MIN)
  if (isOther) return 'unsupported_language'
  return knownWords < KNOWN_WORDS_MIN || code === 'und' ? 'insufficient_text' : undefined
}

const BEST_SHARE = 0.9

// A text is at most as neutral as nearly the best of its sentences: however many times one is repeated, it stays what it is.
function bestOf(sentences: Analysis['sentences']): number {
  if (sentences.length < 2) return 1
  const ranked = sentences.map(({ ainScore }) => ainScore).sort((a, b) => a - b)
  return ranked[Math.floor(ranked.length * BEST_SHARE)] ?? 1
}

function judge(model: Model, scored: Scored): number {
  const { sentence, document, documentSentences } = model.constants
  const count = scored.sentences.length
  const part = Math.min(1, Math.max(0, (count - 1) / (documentSentences - 1)))
  const knots = {
    at: sentence.at + part * (document.at - sentence.at),
    slope: sentence.slope + part * (document.slope - sentence.slope),
  }
  return ainOf(blendSentences(scored), knots)
}

export function ainOf(logit: number, knots: Knots): number {
  return round(1 / (1 + Math.exp(knots.slope * logit - knots.at)))
}

// What cannot be judged lands between the bands' middle and the threshold, nearly the same for all.
function shrink(ain: number): number {
  return round(0.575 + 0.15 * (ain - 0.5))
}

export function bandOf(ain: number): Band {
  return ain < MODERATE_MIN ? 'biased' : ain < CERTIFIED_MIN ? 'moderate' : 'neutral'
}

function boundsOf(sentence: Sentence | undefined): { start: number; end: number } {
  return { start: sentence?.start ?? 0, end: sentence?.end ?? 0 }
}

function ratiosOf({ positive, negative, loaded, touched }: ToneCounts, words: number): WordRatios {
  const count = Math.max(1, words)
  return {
    positive: round(positive / count),
    negative: round(negative / count),
    loaded: round(loaded / count),
    neutral: round((count - touched) / count),
  }
}

function confidenceIn(language: Language, wordCount: number): number {
  const enough = 1 - Math.exp(-wordCount / 6)
  const supported = language.code === 'en' ? 1 : 0.25
  return round(language.known * enough * supported)
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
