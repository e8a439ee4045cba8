// Several PostgreSQL servers with Citus on one machine: nodes connect to the first, the others have the shards.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, distribute, migrate } from '../server/src/db/db.ts'
import { giveTo, type Home, settleHome } from '../server/src/db/embedded/home.ts'
import { startServerProcess } from '../server/src/db/embedded/server-process.ts'
import { databaseUrl, makeTestDataDir, QUICK_SETTINGS } from '../server/test/database.ts'
import { sayLoudly } from '../server/test/debian.ts'

/** The folder with the programs of a PostgreSQL that has Citus. */
const BIN = process.env.CITUS_BIN

/** Prints a notice if there is none. */
export function hasCitus(): boolean {
  if (BIN && existsSync(join(BIN, 'postgres'))) return true
  sayLoudly(
    'NOTHING WAS TESTED WITH CITUS: set CITUS_BIN to the folder with the programs (postgres, initdb) of a PostgreSQL that has it.',
  )
  return false
}

export interface CitusServer {
  /** The address of its database `postgres`. */
  readonly url: string
  /** The postmaster's process id. */
  pid(): Promise<number>
  /** Kills all its processes at once. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Citus {
  /** Nodes connect to the first. */
  readonly servers: readonly CitusServer[]
  close(): Promise<void>
}

export async function startCitus(shardServers = 2, settings: Readonly<Record<string, string>> = {}): Promise<Citus> {
  const { dataDir, elsewhereDir } = await makeTestDataDir()
  const home = await settleHome({ dataDir, elsewhereDir, log: () => {}, uid: process.getuid?.() ?? 0 })
  const folders = Array.from({ length: 1 + shardServers }, (_, at) => join(home.dir, `server-${at}`))
  const [first = '', ...others] = folders
  await mkdir(first)
  await giveTo(first, home.account)
  const options = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ]
  await run(home, [join(BIN ?? '', 'initdb'), `--pgdata=${first}`, ...options])
  for (const folder of others) await promisify(execFile)('cp', ['-a', first, folder])
  const servers = await Promise.all(folders.map((folder) => startServer(home, folder, settings)))
  return {
    servers,
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function run(home: Home, command: readonly string[]): Promise<void> {
  const { code, lastWords } = await startServerProcess({ command, account: home.account }).exited
  if (code !== 0) throw new Error(lastWords)
}

const SETTINGS: Readonly<Record<string, string>> = {
  ...QUICK_SETTINGS,
  synchronous_commit: 'on',
  shared_preload_libraries: 'citus',
  listen_addresses: '',
  log_min_messages: 'fatal',
  // For transactions over several servers, for moving shards, and for one Citus process in every database.
  max_prepared_transactions: '300',
  wal_level: 'logical',
  max_worker_processes: '200',
  'citus.node_conninfo': 'sslmode=disable',
}

async function startServer(home: Home, dir: string, more: Readonly<Record<string, string>>): Promise<CitusServer> {
  const socketDir = `${dir}-socket`
  await mkdir(socketDir)
  await giveTo(socketDir, home.account)
  // With the second setting a server can connect to itself.
  const own = { unix_socket_directories: socketDir, 'citus.local_hostname': socketDir }
  const all = { ...SETTINGS, ...own, ...more }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(BIN ?? '', 'postgres'), '-D', dir, ...options]
  const url = `postgres://postgres@/postgres?host=${socketDir}`
  let server: ReturnType<typeof startServerProcess> | undefined
  const start = async (): Promise<void> => {
    server = startServerProcess({ command, account: home.account })
    await answers(url)
  }
  const stop = async (): Promise<void> => {
    await server?.stop()
    server = undefined
  }
  const pid = async () => Number.parseInt(await readFile(join(dir, 'postmaster.pid'), 'utf8'), 10)
  await start()
  return {
    url,
    pid,
    start,
    stop,
    async kill() {
      process.kill(await pid(), 'SIGKILL')
      await server?.exited
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await asked(url, ['select 1'])
      return
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
      await delay(ATTEMPT_PAUSE_MS)
    }
  }
}

const ATTEMPTS_MAX = 1_200
const ATTEMPT_PAUSE_MS = 50

/** Creates a database on these servers, migrated and distributed; returns its address. */
export async function makeDistributed(servers: readonly CitusServer[], name: string): Promise<string> {
  const url = await makeReady(servers, name)
  const sql = connect({ url, poolMax: 1, statementTimeoutMs: 0 })
  try {
    await migrate(sql)
    await distribute(sql, () => {})
  } finally {
    await sql.end()
  }
  return url
}

/** Creates an empty database on these servers, with all of them known to Citus; returns its address. */
export async function makeReady(servers: readonly CitusServer[], name: string): Promise<string> {
  for (const server of servers) await makeEmpty(server, name)
  const [first = '', ...others] = servers.map(({ url }) => databaseUrl(url, name))
  await asked(first, [`select citus_set_coordinator_host('${hostOf(first)}', 5432)`, ...others.map(addNode)])
  return first
}

/** Creates a database with the Citus extension. */
export async function makeEmpty({ url }: CitusServer, name: string): Promise<void> {
  await asked(url, [`create database ${name}`])
  await asked(databaseUrl(url, name), ['create extension citus'])
}

export const addNode = (url: string): string => `select citus_add_node('${hostOf(url)}', 5432)`

/** Citus takes a socket folder as a host, as libpq does. */
const hostOf = (url: string): string => new URLSearchParams(url.split('?')[1]).get('host') ?? ''

/** Runs statements on a separate connection. */
export async function asked(url: string, statements: readonly string[]): Promise<void> {
  const sql = connect({ url, poolMax: 1, statementTimeoutMs: 0 })
  try {
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
