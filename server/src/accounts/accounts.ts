// Who is calling, and what they may do.
import { randomBytes } from 'node:crypto'
import type { Brand } from '../brand.ts'
import type { Database, TransactionSql } from '../db/db.ts'
import type { Mail } from '../mail.ts'
import type { PlanId } from '../plans.ts'
import type { Secret } from '../secret.ts'
import { subscribe, sweepOut, unsubscribe } from './attempt-store.ts'
import { createAttempts } from './attempts.ts'
import type { Caller, Credential } from './caller.ts'
import { createIdentities } from './identity.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'
import { listRevokedKeys, type RevokedKey } from './key-store.ts'
import { createLastUsed } from './last-used.ts'
import { createLetters } from './letters.ts'
import { argon2Hasher, createPasswords, type Hasher } from './passwords.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import {
  type Account,
  AUDIT_ROWS_SHOWN,
  type AuditRow,
  announceChange,
  EXPORT_ROWS_MAX,
  findAccount,
  IDENTITY_CHANNEL,
  insertAudit,
  listAudit,
  listSessions,
  type Origin,
  type Session,
  updatePlan,
} from './store.ts'
import { createTokens } from './tokens.ts'

export { networkOf } from './attempts.ts'
export type { Caller, Credential, CredentialKind } from './caller.ts'
export { normaliseEmail } from './email.ts'
export { planNow } from './identity.ts'
export type { CreatedKey } from './key-ring.ts'
export type { ApiKey } from './key-store.ts'
export { argon2Hasher, type Hasher, isCommon, PASSWORD_LENGTH } from './passwords.ts'
export { type Area, SCOPES, type Scope, scopeAllows } from './scopes.ts'
export type { SignedIn } from './sign-in.ts'
export type { Account, AuditRow, Origin } from './store.ts'

export interface PlanChange {
  readonly plan: PlanId
  /** From then on the account is on the free plan, without anybody doing anything; null: no end is set. */
  readonly endsAt: Date | null
  /** The plan goes on by itself; its end holds only if nothing is heard any more, and its owner is not shown it. */
  readonly renews?: boolean
}

export interface Accounts {
  /** Undefined for unknown, revoked and expired alike. */
  identify(credential: Credential): Promise<Caller | undefined>
  find(accountId: number): Promise<Account | undefined>
  /** Part of the caller's transaction; answers whether the account exists. Other nodes notice within a second. */
  changePlan(tx: TransactionSql, accountId: number, change: PlanChange): Promise<boolean>
  readonly signIn: SignIn
  readonly keys: KeyRing
  readonly newsletter: Newsletter
  sessions(accountId: number): Promise<Session[]>
  /** The latest rows. */
  audit(accountId: number): Promise<AuditRow[]>
  /** What is not shown elsewhere, for the account's own export. */
  exportOf(accountId: number): Promise<Holdings>
  close(): Promise<void>
}

export interface Holdings {
  readonly audit: readonly AuditRow[]
  readonly revokedKeys: readonly RevokedKey[]
}

/** Belongs to whoever reads the mail of an address. An account does not prove that, so it neither shows nor ends a subscription. */
export interface Newsletter {
  /** Says the same for an address that is known already. */
  subscribe(email: string): Promise<void>
  /** Answers whether the token is one of ours. */
  unsubscribe(token: string): Promise<boolean>
}

export interface AccountsParts {
  readonly database: Pick<Database, 'sql' | 'listen'>
  readonly nowMs: () => number
  readonly brand: Brand
  readonly publicUrl: string
  readonly jwtSecret: Secret
  readonly mail: Mail | undefined
  readonly report: (error: unknown, message: string) => void
  readonly hasher?: Hasher
}

const BILLING: Origin = { address: 'billing', userAgent: '' }
const HOUSEKEEPING_MS = 600_000
const DAY_MS = 86_400_000
const AUDIT_KEPT_MS = 400 * DAY_MS

export function createAccounts(parts: AccountsParts): Accounts {
  const { database, nowMs, brand, publicUrl, jwtSecret, mail, report, hasher = argon2Hasher() } = parts
  const { sql } = database
  const { keyPrefix } = brand
  const tokens = createTokens(jwtSecret, brand.word, nowMs)
  const letters = createLetters({ mail, publicUrl, brandName: brand.name, report })
  const attempts = createAttempts(sql, nowMs)
  const passwords = createPasswords(hasher)
  const lastUsed = createLastUsed(sql, nowMs, report)
  const identities = createIdentities({ sql, tokens, keyPrefix, nowMs, noteUse: lastUsed.note })
  const { forget } = identities
  const listening = database.listen({
    channel: IDENTITY_CHANNEL,
    onMessage: (accountId) => forget(Number(accountId)),
    onUp: () => identities.setHearing(true),
    onDown: () => identities.setHearing(false),
  })
  const housekeeping = setInterval(() => {
    const ages = { now: at(0), attemptsBefore: at(-DAY_MS), auditBefore: at(-AUDIT_KEPT_MS) }
    sweepOut(sql, ages).catch((error) => report(error, 'housekeeping failed'))
  }, HOUSEKEEPING_MS).unref()
  const at = (offsetMs: number) => new Date(nowMs() + offsetMs)
  return {
    identify: identities.identify,
    find: (accountId) => findAccount(sql, accountId),
    async changePlan(tx, accountId, { plan, endsAt, renews = false }) {
      if (!(await updatePlan(tx, accountId, { plan, endsAt, renews }))) return false
      const detail = { plan, ends_at: renews ? null : (endsAt?.toISOString() ?? null) }
      await insertAudit(tx, { accountId, at: at(0), event: 'plan_changed', origin: BILLING, detail })
      await announceChange(tx, accountId)
      return true
    },
    signIn: createSignIn({ sql, nowMs, tokens, passwords, attempts, letters, report, forget }),
    keys: createKeyRing({ sql, nowMs, keyPrefix, forget }),
    newsletter: {
      async subscribe(email) {
        const { isNew, token } = await subscribe(sql, { email, token: newToken(), at: at(0) })
        if (isNew && letters.isConfigured && (await attempts.mayMail(email))) letters.subscribed(email, token)
      },
      unsubscribe: (token) => unsubscribe(sql, token, at(0)),
    },
    sessions: (accountId) => listSessions(sql, accountId, at(0)),
    audit: (accountId) => listAudit(sql, accountId, AUDIT_ROWS_SHOWN),
    async exportOf(accountId) {
      const [audit, revokedKeys] = await Promise.all([
        listAudit(sql, accountId, EXPORT_ROWS_MAX),
        listRevokedKeys(sql, accountId, EXPORT_ROWS_MAX),
      ])
      return { audit, revokedKeys }
    },
    async close() {
      clearInterval(housekeeping)
      await Promise.all([listening.close(), lastUsed.close(), letters.close()])
    },
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}
