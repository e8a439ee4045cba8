// Who can sign up: the sign-up rules, invitations, confirmed email addresses and the first administrator.
import { randomBytes } from 'node:crypto'
import { limitReached } from '../../attempts/attempts.ts'
import type { Sql, TransactionSql } from '../../db/db.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { ApiError, accountGone, type Report } from '../../ground/errors.ts'
import type { PlanId } from '../../ground/plans.ts'
import {
  type Account,
  announceChange,
  findAccount,
  hasAdministrator,
  lockAccount,
  lockCaller,
  updateAdmission,
  updatePasswordHash,
} from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Caller, Origin, Role } from '../caller.ts'
import { type Emails, invitationLink, RESET_MS, VERIFICATION_MS } from '../emails.ts'
import { hashOf } from '../keys/keys.ts'
import { markProven, removeUnproven } from '../sign-in/ownership.ts'
import { deleteResets, insertReset } from '../sign-in/reset-store.ts'
import { deleteSessions } from '../sign-in/session-store.ts'
import type { SignInAttempts } from '../sign-in/sign-in-attempts.ts'
import { insertVerification, takeVerification } from '../sign-in/verification-store.ts'
import { insertAdminEntry, wasDemoted } from './admin-log-store.ts'
import {
  acceptInvitation,
  deleteFirstInvitations,
  deleteInvitation,
  findInvitation,
  findInvitationFor,
  type Invitation,
  insertInvitation,
  listInvitations,
} from './invitation-store.ts'

const REGISTRATIONS = ['open', 'invite', 'closed'] as const

export interface SignUpRules {
  readonly registration: (typeof REGISTRATIONS)[number]
  readonly passwordSignIn: boolean
  /** This address becomes an administrator as soon as it is confirmed. */
  readonly adminEmail: string | undefined
}

interface InvitationWish {
  readonly email: string | null
  readonly role: Role
  readonly plan: PlanId | null
  readonly planEndsAt: Date | null
  readonly expiresAt: Date
}

interface Joining {
  readonly token?: string | undefined
  readonly isEmailProven: boolean
  readonly origin: Origin
}

export interface Admission {
  readonly rules: SignUpRules
  /** Throws for people who cannot sign up, with this invitation or without one, before anything is done for them. */
  check(email: string, token: string | undefined, origin: Origin): Promise<void>
  /** Runs in the transaction that created the account; returns the account with the plan and role of the invitation. */
  join(tx: TransactionSql, account: Account, joining: Joining): Promise<Account>
  /** Accepts an invitation for somebody who already has an account. */
  accept(caller: Caller, token: string, origin: Origin): Promise<Account>
  look(token: string, origin: Origin): Promise<Invitation>
  /** Records that the address belongs to the person who acts. The transaction must have locked the account. */
  prove(tx: TransactionSql, account: Account): Promise<Account>
  /** Like `prove`, for somebody other than the person who signed up with the address: that person loses access to the account. */
  takeOver(tx: TransactionSql, account: Account, origin: Origin): Promise<Account>
  invite(
    wish: InvitationWish,
    by: { readonly accountId: number | null } | undefined,
  ): Promise<{ invitation: Invitation; link: string }>
  list(): Promise<Invitation[]>
  /** Returns whether there was such an invitation that nobody had accepted yet. */
  withdraw(id: number): Promise<boolean>
  /** Confirms an address. Without a signed-in caller, the account may have been created by somebody else, who then loses access to it. */
  verify(token: string, caller: Caller | undefined, origin: Origin): Promise<void>
  resend(caller: Caller): Promise<'sent' | 'verified'>
  /** Tells the operator how to become the first administrator; undefined if there is an administrator. */
  offerFirst(): Promise<FirstAdministrator | undefined>
}

export type FirstAdministrator = { readonly link: string } | { readonly sentTo: string }

interface AdmissionParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly publicUrl: string
  readonly emails: Emails
  readonly attempts: SignInAttempts
  readonly rules: SignUpRules
  readonly forget: (accountId: number) => void
  readonly report: Report
}

