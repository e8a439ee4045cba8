// Signing up, in and out, passwords, sessions, and deleting the account. Every change writes an audit row.
import { randomBytes } from 'node:crypto'
import { finishDeletion, type TransactionSql } from '../../db/db.ts'
import { ApiError, accountGone } from '../../ground/errors.ts'
import { networkOf } from '../../ground/network.ts'
import {
  type Account,
  type AccountWithPassword,
  announceChange,
  findAccountByEmail,
  findPasswordHash,
  insertAccount,
  lockAccount,
  lockCaller,
  lockWithAdministrators,
  markDeleted,
} from '../account-store.ts'
import type { Admission } from '../administration/admission.ts'
import { keepOneAdministrator, OWN_WORDS } from '../administration/last-administrator.ts'
import { type AuditEntry, insertAudit } from '../audit-store.ts'
import type { Caller, Origin } from '../caller.ts'
import type { Notices } from '../notices/notices.ts'
import type { Devices } from './devices.ts'
import { createUnderWay, forgot, type NewPassword, type PasswordParts, reset, setPassword } from './password-changes.ts'
import type { SecondFactors } from './second-factor.ts'
import { deleteSession, findSession, insertSession, listSessionAddresses } from './session-store.ts'
import type { Tokens } from './tokens.ts'

export interface SignedIn {
  readonly account: Account
  readonly token: string
  readonly expiresInSeconds: number
}

export interface SignIn {
  register(given: NewAccount, origin: Origin): Promise<SignedIn>
  /** Needs the code from the app too if the account has a second factor. */
  login(given: Credentials, origin: Origin): Promise<SignedIn>
  logout(caller: Caller, origin: Origin): Promise<void>
  endSession(caller: Caller, sessionId: string, origin: Origin): Promise<boolean>
  /** Ends every session but the caller's own. */
  changePassword(caller: Caller, given: { current: string; next: string }, origin: Origin): Promise<void>
  /** Behaves the same whether or not there is such an account. */
  forgot(email: string, origin: Origin): Promise<void>
  reset(given: NewPassword, origin: Origin): Promise<void>
  /** The value that a browser stores after a sign-in, so that we recognise it as a device of this person. */
  markDevice(email: string): string
  /** Waits for work that continues after responses. */
  settled(): Promise<void>
  /** Throws if this is not the caller's password or, for an account without one, if the caller did not sign in recently. */
  confirm(caller: Caller, password: string, origin: Origin): Promise<void>
  /** Like `confirm`, and also checks the code if the account has a second factor: for actions that could remove it. */
  confirmWithCode(caller: Caller, given: Confirmation, origin: Origin): Promise<void>
  /** Checks password and code, calls `before` to cancel what the account has elsewhere, and deletes the account. */
  deleteAccount(
    caller: Caller,
    given: Confirmation,
    options: { origin: Origin; before: () => Promise<void> },
  ): Promise<void>
}

interface Confirmation {
  readonly password: string
  readonly code?: string | undefined
}

interface NewAccount {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly invitation?: string | undefined
}

interface Credentials {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
  /** The value that the device stored when this person signed in there before. */
  readonly device?: string | undefined
}

export interface SignInParts extends PasswordParts {
  readonly tokens: Tokens
  readonly devices: Devices
  readonly admission: Admission
  readonly secondFactors: SecondFactors
  readonly notices: Pick<Notices, 'signedIn'>
}

const SESSION_SECONDS = 7 * 24 * 3600
/** A session younger than this confirms the action of somebody who has no password. */
const FRESH_SESSION_MS = 600_000
/** How long the caller waits until all rows of a deleted account are gone. */
const DELETION_WAIT_MS = 5_000
const WRONG = 'Wrong email or password.'

