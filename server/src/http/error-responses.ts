// All HTTP statuses of errors, and how anything that is thrown becomes `{ detail }`.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountGone, isPassing } from '../db/db.ts'
import { ApiError, accountGone, type Kind } from '../ground/errors.ts'

export const STATUS: Record<Kind, number> = {
  malformed: 400,
  unauthenticated: 401,
  quota_spent: 402,
  budget_spent: 402,
  forbidden: 403,
  not_found: 404,
  withdrawn: 410,
  method_not_allowed: 405,
  conflict: 409,
  upgrade_required: 426,
  too_slow: 408,
  too_large: 413,
  path_too_long: 414,
  headers_too_large: 431,
  unsupported_encoding: 415,
  invalid: 422,
  too_fast: 429,
  internal: 500,
  provider_failed: 502,
  content_filtered: 502,
  not_configured: 503,
  unavailable: 503,
  timed_out: 504,
  // The caller has hung up and never sees this status: it is for the log and the metrics.
  caller_gone: 499,
}

/** A response with this status or a higher one reports an error. */
export const ERROR_STATUS_MIN = 400

/** For every temporary 503; not for features that are not configured. */
export const RETRY_AFTER_SECONDS = '30'

export function statusOf(kind: Kind): number {
  return STATUS[kind]
}

/** An error in the format that the clients of a route expect, if it is not our own. */
export interface FormattedError {
  readonly body: string | Record<string, unknown>
  readonly headers?: Record<string, string>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only describes the error: `sendError` sends it, once. Undefined means our usual format. */
    formatError?: (error: ApiError, request: FastifyRequest) => FormattedError | undefined
  }
}

/** Sends the error and logs what we must fix, never body or headers. The only error handler: a second one would respond twice. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = errorOf(error)
  const status = STATUS[apiError.kind]
  if (status >= 500) request.log.error({ err: apiError.cause ?? apiError, kind: apiError.kind }, 'request failed')
  if (apiError.keepsCharge) request.charge = undefined
  if (apiError.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (apiError.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_SECONDS)
  const formatted = request.routeOptions.config?.formatError?.(apiError, request)
  const { body, headers = {} } = formatted ?? { body: errorBody(apiError, request) }
  reply.headers({ ...apiError.headers, ...headers })
  reply.status(status).send(body)
}

/** Turns whatever was thrown into one of our errors. */
export function errorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isPassing(error)) {
    return new ApiError('unavailable', 'The database cannot answer right now. Try again in 30 seconds.', {
      cause: error,
    })
  }
  if (isAccountGone(error)) return accountGone(error)
  return errorOfFastify(error) ?? new ApiError('internal', 'Internal server error', { cause: error })
}

function errorOfFastify(error: unknown): ApiError | undefined {
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('too_large', 'The body is too large')
  if (code === 'FST_ERR_BAD_URL') return new ApiError('malformed', 'The path is invalid')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ApiError('path_too_long', 'A part of the path is too long')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('malformed', 'Unsupported content type: send application/json')
  }
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new ApiError('malformed', 'The body is empty: send a JSON object')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError('malformed', 'The request is malformed', { cause: error })
  }
  return undefined
}

/** Below these paths callers expect another format, also if no route matched. The first match counts. */
const FORMATS: readonly [below: string, format: (apiError: ApiError) => Record<string, unknown>][] = [
  ['/v1/messages', anthropicBody],
  ['/v1/', openaiBody],
  // What we reject is the answer to a caller of the gateway.
  ['/ai/guardrails/envoy', openaiBody],
]

export function errorBody(apiError: ApiError, { routeOptions, url }: FastifyRequest): Record<string, unknown> {
  const path = routeOptions.url ?? url
  const [, format = ownBody] = FORMATS.find(([below]) => path.startsWith(below)) ?? []
  return format(apiError)
}

function ownBody({ fields, message, more }: ApiError): Record<string, unknown> {
  return { detail: fields ?? message, ...more }
}

/** OpenAI's `error` object beside our `detail`. */
function openaiBody(apiError: ApiError): Record<string, unknown> {
  const message = apiError.fields?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ?? apiError.message
  const error = { message, type: openaiType(apiError.kind), code: apiError.kind, param: paramOf(apiError) }
  return { ...ownBody(apiError), error }
}

/** The first invalid field, as OpenAI writes it: `messages[1].content`. */
function paramOf({ fields }: ApiError): string | null {
  const [, ...path] = fields?.[0]?.loc ?? []
  if (path.length === 0) return null
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('')
}

/** Anthropic's format adds the type of the whole object, and details that its clients act on. */
function anthropicBody(apiError: ApiError): Record<string, unknown> {
  const body = openaiBody(apiError)
  const holdsThread = apiError.fields?.some(({ loc: [part, name] }) => part === 'body' && name === 'thread')
  const error = holdsThread ? { ...(body.error as object), details: NO_THREADS } : body.error
  return { ...body, type: 'error', error }
}

/** Tells a client that keeps conversations at the provider to send them whole instead. */
const NO_THREADS = { error_code: 'thread_unsupported_request', unsupported: ['thread'] }

/** OpenAI's name for the kind of error, under `error.type`. */
export function openaiType(kind: Kind): string {
  if (kind === 'unauthenticated') return 'authentication_error'
  if (kind === 'forbidden') return 'permission_error'
  if (kind === 'quota_spent') return 'insufficient_quota'
  if (kind === 'budget_spent') return 'budget_spent'
  if (kind === 'too_fast') return 'rate_limit_error'
  return STATUS[kind] >= 500 ? 'api_error' : 'invalid_request_error'
}
