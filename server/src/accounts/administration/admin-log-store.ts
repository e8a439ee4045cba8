// The log of what administrators did, to which account and why.
import type { Sql, TransactionSql } from '../../db/db.ts'
import type { Origin } from '../caller.ts'

interface AdminEntry {
  readonly at: Date
  readonly administratorId: number | null
  readonly administrator: string
  readonly action: string
  readonly accountId: number | null
  readonly accountEmail: string | null
  readonly reason: string
  readonly detail: Record<string, string | number | null>
}

export interface AdminRow extends AdminEntry, Origin {
  readonly id: number
}

export async function insertAdminEntry(tx: TransactionSql, entry: AdminEntry & { origin: Origin }): Promise<void> {
  const { at, administratorId, administrator, action, accountId, accountEmail, reason, detail, origin } = entry
  await tx`
    insert into admin_log (at, administrator_id, administrator, action, account_id, account_email, reason, detail,
      address, user_agent)
    values (${at}, ${administratorId}, ${administrator}, ${action}, ${accountId}, ${accountEmail}, ${reason},
      ${tx.json(detail)}, ${origin.address}, ${origin.userAgent})`
}

/** Whether an administrator or the operator has set the role of this account to member. */
export async function wasDemoted(tx: TransactionSql, accountId: number): Promise<boolean> {
  const { count } = await tx`
    select 1 from admin_log
    where account_id = ${accountId} and action = 'role_set' and detail ->> 'role' = 'member' limit 1`
  return count === 1
}

/** The newest first; of one account, or of all. */
export async function listAdminEntries(
  sql: Sql,
  { accountId, before, rowsMax }: { accountId?: number | undefined; before?: number | undefined; rowsMax: number },
): Promise<AdminRow[]> {
  return sql<AdminRow[]>`
    select id, at, administrator_id as "administratorId", administrator, action, account_id as "accountId",
      account_email as "accountEmail", reason, detail, address, user_agent as "userAgent"
    from admin_log where true ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${rowsMax}`
}
