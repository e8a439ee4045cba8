// A deployment that has administrators keeps at least one: nobody could undo it if the last were gone.
import type { Sql, TransactionSql } from '../../db/db.ts'
import { ApiError } from '../../ground/errors.ts'
import { countOtherAdministrators, findAccount } from '../account-store.ts'

const OTHERS_WORDS = 'This is the only active administrator. Make somebody else an administrator first.'
/** To the administrator herself. */
export const OWN_WORDS =
  'You are the only active administrator. Make somebody else an administrator first, then delete your account.'

/** Certain only while `lockWithAdministrators` holds them. */
export async function keepOneAdministrator(
  sql: Sql | TransactionSql,
  accountId: number,
  words: string = OTHERS_WORDS,
): Promise<void> {
  const account = await findAccount(sql, accountId)
  if (account?.role !== 'administrator') return
  if ((await countOtherAdministrators(sql, accountId)) > 0) return
  throw new ApiError('conflict', words)
}
