import type { Analysis, WordLists } from '@equipoise/score'
import type { Tier } from '../../ground/filter-mode.ts'

/** Includes the caller's own word lists, if there are any. */
export interface ScoreOptions extends WordLists {
  readonly tier?: Tier | undefined
  /** Aborted when the caller hangs up: waiting texts are then not scored. */
  readonly signal?: AbortSignal | undefined
  /** Texts of one owner wait for each other, but do not hold up those of others. */
  readonly owner: string
  /** A caller without an account waits behind all others. */
  readonly anonymous?: boolean | undefined
  /** One of several texts: even a short one is then not scored on the calling thread. */
  readonly isOneOfMany?: boolean | undefined
}

export type Analyze = (text: string, options: ScoreOptions) => Analysis | Promise<Analysis>
