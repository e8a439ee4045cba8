// What one connection, and one address with many of them, may hold of this process; and how connections end when it stops.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../../ground/errors.ts'
import { networkOf } from '../../ground/network.ts'
import type { App } from '../app.ts'
import { trustedProxyTest } from '../trusted.ts'
import { lastAnswer, onTheWire } from './early.ts'
import { stopParsing } from './stop-parsing.ts'

export interface ConnectionLimits {
  /** Requests on one connection whose responses have not been sent. Sending more without waiting gets 429, and the connection is closed. */
  readonly unansweredMax: number
  /** Bytes of responses that wait on one connection to be read. A further request closes it. */
  readonly unreadBytesMax: number
  /** How long a caller may take to read the next piece of a response. */
  readonly writeTimeoutMs: number
  /** Connections of one address, trusted proxies excepted. As many as the largest plan has calls in flight, twice. */
  readonly perAddressMax: number
  /** Connections of all callers together. */
  readonly connectionsMax: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  unansweredMax: 32,
  unreadBytesMax: 1_048_576,
  writeTimeoutMs: 60_000,
  perAddressMax: 1_024,
  connectionsMax: 16_384,
}

const READING_TURNS = 3
const RETIRE_POLL_MS = 20
const WRITE_CHECKS_PER_TIMEOUT = 10

export interface Retiring {
  /** How long a connection on which nothing is asked stays. */
  readonly idleMs: number
  /** How long what runs may take. */
  readonly maxMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes no new connection, answers once more on each that is open, and resolves when the last is closed. Close the app then. */
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
  /** Starts the requests that came before the response to an earlier one was sent, oldest first. */
  readonly waiting: (() => void)[]
  /** Nothing more is taken from it; it closes once its last answer is sent. */
  isRejected: boolean
  /** What was read by the last check, and at how many checks in a row nothing was added to it. */
  reading: { soFar: number; stuckChecks: number }
}

type Connections = Map<Socket, Connection>

/**
 * Knows what runs on each connection, holds it to the limits, and lets a stop wait for what runs but not for what is merely open. Requests
 * of one connection run one after another, in turn with those of others: sending hundreds at once gets no larger share of the event loop.
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
    // The request that was being parsed when its connection was rejected still comes here.
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
    // Node counts only those of its own address.
    if (connections.size >= limits.connectionsMax) return void socket.destroy()
    // Gone once the socket is.
    const { remoteAddress = '' } = socket
    const network = networkOf(remoteAddress)
    const count = (counts.get(network) ?? 0) + 1
    if (count > limits.perAddressMax && !isTrusted(remoteAddress)) {
      const words = `Too many connections from one address: at most ${limits.perAddressMax}. Reuse connections.`
      stopParsing(socket)
      socket.end(onTheWire(lastAnswer(tooMany(words), publicUrl)))
      socket.destroySoon()
      app.log.info({ kind: 'too_fast', address: remoteAddress }, 'connection refused')
      return
    }
    counts.set(network, count)
    const connection: Connection = {
      answers: new Set(),
      waiting: [],
      isRejected: false,
      reading: { soFar: 0, stuckChecks: 0 },
    }
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
      // Of the answers to a caller who asked on without waiting, Node tells only the one whose turn it is that the caller is gone.
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

/**
 * Closes connections whose caller has stopped reading what was sent to it. Checks are counted, not milliseconds: where this process itself
 * stood still, nobody is blamed for it.
 */
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

/** Grows with what is read, down to the byte: how much is left of a piece that is half written Node knows from below, as its own timeouts do. */
function readSoFar(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket.bytesWritten - socket.writableLength - (socket._handle?.writeQueueSize ?? 0)
}

/**
 * A stop waits for what runs, not for connections that are merely open: Node lets one go on that falls idle only then, and does not count
 * one as idle on which nothing was asked yet.
 */
function finishWhenStopping(app: App, connections: Connections) {
  let isStopping = false
  app.decorate('retire', async ({ idleMs, maxMs }: Retiring) => {
    // Only the listener: Node's own close of an HTTP server would cut connections off on which the next request is on its way.
    NetServer.prototype.close.call(app.server)
    for (const entrance of app.entrances) entrance.close()
    isStopping = true
    for (const { answers } of connections.values()) for (const answer of answers) answer.shouldKeepAlive = false
    const startedMs = performance.now()
    for (let waitedMs = 0; connections.size > 0 && waitedMs < maxMs; waitedMs = performance.now() - startedMs) {
      if (waitedMs > idleMs) for (const [socket, { answers }] of connections) if (answers.size === 0) socket.destroy()
      await delay(RETIRE_POLL_MS)
    }
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const { answers } of connections.values()) for (const answer of answers) answer.shouldKeepAlive = false
    // What callers have sent already is read first, so that it is answered and not cut off.
    for (let turn = 0; turn < READING_TURNS; turn++) await nextTurn()
    for (const [socket, { answers }] of connections) if (answers.size === 0) socket.destroy()
  })
  return {
    follow(response: ServerResponse): void {
      // What has not begun yet says `Connection: close`.
      if (isStopping) response.shouldKeepAlive = false
    },
    leave(socket: Socket): void {
      if (isStopping && connections.get(socket)?.answers.size === 0) socket.destroySoon()
    },
  }
}
