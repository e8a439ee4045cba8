// Whose an account is. Anybody can sign up with any address; the person who proves it must not share the account with those who came before.
// docs/operating/access.md has the whole model as a table.
import type { TransactionSql } from '../../db/db.ts'
import type { Account } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { revokeAllKeys } from '../keys/key-store.ts'
import { deleteUnprovenIdentities, markIdentitiesProven } from './oidc-store.ts'
import { deleteUnprovenFactor, markFactorProven } from './second-factor-store.ts'

/** How many of each were removed. */
export interface Removed {
  readonly identities: number
  readonly secondFactors: number
  readonly keys: number
}

export const NOTHING_REMOVED: Removed = { identities: 0, secondFactors: 0, keys: 0 }

/**
 * Somebody who is signed in proves the address, or is vouched for: the ways into the account are theirs, and that is written down beside
 * each of them, with the address.
 */
export async function markProven(tx: TransactionSql, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await markFactorProven(tx, id, email)
  await markIdentitiesProven(tx, id, email)
}

/**
 * Removes what nobody left there who had proven the address. A second factor stays if its owner has proven any address of this account: the
 * mailbox alone never gets past it. Keys of a confirmed address stay, since its owner was signed in when they confirmed it, or they would
 * have gone then. Sessions and the password are left to the caller.
 */
export async function removeUnproven(
  tx: TransactionSql,
  { id, email, emailVerifiedAt }: Pick<Account, 'id' | 'email' | 'emailVerifiedAt'>,
  { at, origin }: { at: Date; origin: Origin },
): Promise<Removed> {
  const identities = await deleteUnprovenIdentities(tx, id, email)
  const secondFactors = (await deleteUnprovenFactor(tx, id)) ? 1 : 0
  const keys = emailVerifiedAt === null ? await revokeAllKeys(tx, id, at) : 0
  const note = (event: string, detail: Record<string, number>) =>
    insertAudit(tx, { accountId: id, at, event, origin, detail })
  if (identities > 0) await note('identities_removed', { identities })
  if (secondFactors > 0) await note('second_factor_removed', {})
  if (keys > 0) await note('keys_revoked', { keys })
  return { identities, secondFactors, keys }
}
