import type { Sql } from '../db/db.ts'

export interface TokenUse {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null: no call of them had a known price. */
  readonly costMicros: number | null
}

export interface TokenRow extends TokenUse {
  readonly accountId: number
  readonly month: string
  /** 0 for requests without an API key. */
  readonly keyId: number
  readonly calls: number
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

/** With and without a key, all together. */
export async function sumTokens(sql: Sql, accountId: number, month: string): Promise<TokenUse> {
  const [row] = await sql<TokenUse[]>`
    select coalesce(sum(input_tokens), 0)::bigint as "inputTokens", coalesce(sum(output_tokens), 0)::bigint as "outputTokens",
      sum(cost_micros)::bigint as "costMicros"
    from token_use where account_id = ${accountId} and month = ${month}`
  return row ?? NO_TOKENS
}

export const NO_TOKENS: TokenUse = { inputTokens: 0, outputTokens: 0, costMicros: null }
