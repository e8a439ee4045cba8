// Setting a new password, with the old one or with a link from an email.
import { randomBytes } from 'node:crypto'
import { limitReached } from '../../attempts/attempts.ts'
import type { Sql, TransactionSql } from '../../db/db.ts'
import { ApiError, accountGone, type Report } from '../../ground/errors.ts'
import {
  type Account,
  announceChange,
  findAccount,
  findAccountByEmail,
  lockAccount,
  updatePasswordHash,
} from '../account-store.ts'
import { type Admission, noMail } from '../administration/admission.ts'
import { type AuditEntry, insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { type Emails, RESET_MS } from '../emails.ts'
import { revokeAllKeys } from '../keys/key-store.ts'
import { hashOf } from '../keys/keys.ts'
import { NOTHING_REMOVED, removeUnproven } from './ownership.ts'
import type { Passwords } from './passwords.ts'
import { deleteResets, findReset, insertReset, takeReset } from './reset-store.ts'
import { deleteSessions } from './session-store.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

export interface PasswordParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly passwords: Passwords
  readonly attempts: SignInAttempts
  readonly admission: Pick<Admission, 'prove'>
  readonly emails: Emails
  readonly report: Report
  /** Called after the commit, so that this node drops its cached identities without waiting for the notification. */
  readonly forget: (accountId: number) => void
}

export interface NewPassword {
  readonly token: string
  readonly password: string
  /** Also revokes all API keys, for owners who do not know who has them. */
  readonly revokesKeys?: boolean
}

interface PasswordChange {
  readonly accountId: number
  readonly password: string
  readonly keptSession: string
  readonly event: string
  readonly origin: Origin
  /** Checks the change in its transaction, with the account locked; throws to prevent it. Returns whether it proves the address. */
  readonly permit: (tx: TransactionSql, account: Account) => Promise<{ isProof: boolean }>
  readonly revokesKeys?: boolean
}

export async function setPassword(parts: PasswordParts, change: PasswordChange): Promise<void> {
  const { accountId, password, keptSession, event, origin, permit, revokesKeys = false } = change
  const hash = await parts.passwords.hash(password, origin.address)
  await parts.sql.begin(async (tx) => {
    const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : undefined
    if (!account) throw accountGone()
    const { isProof } = await permit(tx, account)
    await updatePasswordHash(tx, accountId, hash)
    await deleteSessions(tx, accountId, keptSession)
    await deleteResets(tx, accountId)
    await note(parts, tx, { accountId, event, origin })
    const revoked = revokesKeys ? await revokeAllKeys(tx, accountId, now(parts)) : 0
    if (revoked > 0) await note(parts, tx, { accountId, event: 'keys_revoked', origin, detail: { keys: revoked } })
    const removed = isProof ? await removeUnproven(tx, account, { at: now(parts), origin }) : NOTHING_REMOVED
    if (isProof) await parts.admission.prove(tx, account)
    await parts.emails.passwordChanged(tx, account.email, { ...removed, isKeyless: revokesKeys || removed.keys > 0 })
    await announceChange(tx, accountId)
  })
  parts.forget(accountId)
}

/** Returns work that the response does not wait for, so that it takes equally long whether or not the address has an account. */
export async function forgot(parts: PasswordParts, email: string, origin: Origin): Promise<() => Promise<void>> {
  if (!parts.emails.isConfigured) throw noMail()
  const mayMail = await parts.attempts.mayMail('reset', email)
  return async () => {
    const account = await findAccountByEmail(parts.sql, email)
    if (account && mayMail) await sendReset(parts, account, origin)
    else if (account)
      parts.report(limitReached(), `an email to reset the password of account ${account.id} was not sent`)
  }
}

async function sendReset(parts: PasswordParts, account: Account, origin: Origin): Promise<void> {
  const { sql, emails } = parts
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(parts.nowMs() + RESET_MS)
  await sql.begin(async (tx) => {
    if (!(await lockAccount(tx, account.id))) return
    await insertReset(tx, { accountId: account.id, tokenHash: hashOf(token), expiresAt, email: account.email })
    await note(parts, tx, { accountId: account.id, event: 'reset_requested', origin })
    await emails.reset(tx, account.email, token)
  })
  emails.wake()
}

export async function reset(
  parts: PasswordParts,
  { token, password, revokesKeys = false }: NewPassword,
  origin: Origin,
): Promise<void> {
  const { sql, emails } = parts
  const tokenHash = hashOf(token)
  const accountId = await parts.attempts.token(origin.address, () => findReset(sql, tokenHash, now(parts)))
  if (accountId === undefined) throw emails.isConfigured ? linkGone() : linkGoneWithoutEmail()
  // The transaction of the change uses the link up, so the link still works if the change fails.
  const permit = async (tx: TransactionSql, { email }: Account) => {
    const taken = await takeReset(tx, tokenHash)
    // The link proves the address it was sent to; the account may have another one by now.
    if (!taken || (taken.email !== null && taken.email !== email)) throw linkGone()
    return { isProof: taken.email !== null }
  }
  await setPassword(parts, {
    accountId,
    password,
    keptSession: '',
    event: 'password_reset',
    origin,
    permit,
    revokesKeys,
  })
  emails.wake()
}

function linkGone(): ApiError {
  return new ApiError('malformed', 'This link is no longer valid. Ask for a new one.')
}

/** Without email only an administrator can create a link. The name of the setting is for the operator; screens leave it out. */
function linkGoneWithoutEmail(): ApiError {
  return new ApiError(
    'not_configured',
    'This link is no longer valid. Ask an administrator for a new one: this deployment sends no email (set SMTP_URL and MAIL_FROM).',
  )
}

function now({ nowMs }: Pick<PasswordParts, 'nowMs'>): Date {
  return new Date(nowMs())
}

async function note(parts: PasswordParts, tx: TransactionSql, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await insertAudit(tx, { ...entry, at: now(parts) })
}

export function createUnderWay(report: Report) {
  const running = new Set<Promise<void>>()
  return {
    /** Resolves with the first part of the work; nobody waits for the function that it returns, and its errors are logged. */
    async start(work: () => Promise<() => Promise<void>>): Promise<void> {
      const rest = await work()
      const done = rest()
        .catch((error: unknown) => report(error, 'an email about a password could not be queued'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
