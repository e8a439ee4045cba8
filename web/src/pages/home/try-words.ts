import type { MeterUse } from '@equipoise/sdk'
import { formatCount } from '../../format.ts'

interface TryState {
  readonly isBlank: boolean
  readonly isOffline: boolean
  /** Longer than visitors, or anybody, can have checked. */
  readonly isTooLong: boolean
  readonly isMember: boolean
  readonly isChecking: boolean
  /** Whether the score is the small model's estimate. */
  readonly isLive: boolean
  readonly hasScore: boolean
  readonly hasFailed: boolean
}

/** One line under the score: whether it is an estimate, and what happens next. */
export function tryWords(state: TryState): string {
  if (state.isBlank) return 'Paste or type a text.'
  if (state.isOffline) return 'You are offline.'
  if (state.isTooLong)
    return state.isMember ? 'Too long to be checked.' : 'Rough estimate. To check longer texts, create a free account.'
  if (state.isChecking) return 'Checking…'
  if (state.isLive)
    return state.hasFailed
      ? 'An estimate from a small model in your browser.'
      : 'Quick estimate from your browser. It can miss bias in plain words.'
  return state.hasScore ? 'AIN runs from 0 (loaded) to 1 (neutral).' : ''
}

/** What a check costs signed-in people. */
export function costWords(charsMax: number, use: Pick<MeterUse, 'remaining'> | undefined): string {
  const cost = `Each check of up to ${formatCount(charsMax)} characters uses one of your text analyses.`
  const left = use?.remaining
  return left === undefined || left === null ? cost : `${cost} You have ${formatCount(left)} left.`
}
