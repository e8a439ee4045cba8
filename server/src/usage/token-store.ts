import type { Sql } from '../db/db.ts'

export interface TokenRow {
  readonly accountId: number
  readonly month: string
  /** 0 for requests without an API key. */
  readonly keyId: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number | null
}

/** One statement for all rows; rows of deleted accounts are skipped. */
export async function addTokens(sql: Sql, rows: readonly TokenRow[]): Promise<void> {
  const column = <T>(pick: (row: TokenRow) => T): T[] => rows.map(pick)
  await sql`
    insert into token_use (account_id, month, key_id, calls, input_tokens, output_tokens, cost_micros)
    select account_id, u.month, u.key_id, u.calls, u.input_tokens, u.output_tokens, u.cost_micros
    from unnest(
      ${column((row) => row.accountId)}::bigint[], ${column((row) => row.month)}::date[],
      ${column((row) => row.keyId)}::bigint[], ${column((row) => row.calls)}::bigint[],
      ${column((row) => row.inputTokens)}::bigint[], ${column((row) => row.outputTokens)}::bigint[],
      ${column((row) => row.costMicros)}::bigint[]
    ) as u(account_id, month, key_id, calls, input_tokens, output_tokens, cost_micros)
    join topup_balances using (account_id)
    order by account_id, u.month, u.key_id
    on conflict (account_id, month, key_id) do update set
      calls = token_use.calls + excluded.calls,
      input_tokens = token_use.input_tokens + excluded.input_tokens,
      output_tokens = token_use.output_tokens + excluded.output_tokens,
      cost_micros = case when token_use.cost_micros is null and excluded.cost_micros is null then null
        else coalesce(token_use.cost_micros, 0) + coalesce(excluded.cost_micros, 0) end`
}

/** Counts that a provider claimed before they were limited may exceed what a number can hold. */
const COUNTED_MAX = Number.MAX_SAFE_INTEGER

export async function readTokens(sql: Sql, accountId: number, month: string): Promise<Omit<TokenRow, 'accountId'>[]> {
  return sql<Omit<TokenRow, 'accountId'>[]>`
    select month::text, key_id as "keyId", calls, least(input_tokens, ${COUNTED_MAX}) as "inputTokens",
      least(output_tokens, ${COUNTED_MAX}) as "outputTokens", case when cost_micros is not null then least(cost_micros, ${COUNTED_MAX}) end as "costMicros"
    from token_use where account_id = ${accountId} and month = ${month}`
}
