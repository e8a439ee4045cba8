// Coming in and leaving: registering, signing in and out, passwords, sessions, erasing. Every change leaves an audit row.
import { randomBytes } from 'node:crypto'
import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError, accountGone } from '../errors.ts'
import { deleteResets, findReset, findSubscription, insertReset, takeReset } from './attempt-store.ts'
import { type Attempts, networkOf } from './attempts.ts'
import type { Caller } from './caller.ts'
import { hashOf } from './keys.ts'
import type { Letters } from './letters.ts'
import type { Passwords } from './passwords.ts'
import {
  type Account,
  type AccountWithPassword,
  announceChange,
  deleteAccount,
  deleteSession,
  deleteSessions,
  findAccount,
  findAccountByEmail,
  findPasswordHash,
  insertAccount,
  insertAudit,
  insertSession,
  listSessionAddresses,
  lockAccount,
  type Origin,
  updatePasswordHash,
} from './store.ts'
import type { Tokens } from './tokens.ts'

export interface SignedIn {
  readonly account: Account
  readonly token: string
  readonly expiresInSeconds: number
}

export interface SignIn {
  register(given: { email: string; password: string; name: string }, origin: Origin): Promise<SignedIn>
  login(given: { email: string; password: string }, origin: Origin): Promise<SignedIn>
  logout(caller: Caller, origin: Origin): Promise<void>
  /** Answers whether the caller had such a session. */
  endSession(caller: Caller, sessionId: string, origin: Origin): Promise<boolean>
  /** Ends every session but the caller's own. */
  changePassword(caller: Caller, given: { current: string; next: string }, origin: Origin): Promise<void>
  /** Says the same whether or not there is such an account. */
  forgot(email: string, origin: Origin): Promise<void>
  reset(given: { token: string; password: string }, origin: Origin): Promise<void>
  /** Checks the password, lets `before` undo what hangs on the account elsewhere, and erases all of it. */
  erase(caller: Caller, password: string, options: { origin: Origin; before: () => Promise<void> }): Promise<void>
}

export interface SignInParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly letters: Letters
  readonly report: (error: unknown, message: string) => void
  /** Called when the change is committed: this node need not wait for the announcement. */
  readonly forget: (accountId: number) => void
}

const SESSION_SECONDS = 7 * 24 * 3600
const RESET_MS = 3_600_000
const WRONG = 'Wrong email or password.'

export function createSignIn(parts: SignInParts): SignIn {
  const { sql, passwords, attempts } = parts
  return {
    async register({ email, password, name }, origin) {
      await attempts.registration(origin.address)
      const passwordHash = await passwords.hash(password)
      return sql.begin(async (tx) => {
        const account = await insertAccount(tx, { email, name, passwordHash, at: now(parts) })
        if (!account) throw new ApiError('malformed', 'This email is already registered.')
        await note(parts, tx, { accountId: account.id, event: 'registered', origin })
        return openSession(parts, tx, { account, origin })
      })
    },
    async login({ email, password }, origin) {
      const { address } = origin
      const isKnown = () => isSignedIn(parts, { email, address })
      const account = await attempts.login({ address, email, isKnown }, () =>
        checkLogin(parts, { email, password }, origin),
      )
      if (!account) throw new ApiError('unauthenticated', WRONG)
      return sql.begin(async (tx) => {
        await lockAccount(tx, account.id)
        // A password that was right a moment ago opens nothing: its change has ended all sessions but one.
        const hash = await findPasswordHash(tx, account.id)
        if (hash !== account.passwordHash) throw new ApiError('unauthenticated', WRONG)
        await note(parts, tx, { accountId: account.id, event: 'signed_in', origin })
        return openSession(parts, tx, { account, origin })
      })
    },
    async logout(caller, origin) {
      await endSession(parts, caller, { sessionId: caller.sessionId ?? '', event: 'signed_out', origin })
    },
    endSession: (caller, sessionId, origin) => endSession(parts, caller, { sessionId, event: 'session_ended', origin }),
    changePassword: (caller, given, origin) => changePassword(parts, caller, { ...given, origin }),
    forgot: (email, origin) => sendReset(parts, email, origin),
    reset: (given, origin) => reset(parts, given, origin),
    async erase(caller, password, { origin, before }) {
      await confirmPassword(parts, caller, { password, origin })
      await before()
      await sql.begin(async (tx) => {
        await deleteAccount(tx, caller.accountId)
        await announceChange(tx, caller.accountId)
      })
      parts.forget(caller.accountId)
      await offerUnsubscribing(parts, caller.email).catch((error) => parts.report(error, 'a mail was not written'))
    },
  }
}

/** Whether this account has a session from the same network. */
async function isSignedIn(
  parts: SignInParts,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const addresses = await listSessionAddresses(parts.sql, email, now(parts))
  return addresses.some((one) => networkOf(one) === networkOf(address))
}

