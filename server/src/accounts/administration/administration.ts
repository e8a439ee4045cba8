// What administrators can see and do. Every action is logged with who, to which account and why, in the transaction that performs it.
import { randomBytes } from 'node:crypto'
import { finishDeletion, type Sql, type TransactionSql } from '../../db/db.ts'
import { ApiError } from '../../ground/errors.ts'
import type { PlanId } from '../../ground/plans.ts'
import {
  type Account,
  announceChange,
  findAccount,
  findAccountByEmail,
  lockAccount,
  lockWithAdministrators,
  markDeleted,
  updateDisabled,
  updatePlan,
  updateRole,
  updateVerified,
} from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin, Role } from '../caller.ts'
import { type Emails, RESET_MS } from '../emails.ts'
import { findAccountsByKeyPrefix, findKey, revokeKey } from '../keys/key-store.ts'
import { hashOf } from '../keys/keys.ts'
import { deleteIdentity, type Identity, listIdentities } from '../sign-in/oidc-store.ts'
import { markProven, removeUnproven } from '../sign-in/ownership.ts'
import { insertReset } from '../sign-in/reset-store.ts'
import { deleteFactor } from '../sign-in/second-factor-store.ts'
import { deleteSessions } from '../sign-in/session-store.ts'
import {
  type AccountPage,
  countDeletions,
  estimateAccounts,
  type ListedAccount,
  listAccounts,
} from './account-list-store.ts'
import { type AdminRow, insertAdminEntry, listAdminEntries } from './admin-log-store.ts'
import { deleteFirstInvitations } from './invitation-store.ts'
import { keepOneAdministrator } from './last-administrator.ts'
import { readNotice, writeNotice } from './notice-store.ts'

/** Who acts, and why. `accountId` is null for the operator at the command line. */
export interface Act {
  readonly administrator: { readonly accountId: number | null; readonly email: string }
  readonly reason: string
  readonly origin: Origin
}

export interface Administration {
  list(page: AccountPage): Promise<ListedAccount[]>
  byKeyPrefix(keyPrefix: string): Promise<Account[]>
  find(reference: { id: number } | { email: string }): Promise<Account | undefined>
  estimate(): Promise<number>
  deletionsWaiting(): Promise<number>
  log(page: { accountId?: number | undefined; before?: number | undefined; rowsMax: number }): Promise<AdminRow[]>
  setPlan(accountId: number, plan: { plan: PlanId; endsAt: Date | null }, act: Act): Promise<void>
  grant(accountId: number, units: { compute: number; aiCalls: number }, act: Act): Promise<void>
  /** Logs it; billing has cancelled it before. */
  noteSubscriptionCancelled(accountId: number, act: Act): Promise<void>
  /** What every screen shows; null if there is none. */
  notice(): Promise<string | null>
  setNotice(notice: string, act: Act): Promise<void>
  setDisabled(accountId: number, isDisabled: boolean, act: Act): Promise<void>
  setRole(accountId: number, role: Role, act: Act): Promise<void>
  verifyEmail(accountId: number, act: Act): Promise<void>
  /** Also removes what was added before the address was confirmed. */
  signOut(accountId: number, act: Act): Promise<void>
  removeSecondFactor(accountId: number, act: Act): Promise<void>
  identities(accountId: number): Promise<Identity[]>
  /** Also ends all sessions: some may have been opened with this identity. */
  removeIdentity(accountId: number, identityId: string, act: Act): Promise<void>
  revokeKey(accountId: number, keyId: number, act: Act): Promise<void>
  /** A link to set a new password, valid for an hour. If it is sent by email, the administrator does not see it. */
  resetLink(accountId: number, by: 'email' | 'link', act: Act): Promise<string | undefined>
  delete(accountId: number, act: Act): Promise<void>
  /** Logs something that other code did, such as an invitation. */
  note(action: string, detail: Record<string, string | number | null>, act: Act): Promise<void>
}

export interface AdministrationParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly publicUrl: string
  readonly emails: Emails
  readonly forget: (accountId: number) => void
  readonly addTopup: (
    tx: TransactionSql,
    accountId: number,
    units: { compute: number; aiCalls: number },
  ) => Promise<void>
  /** Cancels what the account still has elsewhere, such as a running subscription. */
  readonly beforeDelete: (accountId: number) => Promise<void>
}

const SAME_PREFIX_MAX = 20
const DELETION_WAIT_MS = 2_000

