/** Written by the build: see web/stored.ts. */
declare module 'virtual:stored' {
  import type { Analysis } from '@equipoise/sdk'

  /** The analyses of the samples, in order. */
  export const samples: readonly Analysis[]
  /** The attempts of the exchange on the home page. */
  export const attempts: readonly Pick<Analysis, 'ain_score' | 'band' | 'svc_certified' | 'evidence'>[]
  /** The beginning of the response to the request that the home page offers to paste. */
  export const response: string
  /** Figures from the model card by name; missing ones are absent. */
  export const figures: Readonly<Record<string, number>>
  /** The scores of the pairs of answers on the home page. */
  export const pairs: readonly { readonly topic: string; readonly scores: readonly number[] }[]
  /** The winner of the raffle on the home page. */
  export const winner: string
}
