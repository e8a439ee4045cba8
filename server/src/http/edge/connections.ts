// Limits what one connection, and one address with many connections, can use of this process; and ends connections when it stops.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../../ground/errors.ts'
import { countedFor } from '../../ground/network.ts'
import type { App } from '../app.ts'
import { trustedProxyTest } from '../trusted.ts'
import { lastAnswer, onTheWire } from './early.ts'
import { stopParsing } from './stop-parsing.ts'

export interface ConnectionLimits {
  /** Requests on one connection that wait for their responses. Sending more gets 429, and the connection is closed. */
  readonly unansweredMax: number
  /** Bytes of responses waiting to be read on one connection. A further request closes it. */
  readonly unreadBytesMax: number
  /** How long a caller may take to read the next part of a response. */
  readonly writeTimeoutMs: number
  /** Connections of one address, except trusted proxies: twice the concurrent requests of the largest plan. */
  readonly perAddressMax: number
  readonly connectionsMax: number
}

const CONNECTION_LIMITS: ConnectionLimits = {
  unansweredMax: 32,
  unreadBytesMax: 1_048_576,
  writeTimeoutMs: 60_000,
  perAddressMax: 1_024,
  connectionsMax: 16_384,
}

/** An event of the server: connections that wait for no response should end. */
export const STOPPING = 'stopping'
const READING_TURNS = 3
const RETIRE_POLL_MS = 20
const WRITE_CHECKS_PER_TIMEOUT = 10

interface Retiring {
  /** How long a connection without requests stays open. */
  readonly idleMs: number
  readonly maxMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Accepts no new connection, answers once more on each open one, and resolves when the last is closed. Close the app afterwards. */
    retire(retiring: Retiring): Promise<void>
  }
}

export interface ConnectionOptions {
  readonly publicUrl: string
  readonly trustedProxies: readonly string[]
  readonly connectionLimits?: Partial<ConnectionLimits>
}

interface Connection {
  readonly answers: Set<ServerResponse>
  /** Start the requests that arrived before the response to an earlier one was sent, oldest first. */
  readonly waiting: (() => void)[]
  /** No further requests are accepted; the connection closes once its last response is sent. */
  isRejected: boolean
  /** Bytes read by the last check, and for how many checks in a row that has not changed. */
  reading: { soFar: number; stuckChecks: number }
}

type Connections = Map<Socket, Connection>

/**
 * Tracks the requests of each connection, enforces the limits, and lets a stop wait for running requests but not for idle connections.
 * Requests of one connection run in turn with those of others: sending hundreds at once gets no larger share of the event loop.
 */
export function guardConnections(app: App, options: ConnectionOptions): void {
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits }
  const connections: Connections = new Map()
  app.server.maxConnections = limits.connectionsMax
  admitConnections(app, connections, { ...options, limits })
  closeUnread(app, connections, limits)
  const stopping = finishWhenStopping(app, connections)

  const [handle] = app.server.listeners('request') as [RequestListener]
  app.server.removeListener('request', handle)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    // The request that was being parsed when its connection was rejected still arrives here.
    if (!connection || connection.isRejected) return
    if (unreadBytes(connection) > limits.unreadBytesMax) {
      connection.isRejected = true
      stopParsing(request.socket)
      return void request.socket.destroy()
    }
    connection.answers.add(response)
    stopping.follow(response)
    response.once('close', () => {
      connection.answers.delete(response)
      stopping.leave(request.socket)
      const next = connection.waiting.shift()
      if (next) setImmediate(next)
    })
    const start = () => {
      if (!request.socket.destroyed) handle(request, response)
    }
    if (connection.answers.size === 1) start()
    else if (connection.answers.size <= limits.unansweredMax) connection.waiting.push(start)
    else rejectMore(connection, response, { ...options, limits })
  })
}

interface Guard {
  readonly publicUrl: string
  readonly trustedProxies: readonly string[]
  readonly limits: ConnectionLimits
}

