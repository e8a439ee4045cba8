// PostgreSQL for tests: a separate database, or a whole server to stop and kill.

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Sql } from '../src/db/connect.ts'
import { connect } from '../src/db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../src/db/embedded/embedded.ts'

export const TEMPLATE = 'template_migrated'

/** Test data need not survive a crash, so nothing waits for the disk. */
export const QUICK_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
}

/** A data folder for a test's server, which PostgreSQL's account can enter under root. `elsewhereDir` keeps tests out of real folders. */
export async function makeTestDataDir(): Promise<{ dataDir: string; elsewhereDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-db-'))
  await chmod(dataDir, 0o755)
  return { dataDir, elsewhereDir: join(dataDir, 'elsewhere') }
}

export interface FreshDatabase {
  /** Can be the DATABASE_URL of child processes. */
  readonly url: string
  readonly sql: Sql
  close(): Promise<void>
}

const POOL_MAX = 10
const STATEMENT_TIMEOUT_MS = 60_000
const COPIES_MAX = 50

/** A migrated, empty database for one test file: `const db = await freshDatabase()` in beforeAll, `db.close()` in afterAll. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return makeDatabase((admin, name) => copyTemplate(admin, name))
}

/** A database without any table, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return makeDatabase((admin, name) => admin`create database ${admin(name)} template template0`)
}

async function makeDatabase(make: (admin: Sql, name: string) => PromiseLike<unknown>): Promise<FreshDatabase> {
  const serverUrls = inject('databaseServerUrls')
  const name = `test_${randomBytes(8).toString('hex')}`
  for (const serverUrl of serverUrls) await asAdmin(serverUrl, (admin) => make(admin, name))
  const url = databaseUrl(serverUrls[0] ?? '', name)
  const sql = connect({ url, poolMax: POOL_MAX, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  const close = async (): Promise<void> => {
    await sql.end()
    for (const serverUrl of serverUrls) {
      await asAdmin(serverUrl, (admin) => admin`drop database if exists ${admin(name)} with (force)`)
    }
  }
  return { url, sql, close }
}

/** PostgreSQL rejects copying while another session uses the template, so concurrent test files retry. */
async function copyTemplate(admin: Sql, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin`create database ${admin(name)} template ${admin(TEMPLATE)}`
      return
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === COPIES_MAX) throw error
    }
  }
}

const OBJECT_IN_USE = '55006'

async function asAdmin(serverUrl: string, work: (admin: Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = connect({ url: serverUrl, poolMax: 1, statementTimeoutMs: 60_000 })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/\/[^/?]*\?/, `/${name}?`)
}

export interface TestServer {
  readonly url: string
  /** The process id of the main PostgreSQL process. */
  pid(): Promise<number>
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

/** A separate PostgreSQL server, for tests that stop and restart it. Its data survives a kill, but not a power cut. */
export async function startPostgres(more: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const { dataDir, elsewhereDir } = await makeTestDataDir()
  const settings = { ...QUICK_SETTINGS, synchronous_commit: 'on', ...more }
  const start = (): Promise<EmbeddedServer> => startEmbedded({ dataDir, elsewhereDir, log: () => {}, settings })
  let server: EmbeddedServer | undefined = await start()
  const { url, clusterDir } = server
  const stop = async (): Promise<void> => {
    await server?.stop()
    server = undefined
  }
  return {
    url,
    pid: async () => Number.parseInt(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'), 10),
    start: async () => {
      server ??= await start()
    },
    stop,
    close: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
