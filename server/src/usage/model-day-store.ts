import type { Sql } from '../db/db.ts'
import type { TokenUse } from './token-store.ts'

export interface ModelDay extends TokenUse {
  readonly accountId: number
  readonly day: string
  /** 0 for requests without an API key. */
  readonly keyId: number
  readonly model: string
  /** Empty if the request names none. */
  readonly endUser: string
  readonly calls: number
}

/** One statement for all rows; rows of deleted accounts are skipped. */
export async function addModelDays(sql: Sql, rows: readonly ModelDay[]): Promise<void> {
  const entries = rows.map(({ inputTokens, outputTokens, costMicros, ...row }) => ({
    ...row,
    input: inputTokens,
    output: outputTokens,
    cost: costMicros,
  }))
  await sql`
    insert into model_days (account_id, day, key_id, model, end_user, calls, input_tokens, output_tokens, cost_micros)
    select account_id, r.day, r."keyId", r.model, r."endUser", r.calls, r.input, r.output, r.cost
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as r ("accountId" bigint, day date, "keyId" bigint, model text,
      "endUser" text, calls bigint, input bigint, output bigint, cost bigint)
    join topup_balances on account_id = r."accountId"
    order by account_id, r.day, r."keyId", r.model, r."endUser"
    on conflict (account_id, day, key_id, model, end_user) do update set
      calls = model_days.calls + excluded.calls,
      input_tokens = model_days.input_tokens + excluded.input_tokens,
      output_tokens = model_days.output_tokens + excluded.output_tokens,
      cost_micros = case when model_days.cost_micros is null and excluded.cost_micros is null then null
        else coalesce(model_days.cost_micros, 0) + coalesce(excluded.cost_micros, 0) end`
}

export const PARTS_OF_USE = ['day', 'key', 'model', 'end_user'] as const
export type PartOfUse = (typeof PARTS_OF_USE)[number]

export interface ModelUse extends TokenUse {
  readonly day: string | null
  readonly keyId: number | null
  readonly model: string | null
  readonly endUser: string | null
  readonly calls: number
}

/** Summed by these parts; the others are null. */
export async function sumModelDays(
  sql: Sql,
  accountId: number,
  { from, to, by, rowsMax }: { from: string; to: string; by: readonly PartOfUse[]; rowsMax: number },
): Promise<ModelUse[]> {
  const has = (part: PartOfUse) => by.includes(part)
  return sql<ModelUse[]>`
    select case when ${has('day')} then to_char(day, 'YYYY-MM-DD') end as day, case when ${has('key')} then key_id end as "keyId",
      case when ${has('model')} then model end as model, case when ${has('end_user')} then end_user end as "endUser",
      sum(calls)::bigint as calls, sum(input_tokens)::bigint as "inputTokens", sum(output_tokens)::bigint as "outputTokens",
      sum(cost_micros)::bigint as "costMicros"
    from model_days where account_id = ${accountId} and day between ${from}::date and ${to}::date
    group by 1, 2, 3, 4 order by 1 desc nulls last, 5 desc, 2, 3, 4 limit ${rowsMax}`
}
