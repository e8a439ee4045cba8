import type { Sql } from '../db/db.ts'
import type { OwnWords } from './own-words.ts'

export async function findWords(sql: Sql, accountId: number): Promise<OwnWords | undefined> {
  const [row] = await sql<OwnWords[]>`
    select ignore, flag, updated_at as "updatedAt" from account_words where account_id = ${accountId}`
  return row
}

export async function replaceWords(
  sql: Sql,
  accountId: number,
  { ignore, flag, updatedAt }: OwnWords & { updatedAt: Date },
): Promise<void> {
  await sql`
    insert into account_words (account_id, ignore, flag, updated_at)
    values (${accountId}, ${JSON.stringify(ignore)}::jsonb, ${JSON.stringify(flag)}::jsonb, ${updatedAt})
    on conflict (account_id) do update set ignore = excluded.ignore, flag = excluded.flag, updated_at = excluded.updated_at`
}
