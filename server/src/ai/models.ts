// The models that a deployment offers for chat, and what their tokens cost on which day.
import { dayOf } from '../ground/calendar.ts'
import type { TokenUsage } from './provider.ts'

/** In EUR per million tokens, from a day on, as YYYY-MM-DD. */
export interface Price {
  readonly from: string
  readonly input: number
  readonly output: number
  /** Of tokens read from or written to the provider's cache; by default, as much as `input`. */
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

export interface ModelOffer {
  readonly id: string
  readonly label?: string | undefined
  /** The newest first. */
  readonly prices?: readonly Price[] | undefined
  /** The longest answer that the model can give, thoughts included. */
  readonly outputTokensMax?: number | undefined
  /** The longest prompt that the model can read. */
  readonly contextTokens?: number | undefined
}

export interface Models {
  /** What /v1/models lists, the default first. */
  readonly list: readonly ModelOffer[]
  /** A deployment without a list offers every model of its provider. */
  isOffered(id: string): boolean
  offerOf(id: string): ModelOffer | undefined
  /** The price of today. */
  priceOf(id: string): Price | undefined
  /** In millionths of a euro, at today's price; undefined if the price or the number of tokens is unknown. */
  costMicros(id: string, usage: TokenUsage): number | undefined
  /** The same for the most that these tokens can cost. */
  mostMicros(id: string, tokens: { readonly input: number; readonly output: number }): number | undefined
}

export function createModels(
  offers: readonly ModelOffer[] | undefined,
  defaultId: string,
  nowMs: () => number,
): Models {
  const byId = new Map((offers ?? []).map((offer) => [offer.id, offer]))
  const priceOf = (id: string) => {
    const today = dayOf(nowMs())
    return byId.get(id)?.prices?.find(({ from }) => from <= today)
  }
  return {
    list: offers ?? [{ id: defaultId }],
    isOffered: (id) => offers === undefined || byId.has(id),
    offerOf: (id) => byId.get(id),
    priceOf,
    mostMicros(id, { input, output }) {
      const price = priceOf(id)
      if (!price) return undefined
      const dearest = Math.max(price.input, price.cacheRead ?? 0, price.cacheWrite ?? 0)
      return Math.ceil(input * dearest + output * price.output)
    },
    costMicros(id, { inputTokens, outputTokens, cacheRead = 0, cacheWritten = 0 }) {
      const price = priceOf(id)
      if (!price || inputTokens === null || outputTokens === null) return undefined
      const fresh = Math.max(0, inputTokens - cacheRead - cacheWritten) * price.input
      const cached = cacheRead * (price.cacheRead ?? price.input) + cacheWritten * (price.cacheWrite ?? price.input)
      // Euros per million tokens equal millionths of a euro per token.
      return Math.ceil(fresh + cached + outputTokens * price.output)
    },
  }
}
