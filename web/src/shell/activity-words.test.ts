import { expect, test } from 'vitest'
import { activityWords } from './activity-words.ts'

test.each([
  ['key_created', { name: 'CI', key_prefix: 'svc_abc' }, 'Key “CI” created'],
  ['key_revoked', { key_prefix: 'svc_abc' }, 'Key svc_abc… revoked'],
  ['email_changed', { from: 'a@b.c', to: 'd@e.f' }, 'Email changed to d@e.f'],
  ['plan_changed', { plan: 'enterprise_xl', ends_at: null }, 'Plan changed to Enterprise XL'],
  ['plan_changed', { plan: 'pro', ends_at: '2031-05-09T12:00:00.000Z' }, 'Plan changed to Pro, until 9 May 2031'],
  [
    'plan_changed',
    { plan: 'studio', from: 'pro', change: 'changed', ends_at: null },
    'Plan changed from Pro to Studio',
  ],
  ['plan_changed', { plan: 'studio', from: 'studio', change: 'renewed', ends_at: null }, 'Studio renewed'],
  ['plan_changed', { plan: 'studio', from: 'studio', change: 'resumed', ends_at: null }, 'Studio renews again'],
  [
    'plan_changed',
    { plan: 'studio', from: 'studio', change: 'cancelled', ends_at: '2031-05-09T12:00:00.000Z' },
    'Studio cancelled: it ends on 9 May 2031',
  ],
  [
    'plan_changed',
    { plan: 'studio', from: 'studio', change: 'overdue', ends_at: '2031-05-09T12:00:00.000Z' },
    'Payment for Studio is overdue: it ends on 9 May 2031',
  ],
  ['sign_in_failed', {}, 'Failed sign-in'],
  ['plan_set', { plan: 'pro', ends_at: '2031-05-09T12:00:00.000Z' }, 'Plan set to Pro, until 9 May 2031'],
  ['units_granted', { compute: 50_000, ai_calls: 0 }, 'Granted 50,000 compute units'],
  ['units_granted', { compute: 1_000, ai_calls: 20 }, 'Granted 1,000 compute units and 20 AI calls'],
  ['role_set', { role: 'administrator' }, 'Role set to administrator'],
  ['key_revoked', { key_id: 12 }, 'Key number 12 revoked'],
  ['reset_link_created', { by: 'link' }, 'Reset link created'],
  ['invitation_created', { invitation: 3, email: 'a@b.c', role: 'member', plan: 'pro' }, 'Invited a@b.c (Pro)'],
  [
    'invitation_created',
    { email: null, role: 'administrator', plan: 'pro', plan_ends_at: '2031-05-09T12:00:00.000Z' },
    'Invited anybody with the link (administrator, Pro, until 9 May 2031)',
  ],
  ['invitation_withdrawn', { invitation: 3 }, 'Invitation 3 withdrawn'],
  ['invitation_accepted', { role: 'member', plan: null }, 'Invitation accepted'],
  ['second_factor_added', {}, 'Second factor added'],
  ['identity_connected', { issuer: 'https://id.example', email: 'a@b.c' }, 'Identity a@b.c connected'],
  ['identity_removed', { by: 'administrator' }, 'Identity removed'],
])('%s reads as a sentence', (event, detail, words) => {
  expect(activityWords(event, detail)).toBe(words)
})
