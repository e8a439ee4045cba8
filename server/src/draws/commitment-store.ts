// The tables of commitments and of the nonces used with them.
import { newestAfter, type Page, type Sql, type TransactionSql } from '../db/db.ts'
import { lockOwner } from './owner-store.ts'

export interface Commitment {
  readonly id: string
  readonly name: string
  readonly sha256: string
  readonly serverSeed: string | null
  readonly createdAt: Date
  readonly revealedAt: Date | null
  /** How many draws it allows; null if that is not fixed. */
  readonly drawsMax: number | null
  readonly chainHash: string
  /** The number of draws in the chain, which is the next nonce. */
  readonly chainLength: number
  /** The beacon round that decides; null with a server seed. */
  readonly round: number | null
}

/** With its receipts as they were signed, as JSON. */
export interface WrittenCommitment extends Commitment {
  readonly receipt: string
  readonly revealReceipt: string | null
}

export interface HeldCommitment extends WrittenCommitment {
  readonly sealedSeed: Buffer | null
  /** The round's signature, once the draw was made. */
  readonly signature: string | null
}

export interface UsedNonce {
  readonly id: string
  readonly fingerprint: Buffer
  readonly drawnAt: Date
  readonly receiptHash: string
}

const columns = (sql: TransactionSql) => sql`
  id, name, sha256, server_seed as "serverSeed", created_at as "createdAt", revealed_at as "revealedAt",
  draws_max as "drawsMax", chain_sha256 as "chainHash", chain_length as "chainLength", round`
const written = (sql: TransactionSql) => sql`${columns(sql)}, receipt, reveal_receipt as "revealReceipt"`

export interface NewCommitment
  extends Pick<
    HeldCommitment,
    'id' | 'name' | 'sha256' | 'sealedSeed' | 'drawsMax' | 'round' | 'receipt' | 'chainHash'
  > {
  readonly accountId: number
  readonly createdAt: Date
}

interface CommitmentLimits {
  readonly rowsMax: number
  readonly drawsMax: number
  readonly bytesMax: number
}

/** Returns false if the account has reached a limit: commitments, draws from them, or storage. */
export async function insertCommitment(
  tx: TransactionSql,
  row: NewCommitment,
  limits: CommitmentLimits,
): Promise<boolean> {
  await lockOwner(tx, row.accountId)
  const { count } = await tx`
    insert into draw_commitments
      (id, account_id, name, sha256, sealed_seed, draws_max, chain_sha256, receipt, round, created_at)
    select ${row.id}::uuid, ${row.accountId}::bigint, ${row.name}, ${row.sha256}, ${row.sealedSeed}::bytea,
      ${row.drawsMax}::bigint, ${row.chainHash}, ${row.receipt}, ${row.round}::bigint, ${row.createdAt}::timestamptz
    where (
      select count(*) filter (where deleted_at is null) < ${limits.rowsMax} and count(*) < 10 * ${limits.rowsMax}
        and coalesce(sum(chain_length), 0) < ${limits.drawsMax}
        and coalesce(sum(pg_column_size(receipt)), 0) < ${limits.bytesMax}
      from draw_commitments where account_id = ${row.accountId})`
  return count === 1
}

/** For anybody: commitments are public. */
export async function findCommitment(sql: Sql, id: string): Promise<WrittenCommitment | undefined> {
  const [row] = await sql<WrittenCommitment[]>`
    select ${written(sql)} from draw_commitments where id = ${id} and deleted_at is null`
  return row
}

export async function findHeldCommitment(
  sql: TransactionSql,
  id: string,
  accountId: number,
): Promise<HeldCommitment | undefined> {
  const [row] = await sql<HeldCommitment[]>`
    select ${written(sql)}, sealed_seed as "sealedSeed", signature from draw_commitments
    where id = ${id} and account_id = ${accountId} and deleted_at is null`
  return row
}

/** The newest first, after the one with this id. */
export async function listCommitments(sql: Sql, accountId: number, page: Page): Promise<Commitment[]> {
  return sql<Commitment[]>`
    select ${columns(sql)} from draw_commitments where account_id = ${accountId} and deleted_at is null
    ${newestAfter(sql, 'draw_commitments', { accountId, ...page })}`
}

