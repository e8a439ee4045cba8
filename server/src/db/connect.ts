import postgres from 'postgres'
import { openTransactions } from './transaction.ts'

export type Sql = postgres.Sql<{ bigint: number }>
export type TransactionSql = postgres.TransactionSql<{ bigint: number }>

export interface ConnectOptions {
  readonly url: string
  readonly poolMax: number
  /** The longest one statement may run on the server; 0 lets it run as long as it needs. */
  readonly statementTimeoutMs: number
}

const CONNECT_TIMEOUT_S = 5
const IDLE_TIMEOUT_S = 60
const KEEP_ALIVE_S = 10
const RECONNECT_DELAY_S = 0.05
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000

/** Opens a pool. Nothing is dialled before the first statement. Transactions have as many connections again, made when needed. */
export function connect(options: ConnectOptions): Sql {
  const sql = openPool(options, {})
  const endPool = sql.end
  const transactions = openTransactions({
    clientsMax: options.poolMax,
    openClient: (onclose) => openPool(options, { max: 1, max_lifetime: null, onclose }),
  })
  const begin = async <T>(modeOrWork: string | Work<T>, work?: Work<T>): Promise<T> =>
    typeof modeOrWork === 'string'
      ? transactions.begin(modeOrWork, work as Work<T>)
      : transactions.begin('', modeOrWork)
  const end = async ({ timeout = 0 }: { timeout?: number } = {}): Promise<void> => {
    await Promise.all([endPool({ timeout }), transactions.end(timeout)])
  }
  return Object.assign(sql, { begin, end })
}

type Work<T> = (tx: TransactionSql) => T | Promise<T>

type PoolExtra = Pick<postgres.Options<Record<never, never>>, 'max' | 'max_lifetime' | 'idle_timeout' | 'onclose'> & {
  /** Known to the driver, though not to its types. */
  onnotify: (channel: string, payload: string) => void
}

export function openPool(options: ConnectOptions, extra: Partial<PoolExtra>): Sql {
  const target = parseDatabaseUrl(options.url)
  return postgres(target.url, {
    ...(target.socketDir === undefined ? {} : { path: `${target.socketDir}/.s.PGSQL.${target.port}` }),
    max: options.poolMax,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: IDLE_TIMEOUT_S,
    keep_alive: KEEP_ALIVE_S,
    // The driver's own delay grows to 20 seconds, and a waiting statement waits with it; a constant one fails and recovers quickly.
    backoff: () => RECONNECT_DELAY_S,
    onnotice: () => {},
    types: { bigint: SAFE_BIGINT },
    connection: {
      application_name: 'equipoise',
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
    ...extra,
  })
}

export interface DatabaseTarget {
  /** What the driver understands: always with a host, never with a `host=` parameter. */
  readonly url: string
  readonly socketDir: string | undefined
  readonly port: number
}

/**
 * Understands what libpq understands about unix sockets: `postgres://user@/db?host=/folder` and `postgres://user@%2Ffolder/db`.
 * Parameters that only steer libpq itself are dropped, because the driver would send them to the server, which refuses them.
 */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  const url = new URL(text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=[/?]|$)/, '$1localhost'))
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Error('a database URL starts with postgres:// or postgresql://')
  }
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  for (const name of LIBPQ_ONLY_PARAMETERS) url.searchParams.delete(name)
  const isSocket = host.startsWith('/')
  url.hostname = isSocket ? 'localhost' : host
  return { url: url.href, socketDir: isSocket ? host : undefined, port: Number(url.port || DEFAULT_PORT) }
}

const DEFAULT_PORT = 5432
const LIBPQ_ONLY_PARAMETERS = [
  'host',
  'channel_binding',
  'gssencmode',
  'sslcert',
  'sslkey',
  'sslcompression',
  'passfile',
]

/** Counters stay far below 2^53, so int8 is a JavaScript number; a value beyond that is an error, never a rounded figure. */
const SAFE_BIGINT = {
  to: 20,
  from: [20],
  parse: (text: string): number => {
    const value = Number(text)
    if (!Number.isSafeInteger(value))
      throw new RangeError(`${text} is beyond the whole numbers that JavaScript holds exactly`)
    return value
  },
  serialize: (value: number): string => String(value),
}
