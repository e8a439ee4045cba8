// The SQL behind the screens and commands of administrators. Every list is read along an index, a page at a time.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { PlanId } from '../plans.ts'
import type { Role } from './caller.ts'
import type { Origin } from './store.ts'

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

/** Whose key this is, by the part of it that is shown in lists. */
export async function findAccountsByKeyPrefix(sql: Sql, keyPrefix: string, rowsMax: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct account_id as id from api_keys where key_prefix = ${keyPrefix} limit ${rowsMax}`
  return rows.map(({ id }) => id)
}

/** What the planner believes; counting a million rows takes longer than it is worth. */
export async function estimateAccounts(sql: Sql): Promise<number> {
  const [row] = await sql<{ about: number }[]>`
    select greatest(reltuples, 0)::bigint as about from pg_class where oid = 'accounts'::regclass`
  if (row && row.about > COUNTED_MAX) return row.about
  const [counted] = await sql<{ about: number }[]>`select count(*)::bigint as about from accounts`
  return counted?.about ?? 0
}

const COUNTED_MAX = 10_000

export async function countOtherAdministrators(tx: TransactionSql, accountId: number): Promise<number> {
  const { count } = await tx`
    select 1 from accounts where role = 'administrator' and disabled_at is null and id <> ${accountId} for update`
  return count
}

export async function updateDisabled(tx: TransactionSql, accountId: number, at: Date | null): Promise<void> {
  await tx`update accounts set disabled_at = ${at} where id = ${accountId}`
}

export async function updateRole(tx: TransactionSql, accountId: number, role: Role): Promise<void> {
  await tx`update accounts set role = ${role} where id = ${accountId}`
}

export async function updateVerified(tx: TransactionSql, accountId: number, at: Date): Promise<void> {
  await tx`
    update accounts set email_verified_at = coalesce(email_verified_at, ${at}) where id = ${accountId}`
}

export interface AdminEntry {
  readonly at: Date
  readonly administratorId: number | null
  readonly administrator: string
  readonly action: string
  readonly accountId: number | null
  readonly accountEmail: string | null
  readonly reason: string
  readonly detail: Record<string, string | number | null>
}

export interface AdminRow extends AdminEntry, Origin {
  readonly id: number
}

export async function insertAdminEntry(tx: TransactionSql, entry: AdminEntry & { origin: Origin }): Promise<void> {
  const { at, administratorId, administrator, action, accountId, accountEmail, reason, detail, origin } = entry
  await tx`
    insert into admin_log (at, administrator_id, administrator, action, account_id, account_email, reason, detail,
      address, user_agent)
    values (${at}, ${administratorId}, ${administrator}, ${action}, ${accountId}, ${accountEmail}, ${reason},
      ${tx.json(detail)}, ${origin.address}, ${origin.userAgent})`
}

/** The newest first; of one account, or of all. */
export async function listAdminEntries(
  sql: Sql,
  { accountId, before, rowsMax }: { accountId?: number | undefined; before?: number | undefined; rowsMax: number },
): Promise<AdminRow[]> {
  return sql<AdminRow[]>`
    select id, at, administrator_id as "administratorId", administrator, action, account_id as "accountId",
      account_email as "accountEmail", reason, detail, address, user_agent as "userAgent"
    from admin_log where true ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${rowsMax}`
}
