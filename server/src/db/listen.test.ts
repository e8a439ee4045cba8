import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { openDatabase } from './db.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

test('a listener receives every message, reports a lost connection, and reconnects', async () => {
  const database = await openDatabase({ url: db.url, dataDir: '', log: () => {} })
  const events: string[] = []
  const waiting = new Map<string, () => void>()
  const happened = (event: string) => {
    events.push(event)
    waiting.get(event)?.()
  }
  const next = (event: string) => new Promise<void>((resolve) => waiting.set(event, resolve))
  const up = next('up')
  const listening = database.listen({
    channel: 'test',
    onMessage: happened,
    onUp: () => happened('up'),
    onDown: () => happened('down'),
  })
  await up
  const first = next('first')
  await db.sql`select pg_notify('test', 'first')`
  await first
  const back = next('up')
  await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and (query like 'listen%' or query = 'select 1')`
  await back
  const second = next('second')
  await db.sql`select pg_notify('test', 'second')`
  await second
  await listening.close()
  await database.close()
  expect(events).toEqual(['up', 'first', 'down', 'up', 'second'])
})

test('a connection that no longer answers counts as lost, and is replaced', async () => {
  const database = await openDatabase({ url: db.url, dataDir: '', log: () => {} })
  const events: string[] = []
  const listening = database.listen({
    channel: 'silence',
    onMessage: (payload) => events.push(payload),
    onUp: () => events.push('up'),
    onDown: () => events.push('down'),
    heartbeatTimeoutMs: 50,
  })
  const backends = () => db.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and (query like 'listen%' or query = 'select 1')`
  await expect.poll(() => events).toEqual(['up'])
  // A stopped server process keeps its connection open but sends nothing.
  const stopped = (await backends()).map(({ pid }) => pid)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => events.slice(0, 3)).toEqual(['up', 'down', 'up'])
    await db.sql`select pg_notify('silence', 'heard')`
    await expect.poll(() => events).toContain('heard')
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
  await listening.close()
  await database.close()
})
