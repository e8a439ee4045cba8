// What webhooks are told: a queue for each webhook, and a log.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Secrets } from './webhook-store.ts'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

export interface Delivery {
  readonly id: string
  readonly type: string
  readonly payload: string
  readonly createdAt: Date
  readonly state: (typeof DELIVERY_STATES)[number]
  readonly attempts: number
  readonly attemptedAt: Date | null
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number | null
  /** When it is tried next; null unless it is the first one that waits. */
  readonly nextAt: Date | null
}

export interface NewDelivery {
  readonly accountId: number
  readonly type: string
  readonly subject: string
  readonly level: number
  readonly payload: string
  readonly at: Date
  readonly givesUpAt: Date
  /** Only this webhook, whichever events it is for. */
  readonly webhookId?: string | undefined
}

/** Deliveries of one webhook that are kept, those that wait included. */
const KEPT_MAX = 1_000
/** Facts that are looked up again: while they are true, a delivery says that they were told. An account can have 10,000 keys. */
const FACTS = ['quota.reached', 'budget.reached', 'balance.low', 'key.expiring']
const FACTS_KEPT_MAX = 50_000

/** Adds it for each webhook of the account that gets such events, unless it got one with this subject and at least this level before. */
export async function insertDeliveries(tx: TransactionSql, delivery: NewDelivery): Promise<void> {
  const { accountId, type, subject, level, payload, at, givesUpAt, webhookId = null } = delivery
  // This lock makes the order of the places the order of the commits.
  const takers = await tx<{ id: string }[]>`
    select id from webhooks where account_id = ${accountId} and disabled_at is null
      and case when ${webhookId}::uuid is null then events = '{}' or ${type} = any(events) else id = ${webhookId}::uuid end
    order by id for no key update`
  for (const { id } of takers) {
    const { count } = await tx`
      insert into webhook_deliveries (id, webhook_id, type, subject, level, payload, created_at, state, gives_up_at)
      select gen_random_uuid(), ${id}::uuid, ${type}, ${subject}, ${level}::int, ${payload}, ${at}::timestamptz, 'waiting', ${givesUpAt}::timestamptz
      where not exists (
        select 1 from webhook_deliveries
        where webhook_id = ${id} and type = ${type} and subject = ${subject} and level >= ${level})`
    if (count === 0) continue
    await tx`update webhooks set next_at = coalesce(next_at, ${at}) where id = ${id}`
    const nth = (place: number) =>
      tx`select place from webhook_deliveries where webhook_id = ${id} order by place desc offset ${place} limit 1`
    await tx`
      delete from webhook_deliveries where webhook_id = ${id} and place <= (${nth(KEPT_MAX)})
        and (type <> all(${FACTS}::text[]) or place <= (${nth(FACTS_KEPT_MAX)}))`
  }
}

const columns = (sql: TransactionSql) => sql`
  d.id, d.type, d.payload, d.created_at as "createdAt", d.state, d.attempts, d.attempted_at as "attemptedAt", d.status, d.error,
  d.duration_ms as "durationMs", case when d.state = 'waiting' and d.place = (
    select min(place) from webhook_deliveries h where h.webhook_id = d.webhook_id and h.state = 'waiting') then w.next_at end as "nextAt"`

/** The newest first; a delivery that is sent again counts as new. */
export async function listDeliveries(
  sql: Sql,
  { webhookId, after, rowsMax }: { webhookId: string; after?: string | undefined; rowsMax: number },
): Promise<Delivery[]> {
  const beyond = after
    ? sql`and d.place < (select place from webhook_deliveries where id = ${after} and webhook_id = ${webhookId})`
    : sql``
  return sql<Delivery[]>`
    select ${columns(sql)} from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId} ${beyond} order by d.place desc limit ${rowsMax}`
}

