// Sends the reports of granted requests to other processes. Nothing is stored.
import type { Sql } from '../db/db.ts'

/** Committed without waiting for the disk: a crash loses only the last few milliseconds. */
export async function announceRates(sql: Sql, channel: string, messages: readonly string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, message)
    from unnest(${messages}::text[]) as message`
}
