import postgres from 'postgres'
import { ARRAY_TYPES } from './arrays.ts'
import { type Clients, openClients } from './clients.ts'
import { runTransaction, type Work } from './transaction.ts'
import { parseDatabaseUrl } from './url.ts'
import { makeDialer } from './wire.ts'

export type Sql = postgres.Sql<{ bigint: number }>
export type TransactionSql = postgres.TransactionSql<{ bigint: number }>

export interface ConnectOptions {
  readonly url: string
  readonly poolMax: number
  /** The longest one statement may run on the server; 0 lets it run as long as it needs. */
  readonly statementTimeoutMs: number
}

const CONNECT_TIMEOUT_S = 5
const KEEP_ALIVE_S = 10
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** How much longer than its longest statement a server may be silent before it counts as vanished. */
const SILENCE_MARGIN_MS = 5_000

/**
 * Opens a pool; nothing is dialled before the first statement. What comes back is the driver's `sql`, but statements run on our own
 * clients (see there), one at a time on each. `listen`, `subscribe` and `reserve` are left as the driver has them and not for use.
 */
export function connect(options: ConnectOptions): Sql {
  const open = makeOpener(options)
  const clients = openClients({ max: options.poolMax, open })
  // Writes statements down, and never runs one.
  const scribe = open(() => {})
  const direct = makeDirector(clients)
  const begin = async <T>(modeOrWork: string | Work<T>, maybeWork?: Work<T>): Promise<T> => {
    const [mode, work] = typeof modeOrWork === 'string' ? [modeOrWork, maybeWork as Work<T>] : ['', modeOrWork]
    const client = await clients.take()
    return runTransaction({ client, mode, work }).finally(() => clients.giveBack(client))
  }
  return Object.assign(direct(scribe as unknown as Call), scribe, {
    unsafe: direct(scribe.unsafe as Call),
    begin,
    end: ({ timeout = 0 }: { timeout?: number } = {}) => clients.end(timeout),
  }) as unknown as Sql
}

type Call = (...args: unknown[]) => unknown

/** What a statement of the driver is, as far as we touch it: a promise that hands itself to its handler when it is first awaited. */
interface Statement extends Promise<unknown> {
  handler: (statement: Statement) => void
  reject: (error: unknown) => void
}

/** Gives every statement that a call makes to our clients. A statement within another one is never awaited, so it stays text. */
function makeDirector(clients: Clients): (call: Call) => Call {
  const handler = (statement: Statement): void => {
    clients.take().then(
      (client) => {
        statement
          .catch((error: { severity?: string }) => {
            // Anything but an ordinary refusal by the server may mean that the connection is about to close.
            if (error.severity !== 'ERROR') client.discard()
          })
          .then(() => clients.giveBack(client))
        ;(client.sql.unsafe('') as unknown as Statement).handler(statement)
      },
      (error) => statement.reject(error),
    )
  }
  return (call) =>
    (...args) => {
      const made = call(...args)
      return made instanceof Promise ? Object.assign(made, { handler }) : made
    }
}

function makeOpener(options: ConnectOptions): (onClose: () => void) => Sql {
  const { driverUrl, target } = parseDatabaseUrl(options.url)
  const silenceTimeoutMs = options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + SILENCE_MARGIN_MS
  const socket = makeDialer({ target, silenceTimeoutMs, connectTimeoutMs: CONNECT_TIMEOUT_S * 1_000 })
  const types: Record<string, postgres.PostgresType> & { bigint: typeof SAFE_BIGINT } = {
    ...ARRAY_TYPES,
    bigint: SAFE_BIGINT,
  }
  const settings = {
    socket,
    ssl: false,
    max: 1,
    max_lifetime: null,
    connect_timeout: CONNECT_TIMEOUT_S,
    keep_alive: KEEP_ALIVE_S,
    fetch_types: false,
    types,
    onnotice: () => {},
    connection: {
      application_name: 'equipoise',
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  }
  return (onclose) => {
    const sql = postgres(driverUrl, { ...settings, onclose }) as unknown as Sql
    // Without the driver's own list of array types the server says which one it expects.
    return Object.assign(sql, { array: (list: unknown[], type = 0) => sql.typed(list as never, type) })
  }
}

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
