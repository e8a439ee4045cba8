import type { Meter, MeterUse, UsageStats } from '@equipoise/sdk'

export const METERS: readonly { readonly meter: Meter; readonly title: string }[] = [
  { meter: 'compute', title: 'Compute units' },
  { meter: 'ai/analyze', title: 'Text analyses' },
  { meter: 'ai/chat', title: 'Chats' },
  { meter: 'ai/proxy', title: 'Calls with your own key' },
]

type Pressure = 'calm' | 'near' | 'spent'

const NEAR_SHARE = 0.8

/** The used share of the allowance, 0..1; undefined if it is unlimited or not included. */
export function shareOf({ included_limit: limit, included_remaining: remaining }: MeterUse): number | undefined {
  if (limit === null || limit === 0 || remaining === null) return undefined
  return Math.min(1, Math.max(0, 1 - remaining / limit))
}

export function pressureOf(use: MeterUse): Pressure {
  const share = shareOf(use)
  if (share === undefined) return 'calm'
  if (share >= 1) return 'spent'
  // 1 - 0.2 is slightly less than 0.8 in floating point.
  return share >= NEAR_SHARE - 1e-9 ? 'near' : 'calm'
}

/** One sentence for each quota that is nearly or fully used. */
export function warningsOf({ endpoints, topup_balance }: Pick<UsageStats, 'endpoints' | 'topup_balance'>): string[] {
  const named = (wanted: (meter: Meter) => boolean) => {
    const titles = METERS.filter(({ meter }) => wanted(meter)).map(({ title }) => title.toLowerCase())
    return titles.length === 0 ? undefined : new Intl.ListFormat('en').format(titles)
  }
  const pressure = (meter: Meter) => pressureOf(endpoints[meter])
  const balance = (meter: Meter) => (meter === 'compute' ? topup_balance.compute : topup_balance.ai_calls)
  const rejected = named((meter) => pressure(meter) === 'spent' && balance(meter) <= 0)
  const paid = named((meter) => pressure(meter) === 'spent' && balance(meter) > 0)
  const near = named((meter) => pressure(meter) === 'near')
  return [
    ...(rejected
      ? [
          `You have used all ${rejected} this month, and there is no top-up balance. To use more, wait for the reset, buy a top-up or choose a higher plan.`,
        ]
      : []),
    ...(paid ? [`You have used all ${paid} this month. We are now using your top-up balance.`] : []),
    ...(near ? [`You have used at least 80% of this month’s ${near}.`] : []),
  ]
}
