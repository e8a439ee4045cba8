// Errors before routing: paths and requests that cannot be parsed. These responses look like all others, and quote nothing of what was
// sent.
import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../ground/errors.ts'
import type { App } from '../app.ts'
import { sendError, statusOf } from '../error-responses.ts'
import { standardHeaders } from '../headers.ts'
import { PiecedMessage, TOO_MANY_PIECES } from './pieces.ts'

/** Options of Fastify, which would otherwise use its own error format. */
export function earlyErrors(publicUrl: string) {
  const headers = standardHeaders(publicUrl)
  return {
    // addEarlyChecks checks the Host header instead.
    http: { requireHostHeader: false, IncomingMessage: PiecedMessage },
    // Requests on open connections are still answered during a stop; the connection guard closes them afterwards.
    return503OnClosing: false,
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      reply.headers({ ...headers, 'x-request-id': request.id })
      sendError(error, request, reply)
      request.log.info({ method: request.method, status: reply.statusCode, address: request.ip }, 'request')
    },
    clientErrorHandler(this: App, error: NodeJS.ErrnoException, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const answer = lastAnswer(errorOfParser(error), publicUrl)
      // Read now: it is undefined once the socket is closed.
      const address = socket.remoteAddress
      if (mayAnswer(socket)) socket.write(onTheWire(answer))
      socket.destroy()
      this.log.info({ reqId: answer.headers['x-request-id'], status: answer.status, address }, 'request')
    },
  } satisfies Partial<FastifyHttpOptions<Server>>
}

/** Handles what Node would answer without a body (no Host, an unknown Expect) or accept (two Hosts). */
export function addEarlyChecks(app: App): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, headers, rawHeaders } = request.raw
    if (httpVersion === '1.1' && headers.host === undefined) {
      return done(new ApiError('malformed', 'The Host header is missing'))
    }
    if (countHosts(rawHeaders) > 1) return done(new ApiError('malformed', 'There is more than one Host header'))
    done()
  })
}

/** Names and values alternate. Of two Host headers, Node uses the first, but a proxy may have used the second. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** The error for what Node's parser rejected, by its error codes. */
function errorOfParser({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large', 'The headers or the path are too large')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ApiError('too_large', 'The body is too large')
  if (code === TOO_MANY_PIECES) return new ApiError('too_large', 'The body comes in too many small pieces')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('too_slow', 'The request took too long to arrive')
  return new ApiError('malformed', 'The request is not valid HTTP')
}

/** Never writes into the middle of a response, just as Node itself. */
function mayAnswer(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket.writable && !socket._httpMessage?.headersSent
}

interface LastAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The response after which a connection is closed. */
export function lastAnswer(apiError: ApiError, publicUrl: string): LastAnswer {
  const body = JSON.stringify({ detail: apiError.message })
  const headers = {
    ...standardHeaders(publicUrl),
    ...apiError.headers,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: statusOf(apiError.kind), headers, body }
}

/** For a connection on which Node has no response to write to. */
export function onTheWire({ status, headers, body }: LastAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
