// A small Stripe: the official library talks to it over HTTP (STRIPE_API_BASE), in Stripe's wire format, for the calls that we
// make. What customers and banks do is played by its methods; each leaves the events that Stripe would send.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fields, formOf, textOf } from './stripe-form.ts'

export type Thing = { id: string; object: string } & Record<string, unknown>

export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly type: string
  readonly livemode: boolean
  readonly pending_webhooks: number
  readonly request: { id: string | null; idempotency_key: string | null }
  readonly data: { readonly object: Record<string, unknown> }
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly form: Fields
  readonly idempotencyKey: string | undefined
}

export interface StripeDouble {
  readonly url: string
  readonly calls: Call[]
  /** Everything that happened, the oldest first. */
  readonly events: StripeEvent[]
  /** While true, every call is answered with a 503. */
  isDown: boolean
  find(id: string): Thing
  /** Reckons the answer to the next such call at once, and sends it when it is released. */
  hold(path: string): Held
  /** The customer pays on the page of this session; answers the id of the subscription or of the payment. */
  pay(sessionId: string): string
  refund(paymentId: string, cents: number): void
  dispute(paymentId: string): void
  closeDispute(paymentId: string, status: 'won' | 'lost'): void
  changePlan(subscriptionId: string, lookupKey: string): void
  renew(subscriptionId: string): void
  failRenewal(subscriptionId: string): void
  payInvoice(subscriptionId: string): void
  setCancel(subscriptionId: string, cancels: boolean): void
  end(subscriptionId: string): void
  close(): Promise<void>
}

export interface Held {
  /** The call is here, and its answer is fixed. */
  readonly reckoned: Promise<void>
  release(): void
}

export interface DoubleOptions {
  readonly nowMs?: () => number
  /** The prices that stripe:setup would have made: lookup key → cents. */
  readonly prices?: Readonly<Record<string, number>>
}

const API_VERSION = '2026-10-28.endive'
const SLOWEST_TURNS = 23
const MONTH_S = 30 * 86_400

