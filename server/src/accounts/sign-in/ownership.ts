// Whose account it is. Anybody can sign up with any address; the person who proves the address must not share the account with those who
// used it before. docs/operating/access.md has the whole model as a table.
import type { TransactionSql } from '../../db/db.ts'
import type { Account } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { revokeAllKeys } from '../keys/key-store.ts'
import { deleteUnprovenIdentities, markIdentitiesProven } from './oidc-store.ts'
import { deleteUnprovenFactor, markFactorProven } from './second-factor-store.ts'

export interface Removed {
  readonly identities: number
  readonly secondFactors: number
  readonly keys: number
}

export const NOTHING_REMOVED: Removed = { identities: 0, secondFactors: 0, keys: 0 }

/** Called when the address is proven: marks the second factor and the identities as added by its owner. */
export async function markProven(tx: TransactionSql, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await markFactorProven(tx, id, email)
  await markIdentitiesProven(tx, id, email)
}

/**
 * Removes what was added by people who had not proven the address. A second factor stays if its owner has proven any address of this
 * account: access to the mailbox alone never removes it. Keys stay if the address was confirmed before, because confirming removes keys
 * of other people. Sessions and the password are left to the caller.
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
