import { CERTIFIED_MIN, MODERATE_MIN } from '@equipoise/score/analysis'
import { readText } from '@equipoise/score/reading'
import { blendSentences, type Knots, type Model, scoreUnits } from '@equipoise/score/scoring'
import type { Row } from './corpora.ts'
import { logitOf } from './logistic.ts'

// From logits to AIN: two logits are given a meaning, AIN 0.70 (certified from here) and AIN 0.40 (biased below).

const PASS_SHARE = 0.615
const HIT_SHARE = 0.09
const DOCUMENT_PASS_SHARE = 0.64

// Of the neutral sentences 61.5 % pass and 9 % are called biased.
export function sentenceKnots(logits: readonly number[], labels: readonly number[]): Knots {
  const neutral = logits.filter((_, i) => (labels[i] ?? 0) === 0)
  return knotsThrough(quantile(neutral, PASS_SHARE), quantile(neutral, 1 - HIT_SHARE))
}

export function documentKnots(model: Model, rows: readonly Row[]): Knots {
  const neutral = rows
    .filter((row) => row.label === 0)
    .map((row) => blendSentences(scoreUnits(model, readText(model, row.text))))
  return knotsThrough(quantile(neutral, DOCUMENT_PASS_SHARE), quantile(neutral, 1 - HIT_SHARE))
}

export function knotsThrough(certified: number, biased: number): Knots {
  const slope = (logitOf(CERTIFIED_MIN) - logitOf(MODERATE_MIN)) / (biased - certified)
  return { slope, at: logitOf(CERTIFIED_MIN) + slope * certified }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
