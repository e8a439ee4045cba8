// Opens the database of a deployment for a command: a remote one, a running embedded one, or an embedded one started for this command.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from '../connect.ts'
import { findPooler } from '../pooler.ts'
import { makeTag } from '../statement.ts'
import { isAlive, readMajor } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { findHome } from './home.ts'

export interface Attached {
  readonly sql: Sql
  readonly kind: 'remote' | 'running' | 'started'
  close(): Promise<void>
}

interface AttachOptions {
  readonly url?: string | undefined
  readonly dataDir: string
  readonly log: (message: string) => void
  /** Whether to create an embedded database if there is none; otherwise that is an error. */
  readonly mayCreate?: boolean
}

const POOL_MAX = 3

/** Does not apply migrations. */
export async function attachDatabase(options: AttachOptions): Promise<Attached> {
  const running = options.url ?? (await runningUrl(options.dataDir))
  if (running === undefined && !options.mayCreate) await rejectNone(options.dataDir)
  const started = running === undefined ? await startEmbedded(options) : undefined
  // If the database is unreachable, the first statement will report it.
  const sharesSessions = options.url !== undefined && (await findPooler(options.url).catch(() => false))
  const url = running ?? started?.url ?? ''
  const sql = connect({ url, poolMax: POOL_MAX, statementTimeoutMs: 0, sharesSessions })
  return {
    sql,
    kind: options.url !== undefined ? 'remote' : running !== undefined ? 'running' : 'started',
    async close() {
      await sql.end()
      await started?.stop()
    },
  }
}

async function rejectNone(dataDir: string): Promise<void> {
  const { clusterDir } = await findHome(dataDir)
  if ((await readMajor(clusterDir)) !== undefined) return
  throw new Error(`There is no database in ${dataDir}: start the service there once, or set DATA_DIR or DATABASE_URL.`)
}

/** A database whose every statement fails with this error, for commands that report the problem instead of giving up. */
export function withoutDatabase(error: Error): Attached {
  const fail = async (): Promise<never> => {
    throw error
  }
  const connections = () => ({ open: 0, idle: 0, waiting: 0 })
  const sql = Object.assign(makeTag(fail), {
    sharesSessions: false,
    begin: fail,
    session: fail,
    connections,
    end: async () => {},
  })
  return { sql, kind: 'started', close: async () => {} }
}

/** PostgreSQL writes its process id and the folder of its socket into a file of the cluster. */
async function runningUrl(dataDir: string): Promise<string | undefined> {
  const { clusterDir } = await findHome(dataDir)
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, socketDir] = [Number(lines[0]), lines[4]]
  if (!socketDir || !Number.isInteger(pid) || !isAlive(pid)) return undefined
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir)}`
}
