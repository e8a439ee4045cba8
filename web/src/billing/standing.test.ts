import { expect, test } from 'vitest'
import { standingWords } from './standing.ts'

const NOON = '2031-05-09T12:00:00.000Z'
const basic = { plan: 'basic', status: 'active', ends_at: null, renews_at: null } as const

test('a failed renewal says until which day the plan stays', () => {
  expect(standingWords({ ...basic, status: 'past_due', ends_at: NOON })).toBe(
    'The last payment failed. You keep the plan until 9 May 2031. Pay by then to keep it longer.',
  )
})

test('a cancelled plan says when it ends, an active one when it renews', () => {
  expect(standingWords({ ...basic, status: 'cancelled', ends_at: NOON })).toMatch(/^Cancelled\. .* until 9 May 2031/)
  expect(standingWords({ ...basic, renews_at: NOON })).toBe('Renews on 9 May 2031.')
})

test('a plan granted by an administrator does not renew', () => {
  const given = { ...basic, status: 'none' } as const
  expect(standingWords(given)).toBe('You pay nothing for it, and it has no end date.')
  expect(standingWords({ ...given, ends_at: NOON })).toMatch(/until 9 May 2031, then you are on the free plan/)
})

test('the free plan has no end', () => {
  expect(standingWords({ ...basic, plan: 'free', status: 'none' })).toBe('Free, with no time limit.')
})
