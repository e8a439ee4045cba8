import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect } from './connect.ts'
import { isDatabaseAway, openDatabase } from './db.ts'

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
    await expect(db.ping()).rejects.toSatisfy(isDatabaseAway)
  })
})

describe('the pool', () => {
  let db: FreshDatabase

  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  it('gives int8 as a number and refuses what a number cannot hold', async () => {
    const [row] = await db.sql`select 9007199254740991::bigint as largest, count(*) as n, array[1, 2]::bigint[] as list`
    expect(row).toEqual({ largest: Number.MAX_SAFE_INTEGER, n: 1, list: [1, 2] })
    await expect(db.sql`select 9007199254740992::bigint`.execute()).rejects.toThrow(RangeError)
    await expect(db.sql`select 1 as x`.execute()).resolves.toEqual([{ x: 1 }])
  })

  it('takes a number for an int8 parameter', async () => {
    const [row] = await db.sql`select ${Number.MAX_SAFE_INTEGER}::bigint as x`
    expect(row?.x).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('stops a statement that runs too long, which is not a database that is away', async () => {
    const hasty = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 20 })
    const error = await hasty`select pg_sleep(5)`.catch((reason: unknown) => reason)
    await hasty.end()
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseAway(error)).toBe(false)
  })
})

describe('isDatabaseAway', () => {
  it.each(['57P01', '57P02', '57P03', '53300', '08006', '08P01', 'CONNECT_TIMEOUT', 'CONNECTION_ENDED'])(
    'says yes to %s',
    (code) => {
      expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(true)
    },
  )

  it.each(['23505', '42P01', '40001', '57014', 'ECONNREFUSED', undefined])('says no to %s from elsewhere', (code) => {
    expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(false)
  })

  it('looks at what caused an error', () => {
    const cause = Object.assign(new Error('x'), { code: '57P01' })
    expect(isDatabaseAway(new Error('outer', { cause: new Error('middle', { cause }) }))).toBe(true)
    expect(isDatabaseAway('text')).toBe(false)
    expect(isDatabaseAway(undefined)).toBe(false)
  })
})
