// The books of the sandbox: one table of small documents, as the objects of a payment service are.
import type { Sql, TransactionSql } from '../../db/db.ts'
import type { PaidPlanId } from '../../plans.ts'

export interface Contents {
  checkout: {
    ref: string
    item: string
    plan: PaidPlanId | null
    label: string
    amountCents: number
    status: 'open' | 'complete' | 'expired'
    successUrl: string
    cancelUrl: string
    subscriptionId: string | null
    paymentId: string | null
    declined: boolean
  }
  portal: {
    returnUrl: string
    change: { subscriptionId: string; plan: PaidPlanId; doneUrl: string } | null
  }
  subscription: {
    plan: PaidPlanId
    status: 'active' | 'past_due' | 'ended'
    periodStart: string
    periodEnd: string
    cancels: boolean
    unpaidSince: string | null
  }
  payment: {
    checkoutRef: string | null
    description: string
    amountCents: number
    refundedCents: number
    status: 'paid' | 'failed'
    disputed: boolean
    at: string
  }
}

export type Kind = keyof Contents

export interface SandboxObject<K extends Kind> {
  readonly id: string
  readonly customerId: string
  readonly content: Contents[K]
}

export async function insertObject<K extends Kind>(
  sql: Sql | TransactionSql,
  kind: K,
  { id, customerId, content }: SandboxObject<K>,
): Promise<void> {
  await sql`
    insert into sandbox_objects (id, kind, customer_id, content)
    values (${id}, ${kind}, ${customerId}, ${sql.json(content)})`
}

export async function findObject<K extends Kind>(sql: Sql, kind: K, id: string): Promise<SandboxObject<K> | undefined> {
  const [row] = await sql<SandboxObject<K>[]>`
    select id, customer_id as "customerId", content from sandbox_objects where id = ${id} and kind = ${kind}`
  return row
}

/** The same, held until the transaction ends. */
export async function lockObject<K extends Kind>(
  tx: TransactionSql,
  kind: K,
  id: string,
): Promise<SandboxObject<K> | undefined> {
  const [row] = await tx<SandboxObject<K>[]>`
    select id, customer_id as "customerId", content from sandbox_objects
    where id = ${id} and kind = ${kind} for update`
  return row
}

export async function putObject<K extends Kind>(tx: TransactionSql, { id, content }: SandboxObject<K>): Promise<void> {
  await tx`update sandbox_objects set content = ${tx.json(content)} where id = ${id}`
}

/** The newest first. */
export async function listObjects<K extends Kind>(sql: Sql, kind: K, customerId: string): Promise<SandboxObject<K>[]> {
  return sql<SandboxObject<K>[]>`
    select id, customer_id as "customerId", content from sandbox_objects
    where customer_id = ${customerId} and kind = ${kind} order by created_at desc, id limit ${LIST_MAX}`
}

const LIST_MAX = 100

/** The subscriptions whose period is over at this time. */
export async function listDue(sql: Sql, now: Date): Promise<SandboxObject<'subscription'>[]> {
  return sql<SandboxObject<'subscription'>[]>`
    select id, customer_id as "customerId", content from sandbox_objects
    where kind = 'subscription' and content ->> 'status' = 'active' and (content ->> 'periodEnd')::timestamptz <= ${now}
    limit ${LIST_MAX}`
}