/** Counts connections by address, and rejects those beyond the limit. */
function admitConnections(app: App, connections: Connections, { publicUrl, trustedProxies, limits }: Guard): void {
  const isTrusted = trustedProxyTest(trustedProxies)
  const counts = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    // Node counts only the connections of its own listener.
    if (connections.size >= limits.connectionsMax) return void socket.destroy()
    // Read now: it is undefined once the socket is closed.
    const { remoteAddress = '' } = socket
    const places = countedFor(remoteAddress, limits.perAddressMax)
    if (places.some(([who, max]) => (counts.get(who) ?? 0) >= max) && !isTrusted(remoteAddress)) {
      const words = `Too many connections from one address: at most ${limits.perAddressMax}. Reuse connections.`
      stopParsing(socket)
      socket.end(onTheWire(lastAnswer(tooMany(words), publicUrl)))
      socket.destroySoon()
      app.log.info({ kind: 'too_fast', address: remoteAddress }, 'connection refused')
      return
    }
    for (const [who] of places) counts.set(who, (counts.get(who) ?? 0) + 1)
    const connection: Connection = {
      answers: new Set(),
      waiting: [],
      isRejected: false,
      reading: { soFar: 0, stuckChecks: 0 },
    }
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      for (const [who] of places) {
        const left = (counts.get(who) ?? 1) - 1
        if (left > 0) counts.set(who, left)
        else counts.delete(who)
      }
      // Of pipelined responses, Node tells only the current one that the caller is gone.
      for (const answer of connection.answers) if (!answer.socket) answer.destroy().emit('close')
    })
  })
}

function unreadBytes({ answers }: Connection): number {
  let bytes = 0
  for (const answer of answers) bytes += answer.writableLength
  return bytes
}

function rejectMore(connection: Connection, response: ServerResponse, { publicUrl, limits }: Guard): void {
  connection.isRejected = true
  stopParsing(response.req.socket)
  const words = `More than ${limits.unansweredMax} requests are waiting on this connection: read the responses before you send more.`
  const { status, headers, body } = lastAnswer(tooMany(words), publicUrl)
  response.writeHead(status, headers).end(body)
}

function tooMany(words: string): ApiError {
  return new ApiError('too_fast', words, { headers: { 'retry-after': '1' } })
}

/** Closes connections whose caller stopped reading. Counts checks, not time: if this process stalls, no caller is blamed. */
function closeUnread(app: App, connections: Connections, { writeTimeoutMs }: ConnectionLimits): void {
  const check = (): void => {
    for (const [socket, connection] of connections) {
      const soFar = readSoFar(socket)
      const isStuck = socket.writableLength > 0 && soFar === connection.reading.soFar
      connection.reading = { soFar, stuckChecks: isStuck ? connection.reading.stuckChecks + 1 : 0 }
      if (connection.reading.stuckChecks >= WRITE_CHECKS_PER_TIMEOUT) socket.destroy()
    }
  }
  const timer = setInterval(check, writeTimeoutMs / WRITE_CHECKS_PER_TIMEOUT).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Counts to the byte what the caller has read: Node's handle knows how much of a half-written piece is left. */
function readSoFar(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket.bytesWritten - socket.writableLength - (socket._handle?.writeQueueSize ?? 0)
}

/** Node does not close a connection that becomes idle only after the stop, nor one that never had a request; so we do. */
function finishWhenStopping(app: App, connections: Connections) {
  let isStopping = false
  app.decorate('retire', async ({ idleMs, maxMs }: Retiring) => {
    // Closes only the listener: Node's close of an HTTP server would cut off connections whose next request is on its way.
    NetServer.prototype.close.call(app.server)
    for (const entrance of app.entrances) entrance.close()
    isStopping = true
    app.server.emit(STOPPING)
    for (const { answers } of connections.values()) for (const answer of answers) answer.shouldKeepAlive = false
    const startedMs = performance.now()
    for (let waitedMs = 0; connections.size > 0 && waitedMs < maxMs; waitedMs = performance.now() - startedMs) {
      if (waitedMs > idleMs) for (const [socket, { answers }] of connections) if (answers.size === 0) socket.destroy()
      await delay(RETIRE_POLL_MS)
    }
  })
  app.addHook('preClose', async () => {
    isStopping = true
    app.server.emit(STOPPING)
    for (const { answers } of connections.values()) for (const answer of answers) answer.shouldKeepAlive = false
    // Reads what callers have already sent, so that it is answered and not cut off.
    for (let turn = 0; turn < READING_TURNS; turn++) await nextTurn()
    for (const [socket, { answers }] of connections) if (answers.size === 0) socket.destroy()
  })
  return {
    follow(response: ServerResponse): void {
      // Responses that have not started yet get `Connection: close`.
      if (isStopping) response.shouldKeepAlive = false
    },
    leave(socket: Socket): void {
      if (isStopping && connections.get(socket)?.answers.size === 0) socket.destroySoon()
    },
  }
}
