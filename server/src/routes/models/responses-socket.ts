// Responses over a WebSocket, as Codex asks first. Each message is sent through the service as a POST of its own, so that credentials,
// limits, charge and filter are the same, by the same code; its events come back as messages.
import { randomUUID } from 'node:crypto'
import { createEventReader } from '@equipoise/sdk/event-stream'
import type { FastifyRequest, LightMyRequestResponse, onRequestHookHandler } from 'fastify'
import { createInFlight, type Json, objectOf } from '../../ai/ai.ts'
import { ApiError } from '../../ground/errors.ts'
import {
  type App,
  acceptWebSocket,
  asksForWebSocket,
  callerOf,
  STOPPING,
  statusOf,
  type WebSocket,
} from '../../http/http.ts'

export interface SocketLimits {
  readonly pingMs: number
  /** How long a connection may stay open without a request. */
  readonly idleMs: number
  readonly ofAccountMax: number
  readonly max: number
}

export const SOCKET_LIMITS: SocketLimits = { pingMs: 30_000, idleMs: 600_000, ofAccountMax: 64, max: 2_000 }

interface SocketParts {
  readonly isOn: boolean
  readonly messageBytesMax: number
  readonly limits?: Partial<SocketLimits> | undefined
}

const PATH = '/v1/responses'

/** Returns the hook that the route of POST needs: a caller who closes the connection has hung up on its request. */
export function responsesSocketRoute(app: App, { isOn, messageBytesMax, limits }: SocketParts): onRequestHookHandler {
  const { ofAccountMax, max, pingMs, idleMs } = { ...SOCKET_LIMITS, ...limits }
  const places = createInFlight(max, 'WebSockets')
  const sessions = new Set<Session>()
  /** What runs for a connection, by the id of its request. */
  const running = new Map<string, AbortSignal>()
  app.server.on(STOPPING, () => {
    for (const session of sessions) session.stop()
  })
  const access = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const
  const route = { exposeHeadRoute: false, config: { access }, schema: { hide: true } }
  app.get(PATH, route, async (request, reply) => {
    if (!isOn || !asksForWebSocket(request)) throw upgradeRequired(isOn)
    const leave = places.enter(callerOf(request).accountId, ofAccountMax)
    const session = createSession({ app, request, idleMs, running })
    sessions.add(session)
    const socket = acceptWebSocket(request, reply, {
      messageBytesMax,
      pingMs,
      onText: (text) => session.take(text),
      onTick: () => session.tick(),
      onEnd() {
        sessions.delete(session)
        leave()
        session.end()
      },
    })
    session.begin(socket)
    return reply
  })
  return ({ id }, { raw }, done) => {
    running.get(id)?.addEventListener('abort', () => raw.destroy(), { once: true })
    done()
  }
}

function upgradeRequired(isOn: boolean): ApiError {
  const words = isOn ? 'GET of this path is for WebSockets' : 'WebSockets are switched off on this deployment'
  const headers = { upgrade: 'websocket', connection: 'close', 'sec-websocket-version': '13' }
  return new ApiError('upgrade_required', `${words}: use POST`, { headers })
}

type Session = ReturnType<typeof createSession>

interface SessionParts {
  readonly app: App
  readonly request: FastifyRequest
  readonly idleMs: number
  readonly running: Map<string, AbortSignal>
}

/** A caller who sends more while a request runs has misunderstood; this often it is told so. */
const TOO_EARLY_MAX = 16

