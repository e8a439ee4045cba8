// The score package speaks camel case, the API snake case: one place for the difference.
import type { Analysis as Scored } from '@equipoise/score'
import type { Analysis } from '@equipoise/sdk'

export function apiShape(scored: Scored): Analysis {
  return {
    ain_score: scored.ainScore,
    bias_direction: scored.biasDirection,
    svc_certified: scored.certified,
    band: scored.band,
    word_ratios: scored.wordRatios,
    word_count: scored.wordCount,
    sentences: scored.sentences.map(({ start, end, ainScore }) => ({ start, end, ain_score: ainScore })),
    withheld_by: [...scored.withheldBy],
    evidence: [...scored.evidence],
    evidence_truncated: scored.evidenceTruncated,
    language: scored.language,
    confidence: scored.confidence,
    ...(scored.reason === undefined ? {} : { reason: scored.reason }),
    model_version: scored.modelVersion,
  }
}
