import type { Sql } from '../db/db.ts'

/** Returns the token of the address, which stays the same, and whether its reader has confirmed it. */
export async function subscribe(
  sql: Sql,
  { email, token, at }: { email: string; token: string; at: Date },
): Promise<{ token: string; isConfirmed: boolean }> {
  const [row] = await sql<{ token: string; isConfirmed: boolean }[]>`
    insert into newsletter as n (email, token, subscribed_at) values (${email}, ${token}, ${at})
    on conflict (email) do update set unsubscribed_at = null,
      subscribed_at = case when n.unsubscribed_at is null then n.subscribed_at else excluded.subscribed_at end,
      confirmed_at = case when n.unsubscribed_at is null then n.confirmed_at end
    returning token, confirmed_at is not null as "isConfirmed"`
  return row ?? { token, isConfirmed: false }
}

/** Returns whether the token is one of ours; confirming again changes nothing. */
export async function confirm(sql: Sql, token: string, at: Date): Promise<boolean> {
  const { count } = await sql`
    update newsletter set confirmed_at = coalesce(confirmed_at, ${at}) where token = ${token} and unsubscribed_at is null`
  return count === 1
}

/** The token that ends the subscription of this address, if there is one. */
export async function findSubscription(sql: Sql, email: string): Promise<string | undefined> {
  const [row] = await sql<{ token: string }[]>`
    select token from newsletter where email = ${email} and confirmed_at is not null and unsubscribed_at is null`
  return row?.token
}

/** Returns whether the token is one of ours; unsubscribing again changes nothing. */
export async function unsubscribe(sql: Sql, token: string, at: Date): Promise<boolean> {
  const { count } = await sql`
    update newsletter set unsubscribed_at = coalesce(unsubscribed_at, ${at}) where token = ${token}`
  return count === 1
}