const FIRST_INVITATION_MS = DAY_MS
const INVITATIONS_SHOWN = 500

export function createAdmission(parts: AdmissionParts): Admission {
  const { sql, rules, emails } = parts
  return {
    rules,
    async check(email, token, origin) {
      const invitation = token === undefined ? undefined : await countedInvitation(parts, token, origin)
      if (invitation) fitEmail(invitation, email)
      await checkRules(parts, sql, invitation)
    },
    join: (tx, account, joining) => join(parts, tx, { account, ...joining }),
    accept: (caller, token, origin) => accept(parts, caller, { token, origin }),
    look: (token, origin) => countedInvitation(parts, token, origin),
    prove: (tx, account) => prove(parts, tx, account),
    async takeOver(tx, account, origin) {
      await handOver(parts, tx, { account, origin })
      return prove(parts, tx, account)
    },
    invite: (wish, by) => invite(parts, wish, { by }),
    list: () => listInvitations(sql, INVITATIONS_SHOWN),
    withdraw: (id) => deleteInvitation(sql, id),
    verify: (token, caller, origin) => verify(parts, token, { caller, origin }),
    async resend({ accountId }) {
      const account = await findAccount(sql, accountId)
      if (!account) throw accountGone()
      if (account.emailVerifiedAt) return 'verified'
      if (!emails.isConfigured) throw noMail()
      await sql.begin(async (tx) => {
        if (!(await askToVerify(parts, tx, account))) throw tooManyEmails()
      })
      emails.wake()
      return 'sent'
    },
    offerFirst: () => offerFirst(parts),
  }
}

/** Returns whether the address may get one more email. If no mail is configured, nothing is sent: nobody could confirm. */
async function askToVerify(parts: AdmissionParts, tx: TransactionSql, { id, email }: Account): Promise<boolean> {
  if (!parts.emails.isConfigured) return true
  if (!(await parts.attempts.mayMail('confirmation', email, tx))) return false
  const token = newToken()
  const expiresAt = new Date(parts.nowMs() + VERIFICATION_MS)
  await insertVerification(tx, { tokenHash: hashOf(token), accountId: id, email, expiresAt })
  await parts.emails.verify(tx, email, token)
  return true
}

async function join(
  parts: AdmissionParts,
  tx: TransactionSql,
  { account, token, isEmailProven, origin }: Joining & { account: Account },
): Promise<Account> {
  const invitation =
    token === undefined
      ? isEmailProven && (await findInvitationFor(tx, account.email, now(parts)))
      : await invitationOf(parts, tx, token)
  await checkRules(parts, tx, invitation || undefined)
  const joined = invitation ? await use(parts, tx, { account, invitation, origin }) : account
  const isProven = isEmailProven || (invitation && invitation.email !== null)
  if (isProven) return prove(parts, tx, joined)
  if (!(await askToVerify(parts, tx, joined))) {
    parts.report(limitReached(), `an email to confirm the address of account ${joined.id} was not sent`)
  }
  return joined
}

/** While sign-up is closed, only the invitation that the service creates for the first administrator is accepted. */
async function checkRules(
  { rules }: AdmissionParts,
  sql: Sql | TransactionSql,
  invitation: Invitation | undefined,
): Promise<void> {
  if (rules.registration === 'open') return
  if (!invitation) throw notInvited(rules)
  if (rules.registration === 'invite') return
  const isForFirst = invitation.role === 'administrator' && invitation.createdBy === null
  if (isForFirst && !(await hasAdministrator(sql))) return
  const message =
    'Sign-up is closed on this deployment. Your invitation works once an administrator opens sign-up again.'
  throw new ApiError('forbidden', message)
}

/** If ADMIN_EMAIL names this address, its owner becomes an administrator now, unless an administrator has ended that before. */
async function prove(parts: AdmissionParts, tx: TransactionSql, account: Account): Promise<Account> {
  const isNamed = account.email === parts.rules.adminEmail
  const isAdmin = account.role === 'administrator' || (isNamed && !(await wasDemoted(tx, account.id)))
  if (isAdmin) await deleteFirstInvitations(tx)
  const role = isAdmin ? 'administrator' : account.role
  return updateAdmission(tx, { ...account, role, emailVerifiedAt: account.emailVerifiedAt ?? now(parts) })
}

