import type { Sql, TransactionSql } from '../../db/db.ts'
import type { FilterMode } from '../../ground/filter-mode.ts'
import { type LimitedBy, type Limits, subjectOfKey } from '../../ground/limits.ts'
import type { PlanId } from '../../ground/plans.ts'
import type { Scope } from '../scopes.ts'

export interface ApiKey {
  readonly id: number
  readonly name: string
  readonly keyPrefix: string
  readonly scope: Scope
  /** The filter mode for requests that do not choose one; null: the deployment's default. */
  readonly filterMode: FilterMode | null
  readonly limits: Limits | null
  /** The first of the keys that share what is used of the limits; null: this one. */
  readonly limitsOf: number | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** The network from which it was last used. */
  readonly lastUsedAddress: string | null
}

interface NewKey {
  readonly accountId: number
  readonly name: string
  readonly scope: Scope
  readonly filterMode: FilterMode | null
  readonly limits: Limits | null
  readonly limitsOf: number | null
  readonly hash: Buffer
  readonly keyPrefix: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** Keys of one account that no longer work and are still kept. */
const DEAD_KEYS_MAX = 100

const columns = (sql: Sql | TransactionSql) => sql`
  id, name, key_prefix as "keyPrefix", scope, filter_mode as "filterMode", limits, limits_of as "limitsOf", created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt", last_used_address as "lastUsedAddress"`

/** Counts keys that work. A rotated key in its grace period does not count beside its successor. */
export async function countKeys(tx: TransactionSql, accountId: number, now: Date): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) from api_keys k left join api_keys successor on successor.id = k.rotated_to
    where k.account_id = ${accountId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
      and (successor.id is null or successor.revoked_at is not null)`
  return row?.count ?? 0
}

export async function insertKey(tx: TransactionSql, key: NewKey): Promise<ApiKey | undefined> {
  const { accountId, name, hash, keyPrefix, scope, filterMode, limits, limitsOf, createdAt, expiresAt } = key
  const [row] = await tx<ApiKey[]>`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, filter_mode, limits, limits_of, created_at, expires_at)
    values (${accountId}, ${name}, ${hash}, ${keyPrefix}, ${scope}, ${filterMode}, ${limits && tx.json(limits as never)},
      ${limitsOf}, ${createdAt}, ${expiresAt})
    returning ${columns(tx)}`
  return row
}

export const KEY_SORTS = ['oldest', 'newest', 'used', 'name', 'expiry'] as const
type KeySort = (typeof KEY_SORTS)[number]

export interface KeyPage {
  /** Part of the name, part of the shown prefix, a scope, or a whole key. */
  readonly search?: string | undefined
  readonly sort?: KeySort | undefined
  readonly after?: number | undefined
  readonly rowsMax: number
  /** Those that were revoked, instead of those that were not. */
  readonly revoked?: boolean
}

/** In the given order, starting after `after`. */
export async function listKeys(
  sql: Sql,
  accountId: number,
  { search = '', sort = 'oldest', after, rowsMax, revoked = false }: KeyPage,
): Promise<ApiKey[]> {
  const { place, order, beyond } = orderOf(sql, sort)
  const from = sql`(select ${place} from api_keys where account_id = ${accountId} and id = ${after ?? 0})`
  return sql<ApiKey[]>`
    select ${columns(sql)} from api_keys where account_id = ${accountId} and revoked_at is ${revoked ? sql`not null` : sql`null`}
      ${after === undefined ? sql`` : sql`and (${place}) ${beyond} ${from}`} ${matching(sql, search)}
    order by ${order} limit ${rowsMax}`
}

/** The sort expression and its direction; the id breaks ties. */
function orderOf(sql: Sql, sort: KeySort) {
  const up = (place: ReturnType<Sql>) => ({ place, order: place, beyond: sql`>` })
  const orders = {
    oldest: () => up(sql`id`),
    newest: () => ({ place: sql`id`, order: sql`id desc`, beyond: sql`<` }),
    used: () => {
      const at = sql`coalesce(last_used_at, '-infinity')`
      return { place: sql`${at}, id`, order: sql`${at} desc, id desc`, beyond: sql`<` }
    },
    name: () => up(sql`lower(name), id`),
    expiry: () => up(sql`coalesce(expires_at, 'infinity'), id`),
  }
  return orders[sort]()
}

function matching(sql: Sql, search: string) {
  const text = search.toLowerCase()
  if (text === '') return sql``
  return sql`and (strpos(lower(name), ${text}) > 0 or strpos(lower(key_prefix), ${text}) > 0 or scope = ${text}
    or starts_with(${text}, lower(key_prefix)))`
}

/** Statistics name only the newest of the keys that no longer work; older ones are deleted. */
export async function pruneKeys(tx: TransactionSql, accountId: number, now: Date): Promise<void> {
  await tx`
    delete from api_keys where id in (
      select id from api_keys where account_id = ${accountId} and (revoked_at is not null or expires_at <= ${now})
      order by id desc offset ${DEAD_KEYS_MAX})`
}

export interface NamedKeys {
  readonly keys: readonly { readonly id: number; readonly name: string }[]
  /** How many there would be without a limit. */
  readonly total: number
}

/** These keys, also those that no longer work, and then others that work. */
export async function nameKeys(
  sql: Sql,
  accountId: number,
  { ids, rowsMax }: { ids: readonly number[]; rowsMax: number },
): Promise<NamedKeys> {
  const rows = await sql<{ id: number; name: string; total: number }[]>`
    select id, name, count(*) over () as total from api_keys
    where account_id = ${accountId} and (id = any(${[...ids]}::bigint[]) or revoked_at is null)
    order by array_position(${[...ids]}::bigint[], id), id limit ${rowsMax}`
  return { keys: rows, total: rows[0]?.total ?? 0 }
}

interface LiveKey extends ApiKey {
  readonly isRotated: boolean
}

export async function findKey(tx: TransactionSql, accountId: number, id: number): Promise<LiveKey | undefined> {
  const [row] = await tx<LiveKey[]>`
    select ${columns(tx)}, rotated_to is not null as "isRotated" from api_keys
    where id = ${id} and account_id = ${accountId} and revoked_at is null`
  return row
}

/** The limits of a key that works, null if it has none; undefined if the key does not work. */
export async function limitsOfLiveKey(
  sql: Sql,
  { accountId, id, at }: { accountId: number; id: number; at: Date },
): Promise<LimitedBy | null | undefined> {
  const [row] = await sql<Pick<ApiKey, 'limits' | 'limitsOf'>[]>`
    select limits, limits_of as "limitsOf" from api_keys
    where id = ${id} and account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${at})`
  if (!row?.limits) return row && null
  return { subject: subjectOfKey({ keyId: id, limitsOf: row.limitsOf }), limits: row.limits }
}

/** Fewer than the events that a webhook keeps, so that none of them is forgotten and told again. */
const BUDGETS_MAX = 250

/** Of the newest keys with budgets. A rotated key and its successor share theirs. */
export async function listBudgetsOfKeys(sql: Sql, accountId: number): Promise<LimitedBy[]> {
  const rows = await sql<{ first: number; limits: Limits }[]>`
    select distinct on (first) coalesce(limits_of, id) as first, limits from api_keys
    where account_id = ${accountId} and revoked_at is null and limits -> 'budget_eur' is not null
    order by first desc, id desc limit ${BUDGETS_MAX}`
  return rows.map(({ first, limits }) => ({ subject: subjectOfKey({ keyId: first, limitsOf: null }), limits }))
}

export async function revokeKey(
  tx: TransactionSql,
  { accountId, id, at }: { accountId: number; id: number; at: Date },
) {
  const { count } = await tx`
    update api_keys set revoked_at = ${at} where id = ${id} and account_id = ${accountId} and revoked_at is null`
  return count === 1
}

export interface KeyChange {
  readonly name?: string | undefined
  /** Null: no limits. */
  readonly limits?: Limits | null | undefined
}

/** A rotated key that still works gets the limits of its successor. */
export async function updateKey(
  tx: TransactionSql,
  { accountId, id, name, limits }: KeyChange & { accountId: number; id: number },
): Promise<boolean> {
  const { count } = await tx`
    update api_keys set name = coalesce(${name ?? null}, name)
    where id = ${id} and account_id = ${accountId} and revoked_at is null`
  if (limits === undefined) return count === 1
  await tx`
    update api_keys set limits = ${limits && tx.json(limits as never)}
    where account_id = ${accountId} and revoked_at is null and coalesce(limits_of, id) = (
      select coalesce(limits_of, id) from api_keys where id = ${id} and account_id = ${accountId})`
  return count === 1
}

export async function revokeAllKeys(tx: TransactionSql, accountId: number, at: Date): Promise<number> {
  const { count } = await tx`
    update api_keys set revoked_at = ${at} where account_id = ${accountId} and revoked_at is null`
  return count
}

/** The old key works until then, or until its own expiry if that comes first. */
export async function replaceKey(tx: TransactionSql, id: number, { by, endsAt }: { by: number; endsAt: Date }) {
  await tx`update api_keys set rotated_to = ${by}, expires_at = least(expires_at, ${endsAt}) where id = ${id}`
}

/** Ends the key that this one replaced: a key has at most one predecessor. */
export async function endPredecessor(tx: TransactionSql, accountId: number, { id, at }: { id: number; at: Date }) {
  await tx`
    update api_keys set expires_at = least(expires_at, ${at}) where account_id = ${accountId} and rotated_to = ${id}`
}

interface KeyIdentity {
  readonly keyId: number
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
  readonly planEndsAt: Date | null
  readonly scope: Scope
  readonly filterMode: FilterMode | null
  readonly limits: Limits | null
  readonly limitsOf: number | null
  readonly accountLimits: Limits | null
  readonly expiresAt: Date | null
}

export async function findKeyByHash(sql: Sql, hash: Buffer): Promise<KeyIdentity | undefined> {
  const [row] = await sql<KeyIdentity[]>`
    select k.id as "keyId", k.scope, k.filter_mode as "filterMode", k.expires_at as "expiresAt", a.id as "accountId", a.email, a.plan,
      a.plan_ends_at as "planEndsAt", k.limits, k.limits_of as "limitsOf", a.limits as "accountLimits"
    from api_keys k join accounts a on a.id = k.account_id
    where k.key_hash = ${hash} and k.revoked_at is null and a.disabled_at is null and a.deleted_at is null`
  return row
}

export async function findAccountsByKeyPrefix(sql: Sql, keyPrefix: string, rowsMax: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct account_id as id from api_keys where key_prefix = ${keyPrefix} limit ${rowsMax}`
  return rows.map(({ id }) => id)
}

export interface KeyUse {
  readonly at: Date
  readonly address: string | null
}

/** Writes all uses since the last write in one statement. Nodes write in any order: the latest use wins. */
export async function touchKeys(sql: Sql, uses: ReadonlyMap<number, KeyUse>): Promise<void> {
  const all = [...uses.values()]
  const at = all.map((use) => use.at)
  const addresses = all.map(({ address }) => address)
  await sql`
    update api_keys k set last_used_at = u.at, last_used_address = u.address
    from unnest(${[...uses.keys()]}::bigint[], ${at}::timestamptz[], ${addresses}::text[]) as u(id, at, address)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at <= u.at)`
}
