// Stripe's wire format, for the calls that our service makes: forms in, JSON out, errors as Stripe words them.
import { createHash } from 'node:crypto'
import type { Books } from './books.ts'
import { end, endPeriod, isDue, setCancel } from './deeds.ts'
import type { Fields } from './form.ts'
import { all, emit, get, make, newId, type Rejected, stripeError, type Thing, type World } from './world.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly form: Fields
  readonly query: URLSearchParams
  readonly idempotencyKey: string | undefined
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

export interface ApiParts {
  readonly books: Books
  readonly worldOf: (things: Map<string, Thing>) => World
  /** The address of the page where a session is paid or a portal opens. */
  readonly pageUrl: (session: Thing) => string
}

/** The owner of objects without a customer: prices, products, account settings. */
const NOBODY = 'nobody'
const PAGE_SIZE = 10
const PAGE_SIZE_MAX = 100
/** So that one customer cannot make the sandbox slow for others. */
const THINGS_OF_ONE_MAX = 500

export async function replyTo(parts: ApiParts, call: Call): Promise<Reply> {
  try {
    const { kind, id } = placeOf(call)
    if (kind === 'events' && id === undefined) return { status: 200, body: await listEvents(parts, call.query) }
    const owner = await ownerOf(parts.books, call)
    return await parts.books.work(owner, (things) => once(parts, parts.worldOf(things), call))
  } catch (error) {
    const { status, code, message } = error as Error & Partial<Rejected>
    if (status === undefined) throw error
    return { status, body: { error: { type: 'invalid_request_error', code, message } } }
  }
}

/** A repeated key gets the first response again, and is rejected with other parameters, as at Stripe. */
function once(parts: ApiParts, world: World, call: Call): Reply {
  if (!call.idempotencyKey) return { status: 200, body: structuredClone(route(parts, world, call)) }
  const form = JSON.stringify(call.form)
  const id = `reply_${digest(call.idempotencyKey)}`
  const known = world.things.get(id)
  if (known && known.form !== form) {
    return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys can only be used once' } } }
  }
  if (known) return { status: 200, body: known.body }
  const body = structuredClone(route(parts, world, call))
  world.things.set(id, { id, object: 'reply', created: world.nowS(), form, body })
  return { status: 200, body }
}

