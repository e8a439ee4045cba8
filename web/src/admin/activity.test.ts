import { expect, test } from 'vitest'
import { activityOf } from './activity.ts'

const origin = { address: '192.0.2.1', user_agent: '' }
const audit = (id: number, at: string, event: string, address = origin.address) => ({
  ...origin,
  id,
  at,
  event,
  address,
  detail: {},
})
const act = {
  ...origin,
  id: 1,
  at: '2026-03-02T00:00:00.000Z',
  administrator_id: 1,
  administrator: 'boss@example.org',
  action: 'plan_set',
  account_id: 2,
  account_email: 'ada@example.org',
  reason: 'Trial',
  detail: { plan: 'pro', ends_at: null },
}

test('actions of administrators are listed once, among those of the owner, in order of time', () => {
  const rows = activityOf({
    administration: [act],
    audit: [
      audit(3, '2026-03-03T00:00:00.000Z', 'signed_in'),
      audit(2, act.at, 'plan_set', 'administrator'),
      audit(1, '2026-03-01T00:00:00.000Z', 'registered'),
    ],
  })
  expect(rows.map(({ words, by }) => [words, by])).toEqual([
    ['Signed in', '192.0.2.1'],
    ['Plan set to Pro', 'boss@example.org: Trial'],
    ['Account created', '192.0.2.1'],
  ])
})
