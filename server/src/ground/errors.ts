// All errors for callers. The message goes to the caller as `{ detail }`; the cause goes to the log only.

export type Kind =
  | 'malformed'
  | 'unauthenticated'
  | 'quota_spent'
  | 'budget_spent'
  | 'forbidden'
  | 'not_found'
  | 'withdrawn'
  | 'method_not_allowed'
  | 'conflict'
  | 'upgrade_required'
  | 'too_slow'
  | 'too_large'
  | 'path_too_long'
  | 'headers_too_large'
  | 'unsupported_encoding'
  | 'invalid'
  | 'too_fast'
  | 'internal'
  | 'provider_failed'
  | 'content_filtered'
  | 'not_configured'
  | 'unavailable'
  | 'timed_out'
  | 'caller_gone'

/** One failing field, in the shape of a Pydantic validation error. */
export interface FieldError {
  loc: (string | number)[]
  msg: string
  type: FieldErrorType
}

export type FieldErrorType =
  | 'missing'
  | 'extra_forbidden'
  | 'literal_error'
  | 'value_error'
  | 'float_type'
  | 'float_parsing'
  | 'int_type'
  | 'int_parsing'
  | 'string_type'
  | 'list_type'
  | 'model_attributes_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'too_short'
  | 'too_long'
  | 'greater_than_equal'
  | 'less_than_equal'

interface ApiErrorParts {
  cause?: unknown
  headers?: Record<string, string>
  fields?: FieldError[]
  more?: Readonly<Record<string, unknown>>
  keepsCharge?: boolean
}

export class ApiError extends Error {
  readonly kind: Kind
  readonly headers: Record<string, string>
  readonly fields: FieldError[] | undefined
  /** Fields of the body beside `detail`. */
  readonly more: Readonly<Record<string, unknown>>
  /** True if the charge is not refunded, because work was done and neither we nor a provider failed. Undefined if undecided. */
  keepsCharge: boolean | undefined

  constructor(
    kind: Kind,
    message: string,
    { cause, headers = {}, fields, more = {}, keepsCharge }: ApiErrorParts = {},
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.headers = headers
    this.fields = fields
    this.more = more
    this.keepsCharge = keepsCharge
  }
}

/** A 422 for a rule that no schema can express. */
export function invalidField(loc: (string | number)[], msg: string, type: FieldErrorType = 'value_error'): ApiError {
  return new ApiError('invalid', msg, { fields: [{ loc, msg, type }] })
}

/** Sessions and keys are deleted with the account, so its credentials are no longer valid. */
export function accountGone(cause?: unknown): ApiError {
  return new ApiError('unauthenticated', 'This account no longer exists.', { cause })
}

/** Informs the operator of an error that no caller waits for. */
export type Report = (error: unknown, message: string) => void
