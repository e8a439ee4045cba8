// Identities that are connected with an account, as its owner sees them: adding, listing and removing them.
import type { Sql, TransactionSql } from '../../db/db.ts'
import { ApiError, accountGone } from '../../ground/errors.ts'
import { announceChange, findAccount, lockCaller } from '../account-store.ts'
import { noSuchIdentity } from '../administration/administration.ts'
import { insertAudit } from '../audit-store.ts'
import type { Caller, Origin } from '../caller.ts'
import type { Emails } from '../emails.ts'
import { deleteIdentity, IDENTITIES_MAX, type Identity, listIdentities } from './oidc-store.ts'
import { deleteSessions } from './session-store.ts'
import type { SignIn } from './sign-in.ts'

export interface ConnectedIdentities {
  /** The oldest first. */
  list(accountId: number): Promise<Identity[]>
  /** Throws if the caller cannot add one: that needs the password and a confirmed address. */
  permitConnecting(caller: Caller, password: string, origin: Origin): Promise<void>
  /** Ends all other sessions, because some may have been opened with this identity. The last way to sign in cannot be removed. */
  remove(caller: Caller, given: { id: string; password: string }, origin: Origin): Promise<void>
}

interface ConnectedIdentityParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly signIn: Pick<SignIn, 'confirm'>
  readonly emails: Pick<Emails, 'accessChanged' | 'wake'>
  readonly forget: (accountId: number) => void
}

export function createConnectedIdentities(parts: ConnectedIdentityParts): ConnectedIdentities {
  const { sql, signIn } = parts
  return {
    list: (accountId) => listIdentities(sql, accountId),
    async permitConnecting(caller, password, origin) {
      await signIn.confirm(caller, password, origin)
      const account = await findAccount(sql, caller.accountId)
      if (!account) throw accountGone()
      if (account.emailVerifiedAt === null) throw addressNotConfirmed()
      await rejectIfFull(sql, account.id)
    },
    async remove(caller, { id, password }, origin) {
      await signIn.confirm(caller, password, origin)
      await remove(parts, caller, { id, origin })
      parts.forget(caller.accountId)
      parts.emails.wake()
    },
  }
}

async function remove(
  { sql, nowMs, emails }: ConnectedIdentityParts,
  caller: Caller,
  { id, origin }: { id: string; origin: Origin },
): Promise<void> {
  const { accountId, sessionId } = caller
  await sql.begin(async (tx) => {
    const account = await lockCaller(tx, caller)
    const all = await listIdentities(tx, accountId)
    const identity = all.find((one) => one.id === id)
    if (!identity) throw noSuchIdentity()
    if (!account.hasPassword && all.length === 1) {
      throw new ApiError('conflict', 'This is the only way to sign in to your account. Set a password first.')
    }
    await deleteIdentity(tx, accountId, id)
    await deleteSessions(tx, accountId, sessionId)
    const detail = { issuer: identity.issuer, email: identity.email }
    await insertAudit(tx, { accountId, at: new Date(nowMs()), event: 'identity_removed', origin, detail })
    await emails.accessChanged(tx, account, 'identity_removed')
    await announceChange(tx, accountId)
  })
}

export async function rejectIfFull(sql: TransactionSql, accountId: number): Promise<void> {
  if ((await listIdentities(sql, accountId)).length < IDENTITIES_MAX) return
  throw new ApiError(
    'conflict',
    `An account can have at most ${IDENTITIES_MAX} connected identities. Remove one first.`,
  )
}

export function addressNotConfirmed(): ApiError {
  return new ApiError('forbidden', 'Confirm your email address before you connect an identity.')
}
