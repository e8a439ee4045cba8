// PostgreSQL, embedded or remote. Opens the pool, brings the schema up to date, and distinguishes a database that is unavailable or full
// from a statement that is wrong.

import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, openCluster } from './cluster/cluster.ts'
import { AWAY, connect, type Sql } from './connect.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { type Listening, type ListenOptions, openListener } from './listen.ts'
import { migrate } from './migrate.ts'
import { findPooler, POOLER_WARNING } from './pooler.ts'

export { backUp, type CheckedBackup, checkBackup } from './backup/backup.ts'
export { restore } from './backup/restore.ts'
export { createScheduledBackups, readLastBackup } from './backup/scheduled-backups.ts'
export { hasCitus } from './cluster/cluster.ts'
export { distribute } from './cluster/distribute.ts'
export { connect, isAccountGone, mayHaveRun, type Sql, type TransactionSql } from './connect.ts'
export { type Attached, attachDatabase, withoutDatabase } from './embedded/attach.ts'
export { createHousekeeping } from './housekeeping.ts'
export { finishDeletion } from './housekeeping-rules.ts'
export type { Listening, ListenOptions } from './listen.ts'
export { migrate, schemaState } from './migrate.ts'
export { createNotes } from './notes.ts'
export { eachPage, newestAfter, type Page } from './pages.ts'
export { POOLER_WARNING } from './pooler.ts'
export { tryLock } from './work-lock.ts'

export type ServerOf = Cluster['serverOf']

export interface Database {
  readonly sql: Sql
  /** For other processes of the same user. */
  readonly url: string
  /** Undefined in a single database. */
  readonly serverOf?: ServerOf | undefined
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Receives what any node announces on a channel; close it before the database. */
  listen(options: ListenOptions): Listening
  /** Waits briefly for all statements, then closes the pool and stops an embedded server. */
  close(): Promise<void>
}

interface OpenOptions {
  /** If absent, an embedded PostgreSQL in `dataDir`. */
  readonly url?: string | undefined
  /** The database without a pooler, if `url` leads to one that shares sessions: listeners and migrations need their own session. */
  readonly listenUrl?: string | undefined
  readonly dataDir: string
  readonly log: (message: string) => void
  readonly poolMax?: number
  readonly connectionsMax?: number
}

const POOL_MAX = 10
/** Besides its pool a process has two listeners and, briefly, one for migrations; twice that while a worker is replaced. */
export const CONNECTIONS_PER_WORKER = 2 * (POOL_MAX + 3)
const STATEMENT_TIMEOUT_MS = 10_000
const FIRST_CONTACT_TIMEOUT_MS = 30_000
const FIRST_CONTACT_POLL_MS = 250

/** Opens the database with its schema up to date. Waits up to 30 seconds for a remote one that is still starting. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const embedded = options.url === undefined ? await startEmbedded(embeddedOptions(options)) : undefined
  const url = embedded?.url ?? options.url ?? ''
  const ownUrl = options.listenUrl ?? url
  let isPooled: boolean
  try {
    isPooled = await bringUpToDate(ownUrl, options)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const sql = connect({
    url,
    poolMax: options.poolMax ?? POOL_MAX,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    sharesSessions: options.listenUrl !== undefined || isPooled,
  })
  const cluster = await openCluster(sql).catch(async (error: unknown) => {
    await sql.end()
    await embedded?.stop()
    throw error
  })
  return {
    sql,
    url,
    serverOf: cluster?.serverOf,
    // Behind such a pooler no notification ever arrives, so `onUp` is never called.
    listen: (listening) => (isPooled ? { close: async () => {} } : openListener(ownUrl, listening)),
    ping: async () => {
      await sql`select 1`
    },
    close: async () => {
      cluster?.close()
      await sql.end()
      await embedded?.stop()
    },
  }
}

function embeddedOptions({ dataDir, log, connectionsMax }: OpenOptions) {
  return { dataDir, log, ...(connectionsMax && { settings: { max_connections: String(connectionsMax) } }) }
}

async function bringUpToDate(url: string, { url: remote, log }: OpenOptions): Promise<boolean> {
  await firstContact(url)
  const isPooled = remote !== undefined && (await findPooler(url))
  if (isPooled) log(`Warning: between this service and its database, ${POOLER_WARNING}.`)
  const sql = connect({ url, poolMax: 2, statementTimeoutMs: 0, sharesSessions: isPooled })
  try {
    const applied = await migrate(sql)
    if (applied.length > 0) log(`Applied ${applied.join(', ')}.`)
  } finally {
    await sql.end()
  }
  return isPooled
}

async function firstContact(url: string): Promise<void> {
  const sql = connect({ url, poolMax: 1, statementTimeoutMs: 0, sharesSessions: true })
  await answered(sql).finally(() => sql.end())
}

async function answered(sql: Sql): Promise<void> {
  const deadlineMs = Date.now() + FIRST_CONTACT_TIMEOUT_MS
  for (;;) {
    try {
      await sql`select 1`
      return
    } catch (error) {
      const untrusted = certificateProblem(error)
      if (untrusted) throw new Error(untrusted, { cause: error })
      if (!isPassing(error) || isDoorClosed(error) || Date.now() >= deadlineMs) throw error
      await delay(FIRST_CONTACT_POLL_MS)
    }
  }
}

/** A server that lacks this role, password or database will lack it a second later too, so we do not wait. */
function isDoorClosed(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && DOOR_CLOSED.test(code)
}

const DOOR_CLOSED = /^(28|3D)/

/** An untrusted certificate, or a server without TLS, will not change within a second either. Undefined for other errors. */
function certificateProblem(error: unknown): string | undefined {
  const { code, message } = ((error as Error).cause ?? {}) as { code?: string; message?: string }
  if (UNKNOWN_AUTHORITY.has(code ?? '')) {
    return `the certificate of the database is not from a known authority (${message}). Add sslrootcert=/path/to/your-authority.pem to DATABASE_URL.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'CERT_HAS_EXPIRED') {
    return `the certificate of the database cannot be trusted: ${message}`
  }
  if (message?.includes('does not support SSL')) {
    return 'the database does not offer TLS, which sslmode in DATABASE_URL requires. Switch it on in the database, or leave sslmode out.'
  }
  return undefined
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
])

/** Whether the database was unavailable, full or too slow, so that trying again later may help. */
export function isPassing(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth++) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && (TRY_AGAIN_CODES.has(code) || CONNECTION_EXCEPTION.test(code))) return true
  }
  return false
}

const CAUSES_MAX = 5
const CONNECTION_EXCEPTION = /^08[0-9A-Z]{3}$/
/** Codes after which nothing was stored and the same statement can be sent again. */
const TRY_AGAIN_CODES: ReadonlySet<string> = new Set([
  AWAY,
  '57P01', // shut down by an administrator
  '57P02', // crashed
  '57P03', // not yet ready
  '57014', // stopped because it took too long
  '40P01', // chosen to end a deadlock
  '55P03', // the lock was not available
  '53100', // the disk is full
  '53300', // no connection left
])
