import type { FilterMode } from '../ground/filter-mode.ts'
import type { LimitedBy } from '../ground/limits.ts'
import type { PlanId } from '../ground/plans.ts'
import type { Scope } from './scopes.ts'

export type CredentialKind = 'jwt' | 'key'
export const ROLES = ['member', 'administrator'] as const
export type Role = (typeof ROLES)[number]

export interface Credential {
  readonly kind: CredentialKind
  readonly text: string
}

/** An identified account, and the credential that identified it. */
export interface Caller {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly kind: CredentialKind
  readonly scope: Scope
  readonly keyId?: number
  /** Set if the key has one. */
  readonly filterMode?: FilterMode
  /** Limits of the account and of the key; absent if there are none. */
  readonly limitedBy?: readonly LimitedBy[]
  readonly sessionId?: string
  /** Set only for signed-in people: a key never has an administrator's rights. */
  readonly role?: Role
  readonly hasSecondFactor?: boolean
}

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}
