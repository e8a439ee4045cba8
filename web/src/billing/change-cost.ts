// What a change of plan costs and which limits shrink, shown before it is confirmed.
import type { PlanInfo, Subscription } from '@equipoise/sdk'
import { DAY_MS, formatAmount, formatCount, formatDay, formatEuro } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'
import { LIMITS, limitWords } from './plan-limits.ts'

/** Only the payment page knows whether VAT is added: that depends on the buyer and the operator. */
export const VAT_WORDS = 'The payment page shows the total, with VAT where it applies, before you pay.'

/** The price difference for the rest of the paid month: positive is due now, negative is a credit. */
export function differenceEur(current: PlanInfo, next: PlanInfo, renewsAt: string, nowMs: number): number {
  const end = new Date(renewsAt)
  const start = new Date(end)
  start.setUTCMonth(start.getUTCMonth() - 1)
  const left = Math.min(1, Math.max(0, (end.getTime() - nowMs) / Math.max(DAY_MS, end.getTime() - start.getTime())))
  return Math.round((next.price_eur - current.price_eur) * left * 100) / 100
}

interface Change {
  readonly current: PlanInfo | undefined
  readonly next: PlanInfo
  readonly subscription: Subscription
  readonly nowMs: number
}

export interface ChangeTold {
  readonly words: string
  /** The limits that shrink with a smaller plan, one line each. */
  readonly losses: readonly string[]
  /** Other consequences of the smaller plan. */
  readonly effects: readonly string[]
  readonly isPaid: boolean
}

export function changeTold(change: Change): ChangeTold {
  const { current, next, subscription, nowMs } = change
  const plain = { losses: [], effects: [] }
  const monthly = `${formatEuro(next.price_eur)} a month`
  const { renews_at, status } = subscription
  if (status === 'cancelled' || status === 'past_due') return { ...plain, words: firstWords(status), isPaid: false }
  if (!current || current.price_eur === 0 || renews_at === null) {
    const words = `You pay ${formatAmount(next.price_eur)} now, then ${monthly}. You can cancel at any time.`
    return { ...plain, words, isPaid: true }
  }
  const due = differenceEur(current, next, renews_at, nowMs)
  const later = `From ${formatDay(renews_at)} on it is ${monthly}.`
  if (next.price_eur >= current.price_eur) {
    const words = `You pay about ${formatAmount(due)} now, for the rest of the month you have paid for. ${later} The next page shows the exact amount.`
    return { ...plain, words, isPaid: true }
  }
  return { words: `${smallerWords(next, due)} ${later}`, ...shrinking(current, next), isPaid: false }
}

/** The payment provider does not change a plan before this is settled. */
function firstWords(status: 'cancelled' | 'past_due'): string {
  const first =
    status === 'cancelled'
      ? 'You have cancelled your plan. On the next page you can keep it.'
      : 'Your last payment failed. On the next page you can pay it.'
  return `${first} After that you can change to another plan.`
}

function smallerWords(next: PlanInfo, due: number): string {
  const start = `The ${planTitle(next.id)} plan starts at once, not at the end of the month you have paid for. You pay nothing now.`
  return due < 0
    ? `${start} We credit you with about ${formatAmount(-due)}, and your next payments use it first.`
    : start
}

function shrinking(current: PlanInfo, next: PlanInfo): Pick<ChangeTold, 'losses' | 'effects'> {
  const amount = (count: number | null) => count ?? Number.POSITIVE_INFINITY
  const losses = LIMITS.filter(({ of }) => amount(of(next)) < amount(of(current))).map(
    ({ title, of }) => `${title}: ${limitWords(of(next))} (now ${limitWords(of(current))})`,
  )
  const keys = `If you have more than ${formatCount(next.keys)} API keys, they all keep working. You can create another only when you have fewer than ${formatCount(next.keys)}.`
  return {
    losses,
    effects: [
      'What you have used this month counts towards the smaller allowances. You keep your top-up balance.',
      ...(next.keys < current.keys ? [keys] : []),
    ],
  }
}