/** The newest delivery of a webhook, or the given one. */
export async function findDelivery(
  tx: TransactionSql,
  { webhookId, id = null }: { webhookId: string; id?: string | null },
): Promise<Delivery | undefined> {
  const [row] = await tx<Delivery[]>`
    select ${columns(tx)} from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId} and (${id}::uuid is null or d.id = ${id}::uuid) order by d.place desc limit 1`
  return row
}

/** Puts it at the end of the queue, with all its attempts, and sends the first one in the queue at once. */
export async function queueAgain(
  tx: TransactionSql,
  { webhookId, id, at, givesUpAt }: { webhookId: string; id: string; at: Date; givesUpAt: Date },
): Promise<void> {
  await tx`
    update webhook_deliveries set state = 'waiting', attempts = 0, gives_up_at = ${givesUpAt}, place = nextval('webhook_places')
    where id = ${id} and webhook_id = ${webhookId}`
  await tx`update webhooks set next_at = ${at} where id = ${webhookId}`
}

/** A webhook that this node sends to until `heldUntil`, which also tells its hold from those of other nodes. */
export interface Held extends Secrets {
  readonly id: string
  readonly accountId: number
  readonly url: string
  readonly heldUntil: Date
}

/** Takes webhooks with something due, those that have waited longest first. No other node takes them until the hold is over. */
export async function takeDue(
  sql: Sql,
  { now, until, rowsMax }: { now: Date; until: Date; rowsMax: number },
): Promise<Held[]> {
  return sql<Held[]>`
    update webhooks set held_until = ${until} where id in (
      select w.id from webhooks w join accounts a on a.id = w.account_id
      where w.next_at <= ${now} and w.disabled_at is null and (w.held_until is null or w.held_until <= ${now})
        and a.deleted_at is null and a.disabled_at is null
      order by w.next_at limit ${rowsMax} for update of w skip locked)
    returning id, account_id as "accountId", url, held_until as "heldUntil", secret, previous_secret as "previousSecret",
      previous_until as "previousUntil"`
}

export interface Queued {
  readonly id: string
  readonly place: number
  readonly payload: string
  readonly attempts: number
  readonly givesUpAt: Date
}

export async function readFirst(sql: Sql | TransactionSql, webhookId: string): Promise<Queued | undefined> {
  const [row] = await sql<Queued[]>`
    select id, place, payload, attempts, gives_up_at as "givesUpAt" from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'waiting' order by place limit 1`
  return row
}

/**
 * Locks the webhook. Returns false if this node no longer holds it, or if it is gone or switched off. Accounts are locked before what
 * they own, so this locks the account first, as an email to its owner does.
 */
export async function confirmHold(
  tx: TransactionSql,
  { id, accountId, heldUntil }: Pick<Held, 'id' | 'accountId' | 'heldUntil'>,
): Promise<boolean> {
  await tx`select 1 from accounts where id = ${accountId} for key share`
  const { count } = await tx`
    select 1 from webhooks where id = ${id} and held_until = ${heldUntil} and disabled_at is null for no key update`
  return count === 1
}

export async function extendHold(tx: TransactionSql, id: string, until: Date): Promise<void> {
  await tx`update webhooks set held_until = ${until} where id = ${id}`
}

/** `nextAt` is null if nothing waits. */
export async function endHold(tx: TransactionSql, id: string, nextAt: Date | null): Promise<void> {
  await tx`update webhooks set held_until = null, next_at = ${nextAt} where id = ${id}`
}

interface Attempted {
  readonly queued: Queued
  readonly at: Date
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
}

/** If it was sent again meanwhile, it stays in its new place. */
export async function noteAttempt(tx: TransactionSql, attempted: Attempted): Promise<void> {
  const { queued, at, state, status, error, durationMs } = attempted
  await tx`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = ${at}, status = ${status}, error = ${error},
      duration_ms = ${durationMs}, state = case when place = ${queued.place} then ${state} else state end
    where id = ${queued.id}`
}
