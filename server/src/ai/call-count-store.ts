// How many calls to AI providers succeeded and failed.
import type { Sql } from '../db/db.ts'

export interface CallCount {
  /** YYYY-MM-DD, in UTC. */
  readonly date: string
  readonly target: string
  readonly result: string
  readonly calls: number
}

export async function addCalls(sql: Sql, rows: readonly CallCount[]): Promise<void> {
  // All nodes write in the same order, which prevents deadlocks.
  const sorted = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  await sql`
    insert into provider_days as p (day, target, result, calls)
    select * from unnest(${sorted.map(({ date }) => date)}::date[], ${sorted.map(({ target }) => target)}::text[],
      ${sorted.map(({ result }) => result)}::text[], ${sorted.map(({ calls }) => calls)}::bigint[])
    on conflict (day, target, result) do update set calls = p.calls + excluded.calls`
}

export function placeOf({ date, target, result }: Omit<CallCount, 'calls'>): string {
  return `${date} ${target} ${result}`
}

export async function readCalls(sql: Sql, from: Date): Promise<CallCount[]> {
  return sql<CallCount[]>`
    select to_char(day, 'YYYY-MM-DD') as date, target, result, calls from provider_days
    where day >= ${from}::date order by day, target, result`
}
