import { createAttempts } from '../attempts/attempts.ts'
import { type Database, eachPage, type Page, type Sql, type TransactionSql } from '../db/db.ts'
import type { Brand } from '../ground/brand.ts'
import type { Report } from '../ground/errors.ts'
import { ACCOUNT, type LimitedBy } from '../ground/limits.ts'
import { type PlanId, planNow } from '../ground/plans.ts'
import { createSeal } from '../ground/sealed.ts'
import type { Secret } from '../ground/secret.ts'
import type { Mail } from '../mail/mail.ts'
import { type Account, announceChange, findAccount, IDENTITY_CHANNEL, updatePlan } from './account-store.ts'
import { type Administration, type AdministrationParts, createAdministration } from './administration/administration.ts'
import { type Admission, createAdmission, type SignUpRules } from './administration/admission.ts'
import { type AuditRow, insertAudit, listAudit } from './audit-store.ts'
import type { Caller, Credential, Origin } from './caller.ts'
import { createEmails } from './emails.ts'
import { createIdentities, type IdentifyOptions, limitedByOf } from './identity.ts'
import { createKeyRing, type KeyRing } from './keys/key-ring.ts'
import { limitsOfLiveKey, listBudgetsOfKeys } from './keys/key-store.ts'
import { createLastUsed } from './keys/last-used.ts'
import { createNotices, type Notices } from './notices/notices.ts'
import { createProfile, type Profile } from './profile.ts'
import { type ConnectedIdentities, createConnectedIdentities } from './sign-in/connected-identities.ts'
import { createDevices } from './sign-in/devices.ts'
import { createOidc, type Oidc, type OidcSettings, type ProviderAnswer, problemOf } from './sign-in/oidc.ts'
import { connectProvider, signInWithProvider } from './sign-in/oidc-sign-in.ts'
import { argon2Hasher, createPasswords, type Hasher } from './sign-in/passwords.ts'
import { createSecondFactors, type SecondFactors } from './sign-in/second-factor.ts'
import { listSessions, type Session } from './sign-in/session-store.ts'
import { createSignIn, type SignedIn, type SignIn, type SignInParts } from './sign-in/sign-in.ts'
import { createSignInAttempts, type SignInAttempts } from './sign-in/sign-in-attempts.ts'
import { createTokens } from './sign-in/tokens.ts'

export type { Account } from './account-store.ts'
export type { ListedAccount } from './administration/account-list-store.ts'
export type { AdminRow } from './administration/admin-log-store.ts'
export type {
  Act,
  Administration,
} from './administration/administration.ts'
export type { FirstAdministrator } from './administration/admission.ts'
export { unknownPlans } from './administration/held-plans.ts'
export type { Invitation } from './administration/invitation-store.ts'
export type { AuditRow } from './audit-store.ts'
export { type Caller, type Credential, type CredentialKind, type Origin, ROLES } from './caller.ts'
export { normaliseEmail } from './email.ts'
export type { CreatedKey } from './keys/key-ring.ts'
export { type ApiKey, KEY_SORTS } from './keys/key-store.ts'
export { NOTICE_KINDS, type Notices } from './notices/notices.ts'
export { type Area, SCOPES, type Scope, scopeAllows } from './scopes.ts'
export {
  shownAccount,
  shownAdminEntry,
  shownEntry,
  shownInvitation,
  shownKey,
  shownListed,
  shownSession,
} from './shown.ts'
export { DEVICE_KNOWN_SECONDS } from './sign-in/devices.ts'
export { OIDC_CALLBACK, OIDC_TRAVEL_SECONDS, problemOf } from './sign-in/oidc.ts'
export type { Identity } from './sign-in/oidc-store.ts'
export { argon2Hasher, type Hasher, isCommon, PASSWORD_LENGTH } from './sign-in/passwords.ts'

export type { Session } from './sign-in/session-store.ts'
export type { SignedIn } from './sign-in/sign-in.ts'

interface PlanChange {
  readonly plan: PlanId
  /** From this date on the account is on the free plan, without further action; null: no end is set. */
  readonly endsAt: Date | null
  /** The plan renews by itself. Its end then only matters if no further event arrives, and the owner does not see it. */
  readonly renews?: boolean
  /** A renewal was not paid, so the plan ends unless it is paid soon. */
  readonly isOverdue?: boolean
}