export function createSignIn(parts: SignInParts): SignIn {
  const { sql, attempts } = parts
  const underWay = createUnderWay(parts.report)
  return {
    register: (given, origin) => register(parts, given, origin),
    async login(given, origin) {
      rejectOffPasswords(parts)
      const { email } = given
      const { address } = origin
      const isKnown = () => isSignedIn(parts, { email, address })
      const device = parts.devices.recognise(given.device, email)
      const guest = { address, email, isKnown, device }
      const account = await attempts.login(guest, () => checkLogin(parts, given, origin))
      if (!account) throw wrongLogin(given)
      const signedIn = await sql.begin(async (tx) => {
        await lockAccount(tx, account.id)
        // If the password was changed since we checked it, no session opens: the change has just ended all other sessions.
        const hash = await findPasswordHash(tx, account.id)
        if (hash !== account.passwordHash) throw wrongLogin(given)
        await note(parts, tx, { accountId: account.id, event: 'signed_in', origin })
        return openSession(parts, tx, { account, origin })
      })
      parts.emails.wake()
      return signedIn
    },
    async logout(caller, origin) {
      await endSession(parts, caller, { sessionId: caller.sessionId ?? '', event: 'signed_out', origin })
    },
    endSession: (caller, sessionId, origin) => endSession(parts, caller, { sessionId, event: 'session_ended', origin }),
    changePassword: (caller, given, origin) => changePassword(parts, caller, { ...given, origin }),
    forgot: (email, origin) =>
      underWay.start(() => {
        rejectOffPasswords(parts)
        return forgot(parts, email, origin)
      }),
    settled: underWay.settled,
    markDevice: parts.devices.mark,
    reset: (given, origin) => reset(parts, given, origin),
    async confirm(caller, password, origin) {
      await confirmPassword(parts, caller, { password, origin })
    },
    async confirmWithCode(caller, { password, code }, origin) {
      await confirmPassword(parts, caller, { password, origin })
      await confirmCode(parts, caller, { code, origin })
    },
    async deleteAccount(caller, { password, code }, { origin, before }) {
      const confirmed = await confirmPassword(parts, caller, { password, origin })
      await confirmCode(parts, caller, { code, origin })
      // Checked before anything is cancelled elsewhere; the check that counts is below, under locks.
      await keepOneAdministrator(sql, caller.accountId, OWN_WORDS)
      await before()
      await sql.begin(async (tx) => {
        await lockWithAdministrators(tx, caller.accountId)
        await keepOneAdministrator(tx, caller.accountId, OWN_WORDS)
        if (!(await lockAccount(tx, caller.accountId))) return
        // The owner may have set a new password meanwhile, to keep this caller out.
        if ((await findPasswordHash(tx, caller.accountId)) !== confirmed) throw wrongPassword()
        await markDeleted(tx, caller.accountId, now(parts))
        await announceChange(tx, caller.accountId)
      })
      parts.forget(caller.accountId)
      await deleteRest(parts, caller.accountId)
    },
  }
}

async function register(
  parts: SignInParts,
  { email, password, name, invitation }: NewAccount,
  origin: Origin,
): Promise<SignedIn> {
  const { sql, attempts, passwords, admission, emails } = parts
  rejectOffPasswords(parts)
  await attempts.registration(origin.address)
  await admission.check(email, invitation, origin)
  const passwordHash = await passwords.hash(password, origin.address)
  const signedIn = await sql.begin(async (tx) => {
    const made = await insertAccount(tx, { email, name, passwordHash, at: now(parts) })
    if (!made) throw new ApiError('malformed', 'This email is already registered.')
    await note(parts, tx, { accountId: made.id, event: 'registered', origin })
    const account = await admission.join(tx, made, { token: invitation, isEmailProven: false, origin })
    return openSession(parts, tx, { account, origin })
  })
  emails.wake()
  return signedIn
}

function rejectOffPasswords({ admission }: SignInParts): void {
  if (admission.rules.passwordSignIn) return
  throw new ApiError('forbidden', 'Password sign-in is off on this deployment. Use the identity provider instead.')
}

/** If the request has a code, the code may be wrong; the message does not tell which of the two is. */
function wrongLogin({ code }: Credentials): ApiError {
  return new ApiError('unauthenticated', code === undefined ? WRONG : 'Wrong email, password or code.')
}

/** Leaves to housekeeping what takes too long or fails: the account is already unusable. */
async function deleteRest({ sql, report }: SignInParts, accountId: number): Promise<void> {
  const startedMs = performance.now()
  const isLate = () => performance.now() - startedMs > DELETION_WAIT_MS
  await finishDeletion(sql, accountId, isLate).catch((error) =>
    report(error, `the deletion of account ${accountId} was interrupted; housekeeping will finish it`),
  )
}

async function isSignedIn(
  parts: SignInParts,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const addresses = await listSessionAddresses(parts.sql, email, now(parts))
  return addresses.some((one) => networkOf(one) === networkOf(address))
}

async function checkLogin(
  parts: SignInParts,
  { email, password, code }: Credentials,
  origin: Origin,
): Promise<AccountWithPassword | undefined> {
  const { sql, passwords } = parts
  const found = await findAccountByEmail(sql, email)
  const isPassword = await passwords.verify(found?.passwordHash ?? undefined, password, origin.address)
  if (found && isPassword) rejectDisabled(found)
  const isRight = found && isPassword && (await passesSecondFactor(parts, found, code))
  if (found && !isRight) {
    // The response does not wait for this row: it must not take longer for an email that exists.
    insertAudit(sql, { accountId: found.id, at: now(parts), event: 'sign_in_failed', origin }).catch((error) =>
      parts.report(error, 'a failed sign-in could not be recorded'),
    )
  }
  return isRight ? found : undefined
}

export function rejectDisabled({ disabledAt }: Account): void {
  if (disabledAt === null) return
  throw new ApiError('forbidden', 'This account is disabled. Contact the operator of this deployment.')
}

