// The client: one method an endpoint, in the words of the API.
import { adminCalls } from './admin.ts'
import { brandNames } from './brand-names.ts'
import { ConnectionError, EquipoiseError, errorFor } from './errors.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'
import type * as shape from './shapes.ts'
import { type Call, type CallOptions, createTransport, type TransportOptions } from './transport.ts'
import { v1Calls } from './v1.ts'

export interface EquipoiseOptions {
  /** Where the service is; empty in a browser means "where this page came from". */
  readonly baseUrl: string
  /** An API key, for servers. */
  readonly apiKey?: string | undefined
  /** The token of a person who signed in. Without key and token a browser uses its session cookie. */
  readonly token?: string | undefined
  /** The word in front of keys and field names, where the deployment has its own. */
  readonly brand?: string | undefined
  /** `omit` makes a browser call without its session cookie, as a stranger. */
  readonly credentials?: 'omit' | 'same-origin' | undefined
  readonly fetch?: typeof fetch | undefined
  readonly timeoutMs?: number | undefined
  /** How often a call that is safe to repeat is repeated. */
  readonly retriesMax?: number | undefined
}

type Send = <Result>(call: Call) => Promise<Result>
type Bytes = (call: Call) => AsyncGenerator<Uint8Array>
type Stream = (call: Call) => AsyncGenerator<shape.ChatEvent>

export class Equipoise {
  readonly ai: ReturnType<typeof aiCalls>
  /** In the formats of OpenAI and Anthropic. */
  readonly v1: ReturnType<typeof v1Calls>
  readonly auth: ReturnType<typeof authCalls>
  readonly keys: ReturnType<typeof keyCalls>
  readonly billing: ReturnType<typeof billingCalls>
  /** For administrators. */
  readonly admin: ReturnType<typeof adminCalls>
  readonly commitments: ReturnType<typeof commitmentCalls>
  readonly allocations: ReturnType<typeof allocationCalls>
  readonly #send: Send
  readonly #bytes: Bytes

  constructor(options: EquipoiseOptions) {
    if (options.apiKey && options.token) throw new EquipoiseError('Give either an apiKey or a token, not both')
    const { send, stream, bytes } = connect(options)
    this.#send = send
    this.ai = aiCalls(send, stream)
    this.v1 = v1Calls(send)
    this.auth = authCalls(send)
    this.keys = keyCalls(send)
    this.billing = billingCalls(send)
    this.admin = adminCalls(send)
    this.commitments = commitmentCalls(send)
    this.allocations = allocationCalls(send, bytes)
    this.#bytes = bytes
  }

  /** Runs the equilibrium engine once. */
  compute(request: shape.ComputeRequest, options?: CallOptions): Promise<shape.ComputeResult> {
    return this.#send({ method: 'POST', path: '/compute', body: request, ...options })
  }

  /** Runs the engine over all biases from 0 to 1. Paid like a compute call, so never repeated blindly. */
  sweep(request: shape.SweepRequest = {}, options?: CallOptions): Promise<shape.SweepResult> {
    return this.#send({ method: 'GET', path: '/sweep', query: { ...request }, ...options })
  }

  /** The samples of a sequence, one text of N zeros and ones at a time: `for await (const bits of client.sequence({ bias: 0.8 }))`. */
  async *sequence(request: shape.SequenceRequest, options?: CallOptions): AsyncGenerator<string> {
    yield* linesOf(this.#bytes({ method: 'GET', path: '/sequence', query: { ...request, format: 'text' }, ...options }))
  }

  /** Integers, dice, choices, shuffles, samples and winners, from a seed or a commitment. */
  draw(request: shape.DrawRequest, options?: CallOptions): Promise<shape.Draw> {
    return this.#send({ ...post('/draws', request), ...options })
  }

  /** The public keys that sign receipts. */
  signingKeys(options?: CallOptions): Promise<shape.SigningKeys> {
    return this.#send({ ...get('/.well-known/equipoise-signing-key'), ...options })
  }

  usage(options?: CallOptions): Promise<shape.UsageStats> {
    return this.#send({ ...get('/usage/stats'), ...options })
  }

  /** What was used in each month, the newest first. */
  usageMonths(options?: CallOptions): Promise<shape.MonthUse[]> {
    return this.#send({ ...get('/usage/months'), ...options })
  }

  plans(options?: CallOptions): Promise<shape.Plans> {
    return this.#send({ ...get('/plans'), ...options })
  }

  brand(options?: CallOptions): Promise<shape.BrandInfo> {
    return this.#send({ ...get('/brand'), ...options })
  }

  health(options?: CallOptions): Promise<shape.Health> {
    return this.#send({ ...get('/health'), ...options })
  }

  subscribeNewsletter(email: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...post('/newsletter/subscribe', { email }), ...options })
  }

  /** With the token of the link in the email that asks to confirm. */
  confirmNewsletter(token: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...get('/newsletter/confirm'), query: { token }, ...options })
  }

  /** With the token of the link in any email of the newsletter. */
  unsubscribeNewsletter(token: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...get('/newsletter/unsubscribe'), query: { token }, ...options })
  }
}

