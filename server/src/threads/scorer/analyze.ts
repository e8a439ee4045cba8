import type { Analysis, WordLists } from '@equipoise/score'
import type { Tier } from '../../ground/filter-mode.ts'

/** With the caller's own words, if there are any. */
export interface ScoreOptions extends WordLists {
  readonly tier?: Tier | undefined
  /** Raised when the caller hangs up: what still waits is not scored. */
  readonly signal?: AbortSignal | undefined
  /** Who asks: texts of one owner wait for each other, not before those of others. */
  readonly owner: string
  /** Asked by a caller without an account: it waits behind all others. */
  readonly anonymous?: boolean | undefined
  /** Others come with it: even a short one is not scored on the calling thread. */
  readonly isOneOfMany?: boolean | undefined
}

export type Analyze = (text: string, options: ScoreOptions) => Analysis | Promise<Analysis>
