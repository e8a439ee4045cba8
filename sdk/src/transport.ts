// Sends requests: credentials, deadline, retries that never repeat a paid call blindly, and errors by cause.
import { ConnectionError, type EquipoiseError, errorFor, ServerError, TimeoutError } from './errors.ts'

export interface TransportOptions {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly token?: string | undefined
  readonly credentials?: 'omit' | 'same-origin' | undefined
  readonly fetch?: typeof fetch | undefined
  readonly timeoutMs?: number | undefined
  readonly retriesMax?: number | undefined
}

export interface CallOptions {
  /** Stops the call; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How long the whole call may take, retries included; of a stream: how long it may be silent. */
  readonly timeoutMs?: number | undefined
  /**
   * A name of your own for a chat or proxy call. The service answers the same call with the same name once and charges it
   * once, so that it may be repeated after a broken connection.
   */
  readonly idempotencyKey?: string | undefined
}

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Can be sent again after a broken connection: it changes nothing and costs nothing. */
  readonly repeatable?: boolean
}

interface Transport {
  json(call: Call): Promise<unknown>
  /** The bytes of a streamed response. Ends with an error after `timeoutMs` of silence. */
  stream(call: Call): AsyncGenerator<Uint8Array>
}

/** Longer than the service's own deadline for an AI call, so that its response says what went wrong. */
const TIMEOUT_MS = 75_000
const RETRIES_MAX = 2
/** A longer wait is left to the caller: the error says how long. */
const WAIT_MS_MAX = 10_000
const FIRST_WAIT_MS = 250

export function createTransport(options: TransportOptions): Transport {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  return {
    async json(call) {
      const deadline = startDeadline(call.timeoutMs ?? timeoutMs, call.signal)
      try {
        return await answerOf(await send(call, options, deadline.signal))
      } catch (error) {
        throw causeOf(error, deadline, call.signal)
      } finally {
        deadline.clear()
      }
    },
    async *stream(call) {
      const deadline = startDeadline(call.timeoutMs ?? timeoutMs, call.signal)
      try {
        const response = await send(call, options, deadline.signal)
        const reader = response.body?.getReader()
        if (!reader) return
        try {
          for (let part = await reader.read(); !part.done; part = await reader.read()) {
            // The time that the reader takes does not count as silence of the service.
            deadline.clear()
            yield part.value
            deadline.restart()
          }
        } finally {
          await reader.cancel().catch(() => {})
        }
      } catch (error) {
        throw causeOf(error, deadline, call.signal)
      } finally {
        deadline.clear()
      }
    },
  }
}

/** Sends, and retries if that is safe and worth the wait; throws error responses. */
async function send(call: Call, options: TransportOptions, signal: AbortSignal): Promise<Response> {
  const retriesMax = options.retriesMax ?? RETRIES_MAX
  for (let retry = 0; ; retry++) {
    const outcome = await attempt(call, options, signal)
    if (outcome.response) return outcome.response
    if (retry >= retriesMax || signal.aborted) throw outcome.error
    const waitMs = waitBeforeRetry(call, outcome, retry)
    if (waitMs === undefined) throw outcome.error
    await sleep(waitMs, signal)
  }
}

interface Attempted {
  readonly response?: Response
  readonly error?: unknown
  readonly rejected?: { readonly status: number; readonly retryAfterMs?: number | undefined; readonly final: boolean }
}

async function attempt(call: Call, options: TransportOptions, signal: AbortSignal): Promise<Attempted> {
  let response: Response
  try {
    response = await (options.fetch ?? fetch)(urlOf(call, options.baseUrl), requestOf(call, options, signal))
  } catch (error) {
    return { error }
  }
  if (response.ok) return { response }
  if (isRedirect(response)) return { error: redirected(response), rejected: { status: response.status, final: true } }
  const retryAfterMs = retryAfterMsOf(response.headers.get('retry-after'))
  return {
    error: await errorOf(response, retryAfterMs),
    rejected: {
      status: response.status,
      retryAfterMs,
      final: response.headers.get('x-should-retry') === 'false',
    },
  }
}

