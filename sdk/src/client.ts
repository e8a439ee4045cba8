// The client: one method an endpoint, in the words of the API.
import { adminCalls } from './admin.ts'
import { authCalls } from './auth.ts'
import { brandNames } from './brand-names.ts'
import { again, eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import { commitmentCalls, publishedCalls } from './draws.ts'
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
  /** `omit` makes a browser call without its session cookie, as an anonymous caller. */
  readonly credentials?: 'omit' | 'same-origin' | undefined
  /** Another `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch | undefined
  /** How long a call can take, retries included. Default: 75 seconds. */
  readonly timeoutMs?: number | undefined
  /** How often a call that is safe to repeat is repeated. */
  readonly retriesMax?: number | undefined
}

type Bytes = (call: Call) => AsyncGenerator<Uint8Array>
type Stream = (call: Call) => AsyncGenerator<shape.ChatEvent>

export class Equipoise {
  /** Scores, neutral wording, chat and word lists. */
  readonly ai: ReturnType<typeof aiCalls>
  /** In the formats of OpenAI and Anthropic. */
  readonly v1: ReturnType<typeof v1Calls>
  /** Accounts and sessions. */
  readonly auth: ReturnType<typeof authCalls>
  /** API keys. */
  readonly keys: ReturnType<typeof keyCalls>
  /** Plans, top-ups and payments. */
  readonly billing: ReturnType<typeof billingCalls>
  /** For administrators. */
  readonly admin: ReturnType<typeof adminCalls>
  /** Promises of a seed, for draws that anybody can check. */
  readonly commitments: ReturnType<typeof commitmentCalls>
  /** People assigned to the arms of a study, one after the other. */
  readonly allocations: ReturnType<typeof allocationCalls>
  /** Whether a model treats both sides of public questions alike. */
  readonly audits: ReturnType<typeof auditCalls>
  /** Results that anybody can open and check. */
  readonly published: ReturnType<typeof publishedCalls>
  readonly #send: Send
  readonly #bytes: Bytes

  /** With an API key or a token, or in a browser with neither. */
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
    this.audits = auditCalls(send)
    this.published = publishedCalls(send)
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

  /** Integers, dice, choices, orders, winners, loot and cards, from a seed, a commitment or a round of a beacon. */
  draw(request: shape.DrawRequest, options?: CallOptions): Promise<shape.Draw> {
    return this.#send({ ...post('/draws', request), ...options })
  }

  /** The exact odds of a loot table or a deck. */
  odds(request: shape.OddsRequest, options?: CallOptions): Promise<shape.Odds> {
    return this.#send({ ...post('/draws/odds', request), ...options })
  }

  /** The public keys that sign receipts. */
  signingKeys(options?: CallOptions): Promise<shape.SigningKeys> {
    return this.#send({ ...get('/.well-known/equipoise-signing-key'), ...options })
  }

  /** What the account has used and has left this month. */
  usage(options?: CallOptions): Promise<shape.UsageStats> {
    return this.#send({ ...get('/usage/stats'), ...options })
  }

  /** What was used in each month, the newest first. */
  usageMonths(options?: CallOptions): Promise<shape.MonthUse[]> {
    return this.#send({ ...get('/usage/months'), ...options })
  }

  /** All plans and top-ups, with their prices and limits. */
  plans(options?: CallOptions): Promise<shape.Plans> {
    return this.#send({ ...get('/plans'), ...options })
  }

  /** The names of this deployment, its providers and what is configured. */
  brand(options?: CallOptions): Promise<shape.BrandInfo> {
    return this.#send({ ...get('/brand'), ...options })
  }

  /** Whether the service and its database work. */
  health(options?: CallOptions): Promise<shape.Health> {
    return this.#send({ ...get('/health'), ...options })
  }

