import type { Analysis, Withholding, WordRatios } from './analysis.ts'
import { balanceOfCues, cues } from './balance/balance.ts'
import {
  ARTICLE,
  articleShift,
  bandOf,
  CERTIFIED_MIN,
  capScore,
  type Direction,
  HOSTILE_LOADED_MIN,
  isHostile,
  type JudgedSentence,
  LANGUAGE,
  leanOf,
  objectionsIn,
  PLAIN_AIN,
  partisanOf,
  QUOTED_MAX,
  SHORT_TEXT,
  UNCERTIFIED_MAX,
} from './certificate.ts'
import { codedSentences, type Evidence, listEvidence, listFlagged, markedIn, withGain } from './evidence/evidence.ts'
import { termsIn } from './lexicon/lexicon.ts'
import { chanceOf, exp, floatAt, intAt, round } from './numbers.ts'
import { joinAnalyses, splitText } from './parts.ts'
import {
  borrowRoom,
  dismissalsIn,
  findOwnWords,
  guessLanguage,
  hasForeignWord,
  indexPhrases,
  isPlainAnswer,
  type Language,
  markFrames,
  maskIgnored,
  type OwnWords,
  type PlainText,
  quotationsWithin,
  readPlainText,
  readText,
  type Sentence,
  type WordLists,
  type Words,
} from './reading/reading.ts'
import { rememberEach } from './remember.ts'
import {
  type Blend,
  blendSentences,
  type Deep,
  type DeepScored,
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
export { type Deep, loadDeep, loadModel, type Model } from './scoring/scoring.ts'

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

/** Characters that are read at once; longer texts are read in parts. */
export const PART_CHARACTERS_MAX = 50_000

/**
 * The score of a text of any length.
 * @example analyze(model, 'The committee met on Tuesday.').certified // => true
 */
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
  const isOther = isOtherLanguage(language)
  const isUnread = isOther || (language.knownWords === 0 && (language.words > 0 || words.count === 0))
  const knots = deep?.blend ?? model.constants
  const coded = codedSentences(scored)
  const vile = isUnread ? new Map<number, 'hostile' | 'loaded'>() : vileQuotations(model, scored, deep)
  // 1488 alone is a year, and any other code for hatred is none.
  const isNumber = language.words === 0 && /\d/.test(text) && (coded.size === 0 || /^\W*1488\W*$/.test(text))
  const isPlain = isNumber || isPlainAnswer(words)
  const { foreign } = language
  const judged = judgeSentences(scored, { knots: knots.sentence, isUnread, isPlain, foreign, vile, coded })
  const chosen = differentSentences(words)
  const isAccepted = ({ why }: Withholding): boolean => why === 'quoted' && (options.accept?.includes(why) ?? false)
  const objections = isUnread ? [] : objectionsIn(judged, chosen.length)
  const withheldBy = objections.filter((one) => !isAccepted(one))
  const caps = { sentences: judged, isWithheld: withheldBy.length > 0 }
  const score = ainOfText(model, scored, { knots, chosen, partisan: partisanOf(judged) })
  const uncut = isPlain ? PLAIN_AIN : isUnread ? shrink(score) : round(capScore(score, caps))
  // "Too little text" is no remark on a text that its wording keeps from the certificate.
  const reason = isOther
    ? 'unsupported_language'
    : isShort(language) && (isUnread || uncut >= CERTIFIED_MIN)
      ? 'insufficient_text'
      : undefined
  const canCertify =
    reason === undefined ||
    (reason === 'insufficient_text' && (isPlain || (isAllKnown(language) && !hasForeignWord(words) && !isUnread)))
  const ainScore = canCertify ? uncut : Math.min(uncut, UNCERTIFIED_MAX)
  const certified = canCertify && ainScore >= CERTIFIED_MIN
  const listed =
    isUnread || isPlain
      ? listFlagged(scored, own)
      : listEvidence(scored, { tones: tones.tone, judged, withheldBy, own })
  const evidence = withGain(model, plain.text, { evidence: listed.evidence, sentences: judged })
  const isInsult = (at: number): boolean => judged[at]?.hasInsult === true
  const lean = scored.deep ? leanOf(judged) : nameDirection(model, tones, { units: scored.units, isInsult })
  const analysis: Analysis = {
    ainScore,
    biasDirection: isUnread || certified ? 'neutral' : backedBy(evidence, lean),
    certified,
    wordRatios: ratiosOf(tones.counts, words.count),
    wordCount: words.count,
    band: bandOf(ainScore, reason),
    sentences: judged.map(({ start, end, ainScore: ain }) => ({ start, end, ainScore: ain })),
    withheldBy,
    accepted: objections.filter(isAccepted),
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
  /** The whole text has no wording that could be loaded. */
  readonly isPlain: boolean
  /** 1 for each sentence in another language. */
  readonly foreign: Uint8Array
  /** The sentences that quote something hostile or very loaded. */
  readonly vile: ReadonlyMap<number, 'hostile' | 'loaded'>
  /** The sentences with a code for hatred. */
  readonly coded: ReadonlySet<number>
}

const UNMARKED = { marked: 0, hasInsult: false, hasPuffery: false }

function judgeSentences(
  scored: Scored & Partial<DeepScored>,
  { knots, isUnread, isPlain, foreign, vile, coded }: Judging,
): JudgedSentence[] {
  const dismissals = dismissalsIn(scored.units.words)
  return scored.sentences.map(({ logit }, at) => {
    const isDismissal = dismissals[at] === 1
    // An answer that only names something has no word to mark.
    const marked = isPlain ? UNMARKED : markedIn(scored, at)
    const ain = isPlain ? PLAIN_AIN : Math.min(ainOf(logit, knots), isDismissal ? SHORT_TEXT.dismissalAinMax : 1)
    const { start, end } = boundsOf(scored.units.words.sentences[at])
    return {
      start,
      end,
      ainScore: isUnread && !isPlain ? shrink(ain) : ain,
      ...marked,
      hasInsult: marked.hasInsult || isDismissal,
      isForeign: foreign[at] === 1,
      quotes: vile.get(at),
      isCoded: coded.has(at),
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
    accepted: analysis.accepted.map(move),
    evidence: analysis.evidence.map(move).map((item) => ({ ...item, text: text.slice(item.start, item.end) })),
  }
}

/**
 * @example explain(model, 'The committee met. It voted.').length // => 2
 */
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

const indexTerms = rememberEach(indexPhrases)

type ScoredText = Scored & Partial<DeepScored> & { readonly own: OwnWords | undefined }

function scoreText(model: Model, text: string, { deep, ...lists }: AnalyzeOptions): ScoredText {
  const units = readText(model, text, borrowRoom(text))
  const own = findOwnWords(units.words, lists, indexTerms(termsIn(text)))
  const ignored = markFrames(units.words, own?.ignored)
  if (ignored) maskIgnored(model, units, ignored)
  const scored = scoreUnits(model, units)
  return deep ? { ...deepen(deep, scored), own } : { ...scored, own }
}

function isOtherLanguage({ code, words }: Language): boolean {
  return code !== 'en' && (code !== 'und' || words >= LANGUAGE.unknownMin)
}

function isShort({ code, knownWords }: Language): boolean {
  return knownWords < LANGUAGE.knownMin || code === 'und'
}

/** Only words that English knows, or numbers alone. */
function isAllKnown({ knownWords, words }: Language): boolean {
  return knownWords === words
}

// The sentences with a quotation that, read alone, is hostile or very loaded.
function vileQuotations(model: Model, { units }: Scored, deep: Deep | undefined): Map<number, 'hostile' | 'loaded'> {
  const vile = new Map<number, 'hostile' | 'loaded'>()
  for (const { from, to } of quotationsWithin(units)) {
    if (to - from < QUOTED_MAX.wordsMin) continue
    const start = intAt(units.words.start, intAt(units.first, from))
    const read = scoreUnits(
      model,
      readText(model, units.words.text.slice(start, intAt(units.words.end, intAt(units.last, to - 1)))),
    )
    const scored: Scored & Partial<DeepScored> = deep ? deepen(deep, read) : read
    const at = units.sentences.findIndex((sentence) => from < sentence.to)
    for (const [index, { logit }] of scored.sentences.entries()) {
      const ainScore = ainOf(logit, (deep?.blend ?? model.constants).sentence)
      const said = { ainScore, deep: scored.deep?.[index] }
      if (isHostile(said)) vile.set(at, 'hostile')
      else if ((ainScore < QUOTED_MAX.ain || isHostile(said, HOSTILE_LOADED_MIN)) && !vile.has(at))
        vile.set(at, 'loaded')
    }
  }
  return vile
}

interface Judged {
  readonly knots: Pick<Blend, 'sentence' | 'document'>
  /** The sentences that count. */
  readonly chosen: readonly number[]
  readonly partisan: number
}

function ainOfText(model: Model, scored: Scored, { knots: { sentence, document }, chosen, partisan }: Judged): number {
  const { documentSentences } = model.constants
  const partFrom = (few: number) => Math.min(1, Math.max(0, (chosen.length - few) / (documentSentences - few)))
  const part = partFrom(1)
  const knots = {
    at: sentence.at + part * (document.at - sentence.at),
    slope: sentence.slope + part * (document.slope - sentence.slope),
  }
  return ainOf(blendSentences(scored, chosen) + articleShift(partisan, partFrom(ARTICLE.sentencesMin - 1)), knots)
}

/**
 * @example ainOf(0, { at: 0, slope: 1 }) // => 0.5
 */
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
