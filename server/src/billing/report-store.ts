// The SQL of what was sold, over all accounts.
import type { Sql, TransactionSql } from '../db/db.ts'

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

/** Top-ups that were bought, and invoices of plans that were paid, renewals included. */
export async function countSales(sql: Sql, since: Date): Promise<SaleCount[]> {
  return sql<SaleCount[]>`
    select to_char(day, 'YYYY-MM-DD') as date, kind, item, count from (
      select (created_at at time zone 'UTC')::date as day, kind, item, count(*)::bigint as count
      from billing_checkouts where status = 'complete' and kind = 'topup' and created_at >= ${since}
      group by 1, 2, 3) bought
    union all
    select to_char(day, 'YYYY-MM-DD'), 'plan', plan, count from billing_plan_payments where day >= ${since}::date
    order by 1, 2, 3`
}

/** Part of the transaction that settles the event, so that each invoice counts once. */
export async function addPlanPayment(tx: TransactionSql, plan: string, at: Date): Promise<void> {
  await tx`
    insert into billing_plan_payments as p (day, plan, count) values (${at}::timestamptz at time zone 'UTC', ${plan}, 1)
    on conflict (day, plan) do update set count = p.count + 1`
}
