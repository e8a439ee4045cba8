// The table of answers: one row per prompt, created with its charge before the model is asked.
import type { Origin } from '../ai/ai.ts'
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Charge } from '../usage/usage.ts'

/** What was charged for a prompt. A refund does not need the plan. */
type PaidWith = Omit<Charge, 'plan'>

/** Who gave an answer, when (ISO 8601), and whether it was cut. */
export interface Given extends Origin {
  readonly at: string
  readonly cut: boolean
}

export interface AnswerRow {
  readonly place: number
  readonly answer: string | null
  /** Null if the answer was supplied, or the provider withheld it. */
  readonly given: Given | null
}

export interface AnswerPlace {
  readonly id: string
  readonly accountId: number
  readonly place: number
}

export async function listAnswers(sql: Sql, id: string): Promise<AnswerRow[]> {
  return sql<AnswerRow[]>`select place, answer, given from audit_answers where audit_id = ${id} order by place`
}

/** Returns false if the prompt already has its row, and so was charged. */
export async function insertPlace(tx: TransactionSql, { id, accountId, place }: AnswerPlace): Promise<boolean> {
  const { count } = await tx`
    insert into audit_answers (audit_id, account_id, place) values (${id}, ${accountId}, ${place}) on conflict do nothing`
  return count === 1
}

export async function noteCharge(tx: TransactionSql, { id, place }: AnswerPlace, charge: PaidWith): Promise<void> {
  await tx`
    update audit_answers set charge = ${JSON.stringify(charge)}::jsonb where audit_id = ${id} and place = ${place}`
}

/** An answer that is already stored stays. */
export async function storeAnswer(
  sql: Sql,
  { id, place }: AnswerPlace,
  answer: string,
  given: Given | null,
): Promise<void> {
  await sql`
    update audit_answers set answer = ${answer}, given = ${given && JSON.stringify(given)}::jsonb
    where audit_id = ${id} and place = ${place} and answer is null`
}

/** Inserts recorded answers all at once: pair by pair, side a before side b. */
export async function insertAnswers(
  tx: TransactionSql,
  { id, accountId }: Pick<AnswerPlace, 'id' | 'accountId'>,
  answers: readonly string[],
): Promise<void> {
  await tx`
    insert into audit_answers (audit_id, account_id, place, answer)
    select ${id}, ${accountId}, t.nth - 1, t.answer from unnest(${[...answers]}::text[]) with ordinality as t(answer, nth)`
}

/** A question that was sent to the model and got no answer stays charged; asking it again is charged again. */
export async function forfeitPlace(sql: Sql, { id, place }: AnswerPlace): Promise<void> {
  await sql`delete from audit_answers where audit_id = ${id} and place = ${place} and answer is null`
}

/** Removes all prompts without an answer. The caller decides whether their charges are refunded. */
export async function removeUnanswered(tx: TransactionSql, id: string): Promise<PaidWith[]> {
  const rows = await tx<{ charge: PaidWith | null }[]>`
    delete from audit_answers where audit_id = ${id} and answer is null returning charge`
  return rows.flatMap(({ charge }) => charge ?? [])
}

export async function deleteAnswers(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from audit_answers where audit_id = ${id}`
}
