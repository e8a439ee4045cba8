// What was used and what is left, with the field names of the API, for its routes and for commands that print JSON.
import { type Catalogue, isAtLeast, type Meter, OWN_KEY_PLAN, type PlanId } from '../ground/plans.ts'
import type { DayUse } from './store.ts'
import { type TokenUse, totalOf } from './tokens.ts'

export interface MeterUse {
  readonly used: number
  /** Null is unlimited. */
  readonly limit: number | null
  /** What can still be used, including the purchased balance. */
  readonly remaining: number | null
  /** What is left of the allowance alone. */
  readonly includedRemaining: number | null
}

export interface Stats {
  readonly start: Date
  readonly resetsAt: Date
  readonly meters: Readonly<Record<Meter, MeterUse>>
  readonly balance: { readonly compute: number; readonly aiCalls: number }
  readonly callsByKey: ReadonlyMap<number, number>
  /** By key; 0 for requests without an API key. */
  readonly tokensByKey: ReadonlyMap<number, TokenUse>
  readonly daily: readonly DayUse[]
}

interface StatsParts {
  readonly plan: PlanId
  readonly names: readonly { id: number; name: string; works: boolean }[]
  readonly catalogue: Catalogue
}

/** Keys that work, and revoked ones that were used this month. */
export function shownStats(
  { start, resetsAt, meters, balance, callsByKey, tokensByKey, daily }: Stats,
  { plan, names, catalogue }: StatsParts,
) {
  const mayBringKey = isAtLeast(catalogue, plan, OWN_KEY_PLAN)
  return {
    plan,
    own_provider_key: mayBringKey,
    period: { start: start.toISOString(), resets_at: resetsAt.toISOString() },
    endpoints: {
      compute: shownUse(meters.compute),
      'ai/chat': shownUse(meters['ai/chat']),
      'ai/analyze': shownUse(meters['ai/analyze']),
      // A purchased balance does not unlock what the plan does not include.
      'ai/proxy': shownUse(mayBringKey ? meters['ai/proxy'] : { ...meters['ai/proxy'], remaining: 0 }),
    },
    topup_balance: { compute: balance.compute, ai_calls: balance.aiCalls },
    keys: names
      .map(({ id, name, works }) => ({ id, name, works, calls: callsByKey.get(id) ?? 0 }))
      .filter(({ works, calls }) => works || calls > 0)
      .map(({ id, name, calls }) => ({ id, name, calls, tokens: shownTokens(tokensByKey.get(id)) })),
    tokens: shownTokens(totalOf(tokensByKey.values())),
    daily: [...daily],
  }
}

function shownUse({ used, limit, remaining, includedRemaining }: MeterUse) {
  // The limit includes the purchased balance, so that used and remaining always add up to it.
  const whole = remaining === null ? null : used + remaining
  return { used, limit: whole, remaining, included_limit: limit, included_remaining: includedRemaining }
}

function shownTokens({ inputTokens = 0, outputTokens = 0, costMicros = null }: Partial<TokenUse> = {}) {
  return { input: inputTokens, output: outputTokens, cost_eur: costMicros === null ? null : costMicros / 1_000_000 }
}