function connect({ brand, ...options }: EquipoiseOptions): { send: Send; stream: Stream; bytes: Bytes } {
  const transport = createTransport(options satisfies TransportOptions)
  const names = brandNames(brand)
  const toWire = (call: Call): Call => ({ ...call, body: names.toWire(call.body) })
  return {
    bytes: (call) => transport.stream(toWire(call)),
    async send<Result>(call: Call) {
      return names.fromWire(await transport.json(toWire(call))) as Result
    },
    async *stream(call) {
      let complete = false
      for await (const event of readEvents(transport.stream(toWire(call)))) {
        const read = chatEventOf(event, names.fromWire)
        if (read) yield read
        complete ||= read?.type === 'result'
      }
      if (!complete) throw new ConnectionError('The answer broke off before it was complete')
    },
  }
}

/** An `error` event is thrown like the error that it would have been without streaming. */
function chatEventOf({ event, data }: ServerEvent, fromWire: (value: unknown) => unknown): shape.ChatEvent | undefined {
  const value = jsonOf(data)
  if (event === 'delta') return { type: 'delta', text: value.text }
  if (event === 'attempt') return { type: 'attempt', attempt: value }
  if (event === 'result') return { type: 'result', result: fromWire(value) as shape.ChatResult }
  if (event === 'error') throw errorFor(typeof value.status === 'number' ? value.status : 502, value)
  return undefined
}

function jsonOf(data: string) {
  try {
    return JSON.parse(data)
  } catch (error) {
    throw new ConnectionError('The service sent an event that is not JSON', { cause: error })
  }
}

