// What was sold, over all accounts.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { PaymentReading } from './payment-provider.ts'

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
  /** What was paid, less refunds and what banks took back. */
  readonly cents: number
  /** How much of `cents` is VAT, as far as known. */
  readonly vatCents: number
  /** The part of `cents` for which no VAT is known. */
  readonly vatUnknownCents: number
}

export async function countSubscriptions(sql: Sql): Promise<SubscriptionCount[]> {
  return sql<SubscriptionCount[]>`
    select plan, status, count(*)::bigint as count from billing_subscriptions
    where status <> 'ended' group by plan, status order by plan, status`
}

/** Payments for top-ups and plans: first payments, renewals and changes alike. A refund reduces the VAT in proportion. */
export async function countSales(sql: Sql, since: Date): Promise<SaleCount[]> {
  return sql<SaleCount[]>`
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD') as date, kind, item, count(*)::bigint as count,
      sum(amount_cents - refunded_cents)::bigint as cents,
      coalesce(sum(round(vat_cents * (amount_cents - refunded_cents)::numeric / nullif(amount_cents, 0))), 0)::bigint as "vatCents",
      coalesce(sum(amount_cents - refunded_cents) filter (where vat_cents is null), 0)::bigint as "vatUnknownCents"
    from billing_payments where paid_at >= ${since} group by 1, 2, 3 order by 1, 2, 3`
}

/** How much of each payment is VAT; payments for which it is unknown are left out. */
export async function findVat(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; cents: number }[]>`
    select id, vat_cents as cents from billing_payments where id = any(${[...ids]}) and vat_cents is not null`
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

type PaymentRow = Omit<PaymentReading, 'checkoutRef'> & { readonly checkoutRef: string | null }

/** Stores a reading, unless a later one is stored. A payment that is not for a top-up counts for the account's (or next) plan. */
export async function putPayment(tx: TransactionSql, payment: PaymentRow, reading: number): Promise<void> {
  const { id, customerId, checkoutRef, paid, paidAt, amountCents, vatCents = null, refundedCents, disputed } = payment
  if (!paid || !customerId) return
  const gone = disputed ? amountCents : Math.min(refundedCents, amountCents)
  await tx`
    with customer as (
      select account_id, payment_provider from billing_customers where customer_id = ${customerId}
      union all select null, null from billing_deleted_customers where customer_id = ${customerId})
    insert into billing_payments as p (id, paid_at, kind, item, amount_cents, vat_cents, refunded_cents, reading)
    select ${id}, ${paidAt}, case when topup.item is null then 'plan' else 'topup' end,
      coalesce(topup.item, subscription.plan, page.item, 'unknown'), ${amountCents}, ${vatCents}::bigint, ${gone}, ${reading}
    from customer
    left join billing_checkouts topup on topup.id = ${checkoutRef}::uuid and topup.kind = 'topup'
    left join lateral (
      select plan from billing_subscriptions s
      where s.account_id = customer.account_id and s.payment_provider = customer.payment_provider and s.status <> 'ended'
      order by updated_at desc limit 1) subscription on true
    left join lateral (
      select item from billing_checkouts c
      where c.account_id = customer.account_id and c.payment_provider = customer.payment_provider and c.kind = 'plan'
      order by created_at desc limit 1) page on true
    limit 1
    on conflict (id) do update set amount_cents = excluded.amount_cents, refunded_cents = excluded.refunded_cents,
      vat_cents = coalesce(excluded.vat_cents, p.vat_cents), reading = excluded.reading
    where p.reading < excluded.reading`
}