export function createAdministration(parts: AdministrationParts): Administration {
  const { sql } = parts
  const note: Administration['note'] = (action, detail, act) =>
    sql.begin((tx) => insertAdminEntry(tx, entryOf(parts, action, { detail, act })))
  return {
    ...notices(parts),
    note,
    list: (page) => listAccounts(sql, page),
    async byKeyPrefix(keyPrefix) {
      const ids = await findAccountsByKeyPrefix(sql, keyPrefix, SAME_PREFIX_MAX)
      const found = await Promise.all(ids.map((id) => findAccount(sql, id)))
      return found.filter((account) => account !== undefined)
    },
    find: async (reference) =>
      'id' in reference ? findAccount(sql, reference.id) : findAccountByEmail(sql, reference.email),
    estimate: () => estimateAccounts(sql),
    deletionsWaiting: () => countDeletions(sql),
    log: (page) => listAdminEntries(sql, page),
    identities: (accountId) => listIdentities(sql, accountId),
    ...acts(parts),
    resetLink: (accountId, by, given) => resetLink(parts, accountId, { by, given }),
    delete: (accountId, given) => remove(parts, accountId, given),
  }
}

function entryOf(
  { nowMs }: AdministrationParts,
  action: string,
  { detail, act: { administrator, reason, origin } }: { detail: Record<string, string | number | null>; act: Act },
) {
  return {
    at: new Date(nowMs()),
    administratorId: administrator.accountId,
    administrator: administrator.email,
    action,
    accountId: null,
    accountEmail: null,
    reason,
    detail,
    origin,
  }
}

const NOTICE_KEPT_MS = 10_000

/** Every screen asks for the notice, so it is read at most every ten seconds. */
function notices(parts: AdministrationParts): Pick<Administration, 'notice' | 'setNotice'> {
  const { sql, nowMs } = parts
  let known: { readonly notice: Promise<string | null>; readonly atMs: number } | undefined
  return {
    notice() {
      if (known && nowMs() - known.atMs < NOTICE_KEPT_MS) return known.notice
      const notice = readNotice(sql)
      known = { notice, atMs: nowMs() }
      notice.catch(() => {
        known = undefined
      })
      return notice
    },
    async setNotice(notice, act) {
      await sql.begin(async (tx) => {
        await writeNotice(tx, notice)
        await insertAdminEntry(tx, entryOf(parts, 'notice_set', { detail: { notice }, act }))
      })
      known = undefined
    },
  }
}

type PlainAct =
  | 'setPlan'
  | 'grant'
  | 'noteSubscriptionCancelled'
  | 'setDisabled'
  | 'setRole'
  | 'verifyEmail'
  | 'signOut'
  | 'removeSecondFactor'
  | 'removeIdentity'
  | 'revokeKey'

/** Actions that are one transaction and one log entry each. */
function acts(parts: AdministrationParts): Pick<Administration, PlainAct> {
  const { nowMs } = parts
  const act = (accountId: number, step: Step) => perform(parts, accountId, step)
  return {
    setPlan: (accountId, { plan, endsAt }, given) =>
      act(accountId, {
        ...given,
        action: 'plan_set',
        detail: { plan, ends_at: endsAt?.toISOString() ?? null },
        work: async (tx) => void (await updatePlan(tx, accountId, { plan, endsAt, renews: false })),
      }),
    grant: (accountId, { compute, aiCalls }, given) =>
      act(accountId, {
        ...given,
        action: 'units_granted',
        detail: { compute, ai_calls: aiCalls },
        work: (tx) => parts.addTopup(tx, accountId, { compute, aiCalls }),
      }),
    noteSubscriptionCancelled: (accountId, given) =>
      act(accountId, { ...given, action: 'subscription_cancelled', work: async () => {} }),
    setDisabled: (accountId, isDisabled, given) =>
      act(accountId, {
        ...given,
        action: isDisabled ? 'account_disabled' : 'account_enabled',
        holdsAdministrators: isDisabled,
        work: async (tx) => {
          if (isDisabled) await keepOneAdministrator(tx, accountId)
          // Otherwise a session that was open before would work again once the account is enabled.
          if (isDisabled) await deleteSessions(tx, accountId)
          await updateDisabled(tx, accountId, isDisabled ? new Date(nowMs()) : null)
        },
      }),
    setRole: (accountId, role, given) =>
      act(accountId, {
        ...given,
        action: 'role_set',
        detail: { role },
        holdsAdministrators: role !== 'administrator',
        work: async (tx) => {
          if (role === 'administrator') await deleteFirstInvitations(tx)
          else await keepOneAdministrator(tx, accountId)
          await updateRole(tx, accountId, role)
        },
      }),
    verifyEmail: (accountId, given) =>
      act(accountId, {
        ...given,
        action: 'email_verified',
        work: async (tx, account) => {
          await updateVerified(tx, accountId, new Date(nowMs()))
          await markProven(tx, account)
        },
      }),
    ...accessActs(parts),
  }
}

