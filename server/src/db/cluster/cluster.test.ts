import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { hashOf, openCluster } from './cluster.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

test('an id is hashed as PostgreSQL does it', async () => {
  const ids = [0, 1, 2, 77, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 12_345, Number.MAX_SAFE_INTEGER]
  const rows = await db.sql<{ hash: number }[]>`select hashint8(id) as hash from unnest(${ids}::bigint[]) id`
  expect(ids.map(hashOf)).toEqual(rows.map(({ hash }) => hash))
})

test('a single database has no shards', async () => {
  expect(await openCluster(db.sql)).toBeUndefined()
})