export async function startStripeDouble({ nowMs = Date.now, prices = {} }: DoubleOptions = {}): Promise<StripeDouble> {
  const world = newWorld(nowMs)
  for (const [key, cents] of Object.entries(prices)) {
    const isPlan = !key.startsWith('topup_')
    make(world, 'price', {
      lookup_key: key,
      unit_amount: cents,
      currency: 'eur',
      active: true,
      metadata: { item: key },
      recurring: isPlan ? { interval: 'month' } : null,
    })
  }
  const server = createServer((request, response) => void answer(world, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(world.controls, {
    url: `http://127.0.0.1:${port}`,
    ...actionsOf(world),
    find: (id: string) => get(world, id),
    hold: (path: string) => hold(world, path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

interface World {
  readonly things: Map<string, Thing>
  readonly replies: Map<string, { form: string; status: number; body: unknown }>
  readonly controls: { calls: Call[]; events: StripeEvent[]; isDown: boolean }
  readonly nowS: () => number
  readonly holds: { path: string; reckoned: () => void; released: Promise<void> }[]
  count: number
}

function newWorld(nowMs: () => number): World {
  return {
    things: new Map(),
    replies: new Map(),
    controls: { calls: [], events: [], isDown: false },
    nowS: () => Math.floor(nowMs() / 1000),
    holds: [],
    count: 0,
  }
}

function hold(world: World, path: string): Held {
  let release = () => {}
  let reckoned = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrival = new Promise<void>((resolve) => {
    reckoned = resolve
  })
  world.holds.push({ path, reckoned, released })
  return { reckoned: arrival, release }
}

const PREFIXES: Record<string, string> = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  'checkout.session': 'cs_test',
  subscription: 'sub',
  invoice: 'in',
  payment_intent: 'pi',
  charge: 'ch',
  dispute: 'dp',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
  webhook_endpoint: 'we',
  event: 'evt',
}

function make(world: World, object: string, fields: Record<string, unknown>): Thing {
  const id = `${PREFIXES[object]}_${String(++world.count).padStart(8, '0')}`
  const thing = { id, object, created: world.nowS(), livemode: false, metadata: {}, ...fields }
  world.things.set(id, thing)
  return thing
}

function get(world: World, id: unknown): Thing {
  const thing = world.things.get(String(id))
  if (!thing) throw refusal(404, 'resource_missing', `No such object: '${id}'`)
  return thing
}

function all(world: World, object: string): Thing[] {
  return [...world.things.values()].filter((one) => one.object === object)
}

function emit(world: World, type: string, thing: Thing): void {
  world.controls.events.push({
    id: `evt_${String(++world.count).padStart(8, '0')}`,
    object: 'event',
    api_version: API_VERSION,
    created: world.nowS(),
    type,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object: structuredClone(thing) },
  })
}

interface Refused {
  readonly status: number
  readonly code: string
}

function refusal(status: number, code: string, message: string): Error & Refused {
  return Object.assign(new Error(message), { status, code })
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = formOf(await textOf(request))
  const url = new URL(request.url ?? '/', 'http://double')
  const key = request.headers['idempotency-key'] as string | undefined
  const call: Call = { method: request.method ?? '', path: url.pathname, form, idempotencyKey: key }
  world.controls.calls.push(call)
  const { status, body } = replyTo(world, call, url.searchParams)
  // Answers overtake each other, as they do on a network: each waits a few turns of the event loop.
  for (let turns = (world.controls.calls.length * 7) % SLOWEST_TURNS; turns > 0; turns--) await nextTurn()
  const place = world.holds.findIndex(({ path }) => path === call.path)
  if (place >= 0) {
    const [held] = world.holds.splice(place, 1)
    held?.reckoned()
    await held?.released
  }
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${world.controls.calls.length}` })
  response.end(JSON.stringify(body))
}

/** A repeated key gets the first answer again, and is refused with other parameters, as at Stripe. */
function replyTo(world: World, call: Call, query: URLSearchParams): { status: number; body: unknown } {
  if (world.controls.isDown) return { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
  const known = call.idempotencyKey && world.replies.get(call.idempotencyKey)
  const form = JSON.stringify(call.form)
  if (known && known.form !== form) {
    return { status: 400, body: { error: { type: 'idempotency_error', message: 'other parameters' } } }
  }
  if (known) return known
  try {
    const body = structuredClone(route(world, call, query))
    if (call.idempotencyKey) world.replies.set(call.idempotencyKey, { form, status: 200, body })
    return { status: 200, body }
  } catch (error) {
    const { status, code, message } = error as Error & Partial<Refused>
    if (status === undefined) throw error
    return { status, body: { error: { type: 'invalid_request_error', code, message } } }
  }
}

function route(world: World, { method, path, form }: Call, query: URLSearchParams): unknown {
  const [kind = '', id, verb] = path
    .replace(/^\/v1\//, '')
    .replace('/sessions', '.sessions')
    .replace('/configurations', '.configurations')
    .split('/')
  if (method === 'GET' && id === undefined) return list(world, kind, query)
  if (method === 'GET') return expanded(world, get(world, id), query)
  if (verb === 'expire') return expire(world, get(world, id))
  if (method === 'DELETE') return ended(world, get(world, id))
  if (id !== undefined) return update(world, get(world, id), form)
  return create(world, kind, form)
}

const OBJECTS: Record<string, string> = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  'checkout.sessions': 'checkout.session',
  subscriptions: 'subscription',
  charges: 'charge',
  disputes: 'dispute',
  'billing_portal.sessions': 'billing_portal.session',
  'billing_portal.configurations': 'billing_portal.configuration',
  webhook_endpoints: 'webhook_endpoint',
}

function create(world: World, kind: string, form: Fields): Thing {
  const object = OBJECTS[kind]
  if (!object) throw refusal(404, 'unknown', `Unrecognized request URL: ${kind}`)
  if (object === 'checkout.session') return openSession(world, form)
  if (object === 'price') return createPrice(world, form)
  const thing = make(world, object, { active: true, ...form })
  if (object === 'billing_portal.session') {
    get(world, form.customer)
    thing.url = `https://billing.stripe.example/p/session/${thing.id}`
    thing.flow = form.flow_data ?? null
  }
  if (object === 'webhook_endpoint') thing.secret = `whsec_${thing.id}`
  return thing
}

function createPrice(world: World, form: Fields): Thing {
  const holder = all(world, 'price').find(({ lookup_key }) => lookup_key === form.lookup_key)
  if (holder && form.transfer_lookup_key !== 'true') throw refusal(400, 'lookup_key_taken', 'lookup key is taken')
  if (holder) holder.lookup_key = null
  const { unit_amount, recurring = null, ...rest } = form
  return make(world, 'price', { active: true, recurring, ...rest, unit_amount: Number(unit_amount) })
}

function openSession(world: World, form: Fields): Thing {
  get(world, form.customer)
  const [line] = Object.values(form.line_items as Fields) as Fields[]
  get(world, line?.price)
  const session = make(world, 'checkout.session', {
    ...form,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    payment_intent: null,
    price: line?.price,
  })
  session.url = `https://checkout.stripe.example/c/pay/${session.id}`
  return session
}

function update(world: World, thing: Thing, form: Fields): Thing {
  if (thing.object === 'subscription' && form.cancel_at_period_end !== undefined) {
    if (thing.status === 'canceled') throw refusal(404, 'resource_missing', 'the subscription is canceled')
    thing.cancel_at_period_end = form.cancel_at_period_end === 'true'
    emit(world, 'customer.subscription.updated', thing)
  } else {
    Object.assign(thing, form, form.active === undefined ? {} : { active: form.active === 'true' })
  }
  return thing
}

function expire(world: World, session: Thing): Thing {
  if (session.status !== 'open') throw refusal(400, 'status', 'Only Checkout Sessions with status open can expire')
  session.status = 'expired'
  emit(world, 'checkout.session.expired', session)
  return session
}

function ended(world: World, subscription: Thing): Thing {
  subscription.status = 'canceled'
  subscription.ended_at = world.nowS()
  emit(world, 'customer.subscription.deleted', subscription)
  return subscription
}

const LISTS: Record<string, (world: World, query: URLSearchParams) => unknown[]> = {
  prices: (world, query) =>
    all(world, 'price').filter(
      (one) => one.active === true && wanted(query, 'lookup_keys').includes(String(one.lookup_key)),
    ),
  events: (world, query) => {
    const since = Number(query.get('created[gte]') ?? 0)
    const types = wanted(query, 'types')
    return world.controls.events.filter((one) => one.created >= since && types.includes(one.type))
  },
  charges: (world, query) => all(world, 'charge').filter((one) => one.customer === query.get('customer')),
  disputes: (world, query) => all(world, 'dispute').filter((one) => one.payment_intent === query.get('payment_intent')),
}

/** The newest first, a page at a time. */
function list(world: World, kind: string, query: URLSearchParams): unknown {
  const found = (LISTS[kind]?.(world, query) ?? all(world, OBJECTS[kind] ?? kind)).toReversed() as { id: string }[]
  const after = query.get('starting_after')
  const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const limit = Number(query.get('limit') ?? 10)
  return {
    object: 'list',
    url: `/v1/${kind}`,
    has_more: found.length > from + limit,
    data: found.slice(from, from + limit),
  }
}

function wanted(query: URLSearchParams, name: string): string[] {
  return [...query].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)
}

function expanded(world: World, thing: Thing, query: URLSearchParams): Thing {
  const whole: Thing = { ...thing }
  for (const field of wanted(query, 'expand')) if (whole[field]) whole[field] = get(world, whole[field])
  return whole
}

function actionsOf(world: World) {
  const subscriptionAfter = (id: string, change: Record<string, unknown>, types: string[]): Thing => {
    const subscription = Object.assign(get(world, id), change)
    for (const type of types) emit(world, type, subscription)
    return subscription
  }
  const nextPeriod = (id: string): void => {
    const [item] = itemsOf(get(world, id))
    if (item) Object.assign(item, { current_period_start: world.nowS(), current_period_end: world.nowS() + MONTH_S })
  }
  const invoiced = (id: string, status: 'paid' | 'open'): void => {
    const subscription = get(world, id)
    const invoice = make(world, 'invoice', {
      customer: subscription.customer,
      status,
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    })
    subscription.latest_invoice = invoice.id
    emit(world, status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }
  const paymentAfter = (id: string, change: (charge: Thing) => void): Thing => {
    const charge = get(world, get(world, id).latest_charge)
    change(charge)
    return charge
  }
  return {
    pay: (sessionId: string) => pay(world, get(world, sessionId), invoiced),
    refund(paymentId: string, cents: number) {
      const charge = paymentAfter(paymentId, (one) => {
        one.amount_refunded = Math.min(Number(one.amount), Number(one.amount_refunded) + cents)
        one.refunded = one.amount_refunded === one.amount
      })
      emit(world, 'charge.refunded', charge)
    },
    dispute(paymentId: string) {
      paymentAfter(paymentId, (one) => {
        one.disputed = true
      })
      emit(
        world,
        'charge.dispute.created',
        make(world, 'dispute', { payment_intent: paymentId, status: 'needs_response' }),
      )
    },
    closeDispute(paymentId: string, status: 'won' | 'lost') {
      const dispute = all(world, 'dispute').find(
        (one) => one.payment_intent === paymentId && one.status === 'needs_response',
      )
      if (dispute) emit(world, 'charge.dispute.closed', Object.assign(dispute, { status }))
    },
    changePlan(id: string, lookupKey: string) {
      const price = all(world, 'price').find((one) => one.lookup_key === lookupKey)
      const [item] = itemsOf(get(world, id))
      if (item) item.price = price
      subscriptionAfter(id, {}, ['customer.subscription.updated'])
    },
    renew(id: string) {
      nextPeriod(id)
      subscriptionAfter(id, { status: 'active' }, ['customer.subscription.updated'])
      invoiced(id, 'paid')
    },
    failRenewal(id: string) {
      nextPeriod(id)
      invoiced(id, 'open')
      subscriptionAfter(id, { status: 'past_due' }, ['customer.subscription.updated'])
    },
    payInvoice(id: string) {
      invoiced(id, 'paid')
      subscriptionAfter(id, { status: 'active' }, ['customer.subscription.updated'])
    },
    setCancel(id: string, cancels: boolean) {
      subscriptionAfter(id, { cancel_at_period_end: cancels }, ['customer.subscription.updated'])
    },
    end(id: string) {
      ended(world, get(world, id))
    },
  }
}

function itemsOf(subscription: Thing): Thing[] {
  return (subscription.items as { data: Thing[] }).data
}

function pay(world: World, session: Thing, invoiced: (id: string, status: 'paid' | 'open') => void): string {
  if (session.status !== 'open') throw new Error('the session is not open')
  Object.assign(session, { status: 'complete', payment_status: 'paid' })
  const price = get(world, session.price)
  if (session.mode === 'payment') {
    const data = session.payment_intent_data as Fields
    const amount = Number(price.unit_amount)
    const { customer } = session
    const charge = make(world, 'charge', {
      customer,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      status: 'succeeded',
      description: data.description,
      receipt_url: 'https://pay.stripe.example/receipts/1',
    })
    const payment = make(world, 'payment_intent', {
      status: 'succeeded',
      amount,
      amount_received: amount,
      metadata: data.metadata,
      latest_charge: charge.id,
      customer,
    })
    charge.payment_intent = payment.id
    session.payment_intent = payment.id
    emit(world, 'checkout.session.completed', session)
    return payment.id
  }
  const item = { id: `si_${++world.count}`, object: 'subscription_item', price, quantity: 1 }
  const period = { current_period_start: world.nowS(), current_period_end: world.nowS() + MONTH_S }
  const subscription = make(world, 'subscription', {
    customer: session.customer,
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    latest_invoice: null,
    items: { object: 'list', data: [{ ...item, ...period }] },
  })
  session.subscription = subscription.id
  emit(world, 'customer.subscription.created', subscription)
  emit(world, 'checkout.session.completed', session)
  invoiced(subscription.id, 'paid')
  return subscription.id
}
