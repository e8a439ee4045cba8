import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { WAIT } from '../../../test/waiting.ts'
import { connect, mayHaveRun } from '../connect.ts'
import { isPassing, openDatabase } from '../db.ts'
import { createRoute } from './route.ts'

let db: FreshDatabase
let name: string
beforeAll(async () => {
  db = await freshDatabase()
  name = new URL(db.url.replace('@/', '@x/')).pathname.slice(1)
})
afterAll(() => db.close())

/** The address of this test's database, with other hosts before it. */
const behind = (...hosts: string[]): string =>
  db.url.replace(/host=([^&]*)/, (_, own: string) => `host=${[...hosts, decodeURIComponent(own)].join(',')}`)

const setReadOnly = (value: 'on' | 'off') =>
  db.sql.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`)

describe('a route', () => {
  const [first, second] = ['h1:5432', 'h2:5432']
  const make = () => createRoute('postgres://u@h1,h2/db?target_session_attrs=read-write')

  it('moves to the next server, in a circle, and only once when several connections fail together', () => {
    const route = make()
    const failing = route.next()
    route.failed(failing)
    route.failed(failing)
    expect([failing.name, route.next().name]).toEqual([first, second])
    route.failed(route.next())
    expect(route.next().name).toBe(first)
  })

  it('stays with the server that was reached', () => {
    const route = make()
    const left = route.next()
    route.failed(left)
    expect(route.isLeft(left)).toBe(false)
    const reached = route.next()
    route.reached(reached)
    expect([route.isLeft(left), route.isLeft(reached), route.next().name]).toEqual([true, false, second])
  })
})

describe('a pool over several servers', () => {
  it('skips unreachable servers, for every statement at once', async () => {
    const sql = connect({ url: behind('/nowhere', '127.0.0.1'), poolMax: 3, statementTimeoutMs: 10_000 })
    const asked = Array.from({ length: 20 }, (_, x) => sql<{ x: number }[]>`select ${x}::int as x`)
    const rows = await Promise.all(asked)
    await sql.end()
    expect(rows.map(([row]) => row?.x)).toEqual(Array.from({ length: 20 }, (_, x) => x))
  })

  it('reports for each server why it was not used', async () => {
    await setReadOnly('on')
    const url = `${behind('/nowhere')}&target_session_attrs=read-write`
    const sql = connect({ url, poolMax: 1, statementTimeoutMs: 10_000 })
    const error = await sql`select 1`.catch((reason: unknown) => reason)
    await setReadOnly('off')
    expect(isPassing(error)).toBe(true)
    expect((error as Error).message).toMatch(
      /cannot be reached: \/nowhere:5432: .*ENOENT.*; .*: the server is read-only$/,
    )
    expect(await sql`select 1 as x`).toEqual([{ x: 1 }])
    await sql.end()
  })

  it('does not try the next server if the first rejects the credentials', async () => {
    const url = db.url.replace('postgres@', 'nobody-here@').replace(/host=([^&]*)/, 'host=$1,/nowhere')
    const sql = connect({ url, poolMax: 1, statementTimeoutMs: 10_000 })
    const error = await sql`select 1`.catch((reason: unknown) => reason)
    await sql.end()
    expect((error as Error).message).toBe('the database cannot be reached: role "nobody-here" does not exist')
  })
})

describe('a server that becomes read-only while connected', () => {
  it('is left by the pool: the statement was not executed, and the next one uses another connection', async () => {
    const sql = connect({ url: db.url, poolMax: 1, statementTimeoutMs: 10_000 })
    await sql`set default_transaction_read_only = on`
    const error = await sql`create table written ()`.catch((reason: unknown) => reason)
    expect([isPassing(error), mayHaveRun(error)]).toEqual([true, false])
    await sql`create table written ()`
    await sql.end()
  })

  it('is left by a listener, which reconnects when there is a server that writes', async () => {
    const url = `${db.url}&target_session_attrs=read-write`
    const database = await openDatabase({ url, dataDir: '', log: () => {} })
    const events: string[] = []
    const listening = database.listen({
      channel: 'read_only',
      onMessage: (payload) => events.push(payload),
      onUp: () => events.push('up'),
      onDown: () => events.push('down'),
    })
    await vi.waitFor(() => expect(events).toEqual(['up']), WAIT)
    await setReadOnly('on')
    await db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_is_in_recovery%' and pid <> pg_backend_pid()`
    await vi.waitFor(() => expect(events.slice(0, 3)).toEqual(['up', 'down', 'down']), WAIT)
    await setReadOnly('off')
    await vi.waitFor(() => expect(events.at(-1)).toBe('up'), WAIT)
    await db.sql`select pg_notify('read_only', 'heard')`
    await vi.waitFor(() => expect(events.at(-1)).toBe('heard'), WAIT)
    await listening.close()
    await database.close()
  })
})