type CommitmentReceipts = Pick<WrittenCommitment, 'id' | 'round' | 'receipt' | 'revealReceipt'>

/** Leaves out ids that do not exist. */
export async function findReceipts(tx: TransactionSql, ids: readonly string[]): Promise<CommitmentReceipts[]> {
  return tx<CommitmentReceipts[]>`
    select id, round, receipt, reveal_receipt as "revealReceipt" from draw_commitments
    where id = any(${ids}::uuid[]) and deleted_at is null order by created_at, id`
}

/** How many commitments an account made since a given time. */
export interface CommitmentCount {
  readonly from: Date
  readonly made: number
  /** How many of them it has deleted since. */
  readonly deleted: number
}

/** From 30 days before the first of these. Undefined unless all of them are the account's: it says nothing about those of others. */
export async function countCommitments(
  tx: TransactionSql,
  accountId: number,
  ids: readonly string[],
): Promise<CommitmentCount | undefined> {
  const [row] = await tx<CommitmentCount[]>`
    select first.at as "from", count(*)::int as made, (count(c.deleted_at))::int as deleted
    from (
      select min(created_at) - interval '30 days' as at from draw_commitments
      where account_id = ${accountId} and id = any(${ids}::uuid[]) and deleted_at is null
      having count(*) = cardinality(${ids}::uuid[])) first
    join draw_commitments c on c.account_id = ${accountId} and c.created_at >= first.at
    group by first.at`
  return row
}

/** A second call changes nothing. After the reveal nothing more can be drawn, so the chain is final. */
export async function revealCommitment(sql: Sql, row: { id: string; serverSeed: string; at: Date }): Promise<void> {
  await sql`
    update draw_commitments set server_seed = ${row.serverSeed}, sealed_seed = null, revealed_at = ${row.at}
    where id = ${row.id} and revealed_at is null`
}

export async function writeReveal(sql: Sql, id: string, receipt: string): Promise<void> {
  await sql`update draw_commitments set reveal_receipt = ${receipt} where id = ${id} and reveal_receipt is null`
}

/** Removes what it says and its nonces, if nothing more can be drawn from it; that there was one stays. */
export async function deleteClosed(
  tx: TransactionSql,
  row: { id: string; accountId: number; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    update draw_commitments set name = '', receipt = '', reveal_receipt = null, chain_length = 0, deleted_at = ${row.at}
    where id = ${row.id} and account_id = ${row.accountId} and deleted_at is null
      and (revealed_at is not null or (round is not null and chain_length > 0))`
  if (count === 1) await tx`delete from committed_draws where commitment_id = ${row.id}`
  return count === 1
}

interface NewNonce {
  readonly commitmentId: string
  readonly nonce: number
  readonly id: string
  readonly fingerprint: Buffer
  readonly at: Date
  readonly receiptHash: string
  /** The round's signature, if a round decides. */
  readonly signature?: string
}

/** Takes the next nonce and makes its receipt the last of the chain. False if another request was first, or the seed is revealed. */
export async function extendChain(sql: Sql, row: NewNonce): Promise<boolean> {
  const { count } = await sql`
    with held as (
      select id, account_id from draw_commitments
      where id = ${row.commitmentId} and revealed_at is null and deleted_at is null and chain_length = ${row.nonce}
      for update),
    extended as (
      update draw_commitments set chain_length = chain_length + 1, chain_sha256 = ${row.receiptHash},
        signature = ${row.signature ?? null}
      where id in (select id from held))
    insert into committed_draws (commitment_id, account_id, nonce, id, fingerprint, drawn_at, receipt_sha256)
    select held.id, held.account_id, ${row.nonce}::bigint, ${row.id}::uuid, ${row.fingerprint}, ${row.at}::timestamptz,
      ${row.receiptHash} from held
    on conflict (commitment_id, nonce) do nothing`
  return count === 1
}

export async function findNonce(sql: Sql, commitmentId: string, nonce: number): Promise<UsedNonce | undefined> {
  const [row] = await sql<UsedNonce[]>`
    select id, fingerprint, drawn_at as "drawnAt", receipt_sha256 as "receiptHash" from committed_draws
    where commitment_id = ${commitmentId} and nonce = ${nonce}`
  return row
}
