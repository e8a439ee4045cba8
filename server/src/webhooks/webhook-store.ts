// The webhooks of accounts. Code that writes a delivery or changes a webhook locks the webhook's row first.
import type { Sql, TransactionSql } from '../db/db.ts'

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly description: string
  /** Empty: all. */
  readonly events: readonly string[]
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly disabledBecause: 'owner' | 'failing' | null
}

export interface Secrets {
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly previousUntil: Date | null
}

const columns = (sql: TransactionSql) => sql`
  id, url, description, events, created_at as "createdAt", disabled_at as "disabledAt", disabled_because as "disabledBecause"`

export async function listWebhooks(sql: Sql, accountId: number): Promise<Webhook[]> {
  return sql<Webhook[]>`select ${columns(sql)} from webhooks where account_id = ${accountId} order by created_at, id`
}

export async function findWebhook(
  sql: Sql | TransactionSql,
  { accountId, id }: { accountId: number; id: string },
): Promise<Webhook | undefined> {
  const [row] = await sql<Webhook[]>`
    select ${columns(sql)} from webhooks where id = ${id} and account_id = ${accountId}`
  return row
}

/** The same, and locks it until the transaction ends. */
export async function lockWebhook(
  tx: TransactionSql,
  { accountId, id }: { accountId: number; id: string },
): Promise<Webhook | undefined> {
  const { count } = await tx`select 1 from webhooks where id = ${id} and account_id = ${accountId} for no key update`
  return count === 1 ? findWebhook(tx, { accountId, id }) : undefined
}

/** Returns false if the account has as many as it can have. Locks the account, so that this also holds for requests at the same time. */
export async function insertWebhook(
  tx: TransactionSql,
  webhook: Pick<Webhook, 'id' | 'url' | 'description' | 'events'> & {
    accountId: number
    secret: Buffer
    at: Date
    webhooksMax: number
  },
): Promise<boolean> {
  const { id, accountId, url, description, events, secret, at, webhooksMax } = webhook
  await tx`select 1 from accounts where id = ${accountId} for no key update`
  const { count } = await tx`
    insert into webhooks (id, account_id, url, description, events, secret, created_at)
    select ${id}::uuid, ${accountId}::bigint, ${url}, ${description}, ${[...events]}::text[], ${secret}::bytea, ${at}::timestamptz
    where (select count(*) from webhooks where account_id = ${accountId}) < ${webhooksMax}`
  return count === 1
}

export async function updateWebhook(
  tx: TransactionSql,
  { id, url, description, events }: Pick<Webhook, 'id' | 'url' | 'description' | 'events'>,
): Promise<void> {
  await tx`
    update webhooks set url = ${url}, description = ${description}, events = ${[...events]}::text[] where id = ${id}`
}

/** What waited is no longer sent; its owner can send it again. */
export async function disableWebhook(
  tx: TransactionSql,
  { id, at, because }: { id: string; at: Date; because: 'owner' | 'failing' },
): Promise<void> {
  await tx`
    update webhooks set disabled_at = ${at}, disabled_because = ${because}, next_at = null, held_until = null where id = ${id}`
  await tx`
    update webhook_deliveries set state = 'failed', error = coalesce(error, 'The webhook was switched off.')
    where webhook_id = ${id} and state = 'waiting'`
}

export async function enableWebhook(tx: TransactionSql, id: string): Promise<void> {
  await tx`update webhooks set disabled_at = null, disabled_because = null where id = ${id}`
}

export async function deleteWebhook(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from webhooks where id = ${id}`
}

/** The secret before it signs as well until the given time. */
export async function replaceSecret(
  tx: TransactionSql,
  { id, secret, previousUntil }: { id: string; secret: Buffer; previousUntil: Date },
): Promise<void> {
  await tx`
    update webhooks set previous_secret = secret, previous_until = ${previousUntil}, secret = ${secret} where id = ${id}`
}

export async function readSecrets(
  sql: Sql,
  { after, rowsMax }: { after: string | undefined; rowsMax: number },
): Promise<(Secrets & { id: string })[]> {
  return sql<(Secrets & { id: string })[]>`
    select id, secret, previous_secret as "previousSecret", previous_until as "previousUntil" from webhooks
    where id > ${after ?? '00000000-0000-0000-0000-000000000000'} order by id limit ${rowsMax}`
}

/** Only if it is unchanged. */
export async function putSecret(sql: Sql, { id, from, to }: { id: string; from: Buffer; to: Buffer }): Promise<void> {
  await sql`
    update webhooks set secret = case when secret = ${from} then ${to}::bytea else secret end,
      previous_secret = case when previous_secret = ${from} then ${to}::bytea else previous_secret end
    where id = ${id}`
}

/** Accounts that can be told something now, after the given one. */
export async function listListeners(
  sql: Sql,
  { after, rowsMax }: { after: number; rowsMax: number },
): Promise<number[]> {
  const rows = await sql<{ accountId: number }[]>`
    select distinct account_id as "accountId" from webhooks where disabled_at is null and account_id > ${after}
    order by account_id limit ${rowsMax}`
  return rows.map(({ accountId }) => accountId)
}
