import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { type Facts, traced } from '../observability/trace.ts'
import { CONNECT_TIMEOUT_MS, clientOf, prepare, type RoutedClient, type Source, takeClient } from './client.ts'
import { createRoute } from './cluster/route.ts'
import { makeTag, type Rows, type Run, type Tag } from './statement.ts'

export type { Tag } from './statement.ts'

/** Inside a transaction. */
export type TransactionSql = Tag

export interface Sql extends Tag {
  /** Runs the work between `begin` and `commit`; if it throws, nothing of it is kept. */
  begin<T>(work: (tx: TransactionSql) => Promise<T> | PromiseLike<T>): Promise<T>
  /** Lends one connection, without a transaction: what is set or locked for the session holds until the work has undone it. */
  session<T>(work: (session: TransactionSql) => Promise<T>): Promise<T>
  /** See `ConnectOptions`. */
  readonly sharesSessions: boolean
  /** How many connections there are now, and how many wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Waits, briefly, until all that was asked for is settled, also what waits for a connection; then closes the pool. */
  end(): Promise<void>
}

interface ConnectOptions {
  readonly url: string
  readonly poolMax: number
  /** The longest one statement may run on the server; 0 lets it run as long as it needs. */
  readonly statementTimeoutMs: number
  /**
   * There is a pooler in between, which gives every transaction any free connection: nothing can be set for a session, and a
   * statement that was prepared on one connection is not known on the next.
   */
  readonly sharesSessions?: boolean | undefined
}

const IDLE_TIMEOUT_MS = 10_000
/** How long an end waits for what was asked for: less than a stop of the service has left when it comes to that. */
const SETTLE_TIMEOUT_MS = 4_000
/** The code of an error that says nothing about the statement: the database could not be asked. */
export const AWAY = 'DATABASE_AWAY'

/** Whether a statement was sent and its answer never came, so that it may have been carried out, or still will be. */
export function mayHaveRun(error: unknown): boolean {
  return (error as { wasSent?: unknown } | null)?.wasSent === true
}

/** Opens a pool; nothing is dialled before the first statement. */
export function connect(options: ConnectOptions): Sql {
  const route = createRoute(options.url)
  const pool = new pg.Pool({
    Client: clientOf(route, options.statementTimeoutMs),
    // How long a statement waits for a connection; how long a connection may take is up to the client.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: options.poolMax,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    onConnect: (client) =>
      prepare(client as RoutedClient, route, options.sharesSessions ? undefined : options.statementTimeoutMs),
  })
  // A connection that is lost while idle is replaced by the next statement; without a listener it would end the process.
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
      // A pool that ends no longer hands out connections, also to those who wait for one already.
      await settled(underWay)
      await pool.end()
    },
  })
}

/** Resolves when nothing is in progress, what follows from an answer included, or when it has taken too long. */
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

/** Lends one connection. After anything but an ordinary error by the server it is thrown away. */
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
        () => client.query({ text, ...(values.length > 0 && { values }), ...(name && !sharesSessions && { name }) }),
      )
      return Object.defineProperty(answer.rows ?? [], 'count', { value: answer.rowCount ?? 0 }) as Rows
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

/** The verb and the name of a statement: neither its text nor its values. */
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
    // Where the connection is lost there is nothing to roll back, and the first error says more than this one would.
    await ask('rollback', []).catch(() => {})
    throw error
  }
}

/**
 * PostgreSQL's own error about a statement, after which the connection still works. Decided by SQLSTATE: the severity is a word in the
 * language of the server.
 */
function isAboutTheStatement(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true
  if (!(error instanceof pg.DatabaseError) || error.code === undefined || error.message === SERVER_KILLED) return false
  return !ENDS_CONNECTION.test(error.code)
}

/** What Citus says, under the code of an internal error, if its server is killed while another one works for it: that may be done or not. */
const SERVER_KILLED = 'postmaster was shut down, exiting'

/** Whether a row that belongs to an account was to be added, and the account was deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) return false
  return ACCOUNT_KEY.test(error.constraint ?? '')
}

/** The server was made a standby, or set to read-only, under the connection: another one may take what it does not. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/**
 * Lost connections, rejected sign-ins, unknown databases, no connection left, shutdowns, time-outs of a whole session, and a server that
 * no longer writes.
 */
const ENDS_CONNECTION = /^(08...|28...|3D000|53300|57P0[1-5]|25P0[34]|25006)$/
const READ_ONLY = '25006'
const FOREIGN_KEY_VIOLATION = '23503'
/** In a distributed table, a number follows. */
const ACCOUNT_KEY = /_account_id_fkey(_\d{1,20})?$/

function away(cause: unknown, wasSent: boolean): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return Object.assign(new Error(`the database cannot be reached: ${why}`, { cause }), { code: AWAY, wasSent })
}
