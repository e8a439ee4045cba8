import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { type Facts, traced } from '../observability/trace.ts'
import { CONNECT_TIMEOUT_MS, clientOf, prepare, type RoutedClient, type Source, takeClient } from './client.ts'
import { createRoute } from './cluster/route.ts'
import { type PreparedQuery, preparedQuery } from './prepared.ts'
import { makeTag, type Rows, type Run, type Tag } from './statement.ts'

export type { Tag } from './statement.ts'

export type TransactionSql = Tag

export interface Sql extends Tag {
  /** Runs the work in a transaction; if the work throws, the transaction is rolled back. */
  begin<T>(work: (tx: TransactionSql) => Promise<T> | PromiseLike<T>): Promise<T>
  /** Runs the work on one connection, without a transaction. What it sets or locks for the session stays until it undoes that. */
  session<T>(work: (session: TransactionSql) => Promise<T>): Promise<T>
  /** See `ConnectOptions`. */
  readonly sharesSessions: boolean
  connections(): { open: number; idle: number; waiting: number }
  /** Waits briefly until all statements have finished, also those that wait for a connection; then closes the pool. */
  end(): Promise<void>
}

interface ConnectOptions {
  readonly url: string
  readonly poolMax: number
  /** The longest time one statement may run on the server; 0 means no limit. */
  readonly statementTimeoutMs: number
  /** A pooler can give every transaction another connection: session settings and prepared statements do not carry over. */
  readonly sharesSessions?: boolean | undefined
}

const IDLE_TIMEOUT_MS = 10_000
/** How long `end` waits for statements: less than the time that is left when the service stops. */
const SETTLE_TIMEOUT_MS = 4_000
/** The code of an error that does not concern the statement: the database could not be reached. */
export const AWAY = 'DATABASE_AWAY'

/** Whether a statement was sent but not answered, so that it may have run or may still run. */
export function mayHaveRun(error: unknown): boolean {
  return (error as { wasSent?: unknown } | null)?.wasSent === true
}

/** Opens a pool; the first statement connects. */
export function connect(options: ConnectOptions): Sql {
  const route = createRoute(options.url)
  const pool = new pg.Pool({
    Client: clientOf(route, options.statementTimeoutMs),
    // How long a statement waits for a connection; the client limits how long connecting takes.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: options.poolMax,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    onConnect: (client) =>
      prepare(client as RoutedClient, route, options.sharesSessions ? undefined : options.statementTimeoutMs),
  })
  // The next statement replaces a connection that is lost while idle; without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const underWay = new Set<Promise<unknown>>()
  const lend = <T>(work: (ask: Run) => Promise<T>): Promise<T> => {
    const working = withClient({ pool, route }, work, options).finally(() => underWay.delete(working))
    underWay.add(working)
    return working
  }
  const run: Run = (text, values, name) => lend((ask) => ask(text, values, name))
  return Object.assign(makeTag(run), {
    begin: <T>(work: (tx: TransactionSql) => Promise<T> | PromiseLike<T>) => lend((ask) => runTransaction(ask, work)),
    session: <T>(work: (session: TransactionSql) => Promise<T>) => lend((ask) => work(makeTag(ask))),
    sharesSessions: options.sharesSessions ?? false,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async end() {
      // An ending pool no longer hands out connections, not even to statements that already wait for one.
      await settled(underWay)
      await pool.end()
    },
  })
}

/** Resolves when no statement is in progress, including statements that follow from others, or after a timeout. */
async function settled(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const settling = new AbortController()
  const tooLong = delay(SETTLE_TIMEOUT_MS, true, { signal: settling.signal }).catch(() => true)
  let isOver = false
  await nextTurn()
  while (underWay.size > 0 && !isOver) {
    isOver = await Promise.race([tooLong, Promise.allSettled(underWay).then(() => false)])
    await nextTurn()
  }
  settling.abort()
}

