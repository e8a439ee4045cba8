// The tables of commitments and of the nonces used with them.
import type { Sql } from '../db/db.ts'

export interface Commitment {
  readonly id: string
  readonly name: string
  readonly sha256: string
  readonly serverSeed: string | null
  readonly createdAt: Date
  readonly revealedAt: Date | null
}

export interface HeldCommitment extends Commitment {
  readonly sealedSeed: Buffer | null
}

export interface UsedNonce {
  readonly id: string
  readonly fingerprint: Buffer
  readonly drawnAt: Date
}

const columns = (sql: Sql) => sql`
  id, name, sha256, server_seed as "serverSeed", created_at as "createdAt", revealed_at as "revealedAt"`

/** False if the account holds as many as it may. */
export async function insertCommitment(
  sql: Sql,
  row: { id: string; accountId: number; name: string; sha256: string; sealedSeed: Buffer; at: Date; rowsMax: number },
): Promise<boolean> {
  const { count } = await sql`
    insert into draw_commitments (id, account_id, name, sha256, sealed_seed, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${row.sha256}, ${row.sealedSeed}, ${row.at}::timestamptz
    where (select count(*) from draw_commitments where account_id = ${row.accountId}) < ${row.rowsMax}`
  return count === 1
}

/** Of anybody: what was committed to is public. */
export async function findCommitment(sql: Sql, id: string): Promise<(Commitment & { draws: number }) | undefined> {
  const [row] = await sql<(Commitment & { draws: number })[]>`
    select ${columns(sql)}, (select count(*) from committed_draws where commitment_id = ${id}) as draws
    from draw_commitments where id = ${id}`
  return row
}

export async function findHeldCommitment(sql: Sql, id: string, accountId: number): Promise<HeldCommitment | undefined> {
  const [row] = await sql<HeldCommitment[]>`
    select ${columns(sql)}, sealed_seed as "sealedSeed" from draw_commitments
    where id = ${id} and account_id = ${accountId}`
  return row
}

/** The newest first. */
export async function listCommitments(sql: Sql, accountId: number, rowsMax: number): Promise<Commitment[]> {
  return sql<Commitment[]>`
    select ${columns(sql)} from draw_commitments where account_id = ${accountId}
    order by created_at desc, id limit ${rowsMax}`
}

/** Once: a second call changes nothing. */
export async function revealCommitment(sql: Sql, row: { id: string; serverSeed: string; at: Date }): Promise<void> {
  await sql`
    update draw_commitments set server_seed = ${row.serverSeed}, sealed_seed = null, revealed_at = ${row.at}
    where id = ${row.id} and revealed_at is null`
}

/**
 * Takes a nonce unless it was used or the seed is revealed. The shared lock orders it against a reveal: no draw is made from a seed
 * that somebody may know already.
 */
export async function takeNonce(
  sql: Sql,
  row: { commitmentId: string; nonce: number; id: string; fingerprint: Buffer; at: Date },
): Promise<UsedNonce | undefined> {
  const [taken] = await sql<UsedNonce[]>`
    with held as (
      select id, account_id from draw_commitments where id = ${row.commitmentId} and revealed_at is null for share)
    insert into committed_draws (commitment_id, account_id, nonce, id, fingerprint, drawn_at)
    select held.id, held.account_id, ${row.nonce}::bigint, ${row.id}::uuid, ${row.fingerprint}, ${row.at}::timestamptz from held
    on conflict (commitment_id, nonce) do nothing
    returning id, fingerprint, drawn_at as "drawnAt"`
  return taken
}

export async function findNonce(sql: Sql, commitmentId: string, nonce: number): Promise<UsedNonce | undefined> {
  const [row] = await sql<UsedNonce[]>`
    select id, fingerprint, drawn_at as "drawnAt" from committed_draws
    where commitment_id = ${commitmentId} and nonce = ${nonce}`
  return row
}
