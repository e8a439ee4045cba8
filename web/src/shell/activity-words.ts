// The audit log in sentences that name the objects.

import { formatCount, formatDay } from '../format.ts'
import { planTitle } from './plan-names.ts'

type Detail = Readonly<Record<string, unknown>>

const EVENTS: Readonly<Record<string, (detail: Detail) => string>> = {
  registered: () => 'Account created',
  signed_in: () => 'Signed in',
  signed_out: () => 'Signed out',
  session_ended: () => 'Session ended',
  signed_in_with_provider: () => 'Signed in with an identity provider',
  sign_in_failed: () => 'Failed sign-in',
  reset_requested: () => 'Asked for a link to reset the password',
  password_changed: () => 'Password changed',
  password_reset: () => 'Password reset by email',
  name_changed: () => 'Name changed',
  account_limited: () => 'Limits of the account changed',
  email_changed: ({ to }) => `Email changed${to ? ` to ${to}` : ''}`,
  email_verified: () => 'Email confirmed',
  notices_changed: () => 'Email choices changed',
  key_created: (detail) => `${keyOf(detail)} created`,
  key_renamed: (detail) => `${keyOf(detail)} renamed`,
  key_limited: (detail) => `Limits of ${keyOf(detail)} changed`,
  key_rotated: (detail) => `${keyOf(detail)} rotated`,
  key_revoked: (detail) => `${keyOf(detail)} revoked`,
  keys_revoked: () => 'All keys revoked',
  identity_connected: ({ email }) => `Identity${email ? ` ${email}` : ''} connected`,
  identity_removed: ({ email }) => `Identity${email ? ` ${email}` : ''} removed`,
  identities_removed: () => 'Identities from before the email was confirmed removed',
  provider_connected: () => 'Identity connected',
  plan_set: ({ plan, ends_at }) => `Plan set to ${planTitle(String(plan ?? ''))}${endOf(ends_at)}`,
  units_granted: (detail) => `Granted ${unitsOf(detail)}`,
  subscription_cancelled: () => 'Subscription cancelled',
  notice_set: ({ notice }) => (notice ? `Notice set: ${notice}` : 'Notice removed'),
  role_set: ({ role }) => `Role set to ${role ?? 'member'}`,
  reset_link_created: ({ by }) => `Reset link ${by === 'email' ? 'sent by email' : 'created'}`,
  invitation_created: ({ email, ...rest }) => `Invited ${email ?? 'anybody with the link'}${giftOf(rest)}`,
  invitation_withdrawn: ({ invitation }) => `Invitation ${invitation ?? ''} withdrawn`,
  invitation_accepted: (detail) => `Invitation accepted${giftOf(detail)}`,
  plan_changed: planWords,
}

/** `Key “CI” created`; for an unknown event, its name with spaces. */
export function activityWords(event: string, detail: Detail): string {
  const words = EVENTS[event]?.(detail) ?? event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A sentence for each kind of change. Entries without `change` do not say which kind it was. */
function planWords({ plan, from, change, ends_at }: Detail): string {
  const name = planTitle(String(plan ?? ''))
  const end = typeof ends_at === 'string' ? `: it ends on ${formatDay(ends_at)}` : ''
  if (change === 'changed') return `Plan changed from ${planTitle(String(from ?? ''))} to ${name}${endOf(ends_at)}`
  if (change === 'renewed') return `${name} renewed`
  if (change === 'resumed') return `${name} renews again`
  if (change === 'cancelled') return `${name} cancelled${end}`
  if (change === 'overdue') return `Payment for ${name} is overdue${end}`
  return `Plan changed to ${name}${endOf(ends_at)}`
}

function keyOf({ name, key_prefix, key_id }: Detail): string {
  if (typeof name === 'string' && name !== '') return `Key “${name}”`
  if (typeof key_prefix === 'string') return `Key ${key_prefix}…`
  return typeof key_id === 'number' ? `Key number ${key_id}` : 'Key'
}

function endOf(endsAt: unknown): string {
  return typeof endsAt === 'string' ? `, until ${formatDay(endsAt)}` : ''
}

/** Zero units were not granted. */
function unitsOf({ compute, ai_calls }: Detail): string {
  const parts = [
    ...(compute ? [`${formatCount(Number(compute))} compute units`] : []),
    ...(ai_calls ? [`${formatCount(Number(ai_calls))} AI calls`] : []),
  ]
  return parts.join(' and ') || 'nothing'
}

/** What an invitation grants besides an account. */
function giftOf({ role, plan, plan_ends_at }: Detail): string {
  const gifts = [
    ...(role === 'administrator' ? ['administrator'] : []),
    ...(typeof plan === 'string' ? [`${planTitle(plan)}${endOf(plan_ends_at)}`] : []),
  ]
  return gifts.length > 0 ? ` (${gifts.join(', ')})` : ''
}
