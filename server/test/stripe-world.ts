// What the Stripe double holds, and what customers and banks do to it. Each deed leaves the events that Stripe would send.
import type { Fields } from './stripe-form.ts'

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

const API_VERSION = '2026-10-28.endive'
const MONTH_S = 30 * 86_400

export interface World {
  readonly things: Map<string, Thing>
  readonly replies: Map<string, { form: string; status: number; body: unknown }>
  readonly controls: { calls: Call[]; events: StripeEvent[]; isDown: boolean }
  readonly nowS: () => number
  readonly holds: { path: string; reckoned: () => void; released: Promise<void> }[]
  count: number
}

export function newWorld(nowMs: () => number): World {
  return {
    things: new Map(),
    replies: new Map(),
    controls: { calls: [], events: [], isDown: false },
    nowS: () => Math.floor(nowMs() / 1000),
    holds: [],
    count: 0,
  }
}

export function hold(world: World, path: string): Held {
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

export function make(world: World, object: string, fields: Record<string, unknown>): Thing {
  const id = `${PREFIXES[object]}_${String(++world.count).padStart(8, '0')}`
  const thing = { id, object, created: world.nowS(), livemode: false, metadata: {}, ...fields }
  world.things.set(id, thing)
  return thing
}

export function get(world: World, id: unknown): Thing {
  const thing = world.things.get(String(id))
  if (!thing) throw refusal(404, 'resource_missing', `No such object: '${id}'`)
  return thing
}

export function all(world: World, object: string): Thing[] {
  return [...world.things.values()].filter((one) => one.object === object)
}

export function emit(world: World, type: string, thing: Thing): void {
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

export interface Refused {
  readonly status: number
  readonly code: string
}

export function refusal(status: number, code: string, message: string): Error & Refused {
  return Object.assign(new Error(message), { status, code })
}

export function actionsOf(world: World) {
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

export function ended(world: World, subscription: Thing): Thing {
  subscription.status = 'canceled'
  subscription.ended_at = world.nowS()
  emit(world, 'customer.subscription.deleted', subscription)
  return subscription
}
