import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'

test('every foreign key has an index that begins with its columns', async () => {
  const db = await freshDatabase()
  try {
    const bare = await db.sql<{ name: string }[]>`
      select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid
          and (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) k)
            = (select array_agg(k order by k) from unnest(c.conkey) k))`
    expect(bare.map(({ name }) => name)).toEqual([])
  } finally {
    await db.close()
  }
})
