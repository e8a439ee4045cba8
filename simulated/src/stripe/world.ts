// The objects of the simulated Stripe, as plain objects that Stripe would describe, the oldest first.
import { randomBytes } from 'node:crypto'

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

export interface World {
  readonly things: Map<string, Thing>
  /** The prices that exist from the start. */
  readonly prices: readonly Thing[]
  readonly nowS: () => number
  readonly pagesUrl: string
}

/** Prices that exist from the start, as `npm run admin -- stripe-setup` would create them. */
export interface PriceList {
  readonly [lookupKey: string]: { readonly cents: number; readonly name: string; readonly monthly: boolean }
}

const API_VERSION = '2026-10-28.endive'
const ID_BYTES = 16

const PREFIXES: Record<string, string> = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  'checkout.session': 'cs_test',
  subscription: 'sub',
  subscription_item: 'si',
  invoice: 'in',
  invoice_payment: 'inpay',
  payment_intent: 'pi',
  charge: 'ch',
  dispute: 'dp',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
  webhook_endpoint: 'we',
  event: 'evt',
}

export function pricesFrom(list: PriceList): Thing[] {
  return Object.entries(list).map(([key, { cents, name, monthly }]) => ({
    id: `price_${key}`,
    object: 'price',
    lookup_key: key,
    nickname: name,
    unit_amount: cents,
    currency: 'eur',
    active: true,
    metadata: { item: key },
    recurring: monthly ? { interval: 'month' } : null,
  }))
}

/** Ids cannot be guessed: a payment page is open to everybody who knows its address. */
export function newId(object: string): string {
  return `${PREFIXES[object] ?? object}_${randomBytes(ID_BYTES).toString('hex')}`
}

export function make(world: World, object: string, fields: Record<string, unknown>): Thing {
  const thing: Thing = {
    id: newId(object),
    object,
    created: world.nowS(),
    livemode: false,
    metadata: {},
    ...fields,
  }
  world.things.set(thing.id, thing)
  return thing
}

export function get(world: World, id: unknown): Thing {
  const thing = world.things.get(String(id)) ?? world.prices.find((price) => price.id === id)
  if (!thing) throw stripeError(404, 'resource_missing', `No such object: '${id}'`)
  return thing
}

export function all(world: World, object: string): Thing[] {
  const made = [...world.things.values()].filter((one) => one.object === object)
  return object === 'price' ? [...world.prices, ...made] : made
}

export function emit(world: World, type: string, thing: Thing): void {
  make(world, 'event', {
    api_version: API_VERSION,
    type,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object: structuredClone(thing) },
  })
}

export function eventsOf(world: World): StripeEvent[] {
  return all(world, 'event') as unknown as StripeEvent[]
}

export interface Rejected {
  readonly status: number
  readonly code: string
}

export function stripeError(status: number, code: string, message: string): Error & Rejected {
  return Object.assign(new Error(message), { status, code })
}

export function itemOf(subscription: Thing): Thing & { price: Thing } {
  const [item] = (subscription.items as { data: (Thing & { price: Thing })[] }).data
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`)
  return item
}

export function nameOf({ nickname, lookup_key }: Thing): string {
  return String(nickname ?? lookup_key)
}
