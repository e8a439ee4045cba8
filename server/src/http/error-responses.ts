// Every HTTP status we refuse with, and how any throw, anywhere, becomes `{ detail }`.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountGone, isPassing } from '../db/db.ts'
import { ApiError, accountGone, type Kind } from '../ground/errors.ts'

export const STATUS: Record<Kind, number> = {
  malformed: 400,
  unauthenticated: 401,
  quota_spent: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
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
  // Nobody reads this one: it is for the log and the metrics.
  caller_gone: 499,
}

/** A response with this status or a higher one reports an error. */
export const ERROR_STATUS_MIN = 400

/** Of every 503 that passes by itself; what is not configured stays so. */
export const RETRY_AFTER_SECONDS = '30'

export function statusOf(kind: Kind): number {
  return STATUS[kind]
}

/** Answers with the error, and logs what is ours to mend: never the body, never a header. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = errorOf(error)
  const status = STATUS[apiError.kind]
  if (status >= 500) request.log.error({ err: apiError.cause ?? apiError, kind: apiError.kind }, 'request failed')
  if (apiError.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  if (apiError.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_SECONDS)
  reply.headers(apiError.headers)
  reply.status(status).send(errorBody(apiError, request))
}

/** Whatever was thrown, as one of our own errors. */
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

/** What Fastify itself refuses, by its own error codes. */
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

/** On /v1/* the caller speaks OpenAI's format, so its `error` object stands beside our `detail`. Where no route matched, the path tells. */
export function errorBody(apiError: ApiError, request: FastifyRequest): Record<string, unknown> {
  const detail = apiError.fields ?? apiError.message
  if (!(request.routeOptions.url ?? request.url).startsWith('/v1/')) return { detail }
  const message = apiError.fields?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ?? apiError.message
  const error = { message, type: openaiType(apiError.kind), code: apiError.kind, param: null }
  // Anthropic's format differs from OpenAI's in the type of the whole object.
  return isMessages(request) ? { type: 'error', detail, error } : { detail, error }
}

function isMessages({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/v1/messages')
}

function openaiType(kind: Kind): string {
  if (kind === 'unauthenticated') return 'authentication_error'
  if (kind === 'forbidden') return 'permission_error'
  if (kind === 'quota_spent') return 'insufficient_quota'
  if (kind === 'too_fast') return 'rate_limit_error'
  return STATUS[kind] >= 500 ? 'api_error' : 'invalid_request_error'
}