async function checkLogin(
  parts: SignInParts,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<AccountWithPassword | undefined> {
  const { sql, passwords } = parts
  const found = await findAccountByEmail(sql, email)
  const isRight = await passwords.verify(found?.passwordHash, password)
  if (found && !isRight) {
    // Nobody waits for this row: the answer must not take longer for an email that exists.
    insertAudit(sql, { accountId: found.id, at: now(parts), event: 'sign_in_failed', origin }).catch((error) =>
      parts.report(error, 'a failed sign-in was not written down'),
    )
  }
  return isRight ? found : undefined
}

async function openSession(
  { nowMs, tokens }: SignInParts,
  tx: TransactionSql,
  { account, origin }: { account: Account; origin: Origin },
): Promise<SignedIn> {
  const createdMs = nowMs()
  const expiresAtMs = createdMs + SESSION_SECONDS * 1000
  const id = randomBytes(16).toString('base64url')
  const times = { createdAt: new Date(createdMs), expiresAt: new Date(expiresAtMs) }
  const hasEnded = await insertSession(tx, account.id, { id, ...origin, ...times })
  if (hasEnded) await announceChange(tx, account.id)
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
  const { accountId, sessionId, email } = caller
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
    },
  })
  parts.letters.passwordChanged(email)
}

/**
 * Answers the hash that the password fits. Guessing is limited here as it is at the door: whoever found a signed-in browser does
 * not know the password.
 */
async function confirmPassword(
  { sql, passwords, attempts }: SignInParts,
  { accountId }: Caller,
  { password, origin }: { password: string; origin: Origin },
): Promise<string> {
  const guest = { address: origin.address, email: `account:${accountId}`, isKnown: async () => true }
  const confirmed = await attempts.login(guest, async () => {
    const hash = await findPasswordHash(sql, accountId)
    if (hash === undefined) throw accountGone()
    return (await passwords.verify(hash, password)) ? hash : undefined
  })
  if (confirmed === undefined) throw wrongPassword()
  return confirmed
}

function wrongPassword(): ApiError {
  return new ApiError('forbidden', 'The password is wrong.')
}

interface PasswordChange {
  readonly accountId: number
  readonly password: string
  readonly keptSession: string
  readonly event: string
  readonly origin: Origin
  /** Part of the change, with the account held: where it throws, nothing has happened. */
  readonly permit: (tx: TransactionSql) => Promise<void>
}

async function setPassword(parts: SignInParts, change: PasswordChange): Promise<void> {
  const { accountId, password, keptSession, event, origin, permit } = change
  const hash = await parts.passwords.hash(password)
  await parts.sql.begin(async (tx) => {
    await lockAccount(tx, accountId)
    await permit(tx)
    await updatePasswordHash(tx, accountId, hash)
    await deleteSessions(tx, accountId, keptSession)
    await deleteResets(tx, accountId)
    await note(parts, tx, { accountId, event, origin })
    await announceChange(tx, accountId)
  })
  parts.forget(accountId)
}

async function sendReset(parts: SignInParts, email: string, origin: Origin): Promise<void> {
  const { sql, attempts, letters } = parts
  if (!letters.isConfigured) {
    throw new ApiError('not_configured', 'Mail is not configured on this deployment: set SMTP_URL and MAIL_FROM.')
  }
  const mayMail = await attempts.mayMail(email)
  const account = await findAccountByEmail(sql, email)
  if (!mayMail || !account) return
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(parts.nowMs() + RESET_MS)
  const isThere = await sql.begin(async (tx) => {
    if (!(await lockAccount(tx, account.id))) return false
    await insertReset(tx, { accountId: account.id, tokenHash: hashOf(token), expiresAt })
    await note(parts, tx, { accountId: account.id, event: 'reset_requested', origin })
    return true
  })
  if (isThere) letters.reset(account.email, token)
}

async function reset(
  parts: SignInParts,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<void> {
  const { sql, letters } = parts
  const tokenHash = hashOf(token)
  const accountId = await findReset(sql, tokenHash, now(parts))
  if (accountId === undefined) throw linkGone()
  // The link is used up by the change itself, so that it is good for another try where the change fails.
  const permit = async (tx: TransactionSql) => {
    if (!(await takeReset(tx, tokenHash))) throw linkGone()
  }
  await setPassword(parts, { accountId, password, keptSession: '', event: 'password_reset', origin, permit })
  const account = await findAccount(sql, accountId)
  if (account) letters.passwordChanged(account.email)
}

/** Who erased an account may want no newsletter either; only who reads its mail can end that. */
async function offerUnsubscribing({ sql, attempts, letters }: SignInParts, email: string): Promise<void> {
  if (!letters.isConfigured) return
  const mayMail = await attempts.mayMail(email)
  const token = await findSubscription(sql, email)
  if (mayMail && token) letters.stillSubscribed(email, token)
}

function linkGone(): ApiError {
  return new ApiError('malformed', 'This link is not valid any more: ask for a new one.')
}

function now({ nowMs }: SignInParts): Date {
  return new Date(nowMs())
}

async function note(
  parts: SignInParts,
  tx: TransactionSql,
  entry: { accountId: number; event: string; origin: Origin },
): Promise<void> {
  await insertAudit(tx, { ...entry, at: now(parts) })
}
