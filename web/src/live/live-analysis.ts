// What is shown between two answers of the service.
import type { Analysis } from '@equipoise/sdk'
import { bandOf } from '../editor/bands.ts'
import type { LiveAnswer, Scored } from './live-scorer.ts'

interface Checked extends Scored {
  readonly analysis: Analysis
}

/**
 * Sentences that the service has seen keep its scores and its evidence; the others have those of the small model. The score
 * of the whole moves from the service's last one by as much as the small model's moved, so that it does not jump when the
 * service answers. Only the service certifies.
 */
export function liveAnalysis(answer: LiveAnswer, checked: Checked | undefined): Analysis {
  const { text, ignored, analysis, anchorScore } = answer
  if (!checked || anchorScore === undefined) return { ...analysis, svc_certified: false }
  const known = sentencesOf(checked, wordsOnOne(ignored, checked.ignored))
  const seen = analysis.sentences.map(({ start, end }) => known.get(text.slice(start, end)))
  const isSeen = (at: number) =>
    analysis.sentences.some(({ start, end }, i) => seen[i] !== undefined && start <= at && at < end)
  const sentences = analysis.sentences.map((one, i) => ({ ...one, ain_score: seen[i]?.score ?? one.ain_score }))
  const fromService = analysis.sentences.flatMap(({ start }, i) =>
    (seen[i]?.evidence ?? []).map((one) => ({ ...one, start: one.start + start, end: one.end + start })),
  )
  const ownEvidence = analysis.evidence.filter(({ start }) => !isSeen(start))
  const score = clamp(checked.analysis.ain_score + analysis.ain_score - anchorScore)
  return {
    ...analysis,
    ain_score: score,
    band: bandOf(score),
    svc_certified: false,
    sentences,
    evidence: [...fromService, ...ownEvidence].sort((a, b) => b.weight - a.weight),
  }
}

interface KnownSentence {
  readonly score: number
  readonly evidence: Analysis['evidence']
}

/** By their words; offsets of the evidence count from the start of the sentence. Those with a word of `changed` are not known. */
function sentencesOf({ text, analysis }: Checked, changed: readonly string[]): Map<string, KnownSentence> {
  const known = new Map<string, KnownSentence>()
  for (const { start, end, ain_score } of analysis.sentences) {
    const sentence = text.slice(start, end)
    const lower = sentence.toLowerCase()
    if (changed.some((word) => lower.includes(word))) continue
    const evidence = analysis.evidence
      .filter((one) => one.start >= start && one.end <= end)
      .map((one) => ({ ...one, start: one.start - start, end: one.end - start }))
    known.set(sentence, { score: ain_score, evidence })
  }
  return known
}

/** Words that only one of two lists has. */
function wordsOnOne(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((word) => !other.includes(word)), ...other.filter((word) => !one.includes(word))]
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score))
}
