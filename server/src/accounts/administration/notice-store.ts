// What administrators tell everybody who uses the deployment.
import type { Sql, TransactionSql } from '../../db/db.ts'

export async function readNotice(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ notice: string | null }[]>`select notice from deployment_state`
  return row?.notice ?? null
}

/** An empty text removes it. */
export async function writeNotice(tx: TransactionSql, notice: string): Promise<void> {
  await tx`update deployment_state set notice = ${notice || null}`
}