export interface Accounts {
  /** Returns undefined for unknown, revoked and expired credentials alike. */
  identify(credential: Credential, options?: IdentifyOptions): Promise<Caller | undefined>
  find(accountId: number): Promise<Account | undefined>
  /** The plan of the account; undefined if the account, or the key if one is given, may no longer send requests. */
  standing(accountId: number, keyId: number | null): Promise<AccountStanding | undefined>
  /** Whose budgets there are in an account: its own, and those of keys that work, each once. */
  budgetsOf(accountId: number): Promise<readonly LimitedBy[]>
  /** Runs in the caller's transaction; returns whether the account exists. Other nodes see the change within a second. */
  changePlan(tx: TransactionSql, accountId: number, change: PlanChange): Promise<boolean>
  readonly signIn: SignIn
  readonly admission: Admission
  readonly secondFactors: SecondFactors
  /** Absent if no identity provider is configured. */
  readonly oidc: ProviderSignIn | undefined
  readonly identities: ConnectedIdentities
  readonly profile: Profile
  readonly keys: KeyRing
  readonly notices: Notices
  readonly keyPrefix: string
  /** What administrators can do. Functions of other folders are passed in, because accounts may not import them. */
  administration(others: Pick<AdministrationParts, 'addTopup' | 'beforeDelete'>): Administration
  /** The newest first, starting after `after`. */
  sessions(accountId: number, page?: Page): Promise<Session[]>
  audit(accountId: number, page: { after?: number | undefined; rowsMax: number }): Promise<AuditRow[]>
  /** The whole audit log, for the account's data export. */
  eachEntry(accountId: number): AsyncIterable<AuditRow[]>
  close(): Promise<void>
}

interface AccountStanding {
  readonly plan: PlanId
  /** The limits of the account and the key. */
  readonly limitedBy: readonly LimitedBy[]
}

interface ProviderSignIn extends Omit<Oidc, 'finish'> {
  /** Counts, for this network address, sign-ins that the provider does not confirm. */
  finish(url: URL, travelling: string | undefined, address: string): Promise<ProviderAnswer>
  /** Returns undefined if the code of the account's second factor is still needed. */
  signIn(answer: ProviderAnswer, origin: Origin, code?: string): Promise<SignedIn | undefined>
  connect(answer: ProviderAnswer, origin: Origin): Promise<void>
}

interface AccountsParts {
  readonly database: Pick<Database, 'sql' | 'listen'>
  readonly nowMs: () => number
  readonly brand: Brand
  readonly publicUrl: string
  /** The first secret signs; the others are still accepted. */
  readonly secrets: readonly Secret[]
  readonly mail: Mail | undefined
  readonly rules?: SignUpRules
  readonly oidc?: OidcSettings | undefined
  readonly report: Report
  readonly hasher?: Hasher
}

const BILLING: Origin = { address: 'billing', userAgent: '' }

const OPEN: SignUpRules = { registration: 'open', passwordSignIn: true, adminEmail: undefined }

