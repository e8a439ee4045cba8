// How an answer of a model is filtered. An API key and a deployment can have a mode of their own, so everybody knows these names.

export const FILTER_MODES = ['analyze', 'rebalance', 'strict'] as const
export type FilterMode = (typeof FILTER_MODES)[number]

/** How a text is scored: with the encoder, or by its words alone. */
export const TIERS = ['default', 'fast'] as const
export type Tier = (typeof TIERS)[number]
