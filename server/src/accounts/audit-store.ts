// The audit log: what happened to an account, as its owner sees it.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Origin } from './caller.ts'

export interface AuditEntry {
  readonly accountId: number
  readonly at: Date
  readonly event: string
  readonly origin: Origin
  readonly detail?: Record<string, string | number | null>
}

export interface AuditRow extends Omit<AuditEntry, 'origin' | 'accountId'>, Origin {
  readonly id: number
}

export async function insertAudit(sql: Sql | TransactionSql, entry: AuditEntry): Promise<void> {
  const { accountId, at, event, origin, detail = {} } = entry
  await sql`
    insert into audit_log (account_id, at, event, address, user_agent, detail)
    values (${accountId}, ${at}, ${event}, ${origin.address}, ${origin.userAgent}, ${sql.json(detail)})`
}

/** The newest first, starting after `after`. */
export async function listAudit(
  sql: Sql,
  accountId: number,
  { after = Number.MAX_SAFE_INTEGER, rowsMax }: { after?: number | undefined; rowsMax: number },
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select id, at, event, address, user_agent as "userAgent", detail from audit_log
    where account_id = ${accountId} and id < ${after} order by id desc limit ${rowsMax}`
}
