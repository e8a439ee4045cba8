// An analysis as the API writes it. This package speaks camel case, the API snake case: one place for the difference.
import type { Analysis, Objection } from './analysis.ts'

interface ApiWithholding {
  start: number
  end: number
  why: Objection
  reason: Objection
  ain_score: number
  message: string
}

/** Of the names of the API, a deployment can change one: the default is `svc_certified`. */
export interface ApiAnalysis {
  ain_score: number
  bias_direction: Analysis['biasDirection']
  svc_certified: boolean
  band: Analysis['band']
  word_ratios: Analysis['wordRatios']
  word_count: number
  sentences: { start: number; end: number; ain_score: number }[]
  withheld_by: ApiWithholding[]
  /** Only if something was accepted. */
  accepted?: ApiWithholding[]
  evidence: Analysis['evidence'][number][]
  evidence_truncated: number
  balance: number | null
  balance_basis: NonNullable<Analysis['balance']>['basis'] | null
  language: string
  confidence: number
  reason?: NonNullable<Analysis['reason']>
  model_version: string
}

export function apiShape(analysis: Analysis, certified = 'svc_certified'): ApiAnalysis {
  return {
    ain_score: analysis.ainScore,
    bias_direction: analysis.biasDirection,
    [certified as 'svc_certified']: analysis.certified,
    band: analysis.band,
    word_ratios: analysis.wordRatios,
    word_count: analysis.wordCount,
    sentences: analysis.sentences.map(({ start, end, ainScore }) => ({ start, end, ain_score: ainScore })),
    withheld_by: analysis.withheldBy.map(withheldShape),
    ...acceptedShape(analysis.accepted),
    evidence: [...analysis.evidence],
    evidence_truncated: analysis.evidenceTruncated,
    balance: analysis.balance?.value ?? null,
    balance_basis: analysis.balance?.basis ?? null,
    language: analysis.language,
    confidence: analysis.confidence,
    ...(analysis.reason === undefined ? {} : { reason: analysis.reason }),
    model_version: analysis.modelVersion,
  }
}

/** The field is there only if something was accepted. */
export function acceptedShape(accepted: Analysis['accepted'] = []): Pick<ApiAnalysis, 'accepted'> {
  return accepted.length > 0 ? { accepted: accepted.map(withheldShape) } : {}
}

/** `why` is the earlier name of `reason`. */
export function withheldShape({ ainScore, ...one }: Analysis['withheldBy'][number]): ApiWithholding {
  return { ...one, reason: one.why, ain_score: ainScore }
}

/** As a client reads it: a service of an earlier version has no balance, and what is optional can be undefined. */
export type ReadAnalysis = Readonly<
  Omit<ApiAnalysis, 'evidence' | 'balance' | 'balance_basis' | 'reason' | 'accepted'>
> & {
  readonly accepted?: ApiAnalysis['accepted'] | undefined
  readonly evidence: readonly (Omit<Analysis['evidence'][number], 'suggestion'> & {
    readonly suggestion?: string | undefined
  })[]
  readonly balance?: ApiAnalysis['balance'] | undefined
  readonly balance_basis?: ApiAnalysis['balance_basis'] | undefined
  readonly reason?: ApiAnalysis['reason'] | undefined
}

export function fromApiShape(read: ReadAnalysis): Analysis {
  return {
    ainScore: read.ain_score,
    biasDirection: read.bias_direction,
    certified: read.svc_certified,
    band: read.band,
    wordRatios: read.word_ratios,
    wordCount: read.word_count,
    sentences: read.sentences.map(({ start, end, ain_score }) => ({ start, end, ainScore: ain_score })),
    withheldBy: read.withheld_by.map(fromWithheldShape),
    accepted: (read.accepted ?? []).map(fromWithheldShape),
    evidence: read.evidence.map(({ suggestion, ...one }) => (suggestion === undefined ? one : { ...one, suggestion })),
    evidenceTruncated: read.evidence_truncated,
    balance: read.balance != null && read.balance_basis ? { value: read.balance, basis: read.balance_basis } : null,
    language: read.language,
    confidence: read.confidence,
    ...(read.reason === undefined ? {} : { reason: read.reason }),
    modelVersion: read.model_version,
  }
}

function fromWithheldShape({ start, end, why, ain_score, message }: ApiWithholding): Analysis['withheldBy'][number] {
  return { start, end, why, ainScore: ain_score, message }
}
