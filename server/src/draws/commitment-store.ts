// The tables of commitments and of the nonces used with them.
import type { Sql, TransactionSql } from '../db/db.ts'
import { lockOwner } from './owner-store.ts'

export interface Commitment {
  readonly id: string
  readonly name: string
  readonly sha256: string
  readonly serverSeed: string | null
  readonly createdAt: Date
  readonly revealedAt: Date | null
  /** How many draws it serves; null if that is not fixed. */
  readonly drawsMax: number | null
  /** The hash of the last receipt of its chain. */
  readonly chainHash: string
  /** How many draws the chain has: the next nonce. */
  readonly chainLength: number
}

export interface HeldCommitment extends Commitment {
  readonly sealedSeed: Buffer | null
}

export interface UsedNonce {
  readonly id: string
  readonly fingerprint: Buffer
  readonly drawnAt: Date
  readonly receiptHash: string
}

const columns = (sql: Sql) => sql`
  id, name, sha256, server_seed as "serverSeed", created_at as "createdAt", revealed_at as "revealedAt",
  draws_max as "drawsMax", chain_sha256 as "chainHash", chain_length as "chainLength"`

export interface NewCommitment {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly sha256: string
  readonly sealedSeed: Buffer
  readonly drawsMax: number | null
  readonly chainHash: string
  readonly at: Date
  readonly rowsMax: number
}

/** False if the account holds as many as it may. */
export async function insertCommitment(tx: TransactionSql, row: NewCommitment): Promise<boolean> {
  await lockOwner(tx, row.accountId)
  const { count } = await tx`
    insert into draw_commitments (id, account_id, name, sha256, sealed_seed, draws_max, chain_sha256, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${row.sha256}, ${row.sealedSeed}, ${row.drawsMax}::bigint,
      ${row.chainHash}, ${row.at}::timestamptz
    where (select count(*) from draw_commitments where account_id = ${row.accountId}) < ${row.rowsMax}`
  return count === 1
}

/** Of anybody: what was committed to is public. */
export async function findCommitment(sql: Sql, id: string): Promise<Commitment | undefined> {
  const [row] = await sql<Commitment[]>`select ${columns(sql)} from draw_commitments where id = ${id}`
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

export interface NewNonce {
  readonly commitmentId: string
  readonly nonce: number
  readonly id: string
  readonly fingerprint: Buffer
  readonly at: Date
  readonly receiptHash: string
}

const nonceColumns = (sql: Sql) => sql`id, fingerprint, drawn_at as "drawnAt", receipt_sha256 as "receiptHash"`

/**
 * Takes the next nonce of a chain, and makes its receipt the last one, in one statement. Nothing where another request was quicker, the
 * seed is revealed, or all draws were made. The lock orders it against both.
 */
export async function extendChain(sql: Sql, row: NewNonce): Promise<UsedNonce | undefined> {
  const [taken] = await sql<UsedNonce[]>`
    with held as (
      select id, account_id from draw_commitments
      where id = ${row.commitmentId} and revealed_at is null and chain_length = ${row.nonce}
        and (draws_max is null or chain_length < draws_max)
      for update),
    extended as (
      update draw_commitments set chain_length = chain_length + 1, chain_sha256 = ${row.receiptHash}
      where id in (select id from held))
    insert into committed_draws (commitment_id, account_id, nonce, id, fingerprint, drawn_at, receipt_sha256)
    select held.id, held.account_id, ${row.nonce}::bigint, ${row.id}::uuid, ${row.fingerprint}, ${row.at}::timestamptz,
      ${row.receiptHash} from held
    on conflict (commitment_id, nonce) do nothing
    returning ${nonceColumns(sql)}`
  return taken
}

export async function findNonce(sql: Sql, commitmentId: string, nonce: number): Promise<UsedNonce | undefined> {
  const [row] = await sql<UsedNonce[]>`
    select ${nonceColumns(sql)} from committed_draws
    where commitment_id = ${commitmentId} and nonce = ${nonce}`
  return row
}
