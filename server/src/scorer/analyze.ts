import type { Analysis } from '@equipoise/score'
import type { Tier } from '../filter-mode.ts'

export interface ScoreOptions {
  readonly tier?: Tier | undefined
  /** Raised when the caller hangs up: what still waits is not scored. */
  readonly signal?: AbortSignal | undefined
}

export type Analyze = (text: string, options?: ScoreOptions) => Analysis | Promise<Analysis>
