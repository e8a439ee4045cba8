// Which rows are deleted, table by table, and when. Every table is named here; a test compares with the catalogue.
import { DAY_MS } from '../ground/calendar.ts'
import type { Sql, TransactionSql } from './connect.ts'
import { deleteDependents } from './dependents.ts'
import type { Statement } from './statement.ts'

export interface Rule {
  readonly table: string
  /** How long a row stays after the time that `isOver` compares. */
  readonly keptMs: number
  /** The condition for rows to delete; `before` is the time before which they are too old. */
  readonly isOver: (sql: TransactionSql, before: Date) => Statement
}

const YEAR_MS = 365 * DAY_MS

export const RULES: readonly Rule[] = [
  { table: 'sessions', keptMs: 0, isOver: (sql, before) => sql`expires_at < ${before}` },
  { table: 'password_resets', keptMs: 0, isOver: (sql, before) => sql`expires_at < ${before}` },
  { table: 'email_verifications', keptMs: 0, isOver: (sql, before) => sql`expires_at < ${before}` },
  { table: 'outbox', keptMs: DAY_MS, isOver: (sql, before) => sql`expires_at < ${before}` },
  {
    table: 'invitations',
    keptMs: 90 * DAY_MS,
    isOver: (sql, before) => sql`coalesce(accepted_at, expires_at) < ${before}`,
  },
  { table: 'idempotent_calls', keptMs: 0, isOver: (sql, before) => sql`expires_at < ${before}` },
  // Longer than any window in which attempts count.
  { table: 'attempts', keptMs: DAY_MS, isOver: (sql, before) => sql`last_at < ${before}` },
  { table: 'audit_log', keptMs: 400 * DAY_MS, isOver: (sql, before) => sql`at < ${before}` },
  { table: 'notices', keptMs: 400 * DAY_MS, isOver: (sql, before) => sql`at < ${before}` },
  // Longer than a month: what was told once in a period is not told again in it. A balance can be low for years.
  {
    table: 'webhook_deliveries',
    keptMs: 40 * DAY_MS,
    isOver: (sql, before) => sql`created_at < ${before} and type <> 'balance.low'`,
  },
  { table: 'sign_in_networks', keptMs: 400 * DAY_MS, isOver: (sql, before) => sql`last_at < ${before}` },
  { table: 'admin_log', keptMs: 3 * YEAR_MS, isOver: (sql, before) => sql`at < ${before}` },
  { table: 'deployment_days', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`day < ${before}` },
  { table: 'provider_days', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`day < ${before}` },
  { table: 'billing_payments', keptMs: 10 * YEAR_MS, isOver: (sql, before) => sql`paid_at < ${before}` },
  { table: 'deployment_top', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`month < ${before}` },
  // Revoked, rotated and expired keys stay for a while, because statistics name them.
  { table: 'api_keys', keptMs: 90 * DAY_MS, isOver: (sql, before) => sql`least(revoked_at, expires_at) < ${before}` },
  // A subscription waits a week for its confirmation; an unsubscribe link works for a year after it was used.
  {
    table: 'newsletter',
    keptMs: 7 * DAY_MS,
    isOver: (sql, before) =>
      sql`(confirmed_at is null and subscribed_at < ${before}) or unsubscribed_at < ${new Date(before.getTime() - YEAR_MS)}`,
  },
  // Longer than any request can take, retries of a refund included.
  { table: 'usage_refunds', keptMs: DAY_MS, isOver: (sql, before) => sql`at < ${before}` },
  // Nodes use a slot for an hour, and try to cancel a batch for ten minutes.
  { table: 'charge_slots', keptMs: DAY_MS, isOver: (sql, before) => sql`opened_at < ${before}` },
  { table: 'usage_days', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`day < ${before}` },
  { table: 'usage_keys', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`month < ${before}` },
  { table: 'model_days', keptMs: 400 * DAY_MS, isOver: (sql, before) => sql`day < ${before}` },
  { table: 'token_use', keptMs: 2 * YEAR_MS, isOver: (sql, before) => sql`month < ${before}` },
  // No longer than the longest period.
  { table: 'limit_use', keptMs: 40 * DAY_MS, isOver: (sql, before) => sql`starts < ${before}` },
  { table: 'usage_months', keptMs: 10 * YEAR_MS, isOver: (sql, before) => sql`month < ${before}` },
  // A payment page can be paid for a day, and a missed payment is found within a month.
  {
    table: 'billing_checkouts',
    keptMs: 90 * DAY_MS,
    isOver: (sql, before) =>
      sql`status <> 'complete' and compute_credited = 0 and ai_calls_credited = 0 and created_at < ${before}`,
  },
  // Stripe lists events for 30 days.
  { table: 'billing_events', keptMs: 60 * DAY_MS, isOver: (sql, before) => sql`received_at < ${before}` },
  { table: 'billing_failed_events', keptMs: 60 * DAY_MS, isOver: (sql, before) => sql`first_at < ${before}` },
  {
    table: 'billing_subscriptions',
    keptMs: 3 * YEAR_MS,
    isOver: (sql, before) => sql`status = 'ended' and updated_at < ${before}`,
  },
  { table: 'deleted_results', keptMs: 3 * YEAR_MS, isOver: (sql, before) => sql`deleted_at < ${before}` },
  { table: 'billing_deleted_customers', keptMs: 3 * YEAR_MS, isOver: (sql, before) => sql`deleted_at < ${before}` },
  {
    table: 'sandbox_objects',
    keptMs: 90 * DAY_MS,
    isOver: (sql, before) => sql`created_at < ${before} and case object
      when 'subscription' then content ->> 'status' = 'canceled'
      when 'customer' then not exists (select 1 from billing_customers c where c.customer_id = sandbox_objects.owner)
      else true end`,
  },
]

