// Failures at a provider as messages that a caller can act on. They never contain the key.
import { ApiError, type Kind } from '../../ground/errors.ts'
import type { Ask } from '../provider.ts'

export interface Rejected {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The provider's own message, which is not passed on. */
  readonly message: string
  /** The provider says that waiting does not help: its quota is used up, not its rate limit exceeded. */
  readonly final: boolean
}

/** The kind of failure, for metrics and to decide whether another provider may do better. */
export type FailureCause =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'server_error'
  | 'key_rejected'
  | 'model_unknown'
  | 'request_rejected'
  | 'content_filtered'
  | 'broken_answer'

const causes = new WeakMap<Error, FailureCause>()

function because(cause: FailureCause, error: ApiError): ApiError {
  causes.set(error, cause)
  return error
}

/** Returns undefined if the provider did not cause the error. */
export function causeOf(error: unknown): FailureCause | undefined {
  return error instanceof Error ? causes.get(error) : undefined
}

const unanswered = new WeakSet<Error>()

/** Whether the provider was not reached or rejected the request, so that it did no work that costs money. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && unanswered.has(error)
}

/** The time for one provider is up, while another could still be asked. */
export function tooSlow(name: string): ApiError {
  return because('timeout', new ApiError('timed_out', `${name} did not answer in time. Try again.`))
}

const RETRY_AFTER_SECONDS = 30
/** Clients of both providers obey this header and do not repeat requests that cannot succeed. */
const NO_RETRY = { 'x-should-retry': 'false' }

/** The error for a provider that answered with a status other than 200. */
export function errorOf(name: string, rejected: Rejected, ask: Ask): ApiError {
  const error = rejectionOf(name, rejected, ask)
  unanswered.add(error)
  return error
}

function rejectionOf(name: string, rejected: Rejected, ask: Ask): ApiError {
  const { status, retryAfterSeconds } = rejected
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const said = complaint(rejected.message)
  if (status === 401 || status === 403) return because('key_rejected', keyRejected(name, status, { ask, said }))
  if (status === 404) {
    const words = `${name} does not know the model "${ask.model}", or the key cannot use it. Name another model.`
    return because('model_unknown', paid(failed(words, NO_RETRY)))
  }
  if (status === 429) {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), ...later, ...(rejected.final ? NO_RETRY : {}) }
    const words = `${name} accepts no more requests for now (status 429)${said}`
    return because('rate_limited', new ApiError('too_fast', words, { headers }))
  }
  if (status === 408) {
    const words = `${name} did not finish in time (status 408). Try again.`
    return because('timeout', new ApiError('timed_out', words, { headers: later }))
  }
  if (status >= 300 && status < 400) {
    const words = `${name} answered with a redirect (status ${status}), which is not followed.`
    return because('broken_answer', failed(words, NO_RETRY))
  }
  if (status >= 400 && status < 500) {
    return because('request_rejected', paid(failed(`${name} rejected the request (status ${status})${said}`, NO_RETRY)))
  }
  return because('server_error', failed(`${name} failed (status ${status})${said}`, later))
}

function keyRejected(name: string, status: number, { ask, said }: { ask: Ask; said: string }): ApiError {
  const { keyName } = ask
  const isCallers = keyName === 'user_api_key' || keyName === 'X-Provider-Key'
  const words = isCallers
    ? `${name} rejected the API key given as ${keyName} (status ${status}): check that it is valid and can use the model.`
    : `${name} rejected this deployment's own key (status ${status}): the operator has to check ${keyName}.`
  // The provider's message about a 403 says what is missing.
  const error = failed(status === 401 || said === '.' ? words : `${words.slice(0, -1)}${said}`, NO_RETRY)
  return isCallers ? paid(error) : error
}

/** The request is to blame, not the provider. It was sent, so it is charged: otherwise such requests would be free. */
function paid(error: ApiError): ApiError {
  error.keepsCharge = true
  return error
}

