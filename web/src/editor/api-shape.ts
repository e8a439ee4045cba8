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
    balance: scored.balance?.value ?? null,
    balance_basis: scored.balance?.basis ?? null,
    language: scored.language,
    confidence: scored.confidence,
    ...(scored.reason === undefined ? {} : { reason: scored.reason }),
    model_version: scored.modelVersion,
  }
}

export function scoredShape(analysis: Analysis): Scored {
  return {
    ainScore: analysis.ain_score,
    biasDirection: analysis.bias_direction,
    certified: analysis.svc_certified,
    band: analysis.band,
    wordRatios: analysis.word_ratios,
    wordCount: analysis.word_count,
    sentences: analysis.sentences.map(({ start, end, ain_score }) => ({ start, end, ainScore: ain_score })),
    withheldBy: analysis.withheld_by,
    evidence: analysis.evidence.map(({ suggestion, ...one }) =>
      suggestion === undefined ? one : { ...one, suggestion },
    ),
    evidenceTruncated: analysis.evidence_truncated,
    balance:
      analysis.balance === null || analysis.balance_basis === null
        ? null
        : { value: analysis.balance, basis: analysis.balance_basis },
    language: analysis.language,
    confidence: analysis.confidence,
    ...(analysis.reason === undefined ? {} : { reason: analysis.reason }),
    modelVersion: analysis.model_version,
  }
}