function placeOf({ path }: Pick<Call, 'path'>): { kind: string; id?: string | undefined; verb?: string | undefined } {
  const [kind = '', id, verb] = path
    .replace(/^.*\/v1\//, '')
    .replace('/sessions', '.sessions')
    .replace('/configurations', '.configurations')
    .split('/')
  return { kind, id, verb }
}

async function ownerOf(books: Books, call: Call): Promise<string> {
  const { kind, id } = placeOf(call)
  // Creating a customer twice with the same key gives one: the id is derived from the key.
  if (kind === 'customers' && call.method === 'POST' && id === undefined) return customerId(call)
  const customer = call.form.customer ?? call.query.get('customer')
  if (typeof customer === 'string') return customer
  const about = id ?? call.query.get('payment_intent') ?? call.query.get('payment[payment_intent]')
  if (typeof about !== 'string') return NOBODY
  return (await books.ownerOf(about)) ?? NOBODY
}

function customerId({ idempotencyKey }: Call): string {
  return `cus_${digest(idempotencyKey ?? newId('customer'))}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function route(parts: ApiParts, world: World, call: Call): unknown {
  const { method, form, query } = call
  const { kind, id, verb } = placeOf(call)
  if (method === 'GET' && id === undefined) return list(world, kind, query)
  if (method === 'GET') return expanded(world, get(world, id), wanted(query, 'expand'))
  if (verb === 'expire') return expire(world, get(world, id))
  if (method === 'DELETE') return end(world, get(world, id).id)
  if (id !== undefined) {
    const { expand, ...fields } = form
    return expanded(world, update(world, get(world, id), fields), Object.values(expand ?? {}).map(String))
  }
  return create(parts, world, call)
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

function create(parts: ApiParts, world: World, call: Call): Thing {
  const { form } = call
  const { kind } = placeOf(call)
  const object = OBJECTS[kind]
  if (!object) throw stripeError(404, 'unknown', `Unrecognized request URL: ${kind}`)
  const { customer } = form
  const isFull = typeof customer === 'string' && countOf(world, customer) >= THINGS_OF_ONE_MAX
  if (isFull) throw stripeError(429, 'rate_limit', 'This customer has too many objects')
  if (object === 'checkout.session') return openSession(parts, world, form)
  if (object === 'price') return createPrice(world, form)
  if (object === 'customer') return make(world, object, { ...form, id: customerId(call) })
  const thing = make(world, object, { active: true, ...form })
  if (object === 'billing_portal.session') {
    get(world, form.customer)
    thing.url = parts.pageUrl(thing)
    thing.flow = form.flow_data ?? null
  }
  if (object === 'webhook_endpoint') thing.secret = `whsec_${thing.id}`
  return thing
}

function countOf(world: World, customer: string): number {
  let count = 0
  for (const thing of world.things.values()) if (thing.customer === customer) count++
  return count
}

function createPrice(world: World, form: Fields): Thing {
  const holder = all(world, 'price').find(({ lookup_key }) => lookup_key === form.lookup_key)
  if (holder && form.transfer_lookup_key !== 'true') throw stripeError(400, 'lookup_key_taken', 'lookup key is taken')
  if (holder) holder.lookup_key = null
  const { unit_amount, recurring = null, ...rest } = form
  return make(world, 'price', { active: true, recurring, ...rest, unit_amount: Number(unit_amount) })
}

function openSession(parts: ApiParts, world: World, form: Fields): Thing {
  get(world, form.customer)
  const [line] = Object.values(form.line_items as Fields) as Fields[]
  const session = make(world, 'checkout.session', {
    ...form,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    payment_intent: null,
    price: get(world, line?.price).id,
  })
  session.url = parts.pageUrl(session)
  return session
}

function update(world: World, thing: Thing, form: Fields): Thing {
  if (thing.object === 'subscription' && form.cancel_at_period_end !== undefined) {
    if (thing.status === 'canceled') throw stripeError(404, 'resource_missing', 'the subscription is canceled')
    setCancel(world, thing.id, form.cancel_at_period_end === 'true')
  } else {
    Object.assign(thing, form, form.active === undefined ? {} : { active: form.active === 'true' })
  }
  return thing
}

export function expire(world: World, session: Thing): Thing {
  if (session.status !== 'open') throw stripeError(400, 'status', 'Only Checkout Sessions with status open can expire')
  session.status = 'expired'
  emit(world, 'checkout.session.expired', session)
  return session
}

const LISTS: Record<string, (world: World, query: URLSearchParams) => Thing[]> = {
  prices: (world, query) =>
    all(world, 'price').filter(
      (one) => one.active === true && wanted(query, 'lookup_keys').includes(String(one.lookup_key)),
    ),
  charges: (world, query) => ofCustomer(world, 'charge', query),
  'checkout.sessions': (world, query) =>
    ofCustomer(world, 'checkout.session', query).filter((one) => one.status === query.get('status')),
  subscriptions: (world, query) => ofCustomer(world, 'subscription', query).filter((one) => one.status !== 'canceled'),
  invoice_payments: (world, query) =>
    all(world, 'invoice_payment').filter(
      ({ payment }) => (payment as Fields).payment_intent === query.get('payment[payment_intent]'),
    ),
  disputes: (world, query) => all(world, 'dispute').filter((one) => one.payment_intent === query.get('payment_intent')),
}

/** The newest first, a page at a time. */
function list(world: World, kind: string, query: URLSearchParams): unknown {
  const found = (LISTS[kind]?.(world, query) ?? all(world, OBJECTS[kind] ?? kind)).toReversed()
  const after = query.get('starting_after')
  const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  if (after && from === 0) throw stripeError(400, 'resource_missing', `No such object: '${after}'`)
  const limit = pageSize(query)
  const fields = wanted(query, 'expand').map((path) => path.replace(/^data\./, ''))
  const shown = found.slice(from, from + limit).map((one) => expanded(world, one, fields))
  return page(kind, shown, found.length > from + limit)
}

/** Subscriptions that are due renew or end now, because nothing here runs on a timer. */
async function listEvents({ books, worldOf }: ApiParts, query: URLSearchParams): Promise<unknown> {
  const nowS = worldOf(new Map()).nowS()
  for (const owner of await books.dueOwners(nowS)) {
    await books.work(owner, (things) => {
      const world = worldOf(things)
      for (const one of all(world, 'subscription')) if (isDue(one, nowS)) endPeriod(world, one.id)
    })
  }
  const limit = pageSize(query)
  const events = await books.listEvents({
    sinceS: Number(query.get('created[gte]') ?? 0),
    types: wanted(query, 'types'),
    after: query.get('starting_after'),
    limit: limit + 1,
  })
  return page('events', events.slice(0, limit), events.length > limit)
}

function page(kind: string, data: readonly unknown[], hasMore: boolean): unknown {
  return { object: 'list', url: `/v1/${kind}`, has_more: hasMore, data }
}

function pageSize(query: URLSearchParams): number {
  return Math.min(PAGE_SIZE_MAX, Number(query.get('limit') ?? PAGE_SIZE))
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
