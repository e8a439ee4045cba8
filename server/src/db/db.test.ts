import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect } from './connect.ts'
import { isAccountGone, isPassing, openDatabase } from './db.ts'

describe('openDatabase', () => {
  let empty: FreshDatabase

  beforeAll(async () => {
    empty = await emptyDatabase()
  })
  afterAll(() => empty.close())

  it('brings the schema up to date, answers and closes', async () => {
    const db = await openDatabase({ url: empty.url, dataDir: '/nowhere', log: () => {} })
    await db.ping()
    const [ledger] = await db.sql`select to_regclass('schema_migrations')::text as name`
    expect(ledger?.name).toBe('schema_migrations')
    await db.close()
    await expect(db.ping()).rejects.toSatisfy(isPassing)
  })

  it('does not wait for a database that the server does not have, and names it', async () => {
    const url = empty.url.replace(/test_\w+/, 'nowhere')
    const opening = openDatabase({ url, dataDir: '/nowhere', log: () => {} })
    await expect(opening).rejects.toThrow('database "nowhere" does not exist')
  })
})

describe('the pool', () => {
  let db: FreshDatabase

  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  it('returns int8 as a number and rejects what a number cannot hold', async () => {
    const [row] = await db.sql`select 9007199254740991::bigint as largest, count(*) as n, array[1, 2]::bigint[] as list`
    expect(row).toEqual({ largest: Number.MAX_SAFE_INTEGER, n: 1, list: [1, 2] })
    await expect(db.sql`select 9007199254740992::bigint`).rejects.toThrow(RangeError)
    await expect(db.sql`select 1 as x`).resolves.toEqual([{ x: 1 }])
  })

  it('prepares a named statement once per connection, and returns the same rows', async () => {
    const add = (x: number) => db.sql.prepared('add_one')<{ y: number }[]>`select ${x}::bigint + 1 as y`
    expect([(await add(1))[0]?.y, (await add(41))[0]?.y]).toEqual([2, 42])
    const [seen] = await db.sql<{ count: number }[]>`select count(*) from pg_prepared_statements where name = 'add_one'`
    expect(seen?.count).toBe(1)
  })

  it('accepts a number for an int8 parameter', async () => {
    const [row] = await db.sql`select ${Number.MAX_SAFE_INTEGER}::bigint as x`
    expect(row?.x).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('accepts and returns arrays', async () => {
    const words = ['plain', 'with "quotes" and \\ backslash', 'comma, {brace}', '', 'NULL', 'null', 'zwei\nZeilen', 'ü']
    const [row] = await db.sql`select ${words}::text[] as words, 'plain' = any(${words}) as found,
      ${[1, 2]}::int[] as numbers, ${[]}::text[] as nothing, array['a', null] as gaps, array[true, false] as truths,
      array[timestamptz '2026-01-02T03:04:05Z'] as dates, 3 = any(${[1, 2]}) as missing`
    expect(row).toEqual({
      words,
      found: true,
      numbers: [1, 2],
      nothing: [],
      gaps: ['a', null],
      truths: [true, false],
      dates: [new Date('2026-01-02T03:04:05Z')],
      missing: false,
    })
  })

  it('accepts statements within statements, names and JSON', async () => {
    const { sql } = db
    await sql`create table things (id int, note jsonb)`
    const condition = sql`where id > ${1}`
    for (const id of [1, 2, 3]) await sql`insert into things values (${id}, ${sql.json({ id })})`
    const rows = await sql`select ${sql('id')}, note from things ${condition} order by id`
    expect(rows).toEqual([
      { id: 2, note: { id: 2 } },
      { id: 3, note: { id: 3 } },
    ])
    expect((await sql`delete from things`).count).toBe(3)
  })

  it('shares few connections among many statements', async () => {
    const narrow = connect({ url: db.url, poolMax: 2, statementTimeoutMs: 10_000 })
    const answers = await Promise.all(
      Array.from(
        { length: 200 },
        (_, index) => narrow<{ x: number; pid: number }[]>`select ${index}::int as x, pg_backend_pid() as pid`,
      ),
    )
    await narrow.end()
    expect(answers.map(([row]) => row?.x)).toEqual(Array.from({ length: 200 }, (_, index) => index))
    expect(new Set(answers.map(([row]) => row?.pid)).size).toBe(2)
  })

  it('ends when all statements have finished, also those that wait for a connection and those that follow from others', async () => {
    const narrow = connect({ url: db.url, poolMax: 2, statementTimeoutMs: 10_000 })
    const asked = Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await narrow`select ${index}::int`
        return (await narrow.begin((tx) => tx`select ${index}::int as x`))[0]?.x
      }),
    )
    await narrow.end()
    expect(await asked).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  it('continues with another connection when one is ended', async () => {
    const narrow = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 10_000 })
    const [before] = await narrow<{ pid: number }[]>`select pg_backend_pid() as pid`
    const cut = narrow`select pg_sleep(5)`.catch((error: unknown) => error)
    await db.sql`select pg_terminate_backend(${before?.pid ?? 0})`
    expect(isPassing(await cut)).toBe(true)
    const [after] = await narrow<{ pid: number }[]>`select pg_backend_pid() as pid`
    await narrow.end()
    expect(after?.pid).not.toBe(before?.pid)
  })

  it('distinguishes a row for a deleted account from one with another invalid reference', async () => {
    const orphan = db.sql`insert into billing_customers (account_id, payment_provider) values (999999, 'sandbox')`
    await expect(orphan).rejects.toSatisfy(isAccountGone)
    await db.sql`create table parents (id int primary key)`
    await db.sql`create table children (parent int references parents)`
    await expect(db.sql`insert into children values (1)`).rejects.not.toSatisfy(isAccountGone)
  })

  it('stops a statement that runs too long, with an error that says a retry may help', async () => {
    const hasty = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 20 })
    const error = await hasty`select pg_sleep(5)`.catch((reason: unknown) => reason)
    await hasty.end()
    expect(error).toMatchObject({ code: '57014' })
    expect(isPassing(error)).toBe(true)
  })
})

describe('isPassing', () => {
  const passing = ['57P01', '57P02', '57P03', '57014', '40P01', '55P03', '53100', '53300', '08006', '08P01']
  it.each([...passing, 'DATABASE_AWAY'])('is true for %s', (code) => {
    expect(isPassing(Object.assign(new Error('x'), { code }))).toBe(true)
  })

  it.each(['23505', '42P01', '40001', 'ECONNREFUSED', undefined])('is false for %s from elsewhere', (code) => {
    expect(isPassing(Object.assign(new Error('x'), { code }))).toBe(false)
  })

  it('checks the causes of an error', () => {
    const cause = Object.assign(new Error('x'), { code: '57P01' })
    expect(isPassing(new Error('outer', { cause: new Error('middle', { cause }) }))).toBe(true)
    expect(isPassing('text')).toBe(false)
    expect(isPassing(undefined)).toBe(false)
  })
})