/** Runs work on one connection, which is discarded after anything but an ordinary error of the statement. */
async function withClient<T>(
  source: Source,
  work: (ask: Run) => Promise<T>,
  { sharesSessions = false }: ConnectOptions,
): Promise<T> {
  const { route } = source
  const client = await takeClient(source).catch((error: unknown) => {
    throw isAboutTheStatement(error) ? error : away(error, false)
  })
  let isBroken = false
  const ask: Run = async (text, values, name) => {
    try {
      const answer = await traced(
        'sql',
        () => factsOf(text, name),
        () => (name && !sharesSessions ? askPrepared(client, { name, text, values }) : askOnce(client, text, values)),
      )
      return answer
    } catch (error) {
      if (isAboutTheStatement(error)) throw error
      isBroken = true
      const wasRejected = isReadOnly(error)
      if (wasRejected) route.failed(client.server)
      throw away(error, !wasRejected)
    }
  }
  try {
    return await work(ask)
  } finally {
    client.release(isBroken || route.isLeft(client.server))
  }
}

async function askOnce(client: RoutedClient, text: string, values: unknown[]): Promise<Rows> {
  const { rows, rowCount } = await client.query({ text, ...(values.length > 0 && { values }) })
  return Object.defineProperty(rows ?? [], 'count', { value: rowCount ?? 0 }) as Rows
}

function askPrepared(client: RoutedClient, query: PreparedQuery): Promise<Rows> {
  return new Promise((resolve, reject) => {
    client.query(preparedQuery(query, (error, rows) => (rows ? resolve(rows) : reject(error))))
  })
}

/** The verb and the name of a statement, without its text and values. */
function factsOf(text: string, name: string | undefined): Facts {
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+([a-z_]+)/i.exec(text) ?? []
  const operation = verb.toLowerCase()
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': name ?? (table ? `${operation} ${table.toLowerCase()}` : operation),
  }
}

async function runTransaction<T>(ask: Run, work: (tx: TransactionSql) => Promise<T> | PromiseLike<T>): Promise<T> {
  let isOver = false
  let hasFailed = false
  const tx = makeTag(async (text, values, name) => {
    if (isOver) throw new Error('the transaction is over')
    return ask(text, values, name).catch((error: unknown) => {
      hasFailed = true
      throw error
    })
  })
  await ask('begin', [])
  try {
    const value = await work(tx)
    isOver = true
    if (hasFailed) throw new Error('a statement of the transaction failed, so all of it was rolled back')
    await ask('commit', [])
    return value
  } catch (error) {
    isOver = true
    // On a lost connection there is nothing to roll back, and the first error is more useful than this one.
    await ask('rollback', []).catch(() => {})
    throw error
  }
}

/** An error of the statement itself, told by SQLSTATE (the severity is in the server's language): the connection still works. */
function isAboutTheStatement(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true
  if (!(error instanceof pg.DatabaseError) || error.code === undefined || error.message === SERVER_KILLED) return false
  return !ENDS_CONNECTION.test(error.code)
}

/** Citus reports this as an internal error if its server is killed while another works for it: the statement may or may not have run. */
const SERVER_KILLED = 'postmaster was shut down, exiting'

/** Whether adding a row for an account failed because the account was deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) return false
  return ACCOUNT_KEY.test(error.constraint ?? '')
}

/** The server became a standby or read-only while connected: another one may accept the statement. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/** Errors after which the connection is closed: lost, rejected, shut down, timed out, or to a server that became read-only. */
const ENDS_CONNECTION = /^(08...|28...|3D000|53300|57P0[1-5]|25P0[34]|25006)$/
const READ_ONLY = '25006'
const FOREIGN_KEY_VIOLATION = '23503'
/** Citus appends a number to the name in a distributed table. */
const ACCOUNT_KEY = /_account_id_fkey(_\d{1,20})?$/

function away(cause: unknown, wasSent: boolean): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return Object.assign(new Error(`the database cannot be reached: ${why}`, { cause }), { code: AWAY, wasSent })
}
