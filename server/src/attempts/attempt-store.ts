import type { Sql, TransactionSql } from '../db/db.ts'

export interface Limit {
  readonly tries: number
  readonly windowMs: number
}

/**
 * Counts an attempt, or returns since when the subject is locked out. One statement, so that two nodes cannot both take the last attempt.
 * The count restarts when the window that the first attempt opened is over; a full count locks for one window from the last attempt.
 */
export async function takeTry(
  sql: Sql | TransactionSql,
  { subject, limit, now }: { subject: string; limit: Limit; now: Date },
): Promise<{ lockedSince: Date } | undefined> {
  const since = new Date(now.getTime() - limit.windowMs)
  const over = sql`case when a.tries >= ${limit.tries} then a.last_at <= ${since} else a.first_at <= ${since} end`
  const [taken] = await sql`
    insert into attempts as a (subject, tries, first_at, last_at) values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      tries = case when ${over} then 1 else a.tries + 1 end,
      first_at = case when ${over} then excluded.first_at else a.first_at end,
      last_at = excluded.last_at
    where a.tries < ${limit.tries} or ${over}
    returning 1`
  if (taken) return undefined
  const [row] = await sql<{ lastAt: Date }[]>`select last_at as "lastAt" from attempts where subject = ${subject}`
  return { lockedSince: row?.lastAt ?? now }
}

/** Takes an attempt out of the count, because it was right or could not be checked. */
export async function returnTry(sql: Sql, subject: string): Promise<void> {
  await sql`
    with spent as (delete from attempts where subject = ${subject} and tries <= 1)
    update attempts set tries = tries - 1 where subject = ${subject} and tries > 1`
}

export async function clearTries(sql: Sql, subject: string): Promise<void> {
  await sql`delete from attempts where subject = ${subject}`
}
