// What was used and what is left, with the field names of the API, for its routes and for commands that print JSON.
import { ACCOUNT, type LimitedBy, limitedByPlan } from '../ground/limits.ts'
import { type Catalogue, isAtLeast, type Meter, OWN_KEY_PLAN, type Plan, type PlanId, planOf } from '../ground/plans.ts'
import { kindOf, type ShownLimitUse } from './limits.ts'
import type { BusyKey, DayUse, KeyMonth, PastUse } from './store.ts'
import type { TokenUse } from './token-store.ts'

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
  /** Those that were used most. */
  readonly keys: readonly BusyKey[]
  readonly tokens: TokenUse
  readonly daily: readonly DayUse[]
}

export interface UsageReads {
  /** Of this month, what was just noted on this node included. */
  stats(accountId: number, plan: Plan, keysMax?: number): Promise<Stats>
  /** What is used of these limits now, for each of them in turn. */
  limitUse(accountId: number, by: readonly LimitedBy[]): Promise<ShownLimitUse[][]>
  /** All months, each with the keys that were used most. */
  months(accountId: number, keysMax: number): Promise<PastUse & { keys: BusyKey[] }>
}

interface StatsParts {
  readonly usage: Pick<UsageReads, 'stats' | 'limitUse'>
  readonly accounts: { readonly keys: KeyNames }
  readonly catalogue: Catalogue
}

interface KeyNames {
  /** Of these keys, then of others that work, up to `rowsMax`, with how many there are in all. */
  names(
    accountId: number,
    page: { ids: readonly number[]; rowsMax: number },
  ): Promise<{ keys: readonly { id: number; name: string }[]; total: number }>
}

const KEYS_SHOWN = 100
const KEYS_OF_MONTH_SHOWN = 10

/** The keys that were used most this month, then others that work. */
export async function shownStats(
  { usage, accounts, catalogue }: StatsParts,
  { accountId, plan, limitedBy = [] }: { accountId: number; plan: PlanId; limitedBy?: readonly LimitedBy[] },
) {
  const by = [...limitedBy, ...limitedByPlan(planOf(catalogue, plan))]
  const limited = await usage.limitUse(accountId, by)
  const stats = await usage.stats(accountId, planOf(catalogue, plan), KEYS_SHOWN)
  const { start, resetsAt, meters, balance, keys, tokens, daily } = stats
  const ids = keys.map(({ keyId }) => keyId)
  const named = await accounts.keys.names(accountId, { ids, rowsMax: KEYS_SHOWN })
  const known = new Map(keys.map((key) => [key.keyId, key]))
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
    keys: named.keys.map(({ id, name }) => {
      const use = known.get(id)
      return { id, name, calls: use?.calls ?? 0, tokens: shownTokens(use) }
    }),
    other_keys: { count: named.total - named.keys.length, calls: callsOfOthers(keys) },
    tokens: shownTokens(tokens),
    limits: limited.flatMap((uses, at) => uses.map((use) => ({ of: kindOf(by[at]?.subject ?? ACCOUNT), ...use }))),
    daily: [...daily],
  }
}

/** Months in which something was used, each with the keys that were used most. */
export async function shownMonths(
  { usage, accounts }: Pick<StatsParts, 'accounts'> & { readonly usage: Pick<UsageReads, 'months'> },
  accountId: number,
) {
  const { months, keys } = await usage.months(accountId, KEYS_OF_MONTH_SHOWN)
  const ids = [...new Set(keys.map(({ keyId }) => keyId))]
  const named = await accounts.keys.names(accountId, { ids, rowsMax: ids.length })
  const names = new Map(named.keys.map(({ id, name }) => [id, name]))
  return [...new Set(months.map(({ month }) => month))].map((month) => {
    const used = (endpoint: Meter) => months.find((one) => one.month === month && one.endpoint === endpoint)?.used ?? 0
    const ofMonth = keys.filter((one) => one.month === month)
    return {
      month,
      endpoints: {
        compute: used('compute'),
        'ai/chat': used('ai/chat'),
        'ai/analyze': used('ai/analyze'),
        'ai/proxy': used('ai/proxy'),
      },
      keys: ofMonth.map(({ keyId, calls }) => ({ id: keyId, name: names.get(keyId) ?? '', calls })),
      other_keys: { count: (ofMonth[0]?.keyCount ?? 0) - ofMonth.length, calls: callsOfOthers(ofMonth) },
    }
  })
}

function callsOfOthers(keys: readonly BusyKey[]): number {
  return keys.reduce((left, { calls }) => left - calls, keys[0]?.allCalls ?? 0)
}

export function shownKeyMonth({ month, keyId, calls }: KeyMonth) {
  return { month, key_id: keyId, calls }
}

function shownUse({ used, limit, remaining, includedRemaining }: MeterUse) {
  // The limit includes the purchased balance, so that used and remaining always add up to it.
  const whole = remaining === null ? null : used + remaining
  return { used, limit: whole, remaining, included_limit: limit, included_remaining: includedRemaining }
}

function shownTokens({ inputTokens = 0, outputTokens = 0, costMicros = null }: Partial<TokenUse> = {}) {
  return { input: inputTokens, output: outputTokens, cost_eur: costMicros === null ? null : costMicros / 1_000_000 }
}
