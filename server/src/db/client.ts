// One connection: how it is opened, to which server, what is set on it before its first use, and how values are parsed.
import pg from 'pg'
import type { Server } from './address.ts'
import { checkServer, type Route } from './cluster/route.ts'

/** How long a connection may take, and how long a statement waits for one. */
export const CONNECT_TIMEOUT_MS = 5_000
/** Shorter if there is another server to try. */
const CONNECT_TIMEOUT_OF_SEVERAL_MS = 2_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** How much longer than its longest statement a server may be silent before the connection counts as lost. */
const SILENCE_MARGIN_MS = 5_000

/** The settings of a connection, also of listeners. Poolers reject timeouts among the start parameters, so those are set later. */
export function clientSettings(route: Route, { url }: Server, statementTimeoutMs: number): pg.ClientConfig {
  return {
    connectionString: asLibpqReadsIt(url),
    connectionTimeoutMillis: connectTimeoutMs(route),
    keepAlive: true,
    application_name: 'equipoise',
    types: { getTypeParser: parserOf },
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + SILENCE_MARGIN_MS } : {}),
  }
}

export function connectTimeoutMs({ size }: Route): number {
  return size > 1 ? CONNECT_TIMEOUT_OF_SEVERAL_MS : CONNECT_TIMEOUT_MS
}

/** By default the driver would verify certificates with every `sslmode`; libpq does so with `verify-full` but not with `require`. */
function asLibpqReadsIt(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url
  return `${url}&uselibpqcompat=true`
}

export interface RoutedClient extends pg.Client {
  readonly server: Server
}

/** Errors of failed connections, with their server. */
const unreached = new WeakMap<object, Server>()

/** The pool creates its clients itself; each connects to the current server of the route. */
export function clientOf(route: Route, statementTimeoutMs: number): new () => RoutedClient {
  return class extends pg.Client {
    readonly server: Server
    constructor() {
      const server = route.next()
      super(clientSettings(route, server, statementTimeoutMs))
      this.server = server
    }
    override connect(): Promise<this>
    override connect(done: (error: Error | null) => void): void
    override connect(done?: (error: Error | null) => void): unknown {
      if (done === undefined) return super.connect()
      super.connect((error: Error | null) => {
        if (error) notReached(route, this.server, error)
        done(error)
      })
    }
  }
}

function notReached(route: Route, server: Server, error: Error): void {
  // As with libpq: if one server rejects the credentials, the next is not tried.
  if (isRejection(error)) return
  unreached.set(error, server)
  route.failed(server)
}

/** Runs before the first use of a connection. Without a statement timeout nothing is set: the session belongs to a pooler. */
export async function prepare(client: RoutedClient, route: Route, statementTimeoutMs?: number): Promise<void> {
  try {
    if (statementTimeoutMs !== undefined) await setTimeouts(client, statementTimeoutMs)
    await checkServer(client, route.needs, connectTimeoutMs(route))
    route.reached(client.server)
  } catch (error) {
    notReached(route, client.server, error as Error)
    throw error
  }
}

async function setTimeouts(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(
    `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
  )
}

export interface Source {
  readonly pool: pg.Pool
  readonly route: Route
}

/** Returns a connection to the current server; tries each server once. */
export async function takeClient({ pool, route }: Source): Promise<RoutedClient & pg.PoolClient> {
  const errors: string[] = []
  for (;;) {
    try {
      const client = (await pool.connect()) as RoutedClient & pg.PoolClient
      if (!route.isLeft(client.server)) return client
      client.release(true)
    } catch (error) {
      const server = unreached.get(error as object)
      if (route.size === 1 || server === undefined) throw error
      errors.push(`${server.name}: ${(error as Error).message}`)
      if (errors.length === route.size) throw Object.assign(error as Error, { message: errors.join('; ') })
    }
  }
}

/** The server rejects this user or this database. */
function isRejection(error: Error): boolean {
  return error instanceof pg.DatabaseError && REFUSAL.test(error.code ?? '')
}

const REFUSAL = /^(28|3D)/

const { builtins } = pg.types
const INT8_ARRAY = 1016

/** Counters stay far below 2^53, so int8 becomes a JavaScript number; a larger value throws instead of being rounded. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is larger than the integers that JavaScript can represent exactly`)
}

export const parserOf = ((type: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(type, 'binary')
  if (type === builtins.INT8) return parseInt8
  if (type === INT8_ARRAY)
    return (text: string) => (pg.types.getTypeParser(INT8_ARRAY as number)(text) as string[]).map(parseInt8)
  // A date has no time zone: the driver would read it as midnight in the time zone of this machine.
  if (type === builtins.DATE) return (text: string) => text
  return pg.types.getTypeParser(type, 'text')
}) as typeof pg.types.getTypeParser
