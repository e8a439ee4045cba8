// What was used of each limit. The functions called here lock the account's balance first (see migrations/functions.sql).
import type { Sql, TransactionSql } from '../db/db.ts'
import type { LimitRow, LimitUse } from './limits.ts'
import type { BatchTerms, ChargeRow, Decision } from './store.ts'

/** Reserves and charges in one statement. Decisions are in the order of the rows. */
export async function chargeLimited(
  sql: Sql | TransactionSql,
  rows: readonly ChargeRow[],
  { waits = true, ticket, home = ticket?.home ?? 0 }: BatchTerms & { readonly home?: number } = {},
): Promise<Decision[]> {
  const column = <T>(pick: (row: ChargeRow) => T): T[] => rows.map(pick)
  const answered = await sql<(Decision & { place: number })[]>`
    select place, granted, busy, from_allowance as "fromAllowance", from_topup as "fromTopup", used, limits from charge_limited(
      ${column((row) => row.accountId)}::bigint[], ${column((row) => row.keyId)}::bigint[],
      ${column((row) => row.meter)}::text[], ${column((row) => row.units)}::bigint[],
      ${column((row) => row.allowance)}::bigint[], ${column((row) => row.day)}::date[],
      ${JSON.stringify(column((row) => row.limits ?? []))}::text::jsonb, ${waits},
      ${ticket?.slot ?? null}::uuid, ${ticket?.batch ?? null}::bigint, ${home}::bigint)`
  const decisions: Decision[] = []
  for (const { place, ...decision } of answered) decisions[place - 1] = decision
  return decisions
}

export interface Settlement {
  readonly id: string
  readonly accountId: number
  /** Here `n` is what was reserved and not used; it is negative if the call cost more. */
  readonly rows: readonly LimitRow[]
  readonly at: Date
}

/** Repeating it changes nothing. Returns what is used of the limits now; nothing the second time. */
export async function settleLimits(sql: Sql, { id, accountId, rows, at }: Settlement): Promise<readonly LimitUse[]> {
  const [row] = await sql<{ uses: readonly LimitUse[] | null }[]>`
    select settle_limits(${id}::uuid, ${accountId}::bigint, ${JSON.stringify(rows)}::text::jsonb, ${at}) as uses`
  return row?.uses ?? []
}

/** Of these periods: what an earlier one used does not count. */
export async function readLimitUse(
  sql: Sql,
  accountId: number,
  subjects: readonly string[],
): Promise<(LimitUse & { starts: string })[]> {
  return sql<(LimitUse & { starts: string })[]>`
    select subject as s, measure as m, period as p, used, to_char(starts, 'YYYY-MM-DD') as starts from limit_use
    where account_id = ${accountId} and subject = any(${[...subjects]}::text[])`
}
