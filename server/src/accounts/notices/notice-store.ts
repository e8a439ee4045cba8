// Notices: which were sent, who wants which, and from which networks people sign in.
import type { Sql, TransactionSql } from '../../db/db.ts'

interface NewNotice {
  readonly accountId: number
  readonly kind: string
  readonly subject: string
  readonly at: Date
}

/** Returns the address to write to; undefined if the notice was sent before, is not wanted, or the account cannot be used. */
export async function takeNotice(tx: TransactionSql, notice: NewNotice): Promise<string | undefined> {
  const { accountId, kind, subject, at } = notice
  const [row] = await tx<{ email: string }[]>`
    insert into notices as n (account_id, kind, subject, at)
    select a.id, ${kind}, ${subject}, ${at} from accounts a
    where a.id = ${accountId} and a.deleted_at is null and a.disabled_at is null
      and not exists (select 1 from notice_opt_outs r where r.account_id = a.id and r.kind = ${kind})
    on conflict do nothing
    returning (select a.email from accounts a where a.id = n.account_id) as email`
  return row?.email
}

export async function countNotices(
  tx: TransactionSql,
  { accountId, kind, since }: { accountId: number; kind: string; since: Date },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) from notices where account_id = ${accountId} and kind = ${kind} and at > ${since}`
  return row?.count ?? 0
}

export async function listOptOuts(sql: Sql | TransactionSql, accountId: number): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`select kind from notice_opt_outs where account_id = ${accountId}`
  return rows.map(({ kind }) => kind)
}

export async function putOptOut(
  tx: TransactionSql,
  { accountId, kind, isRejected }: { accountId: number; kind: string; isRejected: boolean },
): Promise<void> {
  if (isRejected) {
    await tx`insert into notice_opt_outs (account_id, kind) values (${accountId}, ${kind}) on conflict do nothing`
  } else {
    await tx`delete from notice_opt_outs where account_id = ${accountId} and kind = ${kind}`
  }
}

/** Returns whether this network is new to an account that has signed in from another one before. */
export async function noteNetwork(
  tx: TransactionSql,
  { accountId, network, at }: { accountId: number; network: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into sign_in_networks (account_id, network, last_at) values (${accountId}, ${network}, ${at})
    on conflict do nothing`
  if (count === 0) {
    await tx`
      update sign_in_networks set last_at = ${at} where account_id = ${accountId} and network = ${network}`
    return false
  }
  const others = await tx`
    select 1 from sign_in_networks where account_id = ${accountId} and network <> ${network} limit 1`
  return others.length > 0
}

export interface ExpiringKey {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly keyPrefix: string
  readonly expiresAt: Date
}

/**
 * Keys that expire within a week (within a day if made for less than two weeks) and whose owners were not told yet, by email or by a
 * webhook. Rotated keys have a successor, and keys made for less than two days end before anybody reads about them.
 */
export async function listExpiringKeys(
  sql: Sql,
  { now, untold, rowsMax }: { now: Date; untold: 'email' | 'webhook'; rowsMax: number },
): Promise<ExpiringKey[]> {
  return sql<ExpiringKey[]>`
    select k.id, k.account_id as "accountId", k.name, k.key_prefix as "keyPrefix", k.expires_at as "expiresAt"
    from api_keys k join accounts a on a.id = k.account_id
    where k.revoked_at is null and k.rotated_to is null
      and k.expires_at > ${now} and k.expires_at <= ${now}::timestamptz + interval '7 days'
      and k.expires_at - k.created_at >= interval '2 days'
      and (k.expires_at <= ${now}::timestamptz + interval '1 day' or k.expires_at - k.created_at >= interval '14 days')
      and a.deleted_at is null and a.disabled_at is null
      and ${untold === 'email' ? withoutEmail(sql) : withoutEvent(sql)}
    order by k.expires_at limit ${rowsMax}`
}

const withoutEmail = (sql: Sql) => sql`
  not exists (select 1 from notice_opt_outs r where r.account_id = a.id and r.kind = 'key_expiry')
  and not exists (select 1 from notices n where n.account_id = a.id and n.kind = 'key_expiry' and n.subject = k.id::text)`

/** Some webhook of the account gets such events and has not got this one. */
const withoutEvent = (sql: Sql) => sql`
  exists (
    select 1 from webhooks w where w.account_id = a.id and w.disabled_at is null
      and (w.events = '{}' or 'key.expiring' = any(w.events))
      and not exists (
        select 1 from webhook_deliveries d
        where d.webhook_id = w.id and d.type = 'key.expiring' and d.subject = k.id::text))`