  /** Asks for the newsletter. An email with a link to confirm follows. */
  subscribeNewsletter(email: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...post('/newsletter/subscribe', { email }), ...options })
  }

  /** With the token of the link in the email that asks to confirm. */
  confirmNewsletter(token: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...post('/newsletter/confirm'), query: { token }, ...options })
  }

  /** With the token of the link in any email of the newsletter. */
  unsubscribeNewsletter(token: string, options?: CallOptions): Promise<{ status: string }> {
    return this.#send({ ...post('/newsletter/unsubscribe'), query: { token }, ...options })
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
      if (!complete) throw new ConnectionError('The answer ended before it was complete')
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
    /** Asks the deployment’s model and scores the answer. */
    chat: (request: shape.ChatRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/chat', request), ...options }),
    /** Asks a provider with your own key and scores the answer. */
    proxy: (request: shape.ProxyRequest, options?: CallOptions) =>
      send<shape.ChatResult>({ ...post('/ai/proxy', request), ...options }),
    /** The answer in pieces: `for await (const event of client.ai.streamChat(…))`. Leaving the loop hangs up. */
    streamChat: (request: shape.ChatRequest, options?: CallOptions) => streamed('/ai/chat', request, options),
    /** The same with your own key for a provider. */
    streamProxy: (request: shape.ProxyRequest, options?: CallOptions) => streamed('/ai/proxy', request, options),
  }
}

/** Which API keys, and in which order. */
export interface KeyListOptions extends PageOptions<number> {
  /** Part of a name or of the visible part of a key, a scope, or a whole key. */
  readonly search?: string | undefined
  /** `used`: last used first; `expiry`: the next to expire first. */
  readonly sort?: 'oldest' | 'newest' | 'used' | 'name' | 'expiry' | undefined
}

function keyCalls(send: Send) {
  return {
    /** The oldest first, unless `sort` says otherwise. */
    list: (options?: KeyListOptions) => send<shape.ApiKey[]>(pageCall('/api-keys', options)),
    /** All keys, page by page: `for await (const key of client.keys.each())`. */
    each: (options?: KeyListOptions) => eachItem<shape.ApiKey>(send, '/api-keys', options),
    /** Creates a key. The key itself is in this answer only. */
    create: (body: shape.CreateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post('/api-keys', body), ...options }),
    /** Changes the name of a key. */
    rename: (id: number, name: string, options?: CallOptions) =>
      send<shape.ApiKey>({ method: 'PATCH', path: `/api-keys/${id}`, body: { name }, ...options }),
    /** A new key in place of this one, which keeps working for the grace period. */
    rotate: (id: number, body: shape.RotateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post(`/api-keys/${id}/rotate`, body), ...options }),
    /** The key stops working at once. */
    revoke: (id: number, options?: CallOptions) =>
      send<{ id: number; status: 'revoked' }>({ method: 'DELETE', path: `/api-keys/${id}`, ...options }),
  }
}

