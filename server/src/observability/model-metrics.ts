// Metrics of calls to models: by target, never by caller, model name or content.
import type { Metric } from 'prom-client'
import type { FilterMode } from '../ground/filter-mode.ts'
import { createCount, createHistogram } from './counting.ts'

interface ModelCall {
  readonly target: string
  readonly result: string
  readonly durationMs: number
  readonly usage?: { readonly inputTokens: number | null; readonly outputTokens: number | null } | undefined
  readonly retries: number
}

interface ModelMetrics {
  readonly metrics: readonly Metric[]
  onTargetCall(call: ModelCall): void
  onOutcome(outcome: { readonly mode: FilterMode; readonly attempts: number; readonly passed: boolean }): void
}

const SECONDS_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
const ATTEMPTS_BUCKETS = [1, 2, 3, 4]

/** The code that exposes them has to register them. */
export function createModelMetrics(): ModelMetrics {
  const calls = createCount({
    name: 'model_calls_total',
    help: 'Calls to AI providers by target and result: ok, cancelled by the caller, or the cause of the error',
    labels: ['target', 'result'],
  })
  const duration = createHistogram(
    {
      name: 'model_call_duration_seconds',
      help: 'Time of a call to an AI provider, including retries at the same target',
      labels: ['target'],
    },
    SECONDS_BUCKETS,
  )
  const tokens = createCount({
    name: 'model_tokens_total',
    help: 'Tokens as the AI providers count them',
    labels: ['target', 'direction'],
  })
  const retries = createCount({
    name: 'model_retries_total',
    help: 'Retries at the same target after an error',
    labels: ['target'],
  })
  const attempts = createHistogram(
    {
      name: 'model_attempts',
      help: 'Attempts until an answer was accepted or no attempts were left',
      labels: ['mode', 'passed'],
    },
    ATTEMPTS_BUCKETS,
  )
  return {
    metrics: [calls, duration, tokens, retries, attempts].map(({ metric }) => metric),
    onTargetCall({ target, result, durationMs, usage, retries: made }) {
      calls.add({ target, result })
      duration.add({ target }, durationMs / 1000)
      if (usage?.inputTokens) tokens.add({ target, direction: 'input' }, usage.inputTokens)
      if (usage?.outputTokens) tokens.add({ target, direction: 'output' }, usage.outputTokens)
      if (made > 0) retries.add({ target }, made)
    },
    onOutcome: ({ mode, attempts: made, passed }) => attempts.add({ mode, passed: String(passed) }, made),
  }
}
