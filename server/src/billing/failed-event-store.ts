// The SQL of payment events that could not be settled.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Subject } from './state.ts'

export interface FailedEvent {
  readonly id: string
  readonly type: string
  readonly subject: Subject
}

const RETRIED_MAX = 1_000
const ERROR_LENGTH_MAX = 500

/** Returns since when the event fails, and whether this was the first time. */
export async function noteFailure(
  sql: Sql,
  { id, type, subject }: FailedEvent,
  { error, at }: { error: string; at: Date },
): Promise<{ firstAt: Date; isNew: boolean }> {
  const [row] = await sql<{ firstAt: Date; attempts: number }[]>`
    insert into billing_failed_events as f (id, type, subject_kind, subject_id, last_error, first_at)
    values (${id}, ${type}, ${subject.kind}, ${subject.id}, ${error.slice(0, ERROR_LENGTH_MAX)}, ${at})
    on conflict (id) do update set attempts = f.attempts + 1, last_error = excluded.last_error
    returning first_at as "firstAt", attempts`
  return { firstAt: row?.firstAt ?? at, isNew: row?.attempts === 1 }
}

export async function setAside(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`update billing_failed_events set set_aside_at = ${at} where id = ${id}`
}

/** Events to try again, the oldest first. */
export async function listFailed(sql: Sql): Promise<FailedEvent[]> {
  const rows = await sql<{ id: string; type: string; kind: Subject['kind']; subjectId: string }[]>`
    select id, type, subject_kind as kind, subject_id as "subjectId" from billing_failed_events
    where set_aside_at is null order by first_at limit ${RETRIED_MAX}`
  return rows.map(({ id, type, kind, subjectId }) => ({ id, type, subject: { kind, id: subjectId } }))
}

/** Which of these have failed before, set aside or not. */
export async function failedAmong(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from billing_failed_events where id = any(${[...ids]})`
  return new Set(rows.map(({ id }) => id))
}

/** How many wait for the next attempt, and how many were set aside for a person. */
export async function countFailed(sql: Sql): Promise<{ waiting: number; setAside: number }> {
  const [row] = await sql<{ waiting: number; setAside: number }[]>`
    select count(*) filter (where set_aside_at is null) as waiting, count(set_aside_at) as "setAside"
    from billing_failed_events`
  return row ?? { waiting: 0, setAside: 0 }
}

/** Part of the transaction that settled the event. */
export async function forgetFailure(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from billing_failed_events where id = ${id}`
}
