import type { Meter, MeterUse } from '@equipoise/sdk'

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