function billingCalls(send: Send) {
  return {
    /** The address of the payment page for a plan. */
    checkout: (plan: shape.PaidPlan, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/checkout', { plan }), ...options }),
    /** The address of the payment page for a top-up. */
    topup: (topup: shape.TopupId, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/topup', { topup }), ...options }),
    /** All top-ups on offer. */
    topups: (options?: CallOptions) => send<shape.Topup[]>({ ...get('/billing/topups'), ...options }),
    /** The plan does not renew and stays until its period ends. */
    cancel: (options?: CallOptions) => send<shape.Cancellation>({ ...post('/billing/cancel'), ...options }),
    /** Lets a cancelled plan renew again. */
    resume: (options?: CallOptions) => send<shape.Subscription>({ ...post('/billing/resume'), ...options }),
    /** The address where people change their payment details. */
    portal: (options?: CallOptions) => send<shape.Portal>({ ...post('/billing/portal'), ...options }),
    /** The plan, and when it renews or ends. */
    subscription: (options?: CallOptions) => send<shape.Subscription>({ ...get('/billing/subscription'), ...options }),
    /** The newest first. */
    history: (options?: PageOptions<string>) => send<shape.Payment[]>(pageCall('/billing/history', options)),
    /** All payments, page by page. */
    eachPayment: (options?: PageOptions<string>) => eachItem<shape.Payment>(send, '/billing/history', options),
  }
}

function auditCalls(send: Send) {
  const at = (id: string, rest = '') => `/audits/${encodeURIComponent(id)}${rest}`
  return {
    /** Starts an audit, which goes on in the background. */
    create: (body: shape.AuditRequest = {}, options?: CallOptions) =>
      send<shape.StartedAudit>({ ...post('/audits', body), ...options }),
    /** All audits of the account, the newest first. */
    list: (options?: CallOptions) => send<shape.Audit[]>({ ...get('/audits'), ...options }),
    /** One audit, and how far it is. */
    get: (id: string, options?: CallOptions) => send<shape.Audit>({ ...get(at(id)), ...options }),
    /** What happened to an audit. */
    events: (id: string, options?: CallOptions) => send<shape.AuditEvent[]>({ ...get(at(id, '/events')), ...options }),
    /** The report with its receipt, once the audit is done. */
    report: (id: string, options?: CallOptions) => send<shape.AuditReport>({ ...get(at(id, '/report')), ...options }),
    /** Asks nothing more. The answers stay. */
    cancel: (id: string, options?: CallOptions) => send<shape.Audit>({ ...again(at(id, '/cancel')), ...options }),
    /** Asks what has no answer yet. */
    resume: (id: string, body: shape.ResumeAuditRequest = {}, options?: CallOptions) =>
      send<shape.Audit>({ ...post(at(id, '/resume'), body), ...options }),
    /** Deletes an audit with its answers and its report. */
    delete: (id: string, options?: CallOptions) =>
      send<shape.DeletedAudit>({ method: 'DELETE', path: at(id), ...options }),
  }
}

function allocationCalls(send: Send, bytes: Bytes) {
  const at = (id: string, rest = '') => `/allocations/${encodeURIComponent(id)}${rest}`
  return {
    /** Creates an allocation. */
    create: (body: shape.AllocationRequest, options?: CallOptions) =>
      send<shape.Allocation>({ ...post('/allocations', body), ...options }),
    /** A page of the allocations of the account and those that others share with it, the newest first. */
    list: (options?: PageOptions<string>) => send<shape.ListedAllocation[]>(pageCall('/allocations', options)),
    /** All of them, page by page. */
    each: (options?: PageOptions<string>) => eachItem<shape.ListedAllocation>(send, '/allocations', options),
    /** One allocation, with its balance so far. */
    get: (id: string, options?: CallOptions) => send<shape.Allocation>({ ...get(at(id)), ...options }),
    /** The same participant gets the same arm, so a broken connection is no reason to worry: it is asked again. */
    assign: (id: string, body: shape.AssignmentRequest, options?: CallOptions) =>
      send<shape.Assigned>({ ...again(at(id, '/assign'), body), ...options }),
    /** Ends the allocation. Nobody can be assigned afterwards. */
    close: (id: string, options?: CallOptions) =>
      send<shape.ClosedAllocation>({ ...again(at(id, '/close')), ...options }),
    /** Assigns up to 500 participants in the order given, all of them or none. */
    assignAll: (id: string, body: shape.AssignmentsRequest, options?: CallOptions) =>
      send<shape.Assigned[]>({ ...again(at(id, '/assignments'), body), ...options }),
    /** The arm of one participant; who asked and why stays in the log. */
    unblind: (id: string, body: shape.UnblindRequest, options?: CallOptions) =>
      send<shape.Assignment>({ ...post(at(id, '/unblind'), body), ...options }),
    /** Who works on an allocation beside its owner. */
    members: (id: string, options?: CallOptions) =>
      send<shape.AllocationMember[]>({ ...get(at(id, '/members')), ...options }),
    /** Gives somebody the rights listed, and no others. */
    setMember: (id: string, body: shape.AllocationMemberRequest, options?: CallOptions) =>
      send<shape.AllocationMember>({ method: 'PUT', path: at(id, '/members'), body, ...options }),
    /** Takes all rights away from somebody. */
    removeMember: (id: string, email: string, options?: CallOptions) =>
      send<shape.Removed>({ method: 'DELETE', path: at(id, `/members/${encodeURIComponent(email)}`), ...options }),
    /** A page of what was done with an allocation, the newest first. */
    events: (id: string, options?: PageOptions<number>) =>
      send<shape.AllocationEvent[]>(pageCall(at(id, '/events'), options)),
    /** All of it, page by page. */
    eachEvent: (id: string, options?: PageOptions<number>) =>
      eachItem<shape.AllocationEvent>(send, at(id, '/events'), options),
    /** A page of assignments, in their order. */
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
  if (held !== '') throw new ConnectionError('The sequence ended before it was complete')
}
