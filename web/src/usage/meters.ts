import type { Meter, MeterUse, UsageStats } from '@equipoise/sdk'

export const METERS: readonly { readonly meter: Meter; readonly title: string }[] = [
  { meter: 'compute', title: 'Compute units' },
  { meter: 'ai/analyze', title: 'Text analyses' },
  { meter: 'ai/chat', title: 'Chats' },
  { meter: 'ai/proxy', title: 'Proxy calls' },
]

export type Pressure = 'calm' | 'near' | 'spent'

const NEAR_SHARE = 0.8

/** How full a meter is: 0..1, or undefined where there is no limit or nothing is included. */
export function shareOf({ used, limit }: MeterUse): number | undefined {
  return limit === null || limit === 0 ? undefined : Math.min(1, used / limit)
}

export function pressureOf(use: MeterUse): Pressure {
  const share = shareOf(use)
  if (share === undefined) return 'calm'
  if (share >= 1) return 'spent'
  return share >= NEAR_SHARE ? 'near' : 'calm'
}

/** What there is to say about allowances that end or have ended, a sentence each. */
export function warningsOf({ endpoints, topup_balance }: Pick<UsageStats, 'endpoints' | 'topup_balance'>): string[] {
  const named = (wanted: (meter: Meter) => boolean) => {
    const titles = METERS.filter(({ meter }) => wanted(meter)).map(({ title }) => title.toLowerCase())
    return titles.length === 0 ? undefined : new Intl.ListFormat('en').format(titles)
  }
  const pressure = (meter: Meter) => pressureOf(endpoints[meter])
  const balance = (meter: Meter) => (meter === 'compute' ? topup_balance.compute : topup_balance.ai_calls)
  const refused = named((meter) => pressure(meter) === 'spent' && balance(meter) === 0)
  const paid = named((meter) => pressure(meter) === 'spent' && balance(meter) > 0)
  const near = named((meter) => pressure(meter) === 'near')
  return [
    ...(refused
      ? [`The allowance for ${refused} is spent and there is no top-up balance: further calls are refused.`]
      : []),
    ...(paid ? [`The allowance for ${paid} is spent; top-up balance is used from here on.`] : []),
    ...(near ? [`More than 80 % of the allowance for ${near} is used.`] : []),
  ]
}
