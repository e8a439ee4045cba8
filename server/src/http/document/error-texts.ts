// What each error means and what a caller can do about it, for the guide to errors. The compiler requires a row for each kind.
import type { FieldErrorType, Kind } from '../../ground/errors.ts'

interface ErrorText {
  readonly meaning: string
  readonly action: string
}

/** In the order of their statuses. `caller_gone` appears in our log only. */
export const ERROR_TEXTS: Record<Exclude<Kind, 'caller_gone'>, ErrorText> = {
  malformed: {
    meaning: 'The request cannot be read (not JSON, not valid HTTP), or it is not possible in the current state.',
    action: 'Change the request as `detail` says. The same request fails again.',
  },
  unauthenticated: {
    meaning: 'The credentials are missing, invalid, expired or revoked, or of the wrong kind for this route.',
    action: 'Sign in again, or send another key. Routes for people need a token instead of a key.',
  },
  quota_spent: {
    meaning: 'The monthly quota and the purchased balance are used up.',
    action:
      'Wait for `Retry-After` seconds (the next month), buy a top-up, or change the plan. Without `Retry-After`, waiting does not help: the request costs more than your whole quota.',
  },
  budget_spent: {
    meaning:
      'A limit of your API key, your account, your plan or an end user does not leave enough for this request. `type` is `budget_spent`, `limit` says which limit, and `left` what it still allows.',
    action:
      'Wait for `Retry-After` seconds, raise the limit, or ask for less: a lower limit on output tokens reserves less. Without `Retry-After`, waiting does not help.',
  },
  forbidden: {
    meaning: 'Your plan, the scope of your key, the origin of the page or the password does not allow this.',
    action: 'Use a key with another scope, or change the plan. The same request fails again.',
  },
  not_found: {
    meaning: 'Not found, or owned by another account. Also the response for unknown paths.',
    action: 'Check the path and the id.',
  },
  withdrawn: {
    meaning: 'It was published here, and its organiser has withdrawn it. The text says when.',
    action: 'Ask the organiser. The same request fails again.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    action: 'Use one of the methods in the header `Allow`.',
  },
  too_slow: {
    meaning: 'The request took too long to arrive.',
    action: 'Send it again on a new connection.',
  },
  conflict: {
    meaning: 'Conflicts with the current state or with a request in progress.',
    action: 'Read the current state, then decide. If another request is in progress, wait for it.',
  },
  too_large: {
    meaning: 'The body has too many bytes or too many values.',
    action: 'Split the request.',
  },
  path_too_long: {
    meaning: 'A part of the path has more than 128 characters.',
    action: 'Check the id.',
  },
  unsupported_encoding: {
    meaning: 'The body is compressed.',
    action: 'Send it uncompressed, without `Content-Encoding`.',
  },
  invalid: {
    meaning: 'One or more fields are invalid. `detail` lists all of them.',
    action: 'Correct the fields that `loc` names. The next table explains each `type`.',
  },
  upgrade_required: {
    meaning: 'This path is for WebSockets, and the request is none, or the deployment has switched them off.',
    action: 'Send `POST` to the same path. Clients that try a WebSocket first do so by themselves.',
  },
  too_fast: {
    meaning: 'You sent too many requests, or have too many connections or requests in progress.',
    action: 'Wait for `Retry-After` seconds, then send the request again. It was not charged.',
  },
  headers_too_large: {
    meaning: 'The headers or the path are too large.',
    action: 'Send fewer or shorter headers.',
  },
  internal: {
    meaning: 'The service failed. The request was not charged.',
    action: 'Send it again once. If it fails again, report it with its `X-Request-Id`.',
  },
  provider_failed: {
    meaning: 'The upstream service, an AI or payment provider, failed or rejected the request.',
    action:
      '`detail` says why. Change the request, or send it again later. It was not charged, unless an AI provider rejected it.',
  },
  content_filtered: {
    meaning: "The AI provider's own filter withheld the answer.",
    action: 'Change the messages. The request was charged.',
  },
  not_configured: {
    meaning: 'This deployment does not offer this feature.',
    action: 'Ask the operator. There is no `Retry-After`, because waiting does not help.',
  },
  unavailable: {
    meaning: 'The service is overloaded, or its database is unavailable.',
    action: 'Wait for `Retry-After` seconds, then send the request again. It was not charged.',
  },
  timed_out: {
    meaning: 'The request did not finish within its deadline.',
    action: 'Send a smaller request, or the same one later. It was charged if its work had started.',
  },
}

/** For each invalid field; the names are Pydantic's. */
export const FIELD_TEXTS: Record<FieldErrorType, string> = {
  missing: 'The field is required.',
  extra_forbidden: 'The field is unknown here. If it is meant for the options of our filter, `msg` has the right name.',
  literal_error: 'The value is not one of those that `msg` lists.',
  value_error: 'The value breaks a rule that `msg` explains.',
  float_type: 'The value is not a number.',
  float_parsing: 'The text in the path or the query is not a number.',
  int_type: 'The value is not a whole number.',
  int_parsing: 'The text in the path or the query is not a whole number.',
  string_type: 'The value is not a string.',
  list_type: 'The value is not a list.',
  model_attributes_type: 'The value is not an object.',
  string_too_short: 'The string is too short.',
  string_too_long: 'The string is too long.',
  too_short: 'The list has too few items.',
  too_long: 'The list has too many items.',
  greater_than_equal: 'The number is too small.',
  less_than_equal: 'The number is too large.',
}
