// What a change of plan costs, before it is confirmed.
import type { PlanInfo, Subscription } from '@equipoise/sdk'
import { formatAmount, formatDay, formatEuro } from '../format.ts'

/** Whether tax is added depends on the buyer and on the operator: only the payment page knows. */
export const VAT_WORDS = 'The payment page shows the total, with VAT where it applies, before you pay.'

const DAY_MS = 86_400_000

/** The difference for what is left of the paid month; a cheaper plan costs nothing now. */
export function dueNowEur(current: PlanInfo, next: PlanInfo, renewsAt: string, nowMs: number): number {
  const end = new Date(renewsAt)
  const start = new Date(end)
  start.setUTCMonth(start.getUTCMonth() - 1)
  const left = Math.min(1, Math.max(0, (end.getTime() - nowMs) / Math.max(DAY_MS, end.getTime() - start.getTime())))
  return Math.max(0, Math.round((next.price_eur - current.price_eur) * left * 100) / 100)
}

interface Change {
  readonly current: PlanInfo | undefined
  readonly next: PlanInfo
  readonly subscription: Subscription
  readonly nowMs: number
}

export function changeWords({ current, next, subscription, nowMs }: Change): string {
  const monthly = `${formatEuro(next.price_eur)} a month`
  const { renews_at } = subscription
  if (!current || current.price_eur === 0 || renews_at === null) {
    return `You pay ${formatAmount(next.price_eur)} now, then ${monthly}. You can cancel at any time.`
  }
  const due = dueNowEur(current, next, renews_at, nowMs)
  const now =
    due > 0
      ? `You pay about ${formatAmount(due)} now, for the rest of the month you have paid for.`
      : 'You pay nothing now.'
  return `${now} From ${formatDay(renews_at)} on it is ${monthly}. The payment page shows the exact amount.`
}
