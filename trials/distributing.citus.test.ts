// equipoise-admin distribute when something is in its way, and backups of a distributed database.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  backUp,
  checkBackup,
  connect,
  distribute,
  migrate,
  openDatabase,
  restore,
  type Sql,
} from '../server/src/db/db.ts'
import { tryLock } from '../server/src/db/work-lock.ts'
import { databaseUrl, startPostgres } from '../server/test/database.ts'
import { call } from '../server/test/load.ts'
import { TEST_SECRET } from '../server/test/service.ts'
import { say } from '../server/test/upstream.ts'
import { asked, type Citus, type CitusServer, hasCitus, makeDistributed, makeReady, startCitus } from './citus-setup.ts'
import { openCluster } from './cluster-setup.ts'

const PROGRAM = join(import.meta.dirname, '../server/bin/equipoise-admin.mjs')
const LONG = { timeout: 120_000, interval: 500 }
const PATIENT = 'set local idle_in_transaction_session_timeout = 0'
const OFTEN = { ...LONG, interval: 50 }
const ACCOUNTS = 300

let citus: Citus
let folder: string
let open: Sql[] = []

describe.skipIf(!hasCitus())('distributing', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'distributing-'))
    citus = await startCitus(2)
  }, 300_000)
  afterAll(async () => {
    await closeAll()
    await citus?.close()
    await rm(folder, { recursive: true, force: true })
  })

  function opened(url: string): Sql {
    const sql = connect({ url, poolMax: 3, statementTimeoutMs: 0 })
    open.push(sql)
    return sql
  }

  async function close(sql: Sql): Promise<void> {
    open = open.filter((one) => one !== sql)
    await sql.end()
  }
  const closeAll = () => Promise.all(open.map(close))

  const server = (at: number): CitusServer => {
    const found = citus.servers[at]
    if (!found) throw new Error('a server is missing')
    return found
  }

  describe('a database with accounts and usage', () => {
    let url: string
    let sql: Sql
    let before: unknown
    beforeAll(async () => {
      url = await makeReady(citus.servers, 'moved')
      sql = opened(url)
      await migrate(sql)
      await fill(sql)
      await sql.unsafe('alter table usage_days rename constraint usage_days_account_id_fkey to "The other key"')
      before = await contentOf(sql)
    })

    const rejection = () => distribute(sql, () => {}).then(String, String)
    const isWhole = async () => expect(await contentOf(sql)).toEqual(before)

    test('stays unchanged if a server cannot be reached, and the error names it', async () => {
      await server(2).kill()
      expect(await rejection()).toMatch(
        /cannot use these database servers: \S*server-2-socket:5432 \(failed to connect/,
      )
      await server(2).start()
      await isWhole()
    })

    test('stays unchanged while a node is connected', async () => {
      const node = opened(url)
      await node`select 1`
      expect(await rejection()).toContain('nodes are connected to the database. Stop them first')
      await close(node)
      await isWhole()
    })

    test('stays unchanged if the role does not own the tables', async () => {
      await sql.unsafe('create role somebody login; grant select on all tables in schema public to somebody')
      const other = opened(url.replace('postgres@', 'somebody@'))
      const said = await distribute(other, () => {}).then(String, String)
      expect(said).toContain('the tables belong to the role postgres, and somebody cannot change them')
      await close(other)
      await isWhole()
    })

    test('is distributed by a run after others were killed, and later runs change nothing', async () => {
      await close(sql)
      for (const table of ['usage_days', 'charge_slots']) {
        await vi.waitFor(async () => expect(await killedAt(url, table)).toContain(`Distributing ${table}.`), LONG)
      }
      const said: string[] = []
      await vi.waitFor(async () => {
        said.push(await admin(url, 'distribute'))
        expect(said.at(-1)).toContain('2 database servers have accounts. Start the nodes now.')
      }, LONG)
      for (const one of said.slice(0, -1)) expect(one).toContain('another equipoise-admin distribute is at work')
      expect(await admin(url, 'distribute')).toContain('The tables are already distributed.')
      sql = opened(url)
      await isWhole()
      const [left] = await sql<{ bytes: number }[]>`select pg_relation_size('usage_days') as bytes`
      expect(left).toEqual({ bytes: 0 })
      const functions = await sql`select 1 from pg_dist_object where distribution_argument_index is not null`
      expect(functions).toHaveLength(3)
    })
  })

  test('a node does not start while tables are moved, and says why', async () => {
    const url = await makeReady(citus.servers, 'started')
    const sql = opened(url)
    await migrate(sql)
    const start = () => openDatabase({ url, dataDir: folder, log: () => {} })
    await sql.begin(async (tx) => {
      await tx.unsafe(PATIENT)
      expect(await tryLock(tx, 'distribute')).toBe(true)
      await expect(start()).rejects.toThrow('equipoise-admin distribute is moving tables of this database')
    })
    const database = await start()
    await database.close()
  })

  test('servers with different versions of Citus are named, and nothing is distributed', async () => {
    const url = await makeReady(citus.servers, 'versions')
    const sql = opened(url)
    await migrate(sql)
    await asked(databaseUrl(server(2).url, 'versions'), [
      'set citus.enable_version_checks = off; set citus.enable_ddl_propagation = off',
      `drop extension citus cascade; create extension citus version '12.1-1'`,
    ])
    const said = await distribute(sql, () => {}).then(String, String)
    expect(said).toMatch(
      /the one of DATABASE_URL has PostgreSQL \d+ with Citus 13\S*, others have: \S+ \(.*Citus 12\.1-1\)/,
    )
    expect(await sql`select 1 from pg_dist_partition`).toHaveLength(0)
  })

  test('a backup made while accounts are created and deleted restores the same deployment elsewhere', async () => {
    const url = await makeDistributed(citus.servers, 'backed_up')
    const sql = opened(url)
    const cluster = await openCluster(1, { url, close: async () => {} })
    // The balancer may briefly see its only node as down if the machine is busy.
    const account = await vi.waitFor(() => cluster.account('pro'), LONG)
    const [port = 0] = cluster.ports
    const chat = {
      path: '/ai/chat',
      headers: { ...account.headers, 'idempotency-key': 'once' },
      payload: { messages: [{ role: 'user', content: 'Why?' }] },
    }
    await fill(sql)
    cluster.upstream.plan(say('Because of that.'))
    const answer = await call(port, chat)
    const draw = { seed: 'backup', bias: 0.5, N: 3, samples: 1_000 }
    const drawn = await call(port, { path: '/compute', headers: account.headers, payload: draw })
    await sql`update topup_balances set compute = 77`
    const usedAt = async (itsPort: number) => {
      const { body } = await call(itsPort, { path: '/usage/stats', headers: account.headers })
      const { endpoints, topup_balance, keys } = JSON.parse(body)
      return { endpoints, topup_balance, keys }
    }
    const used = await usedAt(port)
    expect([answer.status, drawn.status, used.keys[0].calls]).toEqual([200, 200, 2])
    await cluster.close()

    const path = join(folder, 'backup')
    const crowd = comeAndGo(sql)
    await backUp(sql, { path, nowMs: Date.now })
    expect(await crowd.stop()).toBeGreaterThan(0)
    const backup = await checkBackup(path)

    const isSame = async (there: string, close: () => Promise<void>): Promise<void> => {
      const [lost] = await opened(there)<{ count: number }[]>`
        select count(*) from accounts where id not in (select account_id from topup_balances)`
      expect(lost).toEqual({ count: 0 })
      const restored = await openCluster(1, { url: there, close })
      const [itsPort = 0] = restored.ports
      expect(await usedAt(itsPort)).toEqual(used)
      expect(await call(itsPort, chat)).toEqual(answer)
      expect(restored.upstream.calls).toEqual([])
      await closeAll()
      await restored.close()
    }
    const single = await startPostgres()
    await restore(opened(single.url), backup)
    await isSame(single.url, () => single.close())
    const again = await makeReady(citus.servers, 'restored')
    await restore(opened(again), backup)
    await closeAll()
    expect(await admin(again, 'distribute')).toContain('2 database servers have accounts')
    await isSame(again, async () => {})
  })

  test('a backup that cannot start blocks no writes, and starts once it can', async () => {
    const url = await makeDistributed(citus.servers, 'hindered')
    const [sql, first, second] = [opened(url), opened(url), opened(databaseUrl(server(2).url, 'hindered'))]
    await fill(sql)
    const path = join(folder, 'hindered')
    const waits = async (there: Sql, query: string) => {
      const found = await there`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`${query}%`}`
      return found.length > 0
    }
    const shards = await second<{ name: string }[]>`
      select logicalrelid || '_' || shardid as name from pg_dist_shard
      join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)`
    let making: Promise<unknown> | undefined
    await second.begin(async (ofShards) => {
      await ofShards.unsafe(PATIENT)
      await ofShards.unsafe('set local citus.enable_manual_changes_to_shards = on')
      await ofShards.unsafe(`lock table ${shards.map(({ name }) => name).join(', ')} in access exclusive mode`)
      await first.begin(async (tx) => {
        await tx.unsafe(PATIENT)
        await tx`lock table accounts in row exclusive mode`
        making = backUp(sql, { path, nowMs: Date.now })
        await expect.poll(() => waits(sql, 'lock table'), OFTEN).toBe(true)
        await expect.poll(() => waits(sql, 'lock table'), OFTEN).toBe(false)
      })
      await expect.poll(() => waits(second, 'SELECT'), OFTEN).toBe(true)
      await first.unsafe(`set lock_timeout = '60s'; update accounts set name = 'written meanwhile'`)
    })
    await making
    expect(await checkBackup(path)).toMatchObject({ tail: { rows: expect.any(Number) } })
  })
})

