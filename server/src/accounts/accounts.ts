// Who is calling, and what they may do.
import type { Sql, TransactionSql } from '../db/db.ts'
import { FREE_PLAN, type PlanId } from '../plans.ts'
import type { Scope } from './scopes.ts'
import { type Account, announceChange, findAccount, insertAudit, type Origin, updatePlan } from './store.ts'

export { type Area, SCOPES, type Scope, scopeAllows } from './scopes.ts'
export type { Account, Origin } from './store.ts'

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

export interface PlanChange {
  readonly plan: PlanId
  /** From then on the account is on the free plan, without anybody doing anything; null: no end is set. */
  readonly endsAt: Date | null
}

export interface Accounts {
  /** Undefined for unknown, revoked and expired alike. */
  identify(credential: Credential): Promise<Caller | undefined>
  find(accountId: number): Promise<Account | undefined>
  /** Part of the caller's transaction; answers whether the account exists. Other nodes notice within a second. */
  changePlan(tx: TransactionSql, accountId: number, change: PlanChange): Promise<boolean>
}

export interface AccountsParts {
  readonly sql: Sql
  readonly nowMs: () => number
}

const BILLING: Origin = { address: 'billing', userAgent: '' }

export function createAccounts({ sql, nowMs }: AccountsParts): Accounts {
  return {
    identify: async () => undefined,
    find: (accountId) => findAccount(sql, accountId),
    async changePlan(tx, accountId, { plan, endsAt }) {
      if (!(await updatePlan(tx, accountId, { plan, endsAt }))) return false
      const detail = { plan, ends_at: endsAt?.toISOString() ?? null }
      await insertAudit(tx, { accountId, at: new Date(nowMs()), action: 'plan_changed', origin: BILLING, detail })
      await announceChange(tx, accountId)
      return true
    },
  }
}

/** The plan that counts now. */
export function planNow({ plan, planEndsAt }: Pick<Account, 'plan' | 'planEndsAt'>, nowMs: number): PlanId {
  return planEndsAt !== null && planEndsAt.getTime() <= nowMs ? FREE_PLAN : plan
}
