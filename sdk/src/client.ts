// The client: one method an endpoint, in the words of the API.
import { adminCalls } from './admin.ts'
import { aiCalls, type Stream } from './ai.ts'
import { allocationCalls, type Bytes } from './allocations.ts'
import { auditCalls } from './audits.ts'
import { authCalls } from './auth.ts'
import { billingCalls } from './billing.ts'
import { brandNames } from './brand-names.ts'
import { get, post, type Send } from './calls.ts'
import { commitmentCalls, keptCalls, prizeCalls, publishedCalls } from './draws.ts'
import { ConnectionError, EquipoiseError, errorFor } from './errors.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'
import { keyCalls } from './keys.ts'
import type * as shape from './shapes.ts'
import { type Call, type CallOptions, createTransport, type TransportOptions } from './transport.ts'
import { v1Calls } from './v1.ts'
import { webhookCalls } from './webhooks.ts'

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

/**
 * The API of one deployment. Without a key or token the calls are anonymous.
 * @example (await new Equipoise({ baseUrl }).compute({ bias: 0.9, N: 9, samples: 100, seed: 42 })).ain // => 1
 */
export class Equipoise {
  /** Scores, neutral wording, chat and word lists. */
  readonly ai: ReturnType<typeof aiCalls>
  /** In the formats of OpenAI and Anthropic. */
  readonly v1: ReturnType<typeof v1Calls>
  /** Accounts and sessions. */
  readonly auth: ReturnType<typeof authCalls>
  /** API keys. */
  readonly keys: ReturnType<typeof keyCalls>
  /** Addresses that get events of the account. */
  readonly webhooks: ReturnType<typeof webhookCalls>
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
  /** The history of the account's draws, and the names it draws from. */
  readonly kept: ReturnType<typeof keptCalls>
  /** Prize draws that an operator can file. */
  readonly prizes: ReturnType<typeof prizeCalls>
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
    this.webhooks = webhookCalls(send)
    this.billing = billingCalls(send)
    this.admin = adminCalls(send)
    this.commitments = commitmentCalls(send)
    this.allocations = allocationCalls(send, bytes)
    this.audits = auditCalls(send)
    this.published = publishedCalls(send)
    this.kept = keptCalls(send)
    this.prizes = prizeCalls(send, bytes)
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

  /** What models used and cost: `client.usageByModel({ by: 'model,end_user' })`. */
  usageByModel(request: shape.ModelUseRequest = {}, options?: CallOptions): Promise<shape.ModelUse[]> {
    return this.#send({ ...get('/usage/models'), query: { ...request }, ...options })
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

/** An `error` event throws the error that the request would have had without streaming. */
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
