import type { PlanInfo, Subscription } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { changeTold, differenceEur } from './change-cost.ts'

const BASIC: PlanInfo = {
  id: 'basic',
  price_eur: 9,
  max_n: 16,
  compute: 50_000,
  ai_chat: 500,
  ai_analyze: 5_000,
  ai_proxy: 100,
  keys: 20,
  requests_per_minute: 1_200,
}
const PRO: PlanInfo = { ...BASIC, id: 'pro', price_eur: 29, compute: null, keys: 50 }
const FREE: PlanInfo = { ...BASIC, id: 'free', price_eur: 0 }
const RENEWS = '2026-12-01T00:00:00.000Z'
const HALFWAY_MS = Date.UTC(2026, 10, 16)
const ACTIVE: Subscription = { plan: 'pro', status: 'active', renews_at: RENEWS, ends_at: null }

test('half a month before the renewal half of the difference is due, or is a credit', () => {
  expect(differenceEur(BASIC, PRO, RENEWS, HALFWAY_MS)).toBe(10)
  expect(differenceEur(PRO, BASIC, RENEWS, HALFWAY_MS)).toBe(-10)
})

test('the cost is shown before it is confirmed', () => {
  const larger = changeTold({ current: BASIC, next: PRO, subscription: ACTIVE, nowMs: HALFWAY_MS })
  expect(larger.words).toMatch(/^You pay about €10\.00 now, .* From 1 December 2026 on it is €29 a month\./)
  expect(larger).toMatchObject({ isPaid: true, losses: [], effects: [] })
  const none: Subscription = { plan: 'free', status: 'none', renews_at: null, ends_at: null }
  const first = changeTold({ current: FREE, next: BASIC, subscription: none, nowMs: 0 })
  expect(first.words).toMatch(/^You pay €9\.00 now, then €9 a month\./)
})

test('a change to a smaller plan says that it starts at once, what is credited and which limits shrink', () => {
  const { words, losses, effects, isPaid } = changeTold({
    current: PRO,
    next: BASIC,
    subscription: ACTIVE,
    nowMs: HALFWAY_MS,
  })
  expect(words).toMatch(/^The Basic plan starts at once, .* You pay nothing now\. We credit you with about €10\.00/)
  expect(words).toMatch(/From 1 December 2026 on it is €9 a month\.$/)
  expect(losses).toEqual(['Compute units a month: 50,000 (now unlimited)', 'API keys: 20 (now 50)'])
  expect(effects.join(' ')).toContain('If you have more than 20 API keys, they all keep working.')
  expect(isPaid).toBe(false)
})

test('a person who has cancelled or owes a payment is told to settle that first', () => {
  const told = (status: 'cancelled' | 'past_due') =>
    changeTold({ current: PRO, next: BASIC, subscription: { ...ACTIVE, status, renews_at: null }, nowMs: 0 }).words
  expect(told('cancelled')).toBe(
    'You have cancelled your plan. On the next page you can keep it. After that you can change to another plan.',
  )
  expect(told('past_due')).toMatch(/^Your last payment failed\. On the next page you can pay it\./)
})