async function passesSecondFactor(
  { secondFactors }: SignInParts,
  { id, hasSecondFactor }: Account,
  code: string | undefined,
): Promise<boolean> {
  if (!hasSecondFactor) return true
  if (code !== undefined) return secondFactors.verify(id, code)
  throw new ApiError('unauthenticated', 'Enter the six-digit code from your authenticator app.', {
    headers: { 'x-second-factor': 'required' },
  })
}

export async function openSession(
  { nowMs, tokens, notices }: Pick<SignInParts, 'nowMs' | 'tokens' | 'notices'>,
  tx: TransactionSql,
  { account, origin }: { account: Account; origin: Origin },
): Promise<SignedIn> {
  const createdMs = nowMs()
  const expiresAtMs = createdMs + SESSION_SECONDS * 1000
  const id = randomBytes(16).toString('base64url')
  const times = { createdAt: new Date(createdMs), expiresAt: new Date(expiresAtMs) }
  const hasEnded = await insertSession(tx, account.id, { id, ...origin, ...times })
  if (hasEnded) await announceChange(tx, account.id)
  await notices.signedIn(tx, account.id, origin)
  const token = tokens.sign({ accountId: account.id, sessionId: id, expiresAtMs })
  return { account, token, expiresInSeconds: SESSION_SECONDS }
}

async function endSession(
  parts: SignInParts,
  { accountId }: Caller,
  { sessionId, event, origin }: { sessionId: string; event: string; origin: Origin },
): Promise<boolean> {
  const ended = await parts.sql.begin(async (tx) => {
    await lockAccount(tx, accountId)
    if (!(await deleteSession(tx, accountId, sessionId))) return false
    await note(parts, tx, { accountId, event, origin })
    await announceChange(tx, accountId)
    return true
  })
  parts.forget(accountId)
  return ended
}

async function changePassword(
  parts: SignInParts,
  caller: Caller,
  { current, next, origin }: { current: string; next: string; origin: Origin },
): Promise<void> {
  const { accountId, sessionId } = caller
  const confirmed = await confirmPassword(parts, caller, { password: current, origin })
  await setPassword(parts, {
    accountId,
    password: next,
    keptSession: sessionId ?? '',
    event: 'password_changed',
    origin,
    async permit(tx) {
      const hash = await findPasswordHash(tx, accountId)
      if (hash === undefined) throw accountGone()
      if (hash !== confirmed) throw wrongPassword()
      await lockCaller(tx, caller)
      return { isProof: false }
    },
  })
  parts.emails.wake()
}

/** Returns the hash that the password matches. Guesses are limited, because somebody may have found a signed-in browser. */
async function confirmPassword(
  parts: SignInParts,
  { accountId, sessionId = '' }: Caller,
  { password, origin }: { password: string; origin: Origin },
): Promise<string | null> {
  const { sql, passwords, attempts } = parts
  const known = await findPasswordHash(sql, accountId)
  if (known === undefined) throw accountGone()
  if (known === null) return confirmFreshSession(parts, sessionId)
  const guest = { address: origin.address, email: `account:${accountId}`, isKnown: async () => true, isInside: true }
  const confirmed = await attempts.login(guest, async () => {
    const hash = await findPasswordHash(sql, accountId)
    if (hash === undefined) throw accountGone()
    return hash !== null && (await passwords.verify(hash, password, origin.address)) ? hash : undefined
  })
  if (confirmed === undefined) throw wrongPassword()
  return confirmed
}

/** For actions that cannot be undone. The error is `forbidden`, not `unauthenticated`: the caller is signed in. */
async function confirmCode(
  { secondFactors }: SignInParts,
  { accountId }: Caller,
  { code, origin }: { code: string | undefined; origin: Origin },
): Promise<void> {
  if (!(await secondFactors.state(accountId)).isOn) return
  if (code !== undefined) return secondFactors.check(accountId, code, origin)
  throw new ApiError('forbidden', 'Enter the six-digit code from your authenticator app too.', {
    headers: { 'x-second-factor': 'required' },
  })
}

/** People without a password must have signed in recently instead, to show that nobody merely found a signed-in browser. */
async function confirmFreshSession(parts: SignInParts, sessionId: string): Promise<null> {
  const session = await findSession(parts.sql, sessionId)
  if (session && session.createdAt.getTime() > parts.nowMs() - FRESH_SESSION_MS) return null
  throw new ApiError('forbidden', 'Your account has no password. Sign in again, then try again within 10 minutes.')
}

function wrongPassword(): ApiError {
  return new ApiError('forbidden', 'The password is wrong.')
}

function now({ nowMs }: SignInParts): Date {
  return new Date(nowMs())
}

async function note(parts: SignInParts, tx: TransactionSql, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await insertAudit(tx, { ...entry, at: now(parts) })
}
