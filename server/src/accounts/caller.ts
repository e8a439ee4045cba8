import type { FilterMode } from '../ground/filter-mode.ts'
import type { PlanId } from '../ground/plans.ts'
import type { Scope } from './scopes.ts'

export type CredentialKind = 'jwt' | 'key'
export const ROLES = ['member', 'administrator'] as const
export type Role = (typeof ROLES)[number]

export interface Credential {
  readonly kind: CredentialKind
  readonly text: string
}

/** An identified account, and how it showed who it is. */
export interface Caller {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly kind: CredentialKind
  readonly scope: Scope
  readonly keyId?: number
  /** Of a key that has one. */
  readonly filterMode?: FilterMode
  readonly sessionId?: string
  /** Only if somebody signed in: a key never administers. */
  readonly role?: Role
  readonly hasSecondFactor?: boolean
}

/** From where a change was asked for. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}
