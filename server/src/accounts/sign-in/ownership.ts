// Whose an account is. Anybody can sign up with any address; the person who proves it must not share the account with those who came before.
// docs/operating/access.md has the whole model as a table.
import type { TransactionSql } from '../../db/db.ts'
import type { Account } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Origin } from '../caller.ts'
import { revokeAllKeys } from '../keys/key-store.ts'
import { deleteIdentities } from './oidc-store.ts'
import { deleteFactorBefore } from './second-factor-store.ts'

/** How many of each were removed. */
export interface Removed {
  readonly identities: number
  readonly secondFactors: number
  readonly keys: number
}

export const NOTHING_REMOVED: Removed = { identities: 0, secondFactors: 0, keys: 0 }

/**
 * Removes what was added before the address was confirmed: all of it if it never was. Keys of a confirmed address stay, since its owner was
 * signed in when they confirmed it, or they would have gone then. Sessions and the password are left to the caller.
 */
export async function removeUnproven(
  tx: TransactionSql,
  { id, emailVerifiedAt }: Pick<Account, 'id' | 'emailVerifiedAt'>,
  { at, origin }: { at: Date; origin: Origin },
): Promise<Removed> {
  const identities = await deleteIdentities(tx, id, emailVerifiedAt)
  const secondFactors = (await deleteFactorBefore(tx, id, emailVerifiedAt)) ? 1 : 0
  const keys = emailVerifiedAt === null ? await revokeAllKeys(tx, id, at) : 0
  const note = (event: string, detail: Record<string, number>) =>
    insertAudit(tx, { accountId: id, at, event, origin, detail })
  if (identities > 0) await note('identities_removed', { identities })
  if (secondFactors > 0) await note('second_factor_removed', {})
  if (keys > 0) await note('keys_revoked', { keys })
  return { identities, secondFactors, keys }
}
