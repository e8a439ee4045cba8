// What was used and what is left. The functions called here lock the account's row first (see migrations/functions.sql).
import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import type { Meter } from '../ground/plans.ts'
import type { LimitOutcome, LimitRow } from './limits.ts'
import type { TokenUse } from './token-store.ts'

export interface ChargeRow {
  readonly accountId: number
  readonly keyId: number | null
  readonly meter: Meter
  readonly units: number
  /** Null is unlimited. */
  readonly allowance: number | null
  /** The UTC day, as YYYY-MM-DD. */
  readonly day: string
  /** Present if the call is limited. */
  readonly limits?: readonly LimitRow[]
}

export interface Decision {
  /** Of a limited call. */
  readonly limits?: LimitOutcome | null
  /** Null if the account is gone or busy. */
  readonly granted: boolean | null
  /** The account is locked, and the batch did not wait for it: nothing was decided. */
  readonly busy: boolean
  readonly fromAllowance: number
  readonly fromTopup: number
  /** All units of this meter in this month, including this charge if it was granted. */
  readonly used: number
}

/** Identifies a batch, so that it can be cancelled: its slot, and its number there. */
export interface Ticket {
  readonly slot: string
  readonly batch: number
  /** If accounts are on several database servers: any account on the server of this batch. */
  readonly home?: number
}

export interface BatchTerms {
  /** Whether the batch waits for locked accounts; it fails if that takes more than two seconds. */
  readonly waits?: boolean
  /** Without one, the batch cannot be cancelled. */
  readonly ticket?: Ticket
}

/** One statement, and so one commit, for the whole batch. Decisions are in the order of the rows. */
export async function chargeBatch(
  sql: Sql,
  rows: readonly ChargeRow[],
  { waits = true, ticket }: BatchTerms = {},
): Promise<Decision[]> {
  const [alone] = rows
  const home = ticket?.home ?? 0
  if (rows.length === 1 && alone && ticket && !waits && home === 0) return chargeAlone(sql, alone, ticket)
  const column = (pick: (row: ChargeRow) => number | string | null) => listOf(rows, pick)
  const answered = await sql.prepared('charge_batch')<Placed[]>`
    select place, granted, busy, from_allowance as "fromAllowance", from_topup as "fromTopup", used from charge_batch(
      ${column((row) => row.accountId)}::bigint[], ${column((row) => row.keyId)}::bigint[],
      ${column((row) => row.meter)}::text[], ${column((row) => row.units)}::bigint[],
      ${column((row) => row.allowance)}::bigint[], ${column((row) => row.day)}::date[], ${waits},
      ${ticket?.slot ?? null}::uuid, ${ticket?.batch ?? null}::bigint, ${home}::bigint)`
  const decisions: Decision[] = []
  for (const { place, ...decision } of answered) decisions[place - 1] = decision
  return decisions
}

/** An array as PostgreSQL reads it, for values that need no quotes: the driver would look at each character. */
function listOf(rows: readonly ChargeRow[], pick: (row: ChargeRow) => number | string | null): string {
  let list = ''
  for (const row of rows) list += `${list === '' ? '' : ','}${pick(row) ?? 'null'}`
  return `{${list}}`
}

interface Placed extends Decision {
  readonly place: number
}

/** For a batch of one that does not wait, with less work for the database. */
async function chargeAlone(sql: Sql, row: ChargeRow, { slot, batch }: Ticket): Promise<Decision[]> {
  const { accountId, keyId, meter, units, allowance, day } = row
  return sql.prepared('charge_alone')<Decision[]>`
    select granted, busy, from_allowance as "fromAllowance", from_topup as "fromTopup", used from charge_alone(
      ${accountId}::bigint, ${keyId}::bigint, ${meter}, ${units}::bigint, ${allowance}::bigint, ${day}::date,
      ${slot}::uuid, ${batch}::bigint)`
}

/** One charge as part of the caller's transaction: it counts if, and only if, that transaction commits. */
export async function chargeWithin(tx: TransactionSql, row: ChargeRow): Promise<Decision> {
  const { accountId, keyId, meter, units, allowance, day } = row
  const [decision] = await tx<Decision[]>`
    select granted, busy, from_allowance as "fromAllowance", from_topup as "fromTopup", used from charge_batch(
      array[${accountId}::bigint], array[${keyId}::bigint], array[${meter}::text], array[${units}::bigint],
      array[${allowance}::bigint], array[${day}::date], p_home => ${accountId}::bigint)`
  if (!decision) throw new Error('a charge was not decided')
  return decision
}

/** Refunds what the batch charged; if it has not charged yet, it never will. Repeating it changes nothing. */
export async function cancelBatch(
  sql: Sql,
  rows: readonly ChargeRow[],
  { slot, batch, home = 0 }: Ticket,
): Promise<void> {
  const column = <T>(pick: (row: ChargeRow) => T): T[] => rows.map(pick)
  await sql`select cancel_batch(${slot}::uuid, ${batch}::bigint,
    ${column((row) => row.accountId)}::bigint[], ${column((row) => row.keyId)}::bigint[],
    ${column((row) => row.meter)}::text[], ${column((row) => row.units)}::bigint[], ${column((row) => row.day)}::date[],
    ${home}::bigint, ${rows[0]?.limits ? JSON.stringify(column((row) => row.limits)) : null}::text::jsonb)`
}

export interface RefundRow {
  readonly chargeId: string
  readonly accountId: number
  readonly keyId: number | null
  readonly meter: Meter
  readonly fromAllowance: number
  readonly fromTopup: number
  readonly day: string
  readonly at: Date
  /** What was reserved and is given back with the units. */
  readonly limits?: readonly LimitRow[] | undefined
}

