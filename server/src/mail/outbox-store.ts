import type { Sql, TransactionSql } from '../db/db.ts'

interface NewEmail {
  readonly recipient: string
  readonly content: Buffer
  readonly at: Date
  readonly expiresAt: Date
}

export interface QueuedEmail {
  readonly id: number
  readonly recipient: string
  readonly content: Buffer
  readonly attempts: number
  readonly expiresAt: Date
}

export async function insertEmail(sql: Sql | TransactionSql, email: NewEmail): Promise<void> {
  const { recipient, content, at, expiresAt } = email
  await sql`
    insert into outbox (recipient, content, created_at, due_at, expires_at)
    values (${recipient}, ${content}, ${at}, ${at}, ${expiresAt})`
}

/** Leases emails that are due, the oldest first. No other node takes them until the lease is over. */
export async function leaseDue(
  sql: Sql,
  { now, leaseUntil, rowsMax }: { now: Date; leaseUntil: Date; rowsMax: number },
): Promise<QueuedEmail[]> {
  return sql<QueuedEmail[]>`
    update outbox set due_at = ${leaseUntil}, attempts = attempts + 1
    where id in (select id from outbox where due_at <= ${now} order by due_at, id for update skip locked limit ${rowsMax})
    returning id, recipient, content, attempts, expires_at as "expiresAt"`
}

export async function deleteEmail(sql: Sql, id: number): Promise<void> {
  await sql`delete from outbox where id = ${id}`
}

export async function postpone(sql: Sql, id: number, next: { dueAt: Date; error: string }): Promise<void> {
  await sql`update outbox set due_at = ${next.dueAt}, last_error = ${next.error} where id = ${id}`
}

export interface OutboxState {
  readonly waiting: number
  readonly oldestAt: Date | null
  readonly lastError: string | null
}

export async function readOutbox(sql: Sql): Promise<OutboxState> {
  const [row] = await sql<OutboxState[]>`
    select count(*)::bigint as waiting, min(created_at) as "oldestAt",
      (select last_error from outbox where last_error is not null order by id limit 1) as "lastError"
    from outbox`
  return row ?? { waiting: 0, oldestAt: null, lastError: null }
}
