import type { Analysis, WordRatios } from './analysis.ts'
import { balanceOfCues, cues } from './balance/balance.ts'
import {
  bandOf,
  CERTIFIED_MIN,
  capScore,
  type JudgedSentence,
  leanOf,
  objectionsIn,
  UNCERTIFIED_MAX,
} from './certificate.ts'
import { type Evidence, listEvidence, listFlagged, markedIn, withGain } from './evidence/evidence.ts'
import { termsOfArt } from './lexicon/lexicon.ts'
import { chanceOf, exp, floatAt, intAt, round } from './numbers.ts'
import { joinAnalyses, splitText } from './parts.ts'
import {
  borrowRoom,
  findOwnWords,
  guessLanguage,
  indexPhrases,
  type Language,
  maskIgnored,
  type OwnWords,
  type PhraseIndex,
  type PlainText,
  readPlainText,
  readText,
  type Sentence,
  type WordLists,
  type Words,
} from './reading/reading.ts'
import {
  type Blend,
  blendSentences,
  type Deep,
  type DeepScored,
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

export * from './analysis.ts'
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
export const PART_CHARACTERS_MAX = 50_000

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
  const language = guessLanguage(words)
  const tones = readTones(model, scored)
  const isOther = isOtherLanguage(language)
  const isUnread = isOther || language.knownWords === 0
  const knots = deep?.blend ?? model.constants
  const judged = judgeSentences(scored, { knots: knots.sentence, isUnread, foreign: language.foreign })
  const chosen = differentSentences(words)
  const withheldBy = isUnread ? [] : objectionsIn(judged, chosen.length)
  const caps = { sentences: judged, isWithheld: withheldBy.length > 0 }
  const score = judge(model, scored, { knots, chosen })
  const uncut = isUnread ? shrink(score) : round(capScore(score, caps))
  // "Too little text" is no reason against a text that its wording keeps from the certificate.
  const reason = isOther
    ? 'unsupported_language'
    : isTooShort(language) && (isUnread || uncut >= CERTIFIED_MIN)
      ? 'insufficient_text'
      : undefined
  const ainScore = reason ? Math.min(uncut, UNCERTIFIED_MAX) : uncut
  const certified = reason === undefined && ainScore >= CERTIFIED_MIN
  const listed = isUnread
    ? listFlagged(scored, own)
    : listEvidence(scored, { tones: tones.tone, judged, withheldBy, own })
  const evidence = withGain(model, plain.text, { evidence: listed.evidence, sentences: judged })
  const lean = scored.deep ? leanOf(judged) : nameDirection(model, tones, scored.units.count)
  const analysis: Analysis = {
    ainScore,
    biasDirection: isUnread || certified ? 'neutral' : backedBy(evidence, lean),
    certified,
    wordRatios: ratiosOf(tones.counts, words.count),
    wordCount: words.count,
    band: bandOf(ainScore, reason),
    sentences: judged.map(({ start, end, ainScore: ain }) => ({ start, end, ainScore: ain })),
    withheldBy,
    evidence,
    evidenceTruncated: listed.left,
    balance: isUnread
      ? null
      : balanceOfCues(
          cues.inWords(words),
          judged.filter(({ ainScore: ain }) => ain < CERTIFIED_MIN).length / Math.max(1, judged.length),
        ),
    language: language.code,
    confidence: confidenceIn(language, words.count),
    modelVersion: deep ? deep.encoder.version : model.version,
  }
  return placed(reason ? { ...analysis, reason } : analysis, plain, text)
}

interface Judging {
  readonly knots: Knots
  readonly isUnread: boolean
  /** 1 for each sentence in another language. */
  readonly foreign: Uint8Array
}

function judgeSentences(scored: Scored & Partial<DeepScored>, { knots, isUnread, foreign }: Judging): JudgedSentence[] {
  return scored.sentences.map(({ logit }, at) => {
    const ain = ainOf(logit, knots)
    const { start, end } = boundsOf(scored.units.words.sentences[at])
    return {
      start,
      end,
      ainScore: isUnread ? shrink(ain) : ain,
      ...markedIn(scored, at),
      isForeign: foreign[at] === 1,
      deep: scored.deep?.[at],
    }
  })
}

// The sentences that are not there already: a text says no more by saying it twice.
function differentSentences({ text, sentences, end }: Words): number[] {
  const all = [...sentences.keys()]
  // Without the marks behind its last word.
  const endOf = (sentence: Sentence): number => intAt(end, sentence.to - 1)
  // Sentences that are the same have the same length and the same letters: mostly a few of them tell.
  const signs = new Set(
    sentences.map((sentence) => {
      const stop = endOf(sentence)
      const middle = text.charCodeAt((sentence.start + stop) >> 1)
      return (stop - sentence.start) * 2 ** 32 + middle * 2 ** 16 + text.charCodeAt(stop - 1)
    }),
  )
  if (signs.size === all.length) return all
  const seen = new Set<string>()
  return all.filter((at) => {
    const sentence = sentences[at] as Sentence
    return seen.size < seen.add(text.slice(sentence.start, endOf(sentence))).size
  })
}

// A direction is named only if a word or a sentence shows it.
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
let terms: PhraseIndex | undefined

type ScoredText = Scored & Partial<DeepScored> & { readonly own: OwnWords | undefined }

function scoreText(model: Model, text: string, { deep, ...lists }: AnalyzeOptions): ScoredText {
  const units = readText(model, text, borrowRoom(text))
  terms ??= indexPhrases(termsOfArt)
  const own = findOwnWords(units.words, lists, terms)
  if (own) maskIgnored(model, units, own.ignored)
  const scored = scoreUnits(model, units)
  return deep ? { ...deepen(deep, scored), own } : { ...scored, own }
}

function isOtherLanguage({ code, words }: Language): boolean {
  return code !== 'en' && (code !== 'und' || words >= UNKNOWN_WORDS_MIN)
}

function isTooShort({ code, knownWords }: Language): boolean {
  return knownWords < KNOWN_WORDS_MIN || code === 'und'
}

interface Judged {
  readonly knots: Pick<Blend, 'sentence' | 'document'>
  /** The sentences that count. */
  readonly chosen: readonly number[]
}

function judge(model: Model, scored: Scored, { knots: { sentence, document }, chosen }: Judged): number {
  const { documentSentences } = model.constants
  const part = Math.min(1, Math.max(0, (chosen.length - 1) / (documentSentences - 1)))
  const knots = {
    at: sentence.at + part * (document.at - sentence.at),
    slope: sentence.slope + part * (document.slope - sentence.slope),
  }
  return ainOf(blendSentences(scored, chosen), knots)
}

export function ainOf(logit: number, knots: Knots): number {
  return round(chanceOf(knots.at - knots.slope * logit))
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
  const enough = 1 - exp(-wordCount / 6)
  const supported = language.code === 'en' ? 1 : 0.25
  return round(language.known * enough * supported)
}
