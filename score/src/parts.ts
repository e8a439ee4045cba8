import type { Analysis, Reason } from './analysis.ts'
import { joinBalances } from './balance/balance.ts'
import { bandOf, CERTIFIED_MIN, capScore } from './certificate.ts'
import { round } from './numbers.ts'

// Long texts are read in parts, which keeps memory small, and have one result. `analyze` does so by itself; a client of the
// service, which takes 10,000 characters a request, uses the same two functions.

export interface Part {
  /** Where the part starts in the text, in UTF-16 code units. */
  readonly start: number
  readonly text: string
}

/**
 * Pieces of at most so many Unicode code points, cut at a paragraph if there is one, else at a line, a sentence or a space.
 * @example splitText('One. Two.', 5).map(({ text }) => text) // => ['One. ', 'Two.']
 */
export function splitText(text: string, charactersMax: number): Part[] {
  const parts: Part[] = []
  let start = 0
  while (start < text.length) {
    const limit = endAfter(text, start, charactersMax)
    const end = limit === text.length ? limit : cutBefore(text, start, limit)
    parts.push({ start, text: text.slice(start, end) })
    start = end
  }
  return parts
}

/** The index after at most so many code points. */
function endAfter(text: string, start: number, charactersMax: number): number {
  let end = start
  for (let count = 0; count < charactersMax && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end
}

/** A part is at least half as large as it may be, or the text would fall into crumbs. */
function cutBefore(text: string, start: number, limit: number): number {
  const earliest = start + Math.floor((limit - start) / 2)
  const stretch = text.slice(earliest, limit)
  for (const border of ['\n\n', '\n', '. ', ' ']) {
    const at = stretch.lastIndexOf(border)
    if (at >= 0) return earliest + at + border.length
  }
  return limit
}

/** Pieces of evidence that the result of several parts lists. */
export const JOINED_EVIDENCE_MAX = 2_000

/**
 * One result. The score is half the average of the parts, weighted by their words, and half the least neutral part, so that one
 * loaded chapter does not drown, and never above the mean of the sentences; a sentence that withholds the certificate of its part withholds that of the whole.
 * @example joinAnalyses(splitText('It rained.', 50), [analyze(model, 'It rained.')]).sentences.length // => 1
 */
export function joinAnalyses(parts: readonly Part[], analyses: readonly Analysis[]): Analysis {
  const [only] = analyses
  if (!only) throw new RangeError('There is nothing to join')
  if (analyses.length === 1) return only
  const { reason: _, ...first } = only
  const average = averageOf(analyses)
  const withheldBy = moved(parts, analyses, ({ withheldBy: sentences }) => sentences)
  const accepted = moved(parts, analyses, (one) => one.accepted)
  const reason = reasonOf(analyses)
  const whole = (averageOf(readable(analyses))(({ ainScore }) => ainScore) + lowestOf(readable(analyses))) / 2
  const sentences = moved(parts, analyses, (one) => one.sentences)
  const ainScore = round(capScore(whole, { sentences, isWithheld: reason !== undefined || withheldBy.length > 0 }))
  const certified = ainScore >= CERTIFIED_MIN
  const { evidence, evidenceTruncated } = joinEvidence(parts, analyses)
  return {
    ...first,
    ainScore,
    band: bandOf(ainScore, reason),
    certified,
    biasDirection: certified ? 'neutral' : directionOf(analyses),
    wordCount: wordCountOf(analyses),
    wordRatios: {
      positive: round(average(({ wordRatios }) => wordRatios.positive)),
      negative: round(average(({ wordRatios }) => wordRatios.negative)),
      loaded: round(average(({ wordRatios }) => wordRatios.loaded)),
      neutral: round(average(({ wordRatios }) => wordRatios.neutral)),
    },
    sentences,
    withheldBy,
    accepted,
    evidence,
    evidenceTruncated,
    balance: joinBalances(analyses),
    language: languageOf(analyses),
    confidence: round(average(({ confidence }) => confidence)),
    ...(reason ? { reason } : {}),
  }
}

function wordCountOf(analyses: readonly Analysis[]): number {
  return analyses.reduce((sum, { wordCount }) => sum + wordCount, 0)
}

function averageOf(analyses: readonly Analysis[]) {
  const words = Math.max(1, wordCountOf(analyses))
  return (pick: (one: Analysis) => number): number =>
    analyses.reduce((sum, one) => sum + pick(one) * one.wordCount, 0) / words
}

/** Parts in another language say nothing about the wording of the others. */
function readable(analyses: readonly Analysis[]): readonly Analysis[] {
  const read = analyses.filter(({ reason }) => reason !== 'unsupported_language')
  return read.length > 0 ? read : analyses
}

/** Words from which a part counts as the least neutral one: a scrap at the end of a text does not decide about it. */
const LOWEST_WORDS_MIN = 200

function lowestOf(analyses: readonly Analysis[]): number {
  const large = analyses.filter(({ wordCount }) => wordCount >= LOWEST_WORDS_MIN)
  return Math.min(...(large.length > 0 ? large : analyses).map(({ ainScore }) => ainScore))
}

/** More than this share of the words in another language, and the text cannot be certified. */
const FOREIGN_SHARE_MAX = 0.2

function reasonOf(analyses: readonly Analysis[]): Reason | undefined {
  if (analyses.every(({ reason }) => reason === 'insufficient_text')) return 'insufficient_text'
  const foreign = wordCountOf(analyses.filter(({ reason }) => reason === 'unsupported_language'))
  return foreign > FOREIGN_SHARE_MAX * wordCountOf(analyses) ? 'unsupported_language' : undefined
}

/** That of most words. */
function languageOf(analyses: readonly Analysis[]): string {
  const words = new Map<string, number>()
  for (const { language, wordCount } of analyses) words.set(language, (words.get(language) ?? 0) + wordCount)
  return [...words].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'und'
}

function directionOf(analyses: readonly Analysis[]): Analysis['biasDirection'] {
  const [direction = 'neutral', ...others] = new Set(
    analyses.map(({ biasDirection }) => biasDirection).filter((one) => one !== 'neutral'),
  )
  return others.length > 0 ? 'mixed' : direction
}

function moved<T extends { readonly start: number; readonly end: number }>(
  parts: readonly Part[],
  analyses: readonly Analysis[],
  pick: (one: Analysis) => readonly T[],
): T[] {
  return analyses.flatMap((one, i) => {
    const by = parts[i]?.start ?? 0
    return pick(one).map((item) => ({ ...item, start: item.start + by, end: item.end + by }))
  })
}

// Flagged words in the order of the text, then the heaviest.
function joinEvidence(
  parts: readonly Part[],
  analyses: readonly Analysis[],
): Pick<Analysis, 'evidence' | 'evidenceTruncated'> {
  const all = moved(parts, analyses, ({ evidence }) => evidence)
  const others = all.filter(({ kind }) => kind !== 'flagged').sort((a, b) => b.weight - a.weight)
  const evidence = [...all.filter(({ kind }) => kind === 'flagged'), ...others].slice(0, JOINED_EVIDENCE_MAX)
  const left = analyses.reduce((sum, { evidenceTruncated }) => sum + evidenceTruncated, 0)
  return { evidence, evidenceTruncated: left + all.length - evidence.length }
}
