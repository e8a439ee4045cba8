// The database behind Debian's PgBouncer, with session and with transaction pooling.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../test/database.ts'
import { makeKey, signUp } from '../../test/people.ts'
import { hasPooler, type Pooler, startPooler } from '../../test/pooler.ts'
import { openService } from '../../test/service.ts'
import { WAIT } from '../../test/waiting.ts'
import { attachDatabase, type Database, migrate, openDatabase } from './db.ts'

const isThere = hasPooler()
/** Less than the ten seconds after which a node would look by itself. */
const SOON = { timeout: 9_000, interval: 10 }

let direct: FreshDatabase
let pooler: Pooler | undefined
let database: Database | undefined
beforeEach(async () => {
  direct = await emptyDatabase()
})
afterEach(async () => {
  await database?.close()
  await pooler?.close()
  database = undefined
  pooler = undefined
  await direct.close()
})

async function through(mode: 'session' | 'transaction', connections: number): Promise<string> {
  pooler = await startPooler(direct.url, mode, connections)
  return pooler.url
}

const open = async (url: string, listenUrl?: string): Promise<Database> => {
  database = await openDatabase({ url, listenUrl, dataDir: '/nowhere', log: () => {} })
  return database
}

/** The service's kinds of work: prepared statements and transactions, many at once, and notifications to other nodes. */
async function useStatements({ sql }: Database): Promise<void> {
  await sql`create table things (id int primary key, note text)`
  const insert = (id: number) => sql.prepared('insert_thing')`insert into things values (${id}, ${`n${id}`})`
  await Promise.all(Array.from({ length: 200 }, (_, id) => insert(id)))
  await Promise.all(
    Array.from({ length: 50 }, (_, id) =>
      sql.begin(async (tx) => {
        await tx.prepared('lock_thing')`select note from things where id = ${id} for update`
        await tx`update things set note = note || '!' where id = ${id}`
      }),
    ),
  )
  const [counted] = await sql<{ n: number }[]>`select count(*)::int as n from things where note like '%!'`
  expect(counted).toEqual({ n: 50 })
}

async function useIt(opened: Database): Promise<void> {
  const { sql, listen } = opened
  await useStatements(opened)
  const heard: string[] = []
  let isUp = false
  const listening = listen({
    channel: 'things',
    onMessage: (payload) => heard.push(payload),
    onUp: () => {
      isUp = true
    },
    onDown: () => {},
  })
  await vi.waitFor(() => expect(isUp).toBe(true), WAIT)
  await sql`select pg_notify('things', 'changed')`
  await vi.waitFor(() => expect(heard).toEqual(['changed']), WAIT)
  await listening.close()
}

describe.skipIf(!isThere)('PgBouncer', () => {
  test('session pooling: everything works, and statements have their timeout', async () => {
    const opened = await open(await through('session', 20))
    await useIt(opened)
    expect(await opened.sql`show statement_timeout`).toEqual([{ statement_timeout: '10s' }])
    expect(opened.sql.sharesSessions).toBe(false)
  })

  test('transaction pooling: everything works with a second address for what needs a session', async () => {
    await useIt(await open(await through('transaction', 2), direct.url))
  })

  test('transaction pooling without a second address: the start and the doctor warn, and everything but notifications works', async () => {
    const url = await through('transaction', 3)
    const said: string[] = []
    database = await openDatabase({ url, dataDir: '/nowhere', log: (line) => said.push(line) })
    expect(said.join('\n')).toMatch(/^Warning: .*Set DATABASE_LISTEN_URL to the address of the database itself\.$/m)
    await useStatements(database)
    const attached = await attachDatabase({ url, dataDir: '/nowhere', log: () => {} })
    expect(attached.sql.sharesSessions).toBe(true)
    await attached.close()
    // The lock of the migrations is free again.
    expect(await migrate(direct.sql)).toEqual([])
  })

  test('transaction pooling without a second address: no request fails, and a revoked key stops working on the other node at once', async () => {
    const options = { databaseUrl: await through('transaction', 3) }
    const here = await openService(options)
    const there = await openService(options)
    const person = await signUp(here.app)
    const key = await makeKey(here.app, person)
    const payload = { bias: 0.9, seed: 1 }
    const asked = Array.from({ length: 40 }, (_, at) =>
      (at % 2 ? here : there).app.inject({ method: 'POST', url: '/compute', headers: key.headers, payload }),
    )
    expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await here.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers: person.headers })
    const after = await there.app.inject({ method: 'POST', url: '/compute', headers: key.headers, payload })
    expect(after.statusCode).toBe(401)
    await here.close()
    await there.close()
  })

  test('transaction pooling: nodes count every request once, and a key that one revokes stops working on the other', async () => {
    const options = { databaseUrl: await through('transaction', 2), listenUrl: direct.url }
    const here = await openService(options)
    const there = await openService(options)
    const person = await signUp(here.app)
    const key = await makeKey(here.app, person)
    const payload = { bias: 0.9, seed: 1 }
    const asked = Array.from({ length: 30 }, (_, at) =>
      (at % 2 ? here : there).app.inject({ method: 'POST', url: '/compute', headers: key.headers, payload }),
    )
    expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const statsThere = () => there.app.inject({ url: '/usage/stats', headers: key.headers })
    expect((await statsThere()).json().endpoints.compute.used).toBe(30)
    await here.app.inject({ method: 'DELETE', url: `/api-keys/${key.id}`, headers: person.headers })
    await vi.waitFor(async () => expect((await statsThere()).statusCode).toBe(401), SOON)
    await here.close()
    await there.close()
  })
})
