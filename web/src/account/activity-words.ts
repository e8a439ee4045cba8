// The audit log in sentences, with the objects it is about.

import { formatDay } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'

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
  email_changed: ({ to }) => `Email changed${to ? ` to ${to}` : ''}`,
  email_verified: () => 'Email confirmed',
  notices_changed: () => 'Email choices changed',
  key_created: (detail) => `${keyOf(detail)} created`,
  key_renamed: (detail) => `${keyOf(detail)} renamed`,
  key_rotated: (detail) => `${keyOf(detail)} rotated`,
  key_revoked: (detail) => `${keyOf(detail)} revoked`,
  keys_revoked: () => 'All keys revoked',
  plan_changed: ({ plan, ends_at }) => `Plan changed to ${planTitle(String(plan ?? ''))}${endOf(ends_at)}`,
}

/** `Key “CI” created`; an event that is not known here reads as its own name in words. */
export function activityWords(event: string, detail: Detail): string {
  const words = EVENTS[event]?.(detail) ?? event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function keyOf({ name, key_prefix }: Detail): string {
  if (typeof name === 'string' && name !== '') return `Key “${name}”`
  return typeof key_prefix === 'string' ? `Key ${key_prefix}…` : 'Key'
}

function endOf(endsAt: unknown): string {
  return typeof endsAt === 'string' ? `, until ${formatDay(endsAt)}` : ''
}
