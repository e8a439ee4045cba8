import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '../connect.ts'
import { type Binaries, findBinaries, prepareBinaries } from './binaries.ts'
import { ensureCluster, inUse, ROLE, waitUntilFree } from './cluster.ts'
import { type Home, makeSocketDir, runs, settleHome } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { type Exit, type ServerProcess, startServerProcess } from './server-process.ts'

/** Our own PostgreSQL: it starts and ends with this process, and only we can reach it, over a unix socket. */
export interface EmbeddedServer {
  /** An address for `connect`, also in other processes of the same user. */
  readonly url: string
  readonly clusterDir: string
  stop(): Promise<void>
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: (message: string) => void
  /** PostgreSQL settings in addition to ours. */
  readonly settings?: Readonly<Record<string, string>>
  readonly elsewhereDir?: string
  /** Other binaries than those of this release. */
  readonly binaries?: Binaries
}

const ELSEWHERE_DIR = '/var/lib/equipoise'
const START_TIMEOUT_MS = 120_000
const START_POLL_MS = 20

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const uid = process.getuid?.()
  if (uid === undefined)
    throw new Error('the embedded database needs Linux or macOS; here, set DATABASE_URL to a PostgreSQL 14 or later')
  const found = options.binaries ?? (await findBinaries())
  const { dataDir, log } = options
  const home = await settleHome({ dataDir, log, uid, elsewhereDir: options.elsewhereDir ?? ELSEWHERE_DIR })
  const binaries = await prepareBinaries(found, {
    copyParentDir: home.dir,
    isUsable: (nativeDir) => runs(join(nativeDir, 'bin', 'postgres'), ['--version'], home.account),
    log,
  })
  const isNew = await ensureCluster(home, binaries)
  await waitUntilFree(home.clusterDir)
  const socketDir = await makeSocketDir(home)
  const url = `postgres://${ROLE}@/${ROLE}?host=${encodeURIComponent(socketDir)}`
  const command = serverCommand({ home, binaries, socketDir, settings: options.settings ?? {} })
  const stop = await keepRunning({ start: () => launch({ command, url, home }), log })
  log(
    `PostgreSQL ${binaries.major} ${isNew ? 'created and opened a new database' : 'opened the database'} in ${home.clusterDir}.`,
  )
  return {
    url,
    clusterDir: home.clusterDir,
    stop: async () => {
      await stop()
      await rmdir(socketDir).catch(() => {})
    },
  }
}

function serverCommand(options: {
  home: Home
  binaries: Binaries
  socketDir: string
  settings: Readonly<Record<string, string>>
}): string[] {
  const settings = { ...SETTINGS, unix_socket_directories: options.socketDir, ...options.settings }
  return [
    join(options.binaries.nativeDir, 'bin', 'postgres'),
    '-D',
    options.home.clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** At levels below `fatal`, PostgreSQL would write values of rows into the messages that we keep. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  log_min_messages: 'fatal',
  jit: 'off',
}

async function launch(options: { command: readonly string[]; url: string; home: Home }): Promise<ServerProcess> {
  const server = startServerProcess({ command: options.command, account: options.home.account })
  let ended: Exit | undefined
  void server.exited.then((exit) => {
    ended = exit
  })
  const sql = connect({ url: options.url, poolMax: 1, statementTimeoutMs: START_TIMEOUT_MS })
  const deadlineMs = Date.now() + START_TIMEOUT_MS
  try {
    for (;;) {
      const error = await sql`select 1`.then(
        () => undefined,
        (reason: Error) => reason,
      )
      if (ended !== undefined) throw new Error(explainEnd(ended.lastWords, options.home.clusterDir))
      if (error === undefined) return server
      if (Date.now() >= deadlineMs) {
        await server.stop()
        throw new Error(`PostgreSQL did not answer within ${START_TIMEOUT_MS / 1_000} s: ${error.message}`)
      }
      await delay(START_POLL_MS)
    }
  } finally {
    await sql.end()
  }
}

function explainEnd(lastWords: string, clusterDir: string): string {
  return lastWords.includes('postmaster.pid')
    ? inUse(clusterDir, undefined)
    : `PostgreSQL stopped while starting. ${lastWords}`
}
