import type { Operation } from '../../http/http.ts'

const TOKENS = { input: 4_100, output: 2_870, cost_eur: 0.02 }

export const getUsage: Operation = {
  operationId: 'getUsage',
  access: 'scope read-only',
  sdk: ['usage'],
  tags: ['Usage'],
  summary: 'Get your usage this month',
  description:
    'Returns what your account has used this month (UTC), what is left, and your purchased balance. The allowance is used first, then the balance.',
  examples: {
    response: {
      plan: 'free',
      own_provider_key: false,
      period: { start: '2026-03-01T00:00:00.000Z', resets_at: '2026-04-01T00:00:00.000Z' },
      endpoints: {
        compute: { used: 120, limit: 1000, remaining: 880, included_limit: 1000, included_remaining: 880 },
        'ai/chat': { used: 3, limit: 50, remaining: 47, included_limit: 50, included_remaining: 47 },
        'ai/analyze': { used: 41, limit: 500, remaining: 459, included_limit: 500, included_remaining: 459 },
        'ai/proxy': { used: 0, limit: 0, remaining: 0, included_limit: 0, included_remaining: 0 },
      },
      topup_balance: { compute: 10_000, ai_calls: 200 },
      keys: [{ id: 7, name: 'Build server', calls: 12, tokens: TOKENS }],
      other_keys: { count: 0, calls: 0 },
      tokens: TOKENS,
      limits: [
        {
          of: 'account',
          measure: 'budget_eur',
          period: 'month',
          limit: 20,
          used: 3.14,
          resets_at: '2026-04-01T00:00:00.000Z',
        },
      ],
      daily: [{ date: '2026-03-31', compute: 120, ai: 44 }],
    },
  },
}

export const listModelUse: Operation = {
  operationId: 'listModelUse',
  access: 'scope read-only',
  sdk: ['usageByModel'],
  tags: ['Usage'],
  summary: 'List tokens and costs by day, key, model and end user',
  description:
    'Returns what models used and cost, summed by the parts that you name, as JSON or CSV. A cost is that of the price on its day, so a new price changes no report. Kept for 400 days; numbers appear within a second.',
  examples: {
    response: [
      {
        day: '2026-03-31',
        key_id: null,
        model: 'small',
        end_user: null,
        calls: 12,
        input_tokens: 4_100,
        output_tokens: 2_870,
        cost_eur: 0.02,
      },
    ],
  },
}

export const listUsageMonths: Operation = {
  operationId: 'listUsageMonths',
  access: 'scope read-only',
  sdk: ['usageMonths'],
  tags: ['Usage'],
  summary: 'List your usage month by month',
  description:
    'Returns what your account used in each month (UTC), by quota and by key, newest month first. Each month names the ten keys that were used most; the export of your account has all of them.',
  examples: {
    response: [
      {
        month: '2026-03',
        endpoints: { compute: 120, 'ai/chat': 3, 'ai/analyze': 41, 'ai/proxy': 0 },
        keys: [{ id: 7, name: 'Build server', calls: 12 }],
        other_keys: { count: 0, calls: 0 },
      },
    ],
  },
}
