// One class per cause, so that callers can handle errors with `instanceof`.

/** Anything this client throws, except the reason of a signal that the caller aborted. */
export class EquipoiseError extends Error {
  override readonly name: string = 'EquipoiseError'
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number
  /** The name of the request in the service's log. */
  readonly requestId: string | undefined
  /** How long to wait before the next try, where the service says. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause })
    this.status = facts.status ?? 0
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
  }
}

interface Facts {
  readonly status?: number
  readonly requestId?: string | undefined
  readonly cause?: unknown
  readonly fields?: readonly InvalidField[]
  readonly retryAfterMs?: number | undefined
  readonly needsCode?: boolean
}

interface InvalidField {
  /** Where the field stands: `body`, `query` or `path`, then its name. */
  readonly loc: readonly (string | number)[]
  /** What is wrong, in words. */
  readonly msg: string
  /** The same for programs, such as `missing`. */
  readonly type: string
}

/** 400 and every other 4xx without its own class: the request is malformed, or not possible in the current state. */
export class BadRequestError extends EquipoiseError {
  override readonly name = 'BadRequestError'
}

/** 401: credentials are missing, wrong, expired or revoked. */
export class AuthenticationError extends EquipoiseError {
  override readonly name = 'AuthenticationError'
  /** The password is right, but the account has a second factor: sign in again with `code`. */
  readonly needsCode: boolean

  constructor(message: string, facts: Facts = {}) {
    super(message, facts)
    this.needsCode = facts.needsCode ?? false
  }
}

/** 402: the monthly quota is used up. */
export class QuotaError extends EquipoiseError {
  override readonly name = 'QuotaError'
  /** When the allowance is full again. */
  readonly resetsAt: Date | undefined

  constructor(message: string, facts: Facts = {}) {
    super(message, facts)
    this.resetsAt = facts.retryAfterMs === undefined ? undefined : new Date(Date.now() + facts.retryAfterMs)
  }
}

/** 403: the plan or the scope of the key does not allow it. */
export class PermissionError extends EquipoiseError {
  override readonly name = 'PermissionError'
}

/** 404 and 405. */
export class NotFoundError extends EquipoiseError {
  override readonly name = 'NotFoundError'
}

/** 409: conflicts with the current state, such as buying the plan that the account already has. */
export class ConflictError extends EquipoiseError {
  override readonly name = 'ConflictError'
}

/** 422: which fields are invalid, and why. */
export class ValidationError extends EquipoiseError {
  override readonly name = 'ValidationError'
  /** All of them. */
  readonly fields: readonly InvalidField[]

  constructor(message: string, facts: Facts = {}) {
    super(message, facts)
    this.fields = facts.fields ?? []
  }

  /** What is wrong with one field of the body or query, if anything. */
  messageOf(field: string): string | undefined {
    return this.fields.find(({ loc }) => loc.at(-1) === field)?.msg
  }
}

/** 429: the rate limit is exceeded. */
export class RateLimitError extends EquipoiseError {
  override readonly name = 'RateLimitError'
}

/** 502: the AI provider failed or rejected the request. */
export class ProviderError extends EquipoiseError {
  override readonly name = 'ProviderError'
}

/** 503: not configured on this deployment, or temporarily overloaded. */
export class UnavailableError extends EquipoiseError {
  override readonly name = 'UnavailableError'
}

/** 504: the engine or the provider took longer than the service allows. */
export class DeadlineError extends EquipoiseError {
  override readonly name = 'DeadlineError'
}

/** 500 and every other 5xx without its own class, and a response that is not JSON. */
export class ServerError extends EquipoiseError {
  override readonly name = 'ServerError'
}

/** No response: the name did not resolve, or the connection was rejected or broke. */
export class ConnectionError extends EquipoiseError {
  override readonly name = 'ConnectionError'
}

/** No response within `timeoutMs`. */
export class TimeoutError extends EquipoiseError {
  override readonly name = 'TimeoutError'
}

const CLASS_OF_STATUS: Readonly<Record<number, new (message: string, facts: Facts) => EquipoiseError>> = {
  401: AuthenticationError,
  402: QuotaError,
  403: PermissionError,
  404: NotFoundError,
  405: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
  502: ProviderError,
  503: UnavailableError,
  504: DeadlineError,
}

/** The error for a response with this status and body. */
export function errorFor(status: number, body: unknown, facts: Facts = {}): EquipoiseError {
  const detail = detailOf(body)
  const fields = Array.isArray(detail) ? (detail as InvalidField[]) : []
  const message = typeof detail === 'string' ? detail : sentenceOf(fields) || `The service returned status ${status}`
  const Cause = CLASS_OF_STATUS[status] ?? (status >= 400 && status < 500 ? BadRequestError : ServerError)
  return new Cause(message, { ...facts, status, fields })
}

function detailOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined
}

function sentenceOf(fields: readonly InvalidField[]): string {
  return fields.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')}: ${msg}`).join('; ')
}