function aiCalls(send: Send, stream: Stream) {
  const streamed = (path: string, request: object, options?: CallOptions) =>
    stream({ ...post(path, { ...request, stream: true }), ...options })
  return {
    /** Scores a text; asks no AI provider. */
    analyze: (text: string, options?: CallOptions & shape.ScoringOptions) => {
      const { tier, ignore, flag, ...rest } = options ?? {}
      return send<shape.Analysis>({ ...post('/ai/analyze', { text, tier, ignore, flag }), ...rest })
    },
    /** Scores up to 100 texts; each has an analysis or an error of its own. */
    analyzeBatch: (request: shape.AnalyzeBatchRequest, options?: CallOptions) =>
      send<shape.AnalyzeBatch>({ ...post('/ai/analyze/batch', request), ...options }),
    /** The smallest neutral edit: our suggestions, and with `mode: 'model'` the deployment's model for the words that are left. */
    neutralise: (request: shape.NeutraliseRequest, options?: CallOptions) =>
      send<shape.NeutralisedText>({ ...post('/ai/neutralise', request), ...options }),
    /** The word lists of the account, which hold wherever its texts are scored. */
    words: (options?: CallOptions) => send<shape.WordLists>({ ...get('/ai/words'), ...options }),
    /** Replaces both lists; one that is left out is empty. */
    replaceWords: (lists: shape.WordListsRequest, options?: CallOptions) =>
      send<shape.WordLists>({ method: 'PUT', path: '/ai/words', body: lists, ...options }),
    /** `analyze` for a text of at most 2,000 characters, without credentials; at most 30 an hour from one address. */
    tryAnalyze: (text: string, options?: CallOptions & shape.ScoringOptions) => {
      const { tier, ignore, flag, ...rest } = options ?? {}
      return send<shape.Analysis>({ ...post('/try/analyze', { text, tier, ignore, flag }), ...rest })
    },
    chat: (request: shape.ChatRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/chat', request), ...options }),
    proxy: (request: shape.ProxyRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/proxy', request), ...options }),
    /** The answer in pieces: `for await (const event of client.ai.streamChat(…))`. Leaving the loop hangs up. */
    streamChat: (request: shape.ChatRequest, options?: CallOptions) => streamed('/ai/chat', request, options),
    streamProxy: (request: shape.ProxyRequest, options?: CallOptions) => streamed('/ai/proxy', request, options),
  }
}

function authCalls(send: Send) {
  return {
    register: (body: shape.Registration, options?: CallOptions) =>
      send<shape.SignedIn>({ ...post('/auth/register', body), ...options }),
    login: (body: shape.Login, options?: CallOptions) =>
      send<shape.SignedIn>({ ...post('/auth/login', body), ...options }),
    me: (options?: CallOptions) => send<shape.Account>({ ...get('/auth/me'), ...options }),
    rename: (name: string, options?: CallOptions) =>
      send<shape.Account>({ method: 'PATCH', path: '/auth/me', body: { name }, ...options }),
    changeEmail: (body: { email: string; password: string }, options?: CallOptions) =>
      send<shape.Account>({ ...post('/auth/email', body), ...options }),
    logout: (options?: CallOptions) => send<unknown>({ ...post('/auth/logout'), ...options }),
    changePassword: (body: shape.PasswordChange, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/password', body), ...options }),
    forgotPassword: (email: string, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/forgot', { email }), ...options }),
    resetPassword: (body: shape.PasswordReset, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/reset', body), ...options }),
    /** What an invitation is for; changes nothing. */
    lookAtInvitation: (token: string, options?: CallOptions) =>
      send<shape.Invitation>({ ...post('/auth/invitation/look', { token }), ...options }),
    /** For somebody who has an account already; others send the token to `register`. */
    acceptInvitation: (token: string, options?: CallOptions) =>
      send<shape.Account>({ ...post('/auth/invitation', { token }), ...options }),
    verifyEmail: (token: string, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/verify', { token }), ...options }),
    resendVerification: (options?: CallOptions) =>
      send<{ status: 'sent' | 'verified' }>({ ...post('/auth/verify/resend'), ...options }),
    secondFactor: (options?: CallOptions) => send<shape.SecondFactor>({ ...get('/auth/second-factor'), ...options }),
    /** The secret for an authenticator app. Codes are asked for once one was confirmed. */
    beginSecondFactor: (password: string, options?: CallOptions) =>
      send<shape.SecondFactorSetup>({ ...post('/auth/second-factor', { password }), ...options }),
    /** Answers the recovery codes, which are shown this once. */
    confirmSecondFactor: (code: string, options?: CallOptions) =>
      send<{ recovery_codes: string[] }>({ ...post('/auth/second-factor/confirm', { code }), ...options }),
    removeSecondFactor: (body: shape.SecondFactorRemoval, options?: CallOptions) =>
      send<unknown>({ method: 'DELETE', path: '/auth/second-factor', body, ...options }),
    /** Which emails about the account its owner gets. */
    notices: (options?: CallOptions) => send<shape.Notices>({ ...get('/auth/me/notices'), ...options }),
    /** What is left out stays as it is. */
    updateNotices: (body: Partial<shape.NoticeChoices>, options?: CallOptions) =>
      send<shape.Notices>({ method: 'PATCH', path: '/auth/me/notices', body, ...options }),
    /** Where to send the browser to connect the identity provider with this account. */
    connectProvider: (options?: CallOptions) =>
      send<{ authorization_url: string }>({ ...post('/auth/oidc/connect'), ...options }),
    /** The newest first. */
    sessions: (options?: PageOptions<string>) => send<shape.Session[]>(pageCall('/auth/sessions', options)),
    endSession: (id: string, options?: CallOptions) =>
      send<unknown>({ method: 'DELETE', path: `/auth/sessions/${encodeURIComponent(id)}`, ...options }),
    /** The newest first. */
    audit: (options?: PageOptions<number>) => send<shape.AuditEntry[]>(pageCall('/auth/me/audit', options)),
    /** The whole audit log, page by page: `for await (const entry of client.auth.eachAuditEntry())`. */
    eachAuditEntry: (options?: PageOptions<number>) => eachItem<shape.AuditEntry>(send, '/auth/me/audit', options),
    /** Everything the service holds about this account. */
    exportAccount: (options?: CallOptions) => send<shape.AccountExport>({ ...get('/auth/me/export'), ...options }),
    /** Deletes the account for good. */
    deleteAccount: (password: string, options?: CallOptions) =>
      send<unknown>({ method: 'DELETE', path: '/auth/me', body: { password }, ...options }),
  }
}

function keyCalls(send: Send) {
  return {
    list: (options?: PageOptions<number>) => send<shape.ApiKey[]>(pageCall('/api-keys', options)),
    /** All keys, page by page: `for await (const key of client.keys.each())`. */
    each: (options?: PageOptions<number>) => eachItem<shape.ApiKey>(send, '/api-keys', options),
    create: (body: shape.CreateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post('/api-keys', body), ...options }),
    rename: (id: number, name: string, options?: CallOptions) =>
      send<shape.ApiKey>({ method: 'PATCH', path: `/api-keys/${id}`, body: { name }, ...options }),
    /** A new key in place of this one, which works on for the grace period. */
    rotate: (id: number, body: shape.RotateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post(`/api-keys/${id}/rotate`, body), ...options }),
    revoke: (id: number, options?: CallOptions) =>
      send<{ id: number; status: 'revoked' }>({ method: 'DELETE', path: `/api-keys/${id}`, ...options }),
  }
}

function billingCalls(send: Send) {
  return {
    checkout: (plan: shape.PaidPlan, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/checkout', { plan }), ...options }),
    topup: (topup: shape.TopupId, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/topup', { topup }), ...options }),
    topups: (options?: CallOptions) => send<shape.Topup[]>({ ...get('/billing/topups'), ...options }),
    cancel: (options?: CallOptions) => send<shape.Cancellation>({ ...post('/billing/cancel'), ...options }),
    /** Lets a cancelled plan renew again. */
    resume: (options?: CallOptions) => send<shape.Subscription>({ ...post('/billing/resume'), ...options }),
    portal: (options?: CallOptions) => send<shape.Portal>({ ...post('/billing/portal'), ...options }),
    subscription: (options?: CallOptions) => send<shape.Subscription>({ ...get('/billing/subscription'), ...options }),
    /** The newest first. */
    history: (options?: PageOptions<string>) => send<shape.Payment[]>(pageCall('/billing/history', options)),
    /** All payments, page by page. */
    eachPayment: (options?: PageOptions<string>) => eachItem<shape.Payment>(send, '/billing/history', options),
  }
}

/** A page of a list; without both, the first page in the service's own size. */
export interface PageOptions<Id extends string | number> extends CallOptions {
  readonly limit?: number | undefined
  /** The id of the last item of the page before. */
  readonly after?: Id | undefined
}

const PAGE_SIZE = 100

function pageCall(path: string, { limit, after, ...options }: PageOptions<string | number> = {}): Call {
  return { ...get(path), query: { limit, after }, ...options }
}

/** A page that is not full is the last one. */
async function* eachItem<Item extends { readonly id: string | number }>(
  send: Send,
  path: string,
  options: PageOptions<string | number> = {},
): AsyncGenerator<Item> {
  const limit = options.limit ?? PAGE_SIZE
  let after = options.after
  for (;;) {
    const page = await send<Item[]>(pageCall(path, { ...options, limit, after }))
    yield* page
    if (page.length < limit) return
    after = page.at(-1)?.id
  }
}

function commitmentCalls(send: Send) {
  return {
    /** Publish `sha256` of the answer before anybody can influence the draw. */
    create: (body: shape.CommitmentRequest = {}, options?: CallOptions) =>
      send<shape.CreatedCommitment>({ ...post('/commitments', body), ...options }),
    list: (options?: CallOptions) => send<shape.ListedCommitment[]>({ ...get('/commitments'), ...options }),
    get: (id: string, options?: CallOptions) =>
      send<shape.Commitment>({ ...get(`/commitments/${encodeURIComponent(id)}`), ...options }),
    reveal: (id: string, options?: CallOptions) =>
      send<shape.Commitment>({ ...again(`/commitments/${encodeURIComponent(id)}/reveal`), ...options }),
  }
}

function allocationCalls(send: Send, bytes: Bytes) {
  const at = (id: string, rest = '') => `/allocations/${encodeURIComponent(id)}${rest}`
  return {
    create: (body: shape.AllocationRequest, options?: CallOptions) =>
      send<shape.Allocation>({ ...post('/allocations', body), ...options }),
    list: (options?: CallOptions) => send<shape.ListedAllocation[]>({ ...get('/allocations'), ...options }),
    get: (id: string, options?: CallOptions) => send<shape.Allocation>({ ...get(at(id)), ...options }),
    /** The same participant gets the same arm, so a broken connection is no reason to worry: it is asked again. */
    assign: (id: string, body: shape.AssignmentRequest, options?: CallOptions) =>
      send<shape.Assigned>({ ...again(at(id, '/assign'), body), ...options }),
    close: (id: string, options?: CallOptions) =>
      send<shape.ClosedAllocation>({ ...again(at(id, '/close')), ...options }),
    assignments: (id: string, page: shape.AssignmentPage = {}, options?: CallOptions) =>
      send<shape.Assignment[]>({ ...get(at(id, '/assignments')), query: { ...page }, ...options }),
    /** All assignments as CSV. */
    async export(id: string, options?: CallOptions): Promise<string> {
      const decoder = new TextDecoder()
      let text = ''
      for await (const part of bytes({ ...get(at(id, '/export')), ...options }))
        text += decoder.decode(part, { stream: true })
      return text + decoder.decode()
    },
  }
}

async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held = ''
  for await (const part of parts) {
    const lines = (held + decoder.decode(part, { stream: true })).split('\n')
    held = lines.pop() ?? ''
    yield* lines
  }
  if (held !== '') throw new ConnectionError('The sequence broke off before it was complete')
}

function get(path: string): Call {
  return { method: 'GET', path, repeatable: true }
}

function post(path: string, body?: unknown): Call {
  return { method: 'POST', path, body }
}

/** A request that may be sent twice: the second one changes nothing. */
function again(path: string, body?: unknown): Call {
  return { method: 'POST', path, body, repeatable: true }
}
