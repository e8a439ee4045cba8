// A small Stripe: the official library talks to it over HTTP (STRIPE_API_BASE), in Stripe's wire format, for the calls that we
// make. What customers and banks do is played by its methods (stripe-world.ts).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fields, formOf, textOf } from './stripe-form.ts'
import {
  actionsOf,
  all,
  type Call,
  emit,
  ended,
  get,
  hold,
  make,
  newWorld,
  type Refused,
  refusal,
  type StripeDouble,
  type Thing,
  type World,
} from './stripe-world.ts'

export type { StripeDouble, StripeEvent, Thing } from './stripe-world.ts'

export interface DoubleOptions {
  readonly nowMs?: () => number
  /** The prices that stripe:setup would have made: lookup key → cents. */
  readonly prices?: Readonly<Record<string, number>>
}

const SLOWEST_TURNS = 23

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
  if (method === 'GET') return expanded(world, get(world, id), wanted(query, 'expand'))
  if (verb === 'expire') return expire(world, get(world, id))
  if (method === 'DELETE') return ended(world, get(world, id))
  if (id !== undefined) {
    const { expand, ...fields } = form
    return expanded(world, update(world, get(world, id), fields), Object.values(expand ?? {}).map(String))
  }
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
  charges: (world, query) => ofCustomer(world, 'charge', query),
  'checkout.sessions': (world, query) =>
    ofCustomer(world, 'checkout.session', query).filter((one) => one.status === query.get('status')),
  subscriptions: (world, query) => ofCustomer(world, 'subscription', query).filter((one) => one.status !== 'canceled'),
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

function ofCustomer(world: World, object: string, query: URLSearchParams): Thing[] {
  return all(world, object).filter((one) => one.customer === query.get('customer'))
}

function wanted(query: URLSearchParams, name: string): string[] {
  return [...query].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)
}

function expanded(world: World, thing: Thing, fields: readonly string[]): Thing {
  const whole: Thing = { ...thing }
  for (const field of fields) if (whole[field]) whole[field] = get(world, whole[field])
  return whole
}
