// The SQL of what was sold, over all accounts.
import type { Sql } from '../db/db.ts'

export interface SubscriptionCount {
  readonly plan: string
  readonly status: 'active' | 'past_due'
  readonly count: number
}

export interface SaleCount {
  readonly date: string
  readonly kind: 'plan' | 'topup'
  readonly item: string
  readonly count: number
}

export async function countSubscriptions(sql: Sql): Promise<SubscriptionCount[]> {
  return sql<SubscriptionCount[]>`
    select plan, status, count(*)::bigint as count from billing_subscriptions
    where status <> 'ended' group by plan, status order by plan, status`
}

export async function countSales(sql: Sql, since: Date): Promise<SaleCount[]> {
  return sql<SaleCount[]>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, kind, item, count(*)::bigint as count
    from billing_checkouts where status = 'complete' and created_at >= ${since}
    group by 1, 2, 3 order by 1, 2, 3`
}
