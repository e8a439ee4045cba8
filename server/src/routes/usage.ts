// What was used, what is left.
import { z } from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import { type App, callerOf } from '../http/http.ts'
import { type Catalogue, PLAN_ORDER, type PlanId } from '../plans.ts'
import type { Stats, Usage } from '../usage/usage.ts'

export interface UsageParts {
  readonly accounts: Accounts
  readonly usage: Usage
  readonly catalogue: Catalogue
}

const use = z.object({
  used: z.int(),
  limit: z.int().nullable().describe('null is unlimited'),
  remaining: z.int().nullable().describe('what is left of the allowance, without purchased balance'),
})
const statsShape = z.object({
  plan: z.literal(PLAN_ORDER),
  period: z.object({ start: z.string(), resets_at: z.string() }),
  endpoints: z.object({ compute: use, 'ai/chat': use, 'ai/analyze': use, 'ai/proxy': use }),
  topup_balance: z.object({ compute: z.int(), ai_calls: z.int() }),
  keys: z.array(z.object({ id: z.int(), name: z.string(), calls: z.int() })),
  daily: z.array(z.object({ date: z.string(), compute: z.int(), ai: z.int() })),
})

export function usageRoutes(app: App, { accounts, usage, catalogue }: UsageParts): void {
  const config = { access: { credentials: 'required', kinds: ['jwt', 'key'], area: 'account' } } as const
  const schema = {
    tags: ['Usage'],
    summary: 'What this account has used in this month, and what is left',
    response: { 200: statsShape },
  }
  app.get('/usage/stats', { config, schema }, async (request) => {
    const { accountId, plan } = callerOf(request)
    const [stats, names] = await Promise.all([
      usage.stats(accountId, catalogue.plans[plan]),
      accounts.keys.names(accountId),
    ])
    return shownStats(stats, { plan, names })
  })
}

/** Keys that work, and revoked ones that were used in this month. */
export function shownStats(
  { start, resetsAt, meters, balance, callsByKey, daily }: Stats,
  { plan, names }: { plan: PlanId; names: readonly { id: number; name: string; works: boolean }[] },
): z.output<typeof statsShape> {
  return {
    plan,
    period: { start: start.toISOString(), resets_at: resetsAt.toISOString() },
    endpoints: meters,
    topup_balance: { compute: balance.compute, ai_calls: balance.aiCalls },
    keys: names
      .map(({ id, name, works }) => ({ id, name, works, calls: callsByKey.get(id) ?? 0 }))
      .filter(({ works, calls }) => works || calls > 0)
      .map(({ id, name, calls }) => ({ id, name, calls })),
    daily: [...daily],
  }
}
