// What a plan includes, limit by limit.
import type { PlanInfo } from '@equipoise/sdk'
import { formatCount } from '../format.ts'

interface Limit {
  readonly title: string
  /** Null is unlimited. */
  readonly of: (plan: PlanInfo) => number | null
}

export const LIMITS: readonly Limit[] = [
  { title: 'Largest block N', of: (plan) => plan.max_n },
  { title: 'Compute units a month', of: (plan) => plan.compute },
  { title: 'Text analyses a month', of: (plan) => plan.ai_analyze },
  { title: 'Chats a month', of: (plan) => plan.ai_chat },
  { title: 'Calls with your own key a month', of: (plan) => plan.ai_proxy },
  { title: 'API keys', of: (plan) => plan.keys },
  { title: 'Requests a minute', of: (plan) => plan.requests_per_minute },
]

export function limitWords(count: number | null): string {
  if (count === null) return 'unlimited'
  return count === 0 ? 'not included' : formatCount(count)
}