/** Browsers hide everything about a redirect; other runtimes show it. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

// Following a redirect would send the key to an address that nobody chose.
function redirected({ headers }: Response): ConnectionError {
  const target = headers.get('location')
  return new ConnectionError(
    `The service redirects${target === null ? '' : ` to ${target}`}, and redirects are not followed. Set baseUrl to the final address`,
  )
}

/**
 * How long to wait before the next attempt; undefined means no retry. 429 and 503 are sent before any work, so nothing was charged and
 * every call can be retried if the service says when. After a broken connection it is unknown what was done, so only calls that cost and
 * change nothing are retried.
 */
function waitBeforeRetry(call: Call, { rejected }: Attempted, retry: number): number | undefined {
  if (!rejected) return isRepeatable(call) ? Math.random() * FIRST_WAIT_MS * 2 ** retry : undefined
  const { status, retryAfterMs, final } = rejected
  if (final || retryAfterMs === undefined || retryAfterMs > WAIT_MS_MAX) return undefined
  return status === 429 || status === 503 ? retryAfterMs : undefined
}

function isRepeatable({ repeatable = false, idempotencyKey }: Call): boolean {
  return repeatable || idempotencyKey !== undefined
}

function urlOf({ path, query }: Call, baseUrl: string): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl.replace(/\/{1,20}$/, '')}${path}${search && `?${search}`}`
}

function requestOf(
  { method, body, idempotencyKey, headers: further }: Call,
  options: TransportOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json, text/event-stream', ...further }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (options.apiKey) headers['x-api-key'] = options.apiKey
  if (options.token) headers.authorization = `Bearer ${options.token}`
  // Cloudflare Workers support neither `redirect: 'error'` nor `credentials`; only browsers have cookies to send or omit.
  const init: RequestInit = { method, headers, redirect: 'manual', signal, ...cookiesOf(options) }
  return body === undefined ? init : { ...init, body: JSON.stringify(body) }
}

function cookiesOf({ apiKey, token, credentials = 'same-origin' }: TransportOptions): Pick<RequestInit, 'credentials'> {
  if (typeof location === 'undefined') return {}
  return { credentials: apiKey || token ? 'omit' : credentials }
}

/** The body of a successful response. A page of a proxy, or of another server at that address, is not a response of the service. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  const value = parsed(text)
  if (value !== undefined) return value
  const { status, headers } = response
  const type = headers.get('content-type') ?? 'of no stated type'
  // Without the parser's message: it quotes the response, which may contain a key.
  throw new ServerError(`The response was not JSON (${type}, status ${status})`, {
    status,
    requestId: requestIdOf(response),
  })
}

async function errorOf(response: Response, retryAfterMs: number | undefined): Promise<EquipoiseError> {
  const text = await response.text().catch(() => '')
  const needsCode = response.headers.get('x-second-factor') === 'required'
  return errorFor(response.status, parsed(text), { requestId: requestIdOf(response), retryAfterMs, needsCode })
}

function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterMsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now())
}

interface Deadline {
  readonly signal: AbortSignal
  /** Whether our own deadline, not the caller, ended it. */
  passed(): boolean
  restart(): void
  clear(): void
}

function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let passed = false
  const end = () => {
    passed = true
    controller.abort(new TimeoutError(`No response within ${timeoutMs} ms`))
  }
  let timer = setTimeout(end, timeoutMs)
  return {
    signal: caller ? AbortSignal.any([caller, controller.signal]) : controller.signal,
    passed: () => passed,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(end, timeoutMs)
    },
    clear: () => clearTimeout(timer),
  }
}

/** An abort by the caller keeps its reason; everything else without a status is a timeout or a broken connection. */
function causeOf(error: unknown, deadline: Deadline, caller: AbortSignal | undefined): unknown {
  if (caller?.aborted) return caller.reason
  if (deadline.passed()) return deadline.signal.reason
  if (error instanceof Error && 'status' in error) return error
  return new ConnectionError(`The service could not be reached: ${textOf(error)}`, { cause: error })
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function sleep(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, waitMs)
    signal.addEventListener('abort', stop, { once: true })
  })
}
