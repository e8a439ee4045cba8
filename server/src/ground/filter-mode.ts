// How an answer of a model is filtered. An API key and a deployment can have a mode of their own, so everybody knows these names.

export const FILTER_MODES = ['analyze', 'rebalance', 'strict'] as const
/** When the text of a stream leaves if it can be rejected: all of it at the end, or each sentence that passes. */
export const RELEASES = ['answer', 'sentence'] as const
export type Release = (typeof RELEASES)[number]

export type FilterMode = (typeof FILTER_MODES)[number]

/** How a text is scored: with the encoder, or by its words alone. */
export const TIERS = ['default', 'fast'] as const
export type Tier = (typeof TIERS)[number]
