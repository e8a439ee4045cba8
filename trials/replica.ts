// Two PostgreSQL servers, the second a synchronous standby of the first, for tests that lose the first.
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { connect, type Sql } from '../server/src/db/db.ts'
import { findBinaries, prepareBinaries } from '../server/src/db/embedded/binaries.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { giveTo, type Home, runs, settleHome } from '../server/src/db/embedded/home.ts'
import { startServerProcess } from '../server/src/db/embedded/server-process.ts'
import { makeTestDataDir, QUICK_SETTINGS } from '../server/test/database.ts'
import { WAIT } from '../server/test/waiting.ts'

export interface Pair {
  /** Names both servers, the primary first. */
  readonly url: string
  readonly first: Member
  readonly second: Member
  /** Kills all processes of the first server at once, as when its machine is lost. */
  loseFirst(): Promise<void>
  /** Makes the second the primary; resolves when it is. */
  promoteSecond(): Promise<void>
  close(): Promise<void>
}

interface Member {
  /** Connects to this server only. */
  readonly sql: Sql
  readonly socketDir: string
  pids(): Promise<number[]>
  stop(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const { dataDir, elsewhereDir } = await makeTestDataDir()
  const made = await startEmbedded({ dataDir, elsewhereDir, log: () => {}, settings: QUICK_SETTINGS })
  await made.stop()
  const home = await settleHome({ dataDir, elsewhereDir, log: () => {}, uid: process.getuid?.() ?? 0 })
  // A copy of a stopped server equals a base backup.
  const copyDir = `${home.clusterDir}-second`
  await promisify(execFile)('cp', ['-a', home.clusterDir, copyDir])
  await writeFile(join(copyDir, 'standby.signal'), '')
  const first = await startMember(home, 'first', { synchronous_standby_names: '*' })
  const following = { primary_conninfo: `host=${first.socketDir} user=postgres application_name=second` }
  const second = await startMember({ ...home, clusterDir: copyDir }, 'second', following)
  await vi.waitUntil(async () => {
    const states = await first.sql`select 1 from pg_stat_replication where sync_state = 'sync'`
    return states.length === 1
  }, WAIT)
  return {
    url: `postgres://postgres@/postgres?host=${first.socketDir},${second.socketDir}&target_session_attrs=read-write`,
    first,
    second,
    async loseFirst() {
      for (const pid of await first.pids()) kill(pid)
      await first.stop()
    },
    async promoteSecond() {
      await second.sql`select pg_promote(true, 30)`
    },
    async close() {
      await Promise.all([first.sql.end(), second.sql.end()])
      await Promise.all([first.stop(), second.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startMember(home: Home, name: string, settings: Readonly<Record<string, string>>): Promise<Member> {
  const { nativeDir } = await prepareBinaries(await findBinaries(), {
    copyParentDir: home.dir,
    isUsable: (dir) => runs(join(dir, 'bin', 'postgres'), ['--version'], home.account),
    log: () => {},
  })
  const socketDir = join(home.dir, name)
  await mkdir(socketDir)
  await giveTo(socketDir, home.account)
  const all = { ...QUICK_SETTINGS, ...OWN_SETTINGS, unix_socket_directories: socketDir, ...settings }
  const arguments_ = Object.entries(all).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
  const command = [join(nativeDir, 'bin', 'postgres'), '-D', home.clusterDir, ...arguments_]
  const server = startServerProcess({ command, account: home.account })
  const url = `postgres://postgres@/postgres?host=${socketDir}`
  const sql = connect({ url, poolMax: 2, statementTimeoutMs: 60_000 })
  await vi.waitFor(() => sql`select 1`, WAIT)
  return { sql, socketDir, stop: () => server.stop(), pids: () => processesOf(home.clusterDir) }
}

/** Acknowledged data is on both servers, and survives a killed process. */
const OWN_SETTINGS = { listen_addresses: '', synchronous_commit: 'on', log_min_messages: 'fatal' }

/** The postmaster and all processes that it has started. */
async function processesOf(clusterDir: string): Promise<number[]> {
  const pid = Number.parseInt(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.trim().split(' ').map(Number)]
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with the postmaster.
  }
}
