import type { Subscription } from '@equipoise/sdk'
import { formatDay } from '../format.ts'

/** How it goes on with a plan, in a sentence. */
export function standingWords({ plan, status, ends_at, renews_at }: Subscription): string {
  if (plan === 'free') return 'No payment, no end.'
  if (status === 'past_due') return unpaidWords(ends_at)
  if (ends_at) return `Cancelled: it stays until ${formatDay(ends_at)}, then the account is on the free plan.`
  return renews_at ? `Renews on ${formatDay(renews_at)}.` : 'Renews every month.'
}

function unpaidWords(endsAt: string | null): string {
  const until = endsAt ? `until ${formatDay(endsAt)}` : 'for a few days'
  return `The last payment failed. The plan stays ${until}: pay by then to keep it.`
}
