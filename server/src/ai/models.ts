// The models that a deployment offers for chat, and what their tokens cost.
import type { TokenUsage } from './provider.ts'

export interface ModelOffer {
  readonly id: string
  readonly label?: string | undefined
  /** In EUR per million tokens. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
}

export interface Models {
  /** What /v1/models lists, the default first. */
  readonly list: readonly ModelOffer[]
  /** A deployment without a list offers every model of its provider. */
  isOffered(id: string): boolean
  /** In millionths of a euro; undefined if the price or the number of tokens is unknown. */
  costMicros(id: string, usage: TokenUsage): number | undefined
}

export function createModels(offers: readonly ModelOffer[] | undefined, defaultId: string): Models {
  const byId = new Map((offers ?? []).map((offer) => [offer.id, offer]))
  return {
    list: offers ?? [{ id: defaultId }],
    isOffered: (id) => offers === undefined || byId.has(id),
    costMicros(id, { inputTokens, outputTokens }) {
      const price = byId.get(id)?.price
      if (!price || inputTokens === null || outputTokens === null) return undefined
      // Euros per million tokens equal millionths of a euro per token.
      return Math.round(inputTokens * price.input + outputTokens * price.output)
    },
  }
}