/** Repeating it changes nothing. */
export async function refundOnce(sql: Sql | TransactionSql, row: RefundRow): Promise<void> {
  await sql`select refund_charge(${row.chargeId}::uuid, ${row.accountId}::bigint, ${row.keyId}::bigint, ${row.meter},
    ${row.fromAllowance}::bigint, ${row.fromTopup}::bigint, ${row.day}::date, ${row.at},
    ${row.limits ? JSON.stringify(row.limits) : null}::text::jsonb)`
}

/** Adds purchased units or takes refunded ones back, in the payment's transaction. Used units can make the balance negative. */
export async function addTopup(
  tx: TransactionSql,
  accountId: number,
  { compute, aiCalls }: { compute: number; aiCalls: number },
): Promise<void> {
  await tx`
    update topup_balances set compute = compute + ${compute}, ai_calls = ai_calls + ${aiCalls}
    where account_id = ${accountId}`
}

/** Units that an administrator grants or takes back (negative). Throws, without a change, if more is taken back than there is. */
export async function grantUnits(
  tx: TransactionSql,
  accountId: number,
  { compute, aiCalls }: { compute: number; aiCalls: number },
): Promise<void> {
  // The update locks the row, so nobody uses the balance before it is read.
  await addTopup(tx, accountId, { compute, aiCalls })
  const after = await readBalance(tx, accountId)
  const isTooMuch = (compute < 0 && after.compute < 0) || (aiCalls < 0 && after.aiCalls < 0)
  if (!isTooMuch) return
  const balance = `${after.compute - compute} compute units and ${after.aiCalls - aiCalls} AI calls`
  throw new ApiError('conflict', `The balance is ${balance}. You cannot take back more than that.`)
}

interface MonthUse {
  readonly meter: Meter
  readonly fromAllowance: number
  readonly fromTopup: number
}

export async function readMonth(sql: Sql, accountId: number, month: string): Promise<MonthUse[]> {
  return sql<MonthUse[]>`
    select meter, from_allowance as "fromAllowance", from_topup as "fromTopup" from usage_months
    where account_id = ${accountId} and month = ${month}::date`
}

export async function readBalance(
  sql: Sql | TransactionSql,
  accountId: number,
): Promise<{ compute: number; aiCalls: number }> {
  const [row] = await sql<{ compute: number; aiCalls: number }[]>`
    select compute, ai_calls as "aiCalls" from topup_balances where account_id = ${accountId}`
  return row ?? { compute: 0, aiCalls: 0 }
}

export interface DayUse {
  readonly date: string
  readonly compute: number
  readonly ai: number
}

export async function readDays(sql: Sql, accountId: number, from: string): Promise<DayUse[]> {
  return sql<DayUse[]>`
    select to_char(day, 'YYYY-MM-DD') as date,
      coalesce(sum(units) filter (where meter = 'compute'), 0)::bigint as compute,
      coalesce(sum(units) filter (where meter <> 'compute'), 0)::bigint as ai
    from usage_days where account_id = ${accountId} and day >= ${from}::date group by day order by day`
}

export interface KeyMonth {
  /** As YYYY-MM. */
  readonly month: string
  readonly keyId: number
  readonly calls: number
}

/** A key in its place among those of the month, with how many there are and the calls of all of them. */
export interface BusyKey extends KeyMonth, TokenUse {
  readonly keyCount: number
  readonly allCalls: number
}

/** The keys that were used most in each month, or in this one, the newest month first. */
export async function readBusyKeys(
  sql: Sql,
  accountId: number,
  { month, placesMax }: { month?: string; placesMax: number },
): Promise<BusyKey[]> {
  return sql<BusyKey[]>`
    select to_char(month, 'YYYY-MM') as month, key_id as "keyId", ranked.calls, key_count as "keyCount", all_calls as "allCalls",
      coalesce(input_tokens, 0) as "inputTokens", coalesce(output_tokens, 0) as "outputTokens", cost_micros as "costMicros"
    from (
      select *, row_number() over by_calls as place, count(*) over months as key_count,
        (sum(calls) over months)::bigint as all_calls
      from usage_keys where account_id = ${accountId} and calls > 0 ${month ? sql`and month = ${month}::date` : sql``}
      window months as (partition by month), by_calls as (partition by month order by calls desc, key_id)) ranked
    left join token_use using (account_id, month, key_id)
    where place <= ${placesMax} order by ranked.month desc, place`
}

/** All of them, the newest first, after the last one of the page before. */
export async function listKeyMonths(
  sql: Sql,
  accountId: number,
  { last, rowsMax }: { last: KeyMonth | undefined; rowsMax: number },
): Promise<KeyMonth[]> {
  const beyond = last && sql`and (month, key_id) < (to_date(${last.month}, 'YYYY-MM'), ${last.keyId})`
  return sql<KeyMonth[]>`
    select to_char(month, 'YYYY-MM') as month, key_id as "keyId", calls from usage_keys
    where account_id = ${accountId} ${beyond ?? sql``} order by usage_keys.month desc, key_id desc limit ${rowsMax}`
}

export interface PastUse {
  readonly months: readonly { readonly month: string; readonly endpoint: Meter; readonly used: number }[]
  readonly days: readonly DayUse[]
}

/** All that is kept, ten years of months and two of days, the newest first. */
export async function readPast(sql: Sql, accountId: number): Promise<PastUse> {
  const [months, days] = await Promise.all([
    sql<PastUse['months'][number][]>`
      select to_char(month, 'YYYY-MM') as month, meter as endpoint, from_allowance + from_topup as used from usage_months
      where account_id = ${accountId} order by usage_months.month desc, meter`,
    readDays(sql, accountId, '-infinity'),
  ])
  return { months, days: days.toReversed() }
}
