import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { type AccountPage, listAccounts } from './account-list-store.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`
    insert into accounts (email, name, password_hash, plan, disabled_at, deleted_at, created_at)
    select 'Ann_' || (n * 7) % 30 || '@' || (array['a.example', 'b.example', 'é%.example'])[1 + n % 3], 'Ödön ' || n, 'x',
      (array['free', 'pro'])[1 + n % 2], case when n % 5 = 0 then now() end, case when n = 17 then now() end, now()
    from generate_series(1, 30) n`
})
afterAll(() => database.close())

const FILTERS: readonly Omit<AccountPage, 'sort' | 'rowsMax'>[] = [
  { text: 'nn_' },
  { text: 'ödön 1' },
  { text: '@b.example', plan: 'pro' },
  { text: 'ann_', plan: 'free', state: 'active' },
]

test('a search finds the same accounts page by page as at once, in every order', async () => {
  for (const filter of FILTERS) {
    for (const sort of ['newest', 'oldest', 'email'] as const) {
      const found: string[] = []
      for (let after: string | undefined; ; ) {
        const rows = await listAccounts(database.sql, { ...filter, sort, after, rowsMax: 4 })
        const last = rows.at(-1)
        if (!last) break
        found.push(...rows.map(({ email }) => email))
        after = sort === 'email' ? last.email.toLowerCase() : String(last.id)
      }
      const whole = await listAccounts(database.sql, { ...filter, sort, rowsMax: 100 })
      expect(found, JSON.stringify({ ...filter, sort })).toEqual(whole.map(({ email }) => email))
      expect(found.length).toBeGreaterThan(4)
    }
  }
})

test.each([
  [{ text: 'NN_' }, 29],
  [{ text: '@a.example' }, 10],
  [{ text: 'é%.ex' }, 9],
  [{ text: 'dön 3' }, 2],
  [{ text: 'annx' }, 0],
  [{ text: 'ann_', state: 'disabled' as const }, 6],
])('a search for %j finds %i accounts, none of them deleted', async (filter, count) => {
  const rows = await listAccounts(database.sql, { ...filter, sort: 'oldest', rowsMax: 100 })
  expect(rows).toHaveLength(count)
  expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
})
