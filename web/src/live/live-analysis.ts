// What is shown between two answers of the service.
import type { Analysis } from '@equipoise/sdk'
import { bandOf } from '../editor/bands.ts'
import type { LiveAnswer } from './live-scorer.ts'

interface Checked {
  readonly text: string
  readonly analysis: Analysis
}

/**
 * Sentences that the service has seen keep its scores and its evidence; the others have those of the small model. The score
 * of the whole moves from the service's last one by as much as the small model's moved, so that it does not jump when the
 * service answers. Only the service certifies.
 */
export function liveAnalysis({ text, analysis, anchorScore }: LiveAnswer, checked: Checked | undefined): Analysis {
  if (!checked || anchorScore === undefined) return { ...analysis, svc_certified: false }
  const known = sentencesOf(checked)
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

/** By their words; offsets of the evidence count from the start of the sentence. */
function sentencesOf({ text, analysis }: Checked): Map<string, KnownSentence> {
  return new Map(
    analysis.sentences.map(({ start, end, ain_score }) => {
      const evidence = analysis.evidence
        .filter((one) => one.start >= start && one.end <= end)
        .map((one) => ({ ...one, start: one.start - start, end: one.end - start }))
      return [text.slice(start, end), { score: ain_score, evidence }]
    }),
  )
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score))
}
