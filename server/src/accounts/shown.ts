// Accounts and what belongs to them with the field names of the API, for its routes and for commands that print JSON.
import { planNow } from '../ground/plans.ts'
import type { Account } from './account-store.ts'
import type { ListedAccount } from './administration/account-list-store.ts'
import type { AdminRow } from './administration/admin-log-store.ts'
import type { Invitation } from './administration/invitation-store.ts'
import type { AuditRow } from './audit-store.ts'
import type { ApiKey } from './keys/key-store.ts'
import type { Session } from './sign-in/session-store.ts'

export function shownAccount(account: Account, nowMs: number) {
  const { id, email, name, planEndsAt, planRenews, createdAt } = account
  const plan = planNow(account, nowMs)
  const willEnd = plan === account.plan && !planRenews
  return {
    id,
    email,
    name: name || null,
    plan,
    plan_ends_at: willEnd ? (planEndsAt?.toISOString() ?? null) : null,
    role: account.role,
    email_verified: account.emailVerifiedAt !== null,
    has_password: account.hasPassword,
    second_factor: account.hasSecondFactor,
    limits: account.limits,
    created_at: createdAt.toISOString(),
  }
}

export function shownSession(session: Session, currentId: string | undefined) {
  const { id, address: from, userAgent: program, createdAt, expiresAt, lastUsedAt } = session
  return {
    id,
    address: from,
    user_agent: program,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    current: id === currentId,
  }
}

export function shownEntry({ id, at, event, address, userAgent, detail = {} }: AuditRow) {
  return { id, at: at.toISOString(), event, address, user_agent: userAgent, detail }
}

export function shownKey({
  id,
  name,
  keyPrefix,
  scope,
  filterMode: filter_mode,
  limits,
  createdAt,
  expiresAt,
  lastUsedAt,
  lastUsedAddress: last_used_from,
}: ApiKey) {
  return {
    id,
    name,
    key_prefix: keyPrefix,
    scope,
    filter_mode,
    limits,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    last_used_from,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}

export function shownListed(row: ListedAccount, nowMs: number) {
  const { id, email, name, role, disabledAt, createdAt } = row
  return {
    id,
    email,
    name: name || null,
    plan: planNow(row, nowMs),
    role,
    disabled: disabledAt !== null,
    created_at: createdAt.toISOString(),
  }
}

export function shownAdminEntry(row: AdminRow) {
  const { id, at, administrator, action, accountId, accountEmail, reason, detail, address } = row
  return {
    id,
    at: at.toISOString(),
    administrator,
    action,
    account_id: accountId,
    account_email: accountEmail,
    reason,
    detail,
    address,
  }
}

export function shownInvitation(invitation: Invitation) {
  const {
    id,
    email,
    role,
    plan: given,
    planEndsAt,
    createdBy,
    createdAt,
    expiresAt,
    acceptedAt,
    acceptedBy,
  } = invitation
  return {
    id,
    email,
    role,
    plan: given,
    plan_ends_at: planEndsAt?.toISOString() ?? null,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    accepted_at: acceptedAt?.toISOString() ?? null,
    accepted_by: acceptedBy,
  }
}
