import type { Analysis, WordLists } from '@equipoise/score'
import type { Tier } from '../../ground/filter-mode.ts'

/** With the caller's own words, where there are some. */
export interface ScoreOptions extends WordLists {
  readonly tier?: Tier | undefined
  /** Raised when the caller hangs up: what still waits is not scored. */
  readonly signal?: AbortSignal | undefined
}

export type Analyze = (text: string, options?: ScoreOptions) => Analysis | Promise<Analysis>