async function fill(sql: Sql): Promise<void> {
  await sql`
    insert into accounts (email, password_hash, name)
    select 'person' || n || '@example.org', '', '' from generate_series(1, ${ACCOUNTS}::int) n`
  await sql`
    insert into usage_days (account_id, day, meter, units)
    select id, date '2026-11-17' - d, 'compute', id % 7 from accounts, generate_series(0, 19) d`
}

async function contentOf(sql: Sql): Promise<unknown> {
  const [row] = await sql`
    select (select count(*) from accounts) as accounts, (select count(*) from topup_balances) as balances,
      (select md5(string_agg(account_id || ' ' || day || ' ' || units, ',' order by account_id, day)) from usage_days) as days`
  return row
}

/** Creates and deletes accounts until it is stopped; returns how many. */
function comeAndGo(sql: Sql) {
  let isOver = false
  const coming = (async () => {
    let created = 0
    for (; !isOver; created++) {
      await sql`insert into accounts (email, password_hash) values (${`come${created}@example.org`}, 'x')`
      if (created % 2 === 0) await sql`delete from accounts where email = ${`come${created}@example.org`}`
    }
    return created
  })()
  return {
    stop: () => {
      isOver = true
      return coming
    },
  }
}

const started = (url: string, words: readonly string[]) =>
  spawn(process.execPath, [PROGRAM, ...words], { env: { ...process.env, DATABASE_URL: url, JWT_SECRET: TEST_SECRET } })

/** The command's output. */
async function admin(url: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = started(url, words)
  const said = await Promise.all([text(stdout), text(stderr)])
  return said.join('\n')
}

/** Runs distribute, and kills it when it reaches this table; returns its output until then. */
async function killedAt(url: string, table: string): Promise<string> {
  const process = started(url, ['distribute'])
  let said = ''
  await new Promise((resolve) => {
    process.on('exit', resolve)
    process.stderr.on('data', (words) => {
      said += words
      if (said.includes(`Distributing ${table}.`)) process.kill('SIGKILL')
    })
  })
  return said
}
