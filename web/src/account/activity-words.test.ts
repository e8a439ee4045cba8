import { expect, test } from 'vitest'
import { activityWords } from './activity-words.ts'

test.each([
  ['key_created', { name: 'CI', key_prefix: 'svc_abc' }, 'Key “CI” created'],
  ['key_revoked', { key_prefix: 'svc_abc' }, 'Key svc_abc… revoked'],
  ['email_changed', { from: 'a@b.c', to: 'd@e.f' }, 'Email changed to d@e.f'],
  ['plan_changed', { plan: 'enterprise_xl', ends_at: null }, 'Plan changed to Enterprise XL'],
  ['plan_changed', { plan: 'pro', ends_at: '2031-05-09T12:00:00.000Z' }, 'Plan changed to Pro, until 9 May 2031'],
  ['sign_in_failed', {}, 'Failed sign-in'],
  ['second_factor_added', {}, 'Second factor added'],
])('%s reads as a sentence', (event, detail, words) => {
  expect(activityWords(event, detail)).toBe(words)
})
