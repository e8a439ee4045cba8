// The SQL of lists of accounts, for administrators. Every list is read along an index, a page at a time.
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
  /** The beginning of an address, or its end if it starts with `@`. */
  readonly email?: string | undefined
  readonly plan?: PlanId | undefined
  readonly state?: 'active' | 'disabled' | 'administrator' | undefined
}

export interface AccountPage extends AccountFilter {
  readonly sort: 'newest' | 'oldest' | 'email'
  /** Where the page before ended: an id, or an address if they are sorted by it. */
  readonly after?: string | undefined
  readonly rowsMax: number
}

/** Up to about so many matches of a search are found in its index and sorted; among more, the next page is near in the order of the list. */
const SORTED_MAX = 120_000

/** Tests lower `sortedMax`; below zero, no search has few matches. */
export async function listAccounts(sql: Sql, page: AccountPage, sortedMax = SORTED_MAX): Promise<ListedAccount[]> {
  const { sort, email, rowsMax } = page
  const order = { newest: sql`id desc`, oldest: sql`id`, email: sql`lower(email)` }[sort]
  return sql<ListedAccount[]>`
    select id, email, name, plan, plan_ends_at as "planEndsAt", role, disabled_at as "disabledAt",
      created_at as "createdAt"
    from accounts where id in (
      select id from ${email && (await areFew(sql, email, sortedMax)) ? foundFirst(sql, email, page) : alongOrder(sql, page)}
      order by ${order} limit ${rowsMax})
    order by ${order}`
}

/** By one page of the table in four hundred: only the time of the search depends on it, never what it finds. */
async function areFew(sql: Sql, email: string, sortedMax: number): Promise<boolean> {
  const [row] = await sql<{ about: number }[]>`
    select 400 * count(*) as about from accounts tablesample system (0.25) repeatable (1)
    where deleted_at is null and ${indexed(sql, email)}`
  return (row?.about ?? 0) <= sortedMax
}

/** From the index of the search alone; `offset 0` keeps the planner from walking along the order of the list instead. */
function foundFirst(sql: Sql, email: string, page: AccountPage) {
  return sql`(
    select id, email from accounts
    where deleted_at is null and ${indexed(sql, email)} ${filterOf(sql, page)} offset 0) matches`
}

/** Written so that no index of the search fits it. */
function alongOrder(sql: Sql, page: AccountPage) {
  const text = page.email?.toLowerCase() ?? ''
  const end = text.startsWith('@') ? sql`right` : sql`left`
  const match = text ? sql`and ${end}(lower(email), ${[...text].length}) = ${text}` : sql``
  return sql`accounts where deleted_at is null ${match} ${filterOf(sql, page)}`
}

function indexed(sql: Sql, email: string) {
  return email.startsWith('@')
    ? sql`reverse(lower(email)) like ${`${reversed(likeText(email))}%`}`
    : sql`lower(email) like ${`${likeText(email)}%`}`
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

/** The pattern of an address read backwards; a backslash stays in front of the character that it belongs to. */
function reversed(pattern: string): string {
  return (pattern.match(/\\?./gsu) ?? []).toReversed().join('')
}

/** With nothing in it that LIKE reads as a pattern. */
function likeText(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&')
}

/** The first few accounts whose plan is not in this list and has not ended. Goes from plan to plan along an index: every start asks this. */
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

/** Accounts that nobody can use now, and that are not deleted completely yet. */
export async function countDeletions(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from accounts where deleted_at is not null`
  return row?.count ?? 0
}

/** What the planner believes; counting a million rows takes longer than it is worth. */
export async function estimateAccounts(sql: Sql): Promise<number> {
  const [row] = await sql<{ about: number }[]>`
    select greatest(reltuples, 0)::bigint as about from pg_class where oid = 'accounts'::regclass`
  if (row && row.about > COUNTED_MAX) return row.about
  const [counted] = await sql<{ about: number }[]>`select count(*)::bigint as about from accounts`
  return counted?.about ?? 0
}
