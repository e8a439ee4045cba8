import type { PlanId } from '../plans.ts'
import type { Scope } from './scopes.ts'

export type CredentialKind = 'jwt' | 'key'

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
  readonly sessionId?: string
}
