// The tables of audits: their terms, the node that works on them, and their events.
import type { Margins, Pair, PromptSet, Sample } from '@equipoise/audit'
import type { Sql, TransactionSql } from '../db/db.ts'

export const AUDIT_STATES = ['running', 'paused', 'cancelled', 'done'] as const
export type AuditState = (typeof AUDIT_STATES)[number]

export const PAUSE_REASONS = ['quota', 'limit', 'provider', 'provider_key', 'access', 'internal'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const AUDIT_EVENTS = ['started', 'paused', 'resumed', 'taken_over', 'cancelled', 'finished'] as const
export type AuditEventName = (typeof AUDIT_EVENTS)[number]

/** The model, and how it is asked. */
export interface AuditTerms {
  /** The name in the report. */
  readonly name: string
  /** Null if the answers were recorded. */
  readonly model: string | null
  /** Set if the caller's own key for this provider is used. */
  readonly provider: string | null
  readonly mode: 'ab' | 'aa'
  readonly sample: Sample
  readonly margins: Margins
  readonly set: Omit<PromptSet, 'pairs'> & { readonly pairs: number }
}

export interface Audit {
  readonly id: string
  readonly accountId: number
  readonly keyId: number | null
  readonly terms: AuditTerms
  readonly prompts: number
  readonly answered: number
  readonly state: AuditState
  readonly reason: PauseReason | null
  readonly detail: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly conclusion: string | null
  readonly sentence: string | null
}

export interface AuditEvent {
  /** The number of the event within its audit. */
  readonly number: number
  readonly at: Date
  readonly event: AuditEventName
  readonly detail: string
}

interface NewAudit {
  readonly id: string
  readonly accountId: number
  readonly keyId: number | undefined
  readonly terms: AuditTerms
  readonly pairs: readonly Pair[]
  readonly at: Date
}

export interface Hold {
  readonly id: string
  readonly node: string
}

const columns = (sql: TransactionSql) => sql`
  a.id, a.account_id as "accountId", a.key_id as "keyId", a.terms, a.prompts, a.state, a.reason, a.detail,
  a.created_at as "createdAt", a.updated_at as "updatedAt", a.conclusion, a.sentence,
  case when a.state = 'done' then a.prompts else
    (select count(*)::int from audit_answers w where w.audit_id = a.id and w.answer is not null) end as answered`

/** How many audits an account has, and how many of them run. Locks the account until the transaction ends. */
export async function countAudits(tx: TransactionSql, accountId: number): Promise<{ kept: number; running: number }> {
  // This lock does not block inserts of rows that only refer to the account.
  await tx`select 1 from accounts where id = ${accountId} for no key update`
  const [row] = await tx<{ kept: number; running: number }[]>`
    select count(*)::int as kept, (count(*) filter (where state = 'running'))::int as running
    from audits where account_id = ${accountId}`
  return row ?? { kept: 0, running: 0 }
}

export async function insertAudit(tx: TransactionSql, audit: NewAudit): Promise<void> {
  const { id, accountId, keyId = null, terms, pairs, at } = audit
  await tx`
    insert into audits (id, account_id, key_id, terms, pairs, prompts, state, created_at, updated_at)
    values (${id}, ${accountId}, ${keyId}, ${JSON.stringify(terms)}::jsonb, ${JSON.stringify(pairs)}::jsonb,
      ${2 * pairs.length}, 'running', ${at}, ${at})`
}

export async function listAudits(sql: Sql, accountId: number, rowsMax: number): Promise<Audit[]> {
  return sql<Audit[]>`
    select ${columns(sql)} from audits a where a.account_id = ${accountId} order by a.created_at desc, a.id limit ${rowsMax}`
}

export async function findAudit(
  sql: Sql | TransactionSql,
  { id, accountId }: { id: string; accountId: number },
): Promise<Audit | undefined> {
  const [row] = await sql<Audit[]>`
    select ${columns(sql)} from audits a where a.id = ${id} and a.account_id = ${accountId}`
  return row
}

export async function readPairs(sql: Sql, id: string): Promise<Pair[]> {
  const [row] = await sql<{ pairs: Pair[] }[]>`select pairs from audits where id = ${id}`
  return row?.pairs ?? []
}

export async function readReport(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql<{ report: string | null }[]>`select report from audits where id = ${id}`
  return row?.report ?? null
}

interface Taking {
  readonly node: string
  readonly now: Date
  readonly until: Date
  readonly id?: string | null
  /** If true, no account gets a second one: the last places are for accounts that have none. */
  readonly isCrowded?: boolean
}

/** Takes a running audit that no live node works on; the given one, or any. Returns undefined if there is none. */
export async function holdAudit(
  tx: TransactionSql,
  { node, now, until, id = null, isCrowded = false }: Taking,
): Promise<(Audit & { readonly wasHeld: boolean }) | undefined> {
  const [row] = await tx<(Audit & { wasHeld: boolean })[]>`
    with free as (
      select id, node from audits f
      where state = 'running' and (held_until is null or held_until <= ${now}) and (${id}::uuid is null or id = ${id}::uuid)
        and not (${isCrowded} and exists (
          select 1 from audits h where h.account_id = f.account_id and h.state = 'running' and h.held_until > ${now}))
      order by held_until nulls first limit 1 for update skip locked)
    update audits a set node = ${node}, held_until = ${until} from free where a.id = free.id
    returning ${columns(tx)}, free.node is not null as "wasHeld"`
  return row
}

/** Returns whether the audit still runs and belongs to this node. */
export async function renewHold(sql: Sql, { id, node }: Hold, until: Date): Promise<boolean> {
  const { count } = await sql`
    update audits set held_until = ${until} where id = ${id} and node = ${node} and state = 'running'`
  return count === 1
}

/** Lets another node continue at once. */
export async function releaseHold(sql: Sql, { id, node }: Hold): Promise<void> {
  await sql`update audits set node = null, held_until = null where id = ${id} and node = ${node} and state = 'running'`
}

/** Inside a transaction: until it ends nobody can take, pause or cancel the audit. Returns false if it no longer belongs to this node. */
export async function confirmHold(tx: TransactionSql, { id, node }: Hold): Promise<boolean> {
  const { count } = await tx`
    select 1 from audits where id = ${id} and node = ${node} and state = 'running' for share`
  return count === 1
}

interface StateChange {
  readonly id: string
  readonly from: readonly AuditState[]
  readonly to: AuditState
  readonly at: Date
  /** Only if this node works on it. */
  readonly node?: string | undefined
  readonly reason?: PauseReason | undefined
  readonly detail?: string | undefined
}

/** Returns whether the audit was in one of the `from` states. */
export async function changeState(tx: TransactionSql, change: StateChange): Promise<boolean> {
  const { id, from, to, at, node = null, reason = null, detail = null } = change
  const { count } = await tx`
    update audits set state = ${to}, reason = ${reason}, detail = ${detail}, updated_at = ${at}, node = null, held_until = null
    where id = ${id} and state = any(${[...from]}::text[]) and (${node}::uuid is null or node = ${node}::uuid)`
  return count === 1
}

/** From now on the audit uses the key of the caller who resumed it. */
export async function changeKey(tx: TransactionSql, id: string, keyId: number | undefined): Promise<void> {
  await tx`update audits set key_id = ${keyId ?? null} where id = ${id}`
}

interface Finished {
  readonly hold: Hold
  readonly at: Date
  readonly conclusion: string
  readonly sentence: string
  readonly report: string
}

export async function finishAudit(tx: TransactionSql, finished: Finished): Promise<boolean> {
  const { hold, at, conclusion, sentence, report } = finished
  const { count } = await tx`
    update audits set state = 'done', updated_at = ${at}, node = null, held_until = null,
      conclusion = ${conclusion}, sentence = ${sentence}, report = ${report}
    where id = ${hold.id} and node = ${hold.node} and state = 'running'`
  return count === 1
}

/** Waits for prompts that are being charged, and prevents further ones until the transaction ends. */
export async function lockAudit(tx: TransactionSql, id: string): Promise<void> {
  await tx`select 1 from audits where id = ${id} for update`
}

export async function deleteAudit(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from audits where id = ${id}`
}

export async function countEvents(tx: TransactionSql, id: string, event: AuditEventName): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from audit_events where audit_id = ${id} and event = ${event}`
  return row?.count ?? 0
}

export async function insertEvent(
  tx: TransactionSql,
  {
    id,
    accountId,
    at,
    event,
    detail = '',
  }: Pick<Audit, 'id' | 'accountId'> & Pick<AuditEvent, 'at' | 'event'> & { detail?: string },
): Promise<void> {
  await tx`
    insert into audit_events (audit_id, account_id, at, event, detail) values (${id}, ${accountId}, ${at}, ${event}, ${detail})`
}

/** The latest events after a given one, the oldest of them first. */
export async function listEvents(
  sql: Sql,
  id: string,
  { rowsMax, after = 0 }: { rowsMax: number; after?: number },
): Promise<AuditEvent[]> {
  const rows = await sql<AuditEvent[]>`
    select * from (
      select (row_number() over (order by e.id))::int as number, e.at, e.event, e.detail
      from audit_events e where e.audit_id = ${id}) numbered
    where number > ${after} order by number desc limit ${rowsMax}`
  return rows.toReversed()
}
