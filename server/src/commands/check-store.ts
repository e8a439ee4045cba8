// The SQL of what the commands ask the database about itself.
import type { Sql } from '../db/db.ts'

export async function readVersion(sql: Sql): Promise<{ number: number; text: string }> {
  const [row] = await sql<{ number: number; text: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as text`
  return row ?? { number: 0, text: 'unknown' }
}

export async function readClock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  return row?.at ?? new Date(0)
}

/** Without those that only a superuser gets. */
export async function readConnectionsMax(sql: Sql): Promise<number> {
  const [row] = await sql<{ free: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`
  return row?.free ?? 0
}
