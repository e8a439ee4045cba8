import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { type AccountPage, listAccounts } from './account-list-store.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`
    insert into accounts (email, name, password_hash, plan, disabled_at, deleted_at, created_at)
    select 'Ann_' || (n * 7) % 30 || '@' || (array['a.example', 'b.example', 'é%.example'])[1 + n % 3], '', 'x',
      (array['free', 'pro'])[1 + n % 2], case when n % 5 = 0 then now() end, case when n = 17 then now() end, now()
    from generate_series(1, 30) n`
})
afterAll(() => database.close())

const FILTERS: readonly Omit<AccountPage, 'sort' | 'rowsMax'>[] = [
  { email: 'ann_' },
  { email: 'ANN_1' },
  { email: '@a.example' },
  { email: '@é%.example' },
  { email: 'annx' },
  { email: '@b.example', plan: 'pro' },
  { email: 'ann_', plan: 'free', state: 'active' },
  { email: 'ann_', state: 'disabled' },
]

test('a search finds the same accounts with few and with many matches, in every order and page by page', async () => {
  for (const filter of FILTERS) {
    for (const sort of ['newest', 'oldest', 'email'] as const) {
      const pages = async (sortedMax: number) => {
        const found: string[] = []
        for (let after: string | undefined; ; ) {
          const rows = await listAccounts(database.sql, { ...filter, sort, after, rowsMax: 4 }, sortedMax)
          const last = rows.at(-1)
          if (!last) return found
          found.push(...rows.map(({ email }) => email))
          after = sort === 'email' ? last.email.toLowerCase() : String(last.id)
        }
      }
      expect(await pages(-1), JSON.stringify({ ...filter, sort })).toEqual(await pages(1_000))
    }
  }
})

test.each([
  [{ email: 'ann_' }, 29],
  [{ email: '@a.example' }, 10],
  [{ email: '@é%.example' }, 9],
  [{ email: 'annx' }, 0],
  [{ email: 'ann_', state: 'disabled' as const }, 6],
])('a search for %j finds %i accounts, none of them deleted', async (filter, count) => {
  for (const sortedMax of [-1, 1_000]) {
    const rows = await listAccounts(database.sql, { ...filter, sort: 'oldest', rowsMax: 100 }, sortedMax)
    expect(rows).toHaveLength(count)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
  }
})