/** These tables need no rule: they have a few rows for each account, or one for each release. */
export const BOUNDED: readonly string[] = [
  'accounts',
  'topup_balances',
  'billing_customers',
  'second_factors',
  'oidc_identities',
  'notice_opt_outs',
  'account_words',
  'webhooks',
  'deployment_state',
  'schema_migrations',
  // One row a year; older receipts are verified with them.
  'signing_keys',
  // Draws and allocations belong to their account until it is deleted. Each account can have a limited number.
  'draw_commitments',
  'committed_draws',
  'allocations',
  'allocation_strata',
  'allocation_assignments',
  'allocation_members',
  'allocation_events',
  'published_draws',
  'kept_draws',
  'draw_names',
  'prize_draws',
  'prize_pages',
  'prize_exclusions',
  // The same holds for audits; an account can keep 100.
  'audits',
  'audit_answers',
  'audit_events',
  'certified_boots',
]

const DELETIONS_AT_ONCE_MAX = 100
/** The request that deletes an account deletes its rows, unless its process ended; then housekeeping does it after this time. */
const DELETION_RESUMED_MS = 60_000

/** Continues interrupted deletions of accounts; returns how many accounts were completed. */
export async function finishDeletions(sql: Sql, nowMs: number, isLate: () => boolean): Promise<number> {
  const rows = await sql<{ id: number }[]>`
    select id from accounts where deleted_at < ${new Date(nowMs - DELETION_RESUMED_MS)} order by id
    limit ${DELETIONS_AT_ONCE_MAX}`
  let gone = 0
  for (const { id } of rows) {
    if (!(await finishDeletion(sql, id, isLate))) break
    gone++
  }
  return gone
}

/** Deletes an account marked as deleted with all its rows; returns whether all are gone. The ids of what it published stay. */
export async function finishDeletion(sql: Sql, id: number, isLate: () => boolean): Promise<boolean> {
  await sql`
    insert into deleted_results (id, deleted_at) select p.id, coalesce(p.withdrawn_at, a.deleted_at)
    from published_draws p join accounts a on a.id = p.account_id where a.id = ${id} and a.deleted_at is not null
    on conflict do nothing`
  await sql`
    insert into deleted_results (id, deleted_at) select p.id::text, a.deleted_at
    from prize_draws p join accounts a on a.id = p.account_id where a.id = ${id} and a.deleted_at is not null
    on conflict do nothing`
  if (!(await deleteDependents(sql, { table: 'accounts', id, isLate }))) return false
  await sql`delete from accounts where id = ${id} and deleted_at is not null`
  return true
}
