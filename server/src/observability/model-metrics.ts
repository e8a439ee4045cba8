// Metrics of calls to models: by target, never by caller, model name or content.
import { Counter, Histogram, type Metric } from 'prom-client'
import type { FilterMode } from '../ground/filter-mode.ts'

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
const registers: [] = []

export function createModelMetrics(): ModelMetrics {
  const calls = new Counter({
    name: 'model_calls_total',
    help: 'Calls to AI providers by target and result: ok, cancelled by the caller, or the cause of the error',
    labelNames: ['target', 'result'] as const,
    registers,
  })
  const duration = new Histogram({
    name: 'model_call_duration_seconds',
    help: 'Time of a call to an AI provider, including retries at the same target',
    labelNames: ['target'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const tokens = new Counter({
    name: 'model_tokens_total',
    help: 'Tokens as the AI providers count them',
    labelNames: ['target', 'direction'] as const,
    registers,
  })
  const retries = new Counter({
    name: 'model_retries_total',
    help: 'Retries at the same target after an error',
    labelNames: ['target'] as const,
    registers,
  })
  const attempts = new Histogram({
    name: 'model_attempts',
    help: 'Attempts until an answer was accepted or no attempts were left',
    labelNames: ['mode', 'passed'] as const,
    buckets: ATTEMPTS_BUCKETS,
    registers,
  })
  return {
    metrics: [calls, duration, tokens, retries, attempts],
    onTargetCall({ target, result, durationMs, usage, retries: made }) {
      calls.inc({ target, result })
      duration.observe({ target }, durationMs / 1000)
      if (usage?.inputTokens) tokens.inc({ target, direction: 'input' }, usage.inputTokens)
      if (usage?.outputTokens) tokens.inc({ target, direction: 'output' }, usage.outputTokens)
      if (made > 0) retries.inc({ target }, made)
    },
    onOutcome: ({ mode, attempts: made, passed }) => attempts.observe({ mode, passed: String(passed) }, made),
  }
}
