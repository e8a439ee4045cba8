// The rows of billing. Code that changes the effect of a subscription locks the row of its customer; code that changes the effect of a
// top-up locks the row of its checkout.
import { eachPage, newestAfter, type Sql, type TransactionSql } from '../db/db.ts'
import type { PaymentProviderName } from './payment-provider.ts'
import type { Entitlement, Units } from './state.ts'

interface Owner {
  readonly accountId: number
  readonly paymentProvider: PaymentProviderName
}

interface Customer {
  readonly id: string
  readonly customerId: string | null
}

export async function openCustomer(sql: Sql, { accountId, paymentProvider }: Owner): Promise<Customer> {
  await sql`
    insert into billing_customers (account_id, payment_provider) values (${accountId}, ${paymentProvider}) on conflict do nothing`
  const customer = await findCustomer(sql, { accountId, paymentProvider })
  if (!customer) throw new Error(`the account ${accountId} has gone`)
  return customer
}

export async function findCustomer(sql: Sql, { accountId, paymentProvider }: Owner): Promise<Customer | undefined> {
  const [row] = await sql<Customer[]>`
    select id, customer_id as "customerId" from billing_customers
    where account_id = ${accountId} and payment_provider = ${paymentProvider}`
  return row
}

/** If two requests create a customer at once, both get the first. */
export async function nameCustomer(sql: Sql, id: string, customerId: string): Promise<string> {
  const [row] = await sql<{ customerId: string }[]>`
    update billing_customers set customer_id = coalesce(customer_id, ${customerId}) where id = ${id}
    returning customer_id as "customerId"`
  return row?.customerId ?? customerId
}

export interface NewCheckout extends Owner {
  readonly kind: 'plan' | 'topup'
  readonly item: string
  readonly units?: Units
}

/** Returns undefined if a checkout for a plan is already open: an account can have one. */
export async function insertCheckout(sql: Sql, checkout: NewCheckout): Promise<string | undefined> {
  const { accountId, paymentProvider, kind, item, units = { compute: 0, aiCalls: 0 } } = checkout
  const [row] = await sql<{ id: string }[]>`
    insert into billing_checkouts (account_id, payment_provider, kind, item, compute, ai_calls)
    values (${accountId}, ${paymentProvider}, ${kind}, ${item}, ${units.compute}, ${units.aiCalls})
    on conflict do nothing
    returning id`
  return row?.id
}

interface OpenCheckout {
  readonly id: string
  readonly sessionId: string | null
}

/** The payment page for a plan that may still be open. */
export async function findOpenPlanCheckout(
  sql: Sql,
  { accountId, paymentProvider }: Owner,
): Promise<OpenCheckout | undefined> {
  const [row] = await sql<OpenCheckout[]>`
    select id, session_id as "sessionId" from billing_checkouts
    where account_id = ${accountId} and payment_provider = ${paymentProvider} and kind = 'plan' and status = 'open'`
  return row
}

/** Closes it only if it is unchanged: one that got its payment page in the meantime stays open. */
export async function closeCheckout(sql: Sql, { id, sessionId }: OpenCheckout): Promise<void> {
  await sql`
    update billing_checkouts set status = 'expired'
    where id = ${id} and status = 'open' and session_id is not distinct from ${sessionId}`
}

export async function nameSession(sql: Sql, id: string, sessionId: string): Promise<boolean> {
  const { count } = await sql`
    update billing_checkouts set session_id = ${sessionId} where id = ${id} and status = 'open'`
  return count === 1
}

/** A checkout that is complete or expired stays so. */
export async function markCheckout(tx: TransactionSql, sessionId: string, status: string): Promise<void> {
  await tx`update billing_checkouts set status = ${status} where session_id = ${sessionId} and status = 'open'`
}

export async function nextReading(sql: Sql): Promise<number> {
  const [row] = await sql<{ reading: number }[]>`select nextval('billing_readings') as reading`
  return row?.reading ?? 0
}

/** Returns false if this event was already settled. Waits for another transaction that is settling it. */
export async function insertEvent(tx: TransactionSql, { id, type }: { id: string; type: string }): Promise<boolean> {
  const { count } = await tx`insert into billing_events (id, type) values (${id}, ${type}) on conflict do nothing`
  return count === 1
}

