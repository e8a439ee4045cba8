import type { Subscription } from '@equipoise/sdk'
import { formatDay } from '../format.ts'

/** One sentence: when the plan renews or ends. */
export function standingWords({ plan, status, ends_at, renews_at }: Subscription): string {
  if (plan === 'free') return 'Free, with no time limit.'
  // Granted by an administrator: nobody pays for it, so it does not renew.
  if (status === 'none') {
    return ends_at
      ? `You pay nothing for it. You keep it until ${formatDay(ends_at)}, then you are on the free plan.`
      : 'You pay nothing for it, and it has no end date.'
  }
  if (status === 'past_due') return unpaidWords(ends_at)
  if (ends_at) return `Cancelled. You keep it until ${formatDay(ends_at)}, then you are on the free plan.`
  return renews_at ? `Renews on ${formatDay(renews_at)}.` : 'Renews every month.'
}

function unpaidWords(endsAt: string | null): string {
  const until = endsAt ? `until ${formatDay(endsAt)}` : 'for a few days'
  return `The last payment failed. You keep the plan ${until}. Pay by then to keep it longer.`
}
