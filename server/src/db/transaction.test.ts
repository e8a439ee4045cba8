import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect, mayHaveRun } from './connect.ts'

let db: FreshDatabase

beforeAll(async () => {
  db = await freshDatabase()
  await db.sql`create table things (id bigint primary key)`
})
beforeEach(() => db.sql`truncate things`)
afterAll(() => db.close())

const ids = async (): Promise<number[]> =>
  (await db.sql<{ id: number }[]>`select id from things order by id`).map((row) => row.id)

it('commits a transaction and returns what the work returned', async () => {
  const answer = await db.sql.begin(async (tx) => {
    await tx`insert into things values (1)`
    await tx`insert into things values (${2}), (${3})`
    return 'done'
  })
  expect(answer).toBe('done')
  expect(await ids()).toEqual([1, 2, 3])
})

it('returns how many rows a statement affected', async () => {
  const result = await db.sql.begin((tx) => tx`insert into things values (1), (2)`)
  expect(result.count).toBe(2)
})

it('commits nothing if the work throws', async () => {
  const work = db.sql.begin(async (tx) => {
    await tx`insert into things values (1)`
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await ids()).toEqual([])
})

it('throws if the work hides a failed statement, because nothing is committed', async () => {
  const work = db.sql.begin(async (tx) => {
    await tx`insert into things values (1)`
    await tx`select 1 / 0`.catch(() => {})
  })
  await expect(work).rejects.toThrow('all of it was rolled back')
  expect(await ids()).toEqual([])
})

it('rejects statements after its end', async () => {
  const tx = await db.sql.begin(async (tx) => ({ query: tx }))
  await expect(tx.query`insert into things values (1)`).rejects.toThrow('the transaction is over')
})

it('lets many isolated transactions share few connections', async () => {
  const sql = connect({ url: db.url, poolMax: 2, statementTimeoutMs: 10_000 })
  await sql.begin((tx) => tx`insert into things values (0)`)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sql
        .begin(async (tx) => {
          await tx`select id from things where id = 0 for update`
          const [row] = await tx<{ n: number }[]>`select count(*) as n from things`
          await tx`insert into things values (${row?.n ?? -1})`
          if (index % 2 === 1) throw new Error('odd')
        })
        .catch(() => {}),
    ),
  )
  await sql.end()
  expect(await ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

it('rejects a transaction after the end of the pool', async () => {
  const sql = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 10_000 })
  await sql.begin((tx) => tx`select 1`)
  await sql.end()
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'DATABASE_AWAY' })
})

it('counts as unavailable, and as possibly done, if the server is killed while others work for it (Citus)', async () => {
  const sql = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 10_000 })
  const failing = (message: string) =>
    sql.unsafe(`do $$ begin raise exception using message = '${message}', errcode = 'XX000'; end $$`).then(
      () => ({ code: 'none' }),
      (error: { code: string }) => error,
    )
  const killed = await failing('postmaster was shut down, exiting')
  const internal = await failing('something else')
  await sql.end()
  expect([killed.code, mayHaveRun(killed)]).toEqual(['DATABASE_AWAY', true])
  expect([internal.code, mayHaveRun(internal)]).toEqual(['XX000', false])
})
