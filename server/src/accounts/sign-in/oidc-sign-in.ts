// From what an identity provider says to an account and a session.
import type { TransactionSql } from '../../db/db.ts'
import { ApiError, accountGone } from '../../ground/errors.ts'
import { type Account, findAccount, findAccountByEmail, insertAccount, lockAccount } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { normaliseEmail } from '../email.ts'
import { oidcProblem, type ProviderAnswer } from './oidc.ts'
import { findIdentity, insertIdentity } from './oidc-store.ts'
import { openSession, refuseDisabled, type SignedIn, type SignInParts } from './sign-in.ts'

/** Signs in the person that the provider identified; creates an account if there is none and the sign-up rules allow it. */
export async function signInWithProvider(
  parts: SignInParts,
  answer: ProviderAnswer,
  origin: Origin,
): Promise<SignedIn> {
  const email = normaliseEmail(answer.email)
  if (email === undefined) throw oidcProblem('unverified')
  const signedIn = await parts.sql.begin(async (tx) => {
    const account = await accountFor(parts, tx, { answer: { ...answer, email }, origin })
    refuseDisabled(account)
    await note(parts, tx, { accountId: account.id, event: 'signed_in_with_provider', origin })
    return openSession(parts, tx, { account, origin })
  })
  parts.emails.wake()
  return signedIn
}

interface Arrival {
  readonly answer: ProviderAnswer
  readonly origin: Origin
}

async function accountFor(parts: SignInParts, tx: TransactionSql, arrival: Arrival): Promise<Account> {
  const { answer } = arrival
  const known = await findIdentity(tx, answer)
  const wanted = answer.wish.accountId
  if (wanted !== undefined && known !== undefined && known !== wanted) {
    throw oidcProblem('connected')
  }
  const accountId = known ?? wanted
  if (accountId === undefined) return accountByEmail(parts, tx, arrival)
  const account = (await lockAccount(tx, accountId)) ? await findAccount(tx, accountId) : undefined
  if (!account) throw accountGone()
  if (known === undefined) await connect(parts, tx, { account, ...arrival })
  return account
}

async function accountByEmail(parts: SignInParts, tx: TransactionSql, arrival: Arrival): Promise<Account> {
  const { answer, origin } = arrival
  const { email, name, wish } = answer
  const existing = await findAccountByEmail(tx, email)
  if (existing && existing.emailVerifiedAt === null) {
    // Somebody else may have made it with this address and be waiting for its owner to come.
    throw oidcProblem('taken')
  }
  if (existing) {
    await connect(parts, tx, { account: existing, ...arrival })
    return existing
  }
  const made = await insertAccount(tx, { email, name, passwordHash: null, at: now(parts) })
  if (!made) throw new ApiError('conflict', 'Somebody signed up with this email a moment ago. Try again.')
  await note(parts, tx, { accountId: made.id, event: 'registered', origin })
  await connect(parts, tx, { account: made, ...arrival })
  return parts.admission.join(tx, made, { token: wish.invitation, isEmailProven: true, origin })
}

async function connect(
  parts: SignInParts,
  tx: TransactionSql,
  { account, answer, origin }: Arrival & { account: Account },
): Promise<void> {
  const { issuer, subject } = answer
  if (!(await insertIdentity(tx, { issuer, subject, accountId: account.id, at: now(parts) }))) {
    throw new ApiError('conflict', 'This identity was connected a moment ago. Try again.')
  }
  await note(parts, tx, { accountId: account.id, event: 'provider_connected', origin })
}

async function note(
  parts: SignInParts,
  tx: TransactionSql,
  entry: { accountId: number; event: string; origin: Origin },
): Promise<void> {
  await insertAudit(tx, { ...entry, at: now(parts) })
}

function now({ nowMs }: SignInParts): Date {
  return new Date(nowMs())
}
