import type { Analysis, Reason, WordRatios } from './analysis.ts'
import { balanceOf } from './balance/balance.ts'
import {
  bandOf,
  CERTIFIED_MIN,
  MODERATE_MIN,
  messageOf,
  type Objection,
  UNCERTIFIED_MAX,
  type Withholding,
} from './certificate.ts'
import { type Evidence, listEvidence, listFlagged } from './evidence/evidence.ts'
import { termsOfArt } from './lexicon/lexicon.ts'
import { floatAt, intAt, round } from './numbers.ts'
import { joinAnalyses, splitText } from './parts.ts'
import {
  borrowRoom,
  findOwnWords,
  guessLanguage,
  indexPhrases,
  type Language,
  maskIgnored,
  type OwnWords,
  type Phrases,
  type PlainText,
  readPlainText,
  readText,
  type Sentence,
  type WordLists,
} from './reading/reading.ts'
import {
  type Blend,
  blendSentences,
  type Deep,
  type DeepScored,
  type DeepSentence,
  type Direction,
  deepen,
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

export {
  type Analysis,
  type Band,
  bandOf,
  CERTIFIED_MIN,
  MODERATE_MIN,
  OBJECTIONS,
  type Objection,
  type Reason,
  type Withholding,
  type WordRatios,
} from './analysis.ts'
export type { Balance } from './balance/balance.ts'
export { supportsSimd } from './encoder/encoder.ts'
export { EVIDENCE_KINDS, type Evidence } from './evidence/evidence.ts'
export { JOINED_EVIDENCE_MAX, joinAnalyses, type Part, splitText } from './parts.ts'
export {
  type FlaggedWord,
  WORD_LIST_ENTRY_MAX,
  WORD_LIST_MAX,
  WORD_LIST_SUGGESTION_MAX,
  type WordLists,
} from './reading/reading.ts'
export { type Deep, type Direction, loadDeep, loadModel, type Model } from './scoring/scoring.ts'

export interface AnalyzeOptions extends WordLists {
  /** The encoder to score with; without it the words alone are scored, which is faster. */
  readonly deep?: Deep | undefined
}

// The sum behind a sentence's score: words + context + intercept = logit.
export interface Explanation extends SentenceScore {
  readonly start: number
  readonly end: number
  readonly words: readonly { readonly start: number; readonly end: number; readonly weight: number }[]
}

const KNOWN_WORDS_MIN = 4
// So many words that are not English are another language, not too few to tell.
const UNKNOWN_WORDS_MIN = 5

/** Characters that are read at once; longer texts are read in parts. */
const PART_CHARACTERS_MAX = 50_000

/** The score of a text of any length. */
export function analyze(model: Model, text: string, options: AnalyzeOptions = {}): Analysis {
  if (text.length <= PART_CHARACTERS_MAX) return analyzePart(model, text, options)
  const parts = splitText(text, PART_CHARACTERS_MAX)
  return joinAnalyses(
    parts,
    parts.map((part) => analyzePart(model, part.text, options)),
  )
}

function analyzePart(model: Model, text: string, options: AnalyzeOptions): Analysis {
  const { deep } = options
  const plain = readPlainText(text)
  const { own, ...scored } = scoreText(model, plain.text, options)
  const { words } = scored.units
  const language = guessLanguage(model, words)
  const tones = readTones(model, scored)
  const reason = reasonAgainst(language)
  const isUnread = reason === 'unsupported_language' || language.knownWords === 0
  const knots = deep?.blend ?? model.constants
  const judged = scored.sentences.map(({ logit }, at): JudgedSentence => {
    const ain = ainOf(logit, knots.sentence)
    const { start, end } = boundsOf(words.sentences[at])
    return { start, end, ainScore: isUnread ? shrink(ain) : ain, deep: scored.deep?.[at] }
  })
  const withheldBy = isUnread ? [] : objectionsIn(judged)
  const ainScore = isUnread
    ? shrink(judge(model, scored, knots))
    : capped(judge(model, scored, knots), { judged, withheldBy, reason })
  const certified = reason === undefined && ainScore >= CERTIFIED_MIN
  const listed = isUnread
    ? listFlagged(scored, own)
    : listEvidence(scored, { tones: tones.tone, judged, withheldBy, own })
  const lean = scored.deep ? leanOf(judged) : nameDirection(model, tones, scored.units.count)
  const analysis: Analysis = {
    ainScore,
    biasDirection: isUnread || certified ? 'neutral' : backedBy(listed.evidence, lean),
    certified,
    wordRatios: ratiosOf(tones.counts, words.count),
    wordCount: words.count,
    band: bandOf(ainScore),
    sentences: judged.map(({ start, end, ainScore: ain }) => ({ start, end, ainScore: ain })),
    withheldBy,
    evidence: listed.evidence,
    evidenceTruncated: listed.left,
    balance: isUnread ? null : balanceOf(judged.map(({ start, end }) => plain.text.slice(start, end))),
    language: language.code,
    confidence: confidenceIn(language, words.count),
    modelVersion: deep ? deep.encoder.version : model.version,
  }
  return placed(reason ? { ...analysis, reason } : analysis, plain, text)
}

interface JudgedSentence {
  readonly start: number
  readonly end: number
  readonly ainScore: number
  readonly deep: DeepSentence | undefined
}

/** A sentence below this withholds the certificate of the whole text, however long it is. */
const OBJECTION_MAX = 0.2
/** So does one in the band `biased` that stands out from plain sentences: half of the others score at least this. */
const PLAIN_MIN = 0.85
/** The logit of "hostile to a group" from which a sentence does so too, and where it is in the band `biased`. */
const HOSTILE_MIN = { plain: 0, biased: -1 }

function objectionsIn(sentences: readonly JudgedSentence[]): Analysis['withheldBy'] {
  const ranked = sentences.map(({ ainScore }) => ainScore).sort((a, b) => b - a)
  const isAmongPlain = (ranked[Math.floor((ranked.length - 1) / 2)] ?? 0) >= PLAIN_MIN
  const limit = isAmongPlain ? MODERATE_MIN : OBJECTION_MAX
  return sentences.flatMap(({ start, end, ainScore, deep }): Withholding[] => {
    const object = (why: Objection): Withholding => ({ start, end, why, ainScore, message: messageOf(why) })
    const isHostile = (deep?.group ?? -Infinity) > HOSTILE_MIN[ainScore < MODERATE_MIN ? 'biased' : 'plain']
    if (isHostile && deep?.namesGroup) return [object('generalisation')]
    return isHostile || ainScore < limit ? [object('loaded')] : []
  })
}

interface Limits {
  readonly judged: readonly JudgedSentence[]
  readonly withheldBy: Analysis['withheldBy']
  readonly reason: Reason | undefined
}

// Too little text, or one sentence that nobody would certify, keeps the score below the certificate.
function capped(whole: number, { judged, withheldBy, reason }: Limits): number {
  const best = Math.min(whole, bestOf(judged))
  return reason !== undefined || withheldBy.length > 0 ? Math.min(best, UNCERTIFIED_MAX) : best
}

const LEAN_MIN = -0.7
const LEAN_GAP = 1

// Which way the sentences lean that keep the text from its certificate, by the encoder.
function leanOf(sentences: readonly JudgedSentence[]): Direction {
  const loaded = sentences.filter(({ ainScore }) => ainScore < CERTIFIED_MIN)
  const good = Math.max(...loaded.map(({ deep }) => deep?.good ?? LEAN_MIN), Number.NEGATIVE_INFINITY)
  const bad = Math.max(...loaded.map(({ deep }) => deep?.bad ?? LEAN_MIN), Number.NEGATIVE_INFINITY)
  if (Math.max(good, bad) < LEAN_MIN) return 'neutral'
  if (Math.min(good, bad) > LEAN_MIN && Math.abs(good - bad) < LEAN_GAP) return 'mixed'
  return good > bad ? 'positive_leaning' : 'negative_leaning'
}

// A direction is named only where a word or a sentence shows it.
function backedBy(evidence: readonly Evidence[], lean: Direction): Direction {
  const has = (side: Evidence['direction']): boolean => evidence.some(({ direction }) => direction === side)
  if (lean === 'mixed')
    return has('positive') && has('negative')
      ? 'mixed'
      : has('positive')
        ? 'positive_leaning'
        : has('negative')
          ? 'negative_leaning'
          : 'neutral'
  if (lean === 'positive_leaning') return has('positive') ? lean : 'neutral'
  if (lean === 'negative_leaning') return has('negative') ? lean : 'neutral'
  return lean
}

// Positions in the text as it was read → positions in the caller's text.
function placed(analysis: Analysis, plain: PlainText, text: string): Analysis {
  if (plain.text === text) return analysis
  const move = <T extends { start: number; end: number }>(item: T): T => ({
    ...item,
    ...plain.locate(item.start, item.end),
  })
  return {
    ...analysis,
    sentences: analysis.sentences.map(move),
    withheldBy: analysis.withheldBy.map(move),
    evidence: analysis.evidence.map(move).map((item) => ({ ...item, text: text.slice(item.start, item.end) })),
  }
}

export function explain(model: Model, text: string, options: AnalyzeOptions = {}): Explanation[] {
  const { units, share, sentences } = scoreText(model, readPlainText(text).text, options)
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

/** Indexed with the first text. */
let terms: Phrases | undefined

type ScoredText = Scored & Partial<DeepScored> & { readonly own: OwnWords | undefined }

function scoreText(model: Model, text: string, { deep, ...lists }: AnalyzeOptions): ScoredText {
  const units = readText(model, text, borrowRoom(text))
  terms ??= indexPhrases(termsOfArt)
  const own = findOwnWords(units.words, lists, terms)
  if (own) maskIgnored(model, units, own.ignored)
  const scored = scoreUnits(model, units)
  return deep ? { ...deepen(deep, scored), own } : { ...scored, own }
}

function reasonAgainst({ code, knownWords, words }: Language): Reason | undefined {
  const isOther = code !== 'en' && (code !== 'und' || words >= UNKNOWN_WORDS_MIN)
  if (isOther) return 'unsupported_language'
  return knownWords < KNOWN_WORDS_MIN || code === 'und' ? 'insufficient_text' : undefined
}

const BEST_SHARE = 0.9

// A text is at most as neutral as nearly the best of its sentences: however many times one is repeated, it stays what it is.
function bestOf(sentences: readonly JudgedSentence[]): number {
  if (sentences.length < 2) return 1
  const ranked = sentences.map(({ ainScore }) => ainScore).sort((a, b) => a - b)
  return ranked[Math.floor(ranked.length * BEST_SHARE)] ?? 1
}

function judge(model: Model, scored: Scored, { sentence, document }: Pick<Blend, 'sentence' | 'document'>): number {
  const { documentSentences } = model.constants
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