export async function knownEvents(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from billing_events where id = any(${[...ids]})`
  return new Set(rows.map(({ id }) => id))
}

export async function lockCustomer(tx: TransactionSql, customerId: string): Promise<Owner | undefined> {
  const [row] = await tx<Owner[]>`
    select account_id as "accountId", payment_provider as "paymentProvider" from billing_customers where customer_id = ${customerId} for update`
  return row
}

export async function isDeletedCustomer(sql: Sql, customerId: string): Promise<boolean> {
  const { count } = await sql`select 1 from billing_deleted_customers where customer_id = ${customerId}`
  return count === 1
}

/** Stores a reading unless a later one is stored; returns whether it did. */
export async function putSubscription(
  tx: TransactionSql,
  { accountId, paymentProvider }: Owner,
  { subscription, reading }: { subscription: Entitlement; reading: number },
): Promise<boolean> {
  const { id, plan, status, periodEnd, cancelsAt, unpaidSince } = subscription
  const { count } = await tx`
    insert into billing_subscriptions as s
      (id, account_id, payment_provider, plan, status, period_end, cancels_at, unpaid_since, reading)
    values (${id}, ${accountId}, ${paymentProvider}, ${plan}, ${status}, ${periodEnd}, ${cancelsAt}, ${unpaidSince}, ${reading})
    on conflict (id) do update set plan = excluded.plan, status = excluded.status, period_end = excluded.period_end,
      cancels_at = excluded.cancels_at, unpaid_since = excluded.unpaid_since, reading = excluded.reading, updated_at = now()
    where s.reading < excluded.reading and s.account_id = excluded.account_id`
  return count === 1
}

export async function findSubscriptions(
  sql: Sql | TransactionSql,
  { accountId, paymentProvider }: Owner,
): Promise<Entitlement[]> {
  return sql<Entitlement[]>`
    select id, plan, status, period_end as "periodEnd", cancels_at as "cancelsAt", unpaid_since as "unpaidSince"
    from billing_subscriptions where account_id = ${accountId} and payment_provider = ${paymentProvider}
    order by created_at desc limit ${SUBSCRIPTIONS_MAX}`
}

/** The newest of an account; older ones ended long ago. */
const SUBSCRIPTIONS_MAX = 50

interface TopupRow {
  readonly id: string
  readonly accountId: number
  readonly units: Units
  readonly credited: Units
}

/** Locks the checkout of a top-up; undefined if there is none, or if a later reading is stored. */
export async function lockTopup(tx: TransactionSql, id: string, reading: number): Promise<TopupRow | undefined> {
  const [row] = await tx<Record<'compute' | 'aiCalls' | 'computeCredited' | 'aiCallsCredited' | 'accountId', number>[]>`
    select account_id as "accountId", compute, ai_calls as "aiCalls",
      compute_credited as "computeCredited", ai_calls_credited as "aiCallsCredited"
    from billing_checkouts where id = ${id} and kind = 'topup' and reading < ${reading} for update`
  if (!row) return undefined
  return {
    id,
    accountId: row.accountId,
    units: { compute: row.compute, aiCalls: row.aiCalls },
    credited: { compute: row.computeCredited, aiCalls: row.aiCallsCredited },
  }
}

interface LastTopup {
  readonly id: string
  readonly compute: number
  readonly aiCalls: number
}

/** The last one that was paid, and what was credited for it. */
export async function findLastTopup(sql: Sql, accountId: number): Promise<LastTopup | undefined> {
  const [row] = await sql<LastTopup[]>`
    select id, compute_credited as compute, ai_calls_credited as "aiCalls" from billing_checkouts
    where account_id = ${accountId} and compute_credited + ai_calls_credited > 0 order by created_at desc, id limit 1`
  return row
}

export async function putCredit(
  tx: TransactionSql,
  id: string,
  { credit, reading }: { credit: Units; reading: number },
): Promise<void> {
  await tx`
    update billing_checkouts
    set compute_credited = ${credit.compute}, ai_calls_credited = ${credit.aiCalls}, reading = ${reading}
    where id = ${id}`
}

/** All billing rows of one account, with the field names of the API, a page at a time. */
export function exportRows(
  sql: Sql,
  accountId: number,
): Record<'purchases' | 'subscriptions', AsyncIterable<object[]>> {
  const each = (table: string, columns: PromiseLike<unknown>) =>
    eachPage<{ id: string }>(
      async ({ last, rowsMax }) => sql<{ id: string }[]>`
        select id, ${columns} from ${sql(table)} where account_id = ${accountId}
        ${newestAfter(sql, table, { accountId, after: last?.id, rowsMax })}`,
    )
  return {
    purchases: each('billing_checkouts', sql`item, status, created_at, compute_credited, ai_calls_credited`),
    subscriptions: each('billing_subscriptions', sql`plan, status, period_end, cancels_at, created_at`),
  }
}
