// The SQL of lists of accounts, for administrators. Every list is read along an index, a page at a time.
import type { Sql } from '../db/db.ts'
import type { PlanId } from '../plans.ts'
import type { Role } from './caller.ts'

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

export interface AccountFilter {
  /** The beginning of an address, or its end where it starts with `@`. */
  readonly email?: string | undefined
  readonly plan?: PlanId | undefined
  readonly state?: 'active' | 'disabled' | 'administrator' | undefined
}

export interface AccountPage extends AccountFilter {
  readonly sort: 'newest' | 'oldest' | 'email'
  /** Where the page before ended: an id, or an address where they are sorted by it. */
  readonly after?: string | undefined
  readonly rowsMax: number
}

export async function listAccounts(sql: Sql, page: AccountPage): Promise<ListedAccount[]> {
  const { sort, after, rowsMax } = page
  const order = { newest: sql`id desc`, oldest: sql`id`, email: sql`lower(email)` }[sort]
  const from = {
    newest: sql`and id < ${Number(after ?? 0)}`,
    oldest: sql`and id > ${Number(after ?? 0)}`,
    email: sql`and lower(email) > ${after ?? ''}`,
  }[sort]
  return sql<ListedAccount[]>`
    select id, email, name, plan, plan_ends_at as "planEndsAt", role, disabled_at as "disabledAt",
      created_at as "createdAt"
    from accounts where deleted_at is null ${filterOf(sql, page)} ${after === undefined ? sql`` : from}
    order by ${order} limit ${rowsMax}`
}

function filterOf(sql: Sql, { email, plan, state }: AccountFilter) {
  const states = {
    active: sql`and disabled_at is null`,
    disabled: sql`and disabled_at is not null`,
    administrator: sql`and role = 'administrator'`,
  }
  const byEmail = email?.startsWith('@')
    ? sql`and id in (select id from accounts where reverse(lower(email)) like ${`${reversed(likeText(email))}%`} offset 0)`
    : sql`and lower(email) like ${`${likeText(email ?? '')}%`}`
  return sql`${email ? byEmail : sql``} ${plan ? sql`and plan = ${plan}` : sql``} ${state ? states[state] : sql``}`
}

/** The pattern of an address read backwards; a backslash stays in front of the character that it belongs to. */
function reversed(pattern: string): string {
  return (pattern.match(/\\?./gsu) ?? []).toReversed().join('')
}

/** With nothing in it that LIKE reads as a pattern. */
function likeText(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&')
}

const COUNTED_MAX = 10_000

/** Accounts that nobody can use any more, and that are not gone yet. */
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