export function createAccounts(parts: AccountsParts): Accounts {
  const { database, nowMs, brand, publicUrl, secrets, mail, report, rules = OPEN, hasher = argon2Hasher() } = parts
  const { sql } = database
  const { keyPrefix } = brand
  const tokens = createTokens(secrets, brand.word, nowMs)
  const emails = createEmails({ mail, publicUrl, brandName: brand.name })
  const attempts = createSignInAttempts(createAttempts(sql, nowMs))
  const passwords = createPasswords(hasher)
  const lastUsed = createLastUsed(sql, nowMs, report)
  const identities = createIdentities({ sql, tokens, keyPrefix, nowMs, noteUse: lastUsed.note })
  const { forget } = identities
  const admission = createAdmission({ sql, nowMs, publicUrl, emails, attempts, rules, forget, report })
  const secondFactors = createSecondFactors({
    sql,
    nowMs,
    seal: createSeal(secrets, 'second factor'),
    issuer: brand.name,
    forget,
    emails,
    attempts,
  })
  const notices = createNotices({ sql, nowMs, mail, brandName: brand.name, publicUrl, report })
  const devices = createDevices(createSeal(secrets, 'known device'), nowMs)
  const common = { sql, nowMs, report, forget, emails, attempts }
  const signInParts = { ...common, devices, tokens, passwords, admission, secondFactors, notices }
  const signIn = createSignIn(signInParts)
  if (secrets.length > 1)
    secondFactors.sealAnew().catch((error) => report(error, 'second factors are still encrypted with the old secret'))
  const listening = database.listen({
    channel: IDENTITY_CHANNEL,
    onMessage: (accountId) => forget(Number(accountId)),
    onUp: () => identities.setHearing(true),
    onDown: () => identities.setHearing(false),
  })
  const now = () => new Date(nowMs())
  return {
    identify: identities.identify,
    find: (accountId) => findAccount(sql, accountId),
    standing: (accountId, keyId) => standingOf(sql, { accountId, keyId, atMs: nowMs() }),
    budgetsOf: (accountId) => budgetsIn(sql, accountId),
    async changePlan(tx, accountId, change) {
      const { plan, endsAt, renews = false } = change
      const before = await updatePlan(tx, accountId, { plan, endsAt, renews })
      if (!before) return false
      const ends_at = renews ? null : (endsAt?.toISOString() ?? null)
      const detail = { plan, from: before.plan, change: kindOfChange(change, before), ends_at }
      await insertAudit(tx, { accountId, at: now(), event: 'plan_changed', origin: BILLING, detail })
      await announceChange(tx, accountId)
      return true
    },
    signIn,
    profile: createProfile({ sql, nowMs, signIn, admission, forget, report, emails }),
    keyPrefix,
    administration: (others) => createAdministration({ sql, nowMs, publicUrl, emails, forget, ...others }),
    admission,
    secondFactors,
    oidc: parts.oidc && createProviderSignIn({ ...parts, settings: parts.oidc }, signInParts),
    identities: createConnectedIdentities({ ...common, signIn }),
    keys: createKeyRing({ sql, nowMs, keyPrefix, forget }),
    notices,
    sessions: (accountId, page) => listSessions(sql, accountId, { ...page, now: now() }),
    audit: (accountId, page) => listAudit(sql, accountId, page),
    eachEntry: (accountId) => eachPage(({ last, rowsMax }) => listAudit(sql, accountId, { after: last?.id, rowsMax })),
    async close() {
      await Promise.all([signIn.settled(), notices.close()])
      await Promise.all([listening.close(), lastUsed.close(), emails.close()])
    },
  }
}

async function budgetsIn(sql: Sql, accountId: number): Promise<LimitedBy[]> {
  const limits = (await findAccount(sql, accountId))?.limits
  return [...(limits ? [{ subject: ACCOUNT, limits }] : []), ...(await listBudgetsOfKeys(sql, accountId))]
}

async function standingOf(
  sql: Sql,
  { accountId, keyId, atMs }: { accountId: number; keyId: number | null; atMs: number },
): Promise<AccountStanding | undefined> {
  const account = await findAccount(sql, accountId)
  if (!account || account.disabledAt) return undefined
  const ofKey = keyId === null ? null : await limitsOfLiveKey(sql, { accountId, id: keyId, at: new Date(atMs) })
  if (ofKey === undefined) return undefined
  return { plan: planNow(account, atMs), limitedBy: limitedByOf(account.limits, ofKey).limitedBy ?? [] }
}

function createProviderSignIn(
  { settings, publicUrl, nowMs, secrets }: AccountsParts & { settings: OidcSettings },
  signInParts: SignInParts,
): ProviderSignIn {
  const seals = { seal: createSeal(secrets, 'oidc'), answerSeal: createSeal(secrets, 'oidc answer') }
  const provider = createOidc({ settings, publicUrl, nowMs, ...seals })
  const { attempts } = signInParts
  return {
    ...provider,
    finish: (url, travelling, address) => finishCounted(provider, attempts, { url, travelling, address }),
    signIn: (answer, origin, code) => signInWithProvider(signInParts, { answer, origin, code }),
    connect: (answer, origin) => connectProvider(signInParts, { answer, origin }),
  }
}

async function finishCounted(
  provider: Oidc,
  attempts: SignInAttempts,
  { url, travelling, address }: { url: URL; travelling: string | undefined; address: string },
): Promise<ProviderAnswer> {
  let rejected: unknown
  const answer = await attempts.token(address, () =>
    provider.finish(url, travelling).catch((error: unknown) => {
      if (problemOf(error) !== 'rejected') throw error
      rejected = error
      return undefined
    }),
  )
  if (!answer) throw rejected
  return answer
}

/** The audit log names an upgrade, a cancellation and a renewal differently. */
function kindOfChange(
  { plan, renews = false, isOverdue = false }: PlanChange,
  before: { plan: PlanId; renews: boolean },
): 'changed' | 'renewed' | 'resumed' | 'overdue' | 'cancelled' {
  if (plan !== before.plan) return 'changed'
  if (renews) return before.renews ? 'renewed' : 'resumed'
  return isOverdue ? 'overdue' : 'cancelled'
}