async function accept(
  parts: AdmissionParts,
  caller: Caller,
  { token, origin }: { token: string; origin: Origin },
): Promise<Account> {
  const { accountId } = caller
  await countedInvitation(parts, token, origin)
  const accepted = await parts.sql.begin(async (tx) => {
    const account = await lockCaller(tx, caller)
    const invitation = await invitationOf(parts, tx, token)
    const joined = await use(parts, tx, { account, invitation, origin })
    await announceChange(tx, accountId)
    // The invitation was sent to this address only, so accepting it proves the address.
    if (invitation.email === null) return joined
    await markProven(tx, joined)
    return prove(parts, tx, joined)
  })
  parts.forget(accountId)
  return accepted
}

async function use(
  parts: AdmissionParts,
  tx: TransactionSql,
  { account, invitation, origin }: { account: Account; invitation: Invitation; origin: Origin },
): Promise<Account> {
  fitEmail(invitation, account.email)
  const at = now(parts)
  if (!(await acceptInvitation(tx, invitation.id, { accountId: account.id, at }))) throw notValid()
  const isAdmin = invitation.role === 'administrator' || account.role === 'administrator'
  if (isAdmin) await deleteFirstInvitations(tx)
  const plan = invitation.plan
    ? { plan: invitation.plan, planEndsAt: invitation.planEndsAt, planRenews: false }
    : { plan: account.plan, planEndsAt: account.planEndsAt, planRenews: account.planRenews }
  const detail = { role: invitation.role, plan: invitation.plan }
  await insertAudit(tx, { accountId: account.id, at, event: 'invitation_accepted', origin, detail })
  if (invitation.role === 'administrator' && invitation.createdBy === null) await noteFirst(tx, { account, at, origin })
  return updateAdmission(tx, { ...account, ...plan, role: isAdmin ? 'administrator' : account.role })
}

/** No administrator appointed the first one, so the log needs an entry of its own that says where they came from. */
async function noteFirst(
  tx: TransactionSql,
  { account: { id, email }, at, origin }: { account: Account; at: Date; origin: Origin },
): Promise<void> {
  await insertAdminEntry(tx, {
    at,
    administratorId: id,
    administrator: email,
    action: 'role_set',
    accountId: id,
    accountEmail: email,
    reason: 'Opened the link for the first administrator',
    detail: { role: 'administrator' },
    origin,
  })
}

async function invite(
  parts: AdmissionParts,
  wish: InvitationWish,
  { by, isAtStart = false }: { by?: { readonly accountId: number | null } | undefined; isAtStart?: boolean },
): Promise<{ invitation: Invitation; link: string }> {
  const token = newToken()
  const invitation = await parts.sql.begin(async (tx) => {
    if (isAtStart) await deleteFirstInvitations(tx)
    const made = await insertInvitation(tx, {
      ...wish,
      tokenHash: hashOf(token),
      createdBy: by?.accountId ?? null,
      createdAt: now(parts),
      isAtStart,
    })
    if (wish.email !== null) await parts.emails.invite(tx, wish.email, { token, expiresAt: wish.expiresAt })
    return made
  })
  parts.emails.wake()
  return { invitation, link: invitationLink(parts.publicUrl, token) }
}

