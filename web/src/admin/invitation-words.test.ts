import { expect, test } from 'vitest'
import { giftWords, isOpen, stateWords } from './invitation-words.ts'

const EXPIRES = '2031-05-09T12:00:00.000Z'
const before = Date.parse(EXPIRES) - 1
const after = Date.parse(EXPIRES)

test('an invitation is open until it is accepted or has expired, and the list says which', () => {
  const waiting = { accepted_at: null, expires_at: EXPIRES }
  const accepted = { accepted_at: '2031-05-01T12:00:00.000Z', expires_at: EXPIRES }
  expect([isOpen(waiting, before), isOpen(waiting, after), isOpen(accepted, before)]).toEqual([true, false, false])
  expect(stateWords(waiting, before)).toBe('Valid until 9 May 2031')
  expect(stateWords(waiting, after)).toBe('Expired on 9 May 2031')
  expect(stateWords(accepted, after)).toBe('Accepted on 1 May 2031')
})

test.each([
  [{ role: 'member', plan: null, plan_ends_at: null }, 'Free'],
  [{ role: 'member', plan: 'pro', plan_ends_at: EXPIRES }, 'Pro, until 9 May 2031'],
  [{ role: 'administrator', plan: null, plan_ends_at: null }, 'Administrator'],
  [{ role: 'administrator', plan: 'pro', plan_ends_at: null }, 'Administrator, Pro'],
] as const)('the list says what an invitation grants: %j', (gift, words) => {
  expect(giftWords(gift)).toBe(words)
})
