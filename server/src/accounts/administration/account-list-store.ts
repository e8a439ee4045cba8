// The lists of accounts that administrators see. Every list is read along an index, a page at a time.
import type { Sql } from '../../db/db.ts'
import type { PlanId } from '../../ground/plans.ts'
import type { Role } from '../caller.ts'

export interface ListedAccount {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  readonly role: Role
  readonly disabledAt: Date | null
  readonly createdAt: Date
}

interface AccountFilter {
  /** A part of the address or of the name. */
  readonly text?: string | undefined
  readonly plan?: PlanId | undefined
  readonly state?: 'active' | 'disabled' | 'administrator' | undefined
}

export interface AccountPage extends AccountFilter {
  readonly sort: 'newest' | 'oldest' | 'email'
  /** The last row of the previous page: an id, or an address if the list is sorted by address. */
  readonly after?: string | undefined
  readonly rowsMax: number
}

/** Reads along the order of the list until the page is full: a search for what few have reads every account. */
export async function listAccounts(sql: Sql, page: AccountPage): Promise<ListedAccount[]> {
  const { sort, text = '', rowsMax } = page
  const order = { newest: sql`id desc`, oldest: sql`id`, email: sql`lower(email)` }[sort]
  const part = text.toLowerCase()
  const match = part ? sql`and (strpos(lower(email), ${part}) > 0 or strpos(lower(name), ${part}) > 0)` : sql``
  return sql<ListedAccount[]>`
    select id, email, name, plan, plan_ends_at as "planEndsAt", role, disabled_at as "disabledAt",
      created_at as "createdAt"
    from accounts where deleted_at is null ${match} ${filterOf(sql, page)}
    order by ${order} limit ${rowsMax}`
}

function filterOf(sql: Sql, { plan, state, sort, after }: AccountPage) {
  const states = {
    active: sql`and disabled_at is null`,
    disabled: sql`and disabled_at is not null`,
    administrator: sql`and role = 'administrator'`,
  }
  const from = {
    newest: sql`and id < ${Number(after ?? 0)}`,
    oldest: sql`and id > ${Number(after ?? 0)}`,
    email: sql`and lower(email) > ${after ?? ''}`,
  }[sort]
  const page = after === undefined ? sql`` : from
  return sql`${plan ? sql`and plan = ${plan}` : sql``} ${state ? states[state] : sql``} ${page}`
}

/** The first few accounts whose plan is not in this list and has not ended. Runs at every start, so it reads one row per plan. */
export async function listOnOtherPlans(
  sql: Sql,
  known: readonly PlanId[],
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<{ email: string; plan: PlanId }[]> {
  return sql<{ email: string; plan: PlanId }[]>`
    with recursive held as (
      select min(plan) as plan from accounts
      union all
      select (select min(a.plan) from accounts a where a.plan > held.plan) from held where held.plan is not null)
    select a.email, a.plan from held, lateral (
      select email, plan, id from accounts
      where accounts.plan = held.plan and deleted_at is null and (plan_ends_at is null or plan_ends_at > ${now})
      order by id desc limit ${rowsMax}) a
    where held.plan <> all(${[...known]}) order by a.plan, a.id desc limit ${rowsMax}`
}

const COUNTED_MAX = 10_000

/** Accounts marked as deleted that still have rows to delete. */
export async function countDeletions(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from accounts where deleted_at is not null`
  return row?.count ?? 0
}

/** The planner's estimate: counting a million rows would take too long. */
export async function estimateAccounts(sql: Sql): Promise<number> {
  const [row] = await sql<{ about: number }[]>`
    select greatest(reltuples, 0)::bigint as about from pg_class where oid = 'accounts'::regclass`
  if (row && row.about > COUNTED_MAX) return row.about
  const [counted] = await sql<{ about: number }[]>`select count(*)::bigint as about from accounts`
  return counted?.about ?? 0
}
