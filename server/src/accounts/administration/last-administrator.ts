// A deployment that has administrators keeps at least one: without any, nobody could appoint another.
import type { Sql, TransactionSql } from '../../db/db.ts'
import { ApiError } from '../../ground/errors.ts'
import { countOtherAdministrators, findAccount } from '../account-store.ts'

const OTHERS_WORDS = 'This is the only active administrator. Make somebody else an administrator first.'
/** For the administrator who deletes her own account. */
export const OWN_WORDS =
  'You are the only active administrator. Make somebody else an administrator first, then delete your account.'

/** Reliable only while `lockWithAdministrators` holds the locks. */
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
