import { fitLogistic, rowsFromDense } from './logistic.ts'

// Platt scaling with soft targets: the slope and intercept that make a logit mean the expected share of votes.

interface Platt {
  readonly slope: number
  readonly intercept: number
}

export function fitPlatt(logits: readonly number[], targets: readonly number[]): Platt {
  const rows = rowsFromDense(
    logits.map((logit) => [logit]),
    1,
  )
  const fit = fitLogistic({ rows, targets, penalty: 0, iterationsMax: 100 })
  return { slope: fit.weights[0] ?? 1, intercept: fit.intercept }
}
