// Queries by which commands check the database itself.
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

/** Without the connections that are reserved for superusers. */
export async function readConnectionsMax(sql: Sql): Promise<number> {
  const [row] = await sql<{ free: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`
  return row?.free ?? 0
}

/** Enough to tell whether the secret is the right one; no known deployment has more. */
const SEALED_ROWS_MAX = 100_000

export async function readSealedFactors(sql: Sql): Promise<Buffer[]> {
  const rows = await sql<{ secret: Buffer }[]>`
    select secret from second_factors where confirmed_at is not null order by account_id desc limit ${SEALED_ROWS_MAX}`
  return rows.map(({ secret }) => secret)
}

export async function readSealedEmails(sql: Sql): Promise<Buffer[]> {
  const rows = await sql<{ content: Buffer }[]>`select content from outbox order by id desc limit ${SEALED_ROWS_MAX}`
  return rows.map(({ content }) => content)
}

/** Seeds of commitments and allocations that are still open. */
export async function countSealedSeeds(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from draw_commitments where sealed_seed is not null)
      + (select count(*) from allocations where sealed_seed is not null) as count`
  return row?.count ?? 0
}