/** Actions that remove a way to sign in to the account. */
function accessActs(
  parts: AdministrationParts,
): Pick<Administration, 'signOut' | 'removeSecondFactor' | 'removeIdentity' | 'revokeKey'> {
  const { nowMs } = parts
  const act = (accountId: number, step: Step) => perform(parts, accountId, step)
  return {
    signOut: (accountId, given) =>
      act(accountId, {
        ...given,
        action: 'signed_out_everywhere',
        work: async (tx, account) => {
          await deleteSessions(tx, accountId)
          // Without email nobody can confirm an address, so an unconfirmed one proves nothing here.
          if (account.emailVerifiedAt === null && !parts.emails.isConfigured) return
          await removeUnproven(tx, account, { at: new Date(nowMs()), origin: SEEN })
        },
      }),
    removeSecondFactor: (accountId, given) =>
      act(accountId, {
        ...given,
        action: 'second_factor_removed',
        work: async (tx, account) => {
          if (await deleteFactor(tx, accountId)) await parts.emails.accessChanged(tx, account, 'second_factor_removed')
        },
      }),
    removeIdentity: (accountId, identityId, given) =>
      act(accountId, {
        ...given,
        action: 'identity_removed',
        work: async (tx, account) => {
          if (!(await deleteIdentity(tx, accountId, identityId))) throw noSuchIdentity()
          await deleteSessions(tx, accountId)
          await parts.emails.accessChanged(tx, account, 'identity_removed')
        },
      }),
    revokeKey: (accountId, keyId, given) =>
      act(accountId, {
        ...given,
        action: 'key_revoked',
        detail: { key_id: keyId },
        work: async (tx) => {
          const key = await findKey(tx, accountId, keyId)
          const isRevoked = key && (await revokeKey(tx, { accountId, id: keyId, at: new Date(nowMs()) }))
          if (!isRevoked) throw new ApiError('not_found', 'This account has no key with this id.')
        },
      }),
  }
}

interface Step extends Act {
  readonly action: string
  readonly detail?: Record<string, string | number | null>
  /** Set for actions that could remove the last administrator: they lock all administrators. */
  readonly holdsAdministrators?: boolean
  readonly work: (tx: TransactionSql, account: Account) => Promise<void>
}

/** The owner sees that an administrator did it, but not from which address. */
const SEEN: Origin = { address: 'administrator', userAgent: '' }

async function perform(parts: AdministrationParts, accountId: number, step: Step): Promise<void> {
  await parts.sql.begin((tx) => performIn(parts, tx, { accountId, step }))
  parts.forget(accountId)
  parts.emails.wake()
}

async function performIn(
  parts: AdministrationParts,
  tx: TransactionSql,
  { accountId, step }: { accountId: number; step: Step },
): Promise<void> {
  const { administrator, reason, origin, action, detail = {}, work } = step
  if (step.holdsAdministrators) await lockWithAdministrators(tx, accountId)
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : undefined
  if (!account) throw noSuchAccount()
  await work(tx, account)
  const at = new Date(parts.nowMs())
  await insertAdminEntry(tx, {
    at,
    administratorId: administrator.accountId,
    administrator: administrator.email,
    action,
    accountId,
    accountEmail: account.email,
    reason,
    detail,
    origin,
  })
  if (action !== 'account_deleted') {
    await insertAudit(tx, { accountId, at, event: action, origin: SEEN, detail: { ...detail, by: 'administrator' } })
  }
  await announceChange(tx, accountId)
}

async function resetLink(
  parts: AdministrationParts,
  accountId: number,
  { by, given }: { by: 'email' | 'link'; given: Act },
): Promise<string | undefined> {
  const { emails, nowMs, publicUrl } = parts
  const token = randomBytes(32).toString('base64url')
  await perform(parts, accountId, {
    ...given,
    action: 'reset_link_created',
    detail: { by },
    async work(tx, { email }) {
      await insertReset(tx, {
        accountId,
        tokenHash: hashOf(token),
        expiresAt: new Date(nowMs() + RESET_MS),
        email: by === 'email' ? email : null,
      })
      if (by === 'email') await emails.reset(tx, email, token)
    },
  })
  return by === 'link' ? `${publicUrl}/app/reset?token=${token}` : undefined
}

async function remove(parts: AdministrationParts, accountId: number, given: Act): Promise<void> {
  const account = await findAccount(parts.sql, accountId)
  if (!account) throw noSuchAccount()
  await parts.sql.begin(async (tx) => {
    await lockWithAdministrators(tx, accountId)
    await keepOneAdministrator(tx, accountId)
  })
  await parts.beforeDelete(accountId)
  await perform(parts, accountId, {
    ...given,
    action: 'account_deleted',
    holdsAdministrators: true,
    async work(tx) {
      await keepOneAdministrator(tx, accountId)
      await markDeleted(tx, accountId, new Date(parts.nowMs()))
    },
  })
  // The account is already unusable; housekeeping deletes what takes longer than a caller should wait.
  const startedMs = performance.now()
  await finishDeletion(parts.sql, accountId, () => performance.now() - startedMs > DELETION_WAIT_MS).catch(() => {})
}

/** The same error in words for the owner. */
export function noSuchIdentity(): ApiError {
  return new ApiError('not_found', 'This account has no identity with this id.')
}

function noSuchAccount(): ApiError {
  return new ApiError('not_found', 'There is no account with this id.')
}
