import type { PlanInfo } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { changeWords, dueNowEur } from './change-cost.ts'

const plan = (price_eur: number) => ({ id: 'pro', price_eur }) as PlanInfo
const RENEWS = '2026-12-01T00:00:00.000Z'
const HALFWAY_MS = Date.UTC(2026, 10, 16)

test('half a month before the renewal half of the difference is due', () => {
  expect(dueNowEur(plan(9), plan(29), RENEWS, HALFWAY_MS)).toBe(10)
  expect(dueNowEur(plan(29), plan(9), RENEWS, HALFWAY_MS)).toBe(0)
})

test('the cost is shown before it is confirmed', () => {
  const active = { plan: 'basic', status: 'active', renews_at: RENEWS, ends_at: null } as const
  const words = changeWords({ current: plan(9), next: plan(29), subscription: active, nowMs: HALFWAY_MS })
  expect(words).toMatch(/^You pay about €10\.00 now, .* From 1 December 2026 on it is €29 a month\./)
  const none = { plan: 'free', status: 'none', renews_at: null, ends_at: null } as const
  expect(changeWords({ current: plan(0), next: plan(9), subscription: none, nowMs: 0 })).toMatch(
    /^You pay €9\.00 now, then €9 a month\./,
  )
})