/** The error for a provider that was unreachable, went silent or broke off. */
export function brokenOf(name: string, error: unknown): ApiError {
  const code = codeOf(error)
  // The cause is a new error with the code alone: errors of the driver may contain headers.
  const cause = new Error(`talking to ${name}: ${code}`)
  const say = (why: FailureCause, kind: Kind, words: string) => because(why, new ApiError(kind, words, { cause }))
  if (isConnectError(error)) {
    const away = say('unreachable', 'provider_failed', `${name} cannot be reached. Try again later.`)
    unanswered.add(away)
    return away
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return say('timeout', 'timed_out', `${name} did not start to answer in time. Try again.`)
  if (code === 'UND_ERR_BODY_TIMEOUT')
    return say('timeout', 'timed_out', `${name} stopped sending in the middle of its answer. Try again.`)
  const words = `${name} closed the connection before its answer was complete. Try again.`
  return say('broken_answer', 'provider_failed', words)
}

/** The error for a response with status 200 that is not an answer. */
export function unusableAnswer(name: string, why: string): ApiError {
  return because('broken_answer', failed(`${name} sent an unusable answer: ${why}. Try again.`))
}

/** For answers that a caller can cause: empty, or too large for us. */
export function unfitAnswer(name: string, why: string): ApiError {
  return paid(unusableAnswer(name, why))
}

export function filteredAnswer(name: string): ApiError {
  const words = `${name} withheld the answer because of its content (content filter). Change the messages.`
  return because(
    'content_filtered',
    paid(new ApiError('content_filtered', words, { headers: NO_RETRY, cause: new Error(words) })),
  )
}

/** An error that the provider reports in the middle of a stream. */
export function errorInAnswer(name: string, message: string): ApiError {
  return because('server_error', failed(`${name} failed in the middle of its answer${complaint(message)}`))
}

/** Logs only the part before the colon: a provider's message may quote the caller's text. */
function failed(words: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError('provider_failed', words, { headers, cause: new Error(words.split(':', 1)[0]) })
}

/**
 * Known complaints of providers, in our own words. Theirs are never passed on: they may quote the key, in ways that nobody could list.
 */
const COMPLAINTS: readonly [about: RegExp, words: string][] = [
  [
    /context.?(length|window|size)|too long|too many tokens|maximum.{0,20} tokens/i,
    'the messages are too long for the model',
  ],
  [/quota|credit|billing|insufficient.?funds/i, 'the quota or the credit of the key is used up'],
  [/rate.?limit|too many requests/i, 'the rate limit of the key is exceeded'],
  [/overloaded|capacity/i, 'it is overloaded'],
  [/content.?(policy|filter)|safety|moderation/i, 'its content policy does not allow the messages'],
  [/permission|not allowed|organi[sz]ation|country|region/i, 'the key does not have the permission'],
  [/\bschema\b/i, 'it does not accept a schema of the request'],
  [/response_format/i, 'it does not accept the "response_format"'],
  [/\btools?\b|tool_choice|function/i, 'it does not accept the tools of the request'],
  [/max_(completion_|output_)?tokens/i, 'it does not accept the limit on tokens, such as "max_tokens"'],
  [/\btemperature\b/i, 'it does not accept the "temperature"'],
  [/\btop_[pk]\b/i, 'it does not accept "top_p" or "top_k"'],
  [/\bimages?\b|image_url|media.?type/i, 'it does not accept an image of the request'],
  [/\bmodel\b/i, 'it does not accept the model'],
  [/\broles?\b|\bmessages?\b/i, 'it does not accept the messages as they are'],
]

/** Appends what the provider complains about, if we know it. */
function complaint(message: string): string {
  const [, words] = COMPLAINTS.find(([about]) => about.test(message)) ?? []
  return words === undefined ? '.' : `: ${words}.`
}

const CONNECT_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The same network errors can also end an answer that has started; then this error replaces them, so that nothing is retried. */
export function brokenMidway(error: unknown): unknown {
  return isConnectError(error) ? new Error('the connection was lost in the middle of the answer') : error
}

/** Nothing was sent yet, so a retry cannot ask twice. */
export function isConnectError(error: unknown): boolean {
  return CONNECT_CODES.has(codeOf(error))
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown'
}
