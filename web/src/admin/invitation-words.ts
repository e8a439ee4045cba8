// What the list says about an invitation: what it grants, and whether it can still be accepted.
import type { AdminInvitation } from '@equipoise/sdk'
import { nowMs as serviceNowMs } from '../clock.ts'
import { formatDay } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'

type InvitationDates = Pick<AdminInvitation, 'accepted_at' | 'expires_at'>

export function isOpen(
  { accepted_at: acceptedAt, expires_at: expiresAt }: InvitationDates,
  nowMs = serviceNowMs(),
): boolean {
  return acceptedAt === null && Date.parse(expiresAt) > nowMs
}

export function stateWords(invitation: InvitationDates, nowMs = serviceNowMs()): string {
  const { accepted_at: acceptedAt, expires_at: expiresAt } = invitation
  if (acceptedAt !== null) return `Accepted on ${formatDay(acceptedAt)}`
  return `${isOpen(invitation, nowMs) ? 'Valid until' : 'Expired on'} ${formatDay(expiresAt)}`
}

export function giftWords(invitation: Pick<AdminInvitation, 'role' | 'plan' | 'plan_ends_at'>): string {
  const { role, plan, plan_ends_at: endsAt } = invitation
  const planWords = plan && planTitle(plan) + (endsAt ? `, until ${formatDay(endsAt)}` : '')
  if (role !== 'administrator') return planWords ?? 'Free'
  return planWords ? `Administrator, ${planWords}` : 'Administrator'
}
