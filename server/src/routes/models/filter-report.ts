// Turns an outcome of the retry loop into the API's fields.
import { acceptedShape, withheldShape } from '@equipoise/score/api-shape'
import type { Attempt, FilteredAnswer } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { writtenAs } from '../../http/http.ts'

export function reportOf({ judgement, reason, choices, mode, passed, attempts }: FilteredAnswer, { field }: Brand) {
  return {
    ain_score: judgement?.ainScore ?? null,
    [field.certified]: judgement?.certified ?? false,
    bias_direction: judgement?.biasDirection ?? null,
    word_ratios: judgement?.wordRatios ?? null,
    filter_mode: mode,
    passed,
    attempts: attempts.map((attempt) => ({ ...attemptOf(attempt), ...shownOf(attempt) })),
    ...acceptedShape(judgement?.accepted),
    model_version: judgement?.modelVersion ?? null,
    language: judgement?.language ?? null,
    ...(reason === undefined ? {} : { reason }),
    ...(choices === undefined
      ? {}
      : { choices: choices.map(({ index, ainScore }) => ({ index, ain_score: ainScore })) }),
  }
}

/** The answer with our report. What the provider sent stays as it was, byte for byte, unless something in it had to change. */
export function withReport<T>(outcome: FilteredAnswer, brand: Brand): T {
  const { whole, sent } = outcome
  const { filter } = brand.field
  const report = reportOf(outcome, brand)
  if (sent === undefined || Object.hasOwn(whole, filter)) return { ...whole, [filter]: report } as T
  const begun = sent.slice(0, sent.lastIndexOf('}'))
  return writtenAs(`${begun},${JSON.stringify(filter)}:${JSON.stringify(report)}}`) as T
}

/** Only for results: a stream event is sent before the answer is accepted. */
function shownOf({ shown }: Attempt) {
  if (shown === undefined) return {}
  const { text, evidence, withheldBy } = shown
  return { text, evidence: [...evidence], withheld_by: withheldBy.map(withheldShape) }
}

export function attemptOf({ ainScore, biasDirection, usage, durationMs }: Attempt) {
  return {
    ain_score: ainScore,
    bias_direction: biasDirection,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    duration_ms: durationMs,
  }
}

/** Progress as a stream comment, which clients of other formats ignore. */
export function attemptComment(attempt: Attempt): string {
  return `: attempt ${JSON.stringify(attemptOf(attempt))}\n\n`
}
