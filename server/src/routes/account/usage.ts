// What was used and what is left.
import { z } from 'zod'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Catalogue } from '../../ground/plans.ts'
import { type App, callerOf, csvIfAccepted, named, timestamp } from '../../http/http.ts'
import { shownMonths, shownStats, type Usage } from '../../usage/usage.ts'
import { planName } from '../service/plan-fields.ts'
import { limitUse } from './limit-fields.ts'
import { getUsage, listUsageMonths } from './usage-reference.ts'

interface UsageParts {
  readonly accounts: Accounts
  readonly usage: Usage
  readonly catalogue: Catalogue
}

const use = named(
  'MeterUse',
  'How much of one quota is used this month.',
  z.object({
    used: z.int().describe('What was used this month, from the allowance and from the balance.'),
    limit: z
      .int()
      .nullable()
      .describe(
        'All that can be used this month, what was bought included: `used` and `remaining` together. Null if unlimited.',
      ),
    included_limit: z.int().nullable().describe('The allowance of the plan for this month. Null if unlimited.'),
    remaining: z
      .int()
      .nullable()
      .describe('What you can still use: the rest of the allowance plus your purchased balance. Null if unlimited.'),
    included_remaining: z.int().nullable().describe('What is left of the allowance alone. Null if unlimited.'),
  }),
)
const period = z.object({
  start: timestamp('When this month started (UTC).'),
  resets_at: timestamp('When the quotas reset (UTC).'),
})
const endpoints = z.object({
  compute: use.describe('Compute units, shared by `/compute` and `/sweep`.'),
  'ai/chat': use.describe('Requests to `/ai/chat` and `/v1/chat/completions`.'),
  'ai/analyze': use.describe('Text analyses.'),
  'ai/proxy': use.describe('Requests to `/ai/proxy`.'),
})
const balance = z.object({
  compute: z.int().describe('Purchased compute units. They do not expire.'),
  ai_calls: z.int().describe('Purchased AI calls. They do not expire.'),
})
const tokenUse = named(
  'ModelTokens',
  'Tokens that models used this month. They do not count towards a quota.',
  z.object({
    input: z.int().describe('Tokens sent to models.'),
    output: z.int().describe('Tokens that models wrote.'),
    cost_eur: z
      .number()
      .nullable()
      .describe('What they cost this deployment, in euros. Null if no price is configured for the models.'),
  }),
)
const keyUse = named(
  'KeyUse',
  'How much one key was used this month.',
  z.object({
    id: z.int().describe('The key.'),
    name: z.string().describe('The name of the key.'),
    calls: z.int().describe('Metered requests with this key this month.'),
    tokens: tokenUse.describe('Tokens of the models that were asked with this key.'),
  }),
)
const otherKeys = named(
  'OtherKeys',
  'Keys that a list leaves out.',
  z.object({
    count: z.int().describe('How many keys.'),
    calls: z.int().describe('Metered requests with them, and with revoked keys that are not listed.'),
  }),
)
const dayUse = named(
  'DayUse',
  'What was used on one day.',
  z.object({
    date: z.string().describe('The day (UTC), as `2026-03-31`.'),
    compute: z.int().describe('Compute units used.'),
    ai: z.int().describe('AI calls used.'),
  }),
)
export const statsShape = named(
  'UsageStats',
  'What the account has used this month, and what is left.',
  z.object({
    plan: planName('The plan that is in effect.'),
    own_provider_key: z
      .boolean()
      .describe('Whether this plan lets you use your own key for an AI provider, as in `/ai/proxy`.'),
    period: period.describe('The current month.'),
    endpoints: endpoints.describe('Each quota, by the endpoint it belongs to.'),
    topup_balance: balance.describe('What is left of your top-ups. Negative after a refund of units already used.'),
    keys: z
      .array(keyUse)
      .max(100)
      .describe('The keys that were used most this month, then others that work: 100 at most.'),
    other_keys: otherKeys.describe('All other keys together.'),
    tokens: tokenUse.describe('Tokens of all models, with and without a key.'),
    limits: z
      .array(limitUse.extend({ of: z.literal(['account', 'plan', 'key', 'user']).describe('Who is limited.') }))
      .describe('What is used of the limits of the account, the plan and, for an API key, of the key itself.'),
    daily: z.array(dayUse).describe('The last 30 days, oldest first.'),
  }),
)

const monthsShape = z
  .array(
    named(
      'MonthUse',
      'What was used in one month.',
      z.object({
        month: z.string().describe('The month (UTC), as `2026-03`.'),
        endpoints: z
          .object({
            compute: z.int().describe('Compute units.'),
            'ai/chat': z.int().describe('Chats.'),
            'ai/analyze': z.int().describe('Text analyses.'),
            'ai/proxy': z.int().describe('Requests with your own provider key.'),
          })
          .describe('Units used, by quota.'),
        keys: z
          .array(
            z.object({
              id: z.int().describe('The key.'),
              name: z.string().describe('The name of the key.'),
              calls: z.int().describe('Metered requests with this key.'),
            }),
          )
          .max(10)
          .describe('The keys that were used most in this month: 10 at most.'),
        other_keys: otherKeys.describe('All other keys that were used in this month, together.'),
      }),
    ),
  )
  .describe('Months in which something was used, newest first.')

export function usageRoutes(app: App, parts: UsageParts): void {
  const config = { access: { credentials: 'required', kinds: ['jwt', 'key'], area: 'account' } } as const
  const schema = { ...getUsage, response: { 200: statsShape } }
  app.get('/usage/stats', { config, schema, onSend: csvIfAccepted }, async (request) =>
    shownStats(parts, callerOf(request)),
  )
  app.get(
    '/usage/months',
    { config, schema: { ...listUsageMonths, response: { 200: monthsShape } }, onSend: csvIfAccepted },
    async (request) => shownMonths(parts, callerOf(request).accountId),
  )
}
