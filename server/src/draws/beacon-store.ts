// The table of draws that wait for a round of a beacon.
import type { DrawnSettings } from '@equipoise/engine'
import type { Sql, TransactionSql } from '../db/db.ts'
import { lockOwner } from './owner-store.ts'

export interface BeaconCommitment {
  readonly id: string
  readonly name: string
  readonly round: number
  readonly draw: DrawnSettings
  readonly createdAt: Date
  /** Null until the draw was made. */
  readonly drawId: string | null
  readonly drawnAt: Date | null
  readonly signature: string | null
}

const columns = (sql: Sql) => sql`
  id, name, round, draw, created_at as "createdAt", draw_id as "drawId", drawn_at as "drawnAt", signature`

/** False if the account holds as many as it may. */
export async function insertBeaconCommitment(
  tx: TransactionSql,
  row: Pick<BeaconCommitment, 'id' | 'name' | 'round' | 'draw' | 'createdAt'> & { accountId: number; rowsMax: number },
): Promise<boolean> {
  await lockOwner(tx, row.accountId)
  const { count } = await tx`
    insert into beacon_commitments (id, account_id, name, round, draw, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${row.round}::bigint, ${tx.json(row.draw as never)}::jsonb,
      ${row.createdAt}::timestamptz
    where (select count(*) from beacon_commitments where account_id = ${row.accountId}) < ${row.rowsMax}`
  return count === 1
}

/** Of anybody: what was announced is public. */
export async function findBeaconCommitment(sql: Sql, id: string): Promise<BeaconCommitment | undefined> {
  const [row] = await sql<BeaconCommitment[]>`select ${columns(sql)} from beacon_commitments where id = ${id}`
  return row
}

export async function findOwnBeaconCommitment(
  sql: Sql,
  id: string,
  accountId: number,
): Promise<BeaconCommitment | undefined> {
  const [row] = await sql<BeaconCommitment[]>`
    select ${columns(sql)} from beacon_commitments where id = ${id} and account_id = ${accountId}`
  return row
}

/** The newest first. */
export async function listBeaconCommitments(sql: Sql, accountId: number, rowsMax: number): Promise<BeaconCommitment[]> {
  return sql<BeaconCommitment[]>`
    select ${columns(sql)} from beacon_commitments where account_id = ${accountId}
    order by created_at desc, id limit ${rowsMax}`
}

/** Once: does nothing if the draw was made before. */
export async function recordBeaconDraw(
  sql: Sql,
  row: { id: string; drawId: string; at: Date; signature: string },
): Promise<BeaconCommitment | undefined> {
  const [drawn] = await sql<BeaconCommitment[]>`
    update beacon_commitments set draw_id = ${row.drawId}, drawn_at = ${row.at}, signature = ${row.signature}
    where id = ${row.id} and draw_id is null returning ${columns(sql)}`
  return drawn
}
