// Responses over a WebSocket, as Codex asks first. Each message is sent through the service as a POST of its own, so that credentials,
// limits, charge and filter are the same, by the same code; its events come back as messages.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { createInFlight } from '../../ai/ai.ts'
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
import { errorEvent, posting } from './socket-messages.ts'

export interface SocketLimits {
  readonly pingMs: number
  /** How long a connection may stay open without a request. */
  readonly idleMs: number
  readonly ofAccountMax: number
  readonly max: number
}

const SOCKET_LIMITS: SocketLimits = { pingMs: 30_000, idleMs: 600_000, ofAccountMax: 64, max: 2_000 }

interface SocketParts {
  readonly messageBytesMax: number
  readonly isOn?: boolean
  readonly limits?: Partial<SocketLimits> | undefined
}

const PATH = '/v1/responses'

/** Returns the hook that the route of POST needs: a caller who closes the connection has hung up on its request. */
export function responsesSocketRoute(
  app: App,
  { messageBytesMax, isOn = true, limits }: SocketParts,
): onRequestHookHandler {
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
    if (!isOn || !asksForWebSocket(request)) throw upgradeRequired()
    const leave = places.enter(callerOf(request).accountId, ofAccountMax)
    const session = createSession({ app, request, idleMs, running })
    sessions.add(session)
    const socket = acceptWebSocket(request, reply, {
      messageBytesMax,
      pingMs,
      onText: (text) => session.take(text),
      onBytes: (bytes) => hasRoom(request, bytes),
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
    const signal = running.get(id)
    // The caller may have gone while the credentials were looked up.
    if (signal?.aborted) return done(new ApiError('caller_gone', 'The caller hung up'))
    signal?.addEventListener('abort', () => raw.destroy(), { once: true })
    done()
  }
}

/** Messages that are arriving share the room of large bodies. */
function hasRoom(request: FastifyRequest, bytes: number): boolean {
  try {
    request.server.countBody(request, bytes)
    return true
  } catch {
    return false
  }
}

function upgradeRequired(): ApiError {
  const headers = { upgrade: 'websocket', connection: 'close', 'sec-websocket-version': '13' }
  return new ApiError('upgrade_required', 'GET of this path is for WebSockets: use POST', { headers })
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
