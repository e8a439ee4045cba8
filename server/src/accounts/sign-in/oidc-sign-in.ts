// Turns the answer of an identity provider into an account and a session.
import type { TransactionSql } from '../../db/db.ts'
import { ApiError, accountGone } from '../../ground/errors.ts'
import {
  type Account,
  announceChange,
  findAccount,
  findAccountByEmail,
  insertAccount,
  lockAccount,
  lockCaller,
} from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { normaliseEmail } from '../email.ts'
import { addressNotConfirmed, rejectIfFull } from './connected-identities.ts'
import { oidcProblem, type ProviderAnswer } from './oidc.ts'
import { findIdentity, insertIdentity, touchIdentity } from './oidc-store.ts'
import { isFactorProven } from './second-factor-store.ts'
import { openSession, rejectDisabled, type SignedIn, type SignInParts } from './sign-in.ts'

interface Arrival {
  readonly answer: ProviderAnswer
  readonly origin: Origin
}

/** Signs in, and signs up if the rules allow it. Returns undefined if the account has a second factor and no code was given. */
export async function signInWithProvider(
  parts: SignInParts,
  given: Arrival & { code?: string | undefined },
): Promise<SignedIn | undefined> {
  const { origin, code } = given
  const arrival = { origin, answer: withEmail(given.answer) }
  const asked = await accountWithFactor(parts, arrival)
  if (asked !== undefined && code === undefined) return undefined
  if (asked !== undefined && code !== undefined) await parts.secondFactors.check(asked, code, origin)
  const signedIn = await parts.sql.begin(async (tx) => {
    const account = await accountFor(parts, tx, arrival)
    rejectDisabled(account)
    // The second factor was set up after we asked for the code.
    if (account.hasSecondFactor && account.id !== asked) throw changedMeanwhile()
    await touchIdentity(tx, arrival.answer, now(parts))
    await note(parts, tx, { accountId: account.id, event: 'signed_in_with_provider', origin })
    return openSession(parts, tx, { account, origin })
  })
  parts.emails.wake()
  return signedIn
}

/** For somebody who was signed in and gave their password before going to the provider. Opens no session. */
export async function connectProvider(parts: SignInParts, { answer: given, origin }: Arrival): Promise<void> {
  const answer = withEmail(given)
  const { connect: wanted } = answer.wish
  if (!wanted) throw oidcProblem('expired')
  await parts.sql.begin(async (tx) => {
    // Throws if the session has ended meanwhile.
    const account = await lockCaller(tx, wanted)
    rejectDisabled(account)
    if (account.emailVerifiedAt === null) throw addressNotConfirmed()
    const known = await findIdentity(tx, answer)
    if (known === account.id) return
    if (known !== undefined) throw oidcProblem('connected')
    await connect(parts, tx, { account, answer, origin })
  })
  parts.emails.wake()
}

function withEmail(answer: ProviderAnswer): ProviderAnswer {
  const email = normaliseEmail(answer.email)
  if (email === undefined) throw oidcProblem('unverified')
  return { ...answer, email }
}

/** The account that this sign-in leads to, if it needs a code. */
async function accountWithFactor({ sql }: SignInParts, { answer }: Arrival): Promise<number | undefined> {
  const known = await findIdentity(sql, answer)
  const found = known === undefined ? await findAccountByEmail(sql, answer.email) : await findAccount(sql, known)
  if (!found?.hasSecondFactor) return undefined
  // An unproven second factor is removed when the owner of the address signs in, so we do not ask for its code.
  const isKept = known !== undefined || found.emailVerifiedAt !== null || (await isFactorProven(sql, found.id))
  if (!isKept) return undefined
  rejectDisabled(found)
  return found.id
}

async function accountFor(parts: SignInParts, tx: TransactionSql, arrival: Arrival): Promise<Account> {
  const { answer } = arrival
  const accountId = await findIdentity(tx, answer)
  if (accountId === undefined) return accountByEmail(parts, tx, arrival)
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : undefined
  if (!account) throw accountGone()
  // The identity may have been removed while we waited for the lock.
  if ((await findIdentity(tx, answer)) !== accountId) throw changedMeanwhile()
  return account
}

async function accountByEmail(parts: SignInParts, tx: TransactionSql, arrival: Arrival): Promise<Account> {
  const { answer, origin } = arrival
  const { email, name, wish } = answer
  const existing = await findAccountByEmail(tx, email)
  if (existing) {
    const account = (await lockAccount(tx, existing.id)) ? await findAccount(tx, existing.id) : undefined
    if (!account || account.email !== email) throw oidcProblem('taken')
    const proven = account.emailVerifiedAt === null ? await prove(parts, tx, { account, ...arrival }) : account
    await connect(parts, tx, { account: proven, ...arrival })
    return proven
  }
  const made = await insertAccount(tx, { email, name, passwordHash: null, at: now(parts) })
  if (!made) throw new ApiError('conflict', 'Somebody signed up with this email a moment ago. Try again.')
  await note(parts, tx, { accountId: made.id, event: 'registered', origin })
  const account = await parts.admission.join(tx, made, { token: wish.invitation, isEmailProven: true, origin })
  // No notice about the new identity: this person is just signing up.
  await addIdentity(parts, tx, { account, ...arrival })
  return account
}

/**
 * Somebody else may have signed up with this address and be waiting for its owner to use the account. Usually the owner takes it over by
 * setting a password by email. If passwords are off or no email is configured, this sign-in is their only way, and it removes all others.
 */
async function prove(parts: SignInParts, tx: TransactionSql, { account, origin }: Connecting): Promise<Account> {
  if (parts.admission.rules.passwordSignIn && parts.emails.isConfigured) throw oidcProblem('taken')
  rejectDisabled(account)
  return parts.admission.takeOver(tx, account, origin)
}

type Connecting = Arrival & { readonly account: Account }

async function connect(parts: SignInParts, tx: TransactionSql, connecting: Connecting): Promise<void> {
  await addIdentity(parts, tx, connecting)
  await parts.emails.accessChanged(tx, connecting.account, 'identity_connected')
  await announceChange(tx, connecting.account.id)
}

async function addIdentity(
  parts: SignInParts,
  tx: TransactionSql,
  { account, answer, origin }: Connecting,
): Promise<void> {
  await rejectIfFull(tx, account.id)
  const { issuer, subject, email } = answer
  const proof = { accountId: account.id, at: now(parts), provenWith: account.email }
  if (!(await insertIdentity(tx, { issuer, subject, email, ...proof }))) {
    throw new ApiError('conflict', 'This identity was connected a moment ago. Try again.')
  }
  await note(parts, tx, { accountId: account.id, event: 'identity_connected', origin, detail: { issuer, email } })
}

function changedMeanwhile(): ApiError {
  return new ApiError('conflict', 'How to sign in to this account was changed a moment ago. Start again.')
}

async function note(
  parts: SignInParts,
  tx: TransactionSql,
  entry: { accountId: number; event: string; origin: Origin; detail?: Record<string, string> },
): Promise<void> {
  await insertAudit(tx, { ...entry, at: now(parts) })
}

function now({ nowMs }: SignInParts): Date {
  return new Date(nowMs())
}