function createSession({ app, request, idleMs, running: all }: SessionParts) {
  const post = posting(app, request)
  let socket: WebSocket | undefined
  let running: AbortController | undefined
  let isStopping = false
  let tooEarly = 0
  let lastAtMs = performance.now()

  const run = async (text: Buffer): Promise<void> => {
    const [ending, id] = [new AbortController(), randomUUID()]
    running = ending
    all.set(id, ending.signal)
    try {
      const isKnown = await post({ text, id, tell: (event) => socket?.send(event) })
      if (!isKnown) socket?.close('notAllowed')
    } catch (error) {
      if (ending.signal.aborted) return
      request.log.error({ err: error }, 'an answer could not be sent over a WebSocket')
      socket?.close('broken')
    } finally {
      running = undefined
      all.delete(id)
      lastAtMs = performance.now()
      if (isStopping) socket?.close('stopping')
    }
  }
  return {
    begin(opened: WebSocket): void {
      socket = opened
      if (isStopping) opened.close('stopping')
    },
    take(text: Buffer): void {
      if (!running) return void run(text)
      if (++tooEarly > TOO_EARLY_MAX) return void socket?.close('notAllowed')
      const message =
        'A request is still running on this connection: wait for its last event, or open another connection'
      socket?.send(
        errorEvent(statusOf('conflict'), { error: { message, type: 'invalid_request_error', code: 'conflict' } }),
      )
    },
    tick(): void {
      if (!running && performance.now() - lastAtMs > idleMs) socket?.close('done')
    },
    /** Lets a running request finish. */
    stop(): void {
      isStopping = true
      if (!running) socket?.close('stopping')
    },
    end(): void {
      running?.abort()
    },
  }
}

interface Posted {
  readonly text: Buffer
  readonly id: string
  readonly tell: (event: string) => Promise<void> | undefined
}

/** Sends messages through the service as requests; returns false if their credentials no longer work. */
function posting(app: App, request: FastifyRequest) {
  const headers = headersFor(request)
  const remoteAddress = request.raw.socket.remoteAddress ?? ''
  return async ({ text, id, tell }: Posted): Promise<boolean> => {
    const payload = streamed(text)
    if (!payload) {
      await tell(errorEvent(statusOf('malformed'), { error: { message: 'The message is not a JSON object' } }))
      return true
    }
    const sent = { headers: { ...headers, 'x-request-id': id }, payload, remoteAddress, payloadAsStream: true } as const
    const response = await app.inject({ method: 'POST', url: PATH, ...sent })
    if (response.statusCode !== 200) {
      await tell(errorEvent(response.statusCode, await bodyOf(response), response.headers))
      return response.statusCode !== statusOf('unauthenticated')
    }
    const events = createEventReader(EVENT_CHARS_MAX)
    for await (const piece of response.stream()) {
      for (const { data } of events.take(piece as Buffer)) await tell(data)
    }
    return true
  }
}

/** Large, because the last event has the whole answer. */
const EVENT_CHARS_MAX = 33_554_432
const OPEN = 0x7b
const CLOSE = 0x7d

/** The message as the body of a request that is answered in events; the last of several fields of one name counts. */
function streamed(text: Buffer): Buffer | undefined {
  let end = text.length
  while (end > 0 && isSpace(text[end - 1])) end--
  let from = 0
  while (from < end && isSpace(text[from])) from++
  if (text[from] !== OPEN || text[end - 1] !== CLOSE) return undefined
  let last = end - 1
  while (last > from && isSpace(text[last - 1])) last--
  const comma = last - 1 > from ? ',' : ''
  return Buffer.concat([text.subarray(from, last), Buffer.from(`${comma}"stream":true}`)])
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
}

/** Headers about the connection, and those that must differ from one request to the next. */
const NOT_REPEATED =
  /^(connection|upgrade|keep-alive|te|trailer|transfer-encoding|expect|sec-websocket-.*|content-.*|accept.*|idempotency-key|x-request-id)$/

function headersFor({ headers }: FastifyRequest): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    (one): one is [string, string | string[]] => one[1] !== undefined && !NOT_REPEATED.test(one[0]),
  )
  return { ...Object.fromEntries(kept), 'content-type': 'application/json' }
}

async function bodyOf(response: LightMyRequestResponse): Promise<Json> {
  const pieces: Buffer[] = []
  for await (const piece of response.stream()) pieces.push(Buffer.from(piece as Buffer))
  return objectOf(JSON.parse(Buffer.concat(pieces).toString()))
}

/** Headers of an error that a client acts on. */
const TOLD = ['retry-after', 'x-should-retry', 'x-request-id']

function errorEvent(status: number, body: Json, headers: Record<string, unknown> = {}): string {
  const error = objectOf(body.error)
  // The code by which clients know that they must send the whole conversation.
  const code = error.param === 'previous_response_id' ? 'previous_response_not_found' : error.code
  const told = Object.fromEntries(
    TOLD.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
  )
  return JSON.stringify({ ...body, type: 'error', status, error: { ...error, code }, headers: told })
}
