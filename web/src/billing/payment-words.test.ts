import { expect, test } from 'vitest'
import { paymentWords } from './payment-words.ts'

const OFFERED = [{ id: 'topup_10k', compute: 10_000, ai_calls: 200 }] as const

test('a top-up is named by both of its parts', () => {
  expect(paymentWords('Top-up topup_10k', [...OFFERED])).toBe('Top-up, 10,000 compute units and 200 AI calls')
})

test('a plan is named by its title', () => {
  expect(paymentWords('enterprise_xl plan, one month', [])).toBe('Enterprise XL plan, one month')
  expect(paymentWords('team_plus plan, one month', [])).toBe('Team plus plan, one month')
})

test('a change of plan names both by their titles', () => {
  expect(paymentWords('Change from basic to enterprise_xl', [])).toBe('Change from Basic to Enterprise XL')
})

test('what is no top-up, or is no longer offered, keeps its words', () => {
  expect(paymentWords('Basic plan', [...OFFERED])).toBe('Basic plan')
  expect(paymentWords('Top-up topup_2m', [...OFFERED])).toBe('Top-up topup_2m')
})
