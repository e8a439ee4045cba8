// Examples for the administrators' routes in the API document.
import { IDENTITY } from '../account/identities-reference.ts'

const ADA = { id: 2, email: 'ada@example.org', name: 'Ada', plan: 'pro', created_at: '2026-03-01T09:30:00.000Z' }
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const AT = '2026-03-31T12:00:00.000Z'

const PLAN_SET = {
  id: 41,
  at: AT,
  administrator: 'boss@example.org',
  action: 'plan_set',
  account_id: ADA.id,
  account_email: ADA.email,
  reason: 'Asked for by email, ticket 4711',
  detail: { plan: 'pro', ends_at: null },
  address: '203.0.113.7',
}

export const ACCOUNT_PAGE = { accounts: [{ ...ADA, role: 'member', disabled: false }], next: null, total: 1 }

export const ADMIN_LOG = [PLAN_SET]

export const ADMIN_ACCOUNT = {
  account: {
    ...ADA,
    plan_ends_at: null,
    role: 'member',
    email_verified: true,
    has_password: true,
    second_factor: false,
    limits: null,
  },
  plans: ['free', 'basic', 'pro'],
  disabled_at: null,
  subscription: { status: 'none', renews_at: null, ends_at: null, customer_url: null },
  usage: {
    plan: 'pro',
    own_provider_key: true,
    period: { start: '2026-03-01T00:00:00.000Z', resets_at: '2026-04-01T00:00:00.000Z' },
    endpoints: {
      compute: { used: 1003, limit: 250_000, remaining: 248_997, included_limit: 250_000, included_remaining: 248_997 },
      'ai/chat': { used: 12, limit: 2000, remaining: 1988, included_limit: 2000, included_remaining: 1988 },
      'ai/analyze': { used: 40, limit: 20_000, remaining: 19_960, included_limit: 20_000, included_remaining: 19_960 },
      'ai/proxy': { used: 0, limit: 500, remaining: 500, included_limit: 500, included_remaining: 500 },
    },
    topup_balance: { compute: 0, ai_calls: 0 },
    keys: [],
    other_keys: { count: 0, calls: 0 },
    tokens: { input: 1490, output: 840, cost_eur: 0.0014 },
    limits: [],
    daily: [{ date: '2026-03-31', compute: 1003, ai: 52 }],
  },
  sessions: [
    {
      id: 'waPJpstHaD9ac_BuKkvEaA',
      address: '203.0.113.9',
      user_agent: USER_AGENT,
      created_at: '2026-03-30T08:00:00.000Z',
      expires_at: '2026-04-06T08:00:00.000Z',
      last_used_at: AT,
      current: false,
    },
  ],
  identities: [IDENTITY],
  audit: [
    {
      id: 9,
      at: '2026-03-01T09:30:00.000Z',
      event: 'registered',
      address: '203.0.113.9',
      user_agent: USER_AGENT,
      detail: {},
    },
  ],
  administration: [PLAN_SET],
}

export const OVERVIEW = {
  accounts: 2,
  usage_summed_at: AT,
  usage: [{ date: '2026-03-31', plan: 'pro', meter: 'ai/analyze', units: 40, accounts: 1 }],
  top_callers: [{ meter: 'ai/analyze', place: 1, account_id: ADA.id, email: ADA.email, plan: 'pro', units: 40 }],
  subscriptions: [{ plan: 'pro', status: 'active', count: 1, eur_a_month: 29 }],
  sales: [{ date: '2026-03-01', kind: 'plan', item: 'pro', count: 1, eur: 29, vat_eur: 4.63, vat_unknown_eur: 0 }],
  providers: [{ date: '2026-03-31', target: 'stripe', result: 'ok', calls: 12 }],
  queues: { payment_events_waiting: 0, payment_events_set_aside: 0, accounts_being_deleted: 0, last_backup_at: AT },
  emails: { waiting: 0, oldest_at: null, last_error: null },
}
