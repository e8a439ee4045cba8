// The table of process starts with CERTIFIED_MODE.
import type { Sql } from '../db/db.ts'

/** Returns a number for this start that no other start of any process gets. */
export async function insertBoot(sql: Sql, { instance, at }: { instance: string; at: Date }): Promise<number> {
  const [row] = await sql<{ boot: number }[]>`
    insert into certified_boots (instance, started_at) values (${instance}::uuid, ${at}::timestamptz) returning boot`
  if (!row) throw new Error('a start could not be counted')
  return Number(row.boot)
}
