// What the calls to AI providers for one request cost, so that they never cost more than was reserved for the request.
import { ApiError } from '../ground/errors.ts'
import type { Cost, Tally, TokenUsage } from './provider.ts'

interface TallyParts {
  /** The most that one call can cost, and how many are reserved. */
  readonly most: Cost
  readonly callsMax: number
  readonly microsOf: (usage: TokenUsage) => number | undefined
  /** Called if a provider counts more than one call can use: nobody pays more than was reserved. */
  readonly onMore?: () => void
}

export function createTally({ most, callsMax, microsOf, onMore }: TallyParts): Tally {
  let spent: Cost = { tokens: 0, micros: 0 }
  let isClosed = false
  const add = ({ tokens, micros }: Cost, by: 1 | -1) => {
    spent = { tokens: spent.tokens + by * tokens, micros: spent.micros + by * micros }
  }
  return {
    begin() {
      const isCovered =
        spent.tokens <= most.tokens * (callsMax - 1) && spent.micros <= most.micros * (callsMax - 1) && !isClosed
      if (!isCovered) {
        throw new ApiError('budget_spent', 'What was reserved for this request does not cover another call to a model.')
      }
      add(most, 1)
    },
    end(usage) {
      if (isClosed) return
      const cost = usage === 'nothing' ? { tokens: 0, micros: 0 } : costOf(usage)
      add(most, -1)
      add(cost, 1)
    },
    close() {
      isClosed = true
      return spent
    },
  }

  function costOf(usage: TokenUsage | null): Cost {
    if (!usage || usage.inputTokens === null || usage.outputTokens === null) return most
    const cost = { tokens: usage.inputTokens + usage.outputTokens, micros: microsOf(usage) ?? most.micros }
    if (cost.tokens > most.tokens || cost.micros > most.micros) onMore?.()
    return { tokens: Math.min(cost.tokens, most.tokens), micros: Math.min(cost.micros, most.micros) }
  }
}

/** If one count is unknown, so is the sum. */
export function sumUsage(counts: readonly TokenUsage[]): TokenUsage {
  const sum = (pick: (one: TokenUsage) => number | null) =>
    counts.reduce<number | null>((total, one) => {
      const count = pick(one)
      return total === null || count === null ? null : total + count
    }, 0)
  const cacheRead = sum((one) => one.cacheRead ?? 0) ?? 0
  const cacheWritten = sum((one) => one.cacheWritten ?? 0) ?? 0
  return {
    inputTokens: sum((one) => one.inputTokens),
    outputTokens: sum((one) => one.outputTokens),
    ...(cacheRead + cacheWritten > 0 && { cacheRead, cacheWritten }),
  }
}
