// A Fastify server with our rules: request ids, limits, errors as `{ detail }`, access on every route, security headers, metrics, a log
// without secrets.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import Fastify, { type FastifyReply, type FastifyRequest, type FastifySerializerCompiler, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { DestinationStream } from 'pino'
import { ApiError } from '../ground/errors.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import type { App } from './app.ts'
import { addBodyReader } from './body-reader.ts'
import { addOpenapi } from './document/openapi.ts'
import { whenDone } from './done.ts'
import { type ConnectionOptions, guardConnections } from './edge/connections.ts'
import { addEarlyChecks, earlyErrors } from './edge/early.ts'
import { addListening } from './edge/listen.ts'
import { sendError } from './error-responses.ts'
import { addGate, type GateParts } from './gate.ts'
import { addHeaders } from './headers.ts'
import { type BodyLimits, limitLargeBodies } from './large-bodies.ts'
import { noteIn } from './metrics.ts'
import { addTracing } from './tracing.ts'
import { validatorFor } from './validation.ts'

export type { App, Group } from './app.ts'
export { takesItems } from './body-plan.ts'
export { acceptForms, acceptRawJson, addBodyReader, FORM_TYPE, ignoreForms } from './body-reader.ts'

export { type CookieParts, clearedCookie, cookieOf, deviceCookie, deviceOf, sessionCookie } from './cookie.ts'
export { csvIfAccepted } from './csv.ts'
export { ERROR_TEXTS, FIELD_TEXTS } from './document/error-texts.ts'
export type { AccessWords, Operation } from './document/openapi.ts'
export { named, timeInput, timestamp } from './document/openapi-schemas.ts'
export { type Program, readPrograms } from './document/programs.ts'
export { addReferencePage } from './document/reference.ts'
export { createDownloads, type Downloads } from './downloads.ts'
export { STOPPING } from './edge/connections.ts'
export { acceptWebSocket, asksForWebSocket, type WebSocket } from './edge/websocket.ts'
export {
  errorBody,
  errorOf,
  type FormattedError,
  openaiType,
  RETRY_AFTER_SECONDS,
  STATUS,
  statusOf,
} from './error-responses.ts'
export { type EventStream, openEventStream } from './event-stream.ts'
export { callerOf, type Guarded, isStillKnown, originOf, refundPart, rejectAnonymous } from './gate.ts'
export { readJson } from './json-body.ts'
export { eachShown, jsonPieces } from './json-pieces.ts'
export { addMetricsRoute } from './metrics.ts'
export { ownerOf } from './owner.ts'
export { namedPages, numberedPages, pageOf } from './paging.ts'
export { callerGone, claimKey, freeKey, paidCall } from './paid-call.ts'
export { createPreviews } from './previews/previews.ts'
export { type Asking, settleHeld } from './reserving.ts'
export { timeResponses } from './server-timing.ts'
export {
  type Contradiction,
  consistent,
  FIELD_ERRORS_MAX,
  integer,
  intOneOf,
  namesFilterMode,
  plainText,
  queryInt,
} from './validation.ts'
export { addWebApp } from './web.ts'

export interface HttpOptions extends GateParts, ConnectionOptions {
  readonly logLevel: string
  readonly logStream?: DestinationStream
  /** Added to every log line if several processes write the log. */
  readonly worker?: number | undefined
  readonly corsOrigins: readonly string[]
  readonly bodyLimits?: Partial<BodyLimits>
}

const BODY_BYTES_MAX = 1_048_576
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 72_000
/** Levels of the log at which requests are not logged. */
const QUIETER = new Set(['warn', 'error', 'fatal', 'silent'])
const REQUEST_ID = /^[\w.-]{8,64}$/

export async function createHttp(options: HttpOptions): Promise<{ app: App; metrics: Metrics }> {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: (request) => ownRequestId(request.headers['x-request-id']),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: options.logLevel,
      ...(options.worker === undefined
        ? {}
        : { base: { pid: process.pid, hostname: hostname(), worker: options.worker } }),
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    ...earlyErrors(options.publicUrl),
  }).withTypeProvider<ZodTypeProvider>() as App
  app.setValidatorCompiler(validatorFor(options.brand.field.options))
  app.setSerializerCompiler(serializerCompiler)
  addBodyReader(app)
  limitLargeBodies(app, options.bodyLimits)
  app.setErrorHandler(sendError)
  app.addHook('onRoute', ({ url, errorHandler }) => {
    if (errorHandler) throw new Error(`${url} sends its errors itself: state config.formatError instead`)
  })
  addTracing(app)
  const metrics = createMetrics()
  whenDone(app, ...(QUIETER.has(options.logLevel) ? [] : [logRequest]), noteIn(metrics))
  addHeaders(app, options)
  addEarlyChecks(app)
  addNotFound(app)
  guardConnections(app, options)
  addListening(app)
  addGate(app, options)
  await addOpenapi(app, options)
  return { app, metrics }
}

/** For the busiest routes, which build their responses field by field: tests validate these against the schema, requests do not. */
export const compilePlainWriter: FastifySerializerCompiler<unknown> = () => (answer) =>
  (answer as { readonly [WRITTEN]?: string })[WRITTEN] ?? JSON.stringify(answer)

const WRITTEN = Symbol('written')

/** A response of these routes that is JSON already. */
export function writtenAs(json: string): object {
  return { [WRITTEN]: json }
}

function ownRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** One line per request. The path is logged without its query, which may contain a token. */
function logRequest(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { method, url, ip, caller } = request
  request.log.info(
    {
      method,
      path: url.split('?', 1)[0],
      status,
      ms: Math.round(reply.elapsedTime),
      address: ip,
      account: caller?.accountId,
    },
    'request',
  )
}

/** A known path with another method is 405 with `Allow`, anything else 404. */
function addNotFound(app: App): void {
  const known: { pattern: RegExp; method: string }[] = []
  /** Below these prefixes an unknown path is a program's mistake and gets JSON, whatever `Accept` says; elsewhere people get a page. */
  const prefixes = new Set(['metrics'])
  app.addHook('onRoute', ({ url, method, schema, config }) => {
    const isPage = schema?.hide === true && config?.access === 'public'
    if (!isPage) prefixes.add(firstPartOf(url))
    const pattern = new RegExp(
      `^${url
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace(/\\\*/g, '.*')}/?$`,
    )
    for (const one of [method].flat()) if (!url.includes('*')) known.push({ pattern, method: one })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
    if (allowed.length === 0 && !prefixes.has(firstPartOf(path)) && app.notFoundPage?.(request, reply)) return reply
    if (allowed.length === 0) throw new ApiError('not_found', `There is no ${request.method} ${path.slice(0, 200)}`)
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here: use ${allowed.join(' or ')}`, {
      headers: { allow: allowed.join(', ') },
    })
  })
}

function firstPartOf(path: string): string {
  return path.split('/', 2)[1] ?? ''
}