async function verify(
  parts: AdmissionParts,
  token: string,
  { caller, origin }: { caller: Caller | undefined; origin: Origin },
): Promise<void> {
  const work = async (tx: TransactionSql): Promise<number | undefined> => {
    const found = await takeVerification(tx, hashOf(token), now(parts))
    const account = found && (await lockAccount(tx, found.accountId)) && (await findAccount(tx, found.accountId))
    if (!account || account.email !== found.email) return undefined
    if (caller && caller.accountId !== account.id) throw otherAccount()
    if (caller) {
      await lockCaller(tx, caller)
      await markProven(tx, account)
    } else if (account.emailVerifiedAt === null) await handOver(parts, tx, { account, origin })
    await prove(parts, tx, account)
    const detail = { email: account.email }
    await insertAudit(tx, { accountId: account.id, at: now(parts), event: 'email_verified', origin, detail })
    await announceChange(tx, account.id)
    return account.id
  }
  const accountId = await parts.attempts.token(origin.address, () => parts.sql.begin(work))
  if (accountId === undefined) throw linkGone()
  parts.forget(accountId)
  parts.emails.wake()
}

/** Gives the account to the person who reads the emails of its address: nothing that somebody else added can open it afterwards. */
async function handOver(
  parts: AdmissionParts,
  tx: TransactionSql,
  { account, origin }: { account: Account; origin: Origin },
): Promise<void> {
  const { id, email } = account
  await removeUnproven(tx, account, { at: now(parts), origin })
  await updatePasswordHash(tx, id, null)
  await deleteSessions(tx, id)
  await deleteResets(tx, id)
  if (!parts.rules.passwordSignIn || !parts.emails.isConfigured) return
  const token = newToken()
  const expiresAt = new Date(parts.nowMs() + RESET_MS)
  await insertReset(tx, { accountId: id, tokenHash: hashOf(token), expiresAt, email })
  await parts.emails.choosePassword(tx, email, token)
}

async function offerFirst(parts: AdmissionParts): Promise<FirstAdministrator | undefined> {
  const { sql, rules, emails } = parts
  if (await hasAdministrator(sql)) return undefined
  const { adminEmail: email = null } = rules
  if (email !== null && emails.isConfigured) {
    const sent = await sql.begin(async (tx) => {
      const found = await findInvitationFor(tx, email, now(parts))
      if (found) await deleteFirstInvitations(tx, found.id)
      return found
    })
    if (sent) return { sentTo: email }
  }
  const expiresAt = new Date(parts.nowMs() + FIRST_INVITATION_MS)
  const wish = { email, role: 'administrator', plan: null, planEndsAt: null, expiresAt } as const
  const { link } = await invite(parts, wish, { isAtStart: true })
  return email !== null && emails.isConfigured ? { sentTo: email } : { link }
}

/** For tokens that callers send: invalid ones count as failed attempts. */
async function countedInvitation(parts: AdmissionParts, token: string, { address }: Origin): Promise<Invitation> {
  const found = await parts.attempts.token(address, () => findInvitation(parts.sql, hashOf(token), now(parts)))
  if (!found) throw notValid()
  return found
}

async function invitationOf(parts: AdmissionParts, sql: Sql | TransactionSql, token: string): Promise<Invitation> {
  const found = await findInvitation(sql, hashOf(token), now(parts))
  if (!found) throw notValid()
  return found
}

function fitEmail(invitation: Invitation, email: string): void {
  if (invitation.email === null || invitation.email === email) return
  throw new ApiError('forbidden', 'This invitation is for another email address.')
}

function notInvited({ registration }: SignUpRules): ApiError {
  const message =
    registration === 'invite'
      ? 'You need an invitation to sign up here. Ask an administrator for one.'
      : 'Sign-up is closed on this deployment.'
  return new ApiError('forbidden', message)
}

function notValid(): ApiError {
  return new ApiError('malformed', 'This invitation is no longer valid. Ask for a new one.')
}

function otherAccount(): ApiError {
  return new ApiError('forbidden', 'You are signed in to another account. Sign out, then open the link again.')
}

function linkGone(): ApiError {
  return new ApiError('malformed', 'This link is no longer valid. Ask for a new one.')
}

function tooManyEmails(): ApiError {
  return new ApiError('too_fast', 'We have already sent you several emails. Try again in an hour.')
}

export function noMail(): ApiError {
  return new ApiError('not_configured', 'Email is not configured on this deployment: set SMTP_URL and MAIL_FROM.')
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function now({ nowMs }: AdmissionParts): Date {
  return new Date(nowMs())
}
