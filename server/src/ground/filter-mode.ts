// How an answer of a model is filtered. API keys and deployments can set a mode, so these names are shared.

export const FILTER_MODES = ['analyze', 'rebalance', 'strict'] as const
/** When a stream that can be rejected sends its text: everything at the end, or each sentence that passes. */
export const RELEASES = ['answer', 'sentence'] as const
export type Release = (typeof RELEASES)[number]

export type FilterMode = (typeof FILTER_MODES)[number]

/** How a text is scored: with the encoder, or by its words alone. */
export const TIERS = ['default', 'fast'] as const
export type Tier = (typeof TIERS)[number]
