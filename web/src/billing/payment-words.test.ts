import { expect, test } from 'vitest'
import { amountNotes, paymentWords, vatWords } from './payment-words.ts'

const OFFERED = [{ id: 'topup_10k', compute: 10_000, ai_calls: 200 }] as const

test('a top-up is named by both its sizes', () => {
  expect(paymentWords('Top-up topup_10k', [...OFFERED])).toBe('Top-up, 10,000 compute units and 200 AI calls')
})

test('a plan is named by its title', () => {
  expect(paymentWords('enterprise_xl plan, one month', [])).toBe('Enterprise XL plan, one month')
  expect(paymentWords('team_plus plan, one month', [])).toBe('Team plus plan, one month')
})

test('a change of plan names both plans by their titles', () => {
  expect(paymentWords('Change from basic to enterprise_xl', [])).toBe('Change from Basic to Enterprise XL')
})

test('other descriptions, and top-ups that are no longer offered, are shown unchanged', () => {
  expect(paymentWords('Basic plan', [...OFFERED])).toBe('Basic plan')
  expect(paymentWords('Top-up topup_2m', [...OFFERED])).toBe('Top-up topup_2m')
})

test('an amount states its VAT, or that the VAT is unknown, and what was refunded', () => {
  expect(amountNotes({ status: 'paid', vat_eur: 4.83, refunded_eur: 0 })).toEqual(['including €4.83 VAT'])
  expect(amountNotes({ status: 'partially_refunded', vat_eur: null, refunded_eur: 2 })).toEqual([
    'VAT not known',
    '€2.00 refunded',
  ])
  expect(amountNotes({ status: 'failed', vat_eur: null, refunded_eur: 0 })).toEqual([])
})

test('revenue states the known VAT, and how much was paid with unknown VAT', () => {
  const known = { eur: 29, vat_eur: 4.83, vat_unknown_eur: 0 }
  const unknown = { eur: 9, vat_eur: 0, vat_unknown_eur: 9 }
  expect(vatWords([known])).toBe('including €4.83 VAT')
  expect(vatWords([known, unknown])).toBe('including €4.83 VAT; not known for €9.00')
  expect(vatWords([unknown])).toBe('VAT not known')
  expect(vatWords([])).toBeUndefined()
})
