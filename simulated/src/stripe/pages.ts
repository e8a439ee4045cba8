// The payment pages and the actions of their buttons. A button's events reach the webhook before the page responds.
import { expire } from './api.ts'
import {
  changeCost,
  changePlan,
  closeDispute,
  decline,
  dispute,
  endPeriod,
  failRenewal,
  openDispute,
  pay,
  payInvoice,
  refund,
  setCancel,
  vatOf,
} from './deeds.ts'
import { checkoutPage, messagePage, type PortalAction, portalPage, receiptPage } from './html.ts'
import type { Deliver, SimulatedStripeParts, Visit } from './parts.ts'
import { signEvent } from './signature.ts'
import { STYLE } from './style.ts'
import { all, eventsOf, get, itemOf, type StripeEvent, type Thing, type World } from './world.ts'

interface PageParts extends SimulatedStripeParts {
  readonly worldOf: (things: Map<string, Thing>) => World
  readonly deliver: Deliver
}

interface Pressed {
  readonly events: readonly StripeEvent[]
  /** Where the browser goes next; if undefined, it stays on the page. */
  readonly goTo?: string | undefined
}

const KINDS = {
  checkout: 'checkout.session',
  portal: 'billing_portal.session',
  customer: 'customer',
  receipt: 'charge',
} as const
const ID_LENGTH_MAX = 100

export async function answerPage(parts: PageParts, visit: Visit): Promise<Response> {
  const [, kind = '', id = ''] = visit.path.split('/')
  if (kind === 'style.css') return new Response(STYLE, { headers: { 'content-type': 'text/css; charset=utf-8' } })
  const object = Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : undefined
  const owner = object && id.length <= ID_LENGTH_MAX ? await parts.books.ownerOf(id) : undefined
  if (!object || owner === undefined) return missing(parts)
  const look = (world: World) => world.things.get(id)?.object === object
  if (visit.method !== 'POST') {
    const text = await parts.books.work(owner, (things) => {
      const world = parts.worldOf(things)
      return look(world) ? show(parts, world, get(world, id)) : undefined
    })
    return text === undefined ? missing(parts) : html(parts, text)
  }
  const action = actionOf(kind, visit)
  if (!action) return html(parts, messagePage(parts, 'This page has no button with this name.'), 422)
  const outcome = await parts.books.work(owner, (things) => {
    const world = parts.worldOf(things)
    return look(world) ? press(world, () => action(world, get(world, id))) : { events: [] }
  })
  for (const event of outcome.events) {
    const taken = await parts.deliver(signEvent(event, parts.webhookSecret, parts.nowMs()))
    if (!taken)
      return html(parts, messagePage(parts, 'The service did not accept the payment event. Try again later.'), 503)
  }
  return new Response(null, {
    status: 303,
    headers: { location: outcome.goTo ?? new URL(parts.pagesUrl).pathname + visit.path },
  })
}

/** Returns the events of an action, in order. */
function press(world: World, act: () => string | undefined): Pressed {
  const before = new Set(eventsOf(world).map(({ id }) => id))
  const goTo = act()
  return { events: eventsOf(world).filter(({ id }) => !before.has(id)), goTo }
}

type Action = (world: World, session: Thing) => string | undefined

function actionOf(kind: string, { fields }: Visit): Action | undefined {
  const { action, target = '' } = fields
  if (typeof action !== 'string' || typeof target !== 'string') return undefined
  if (kind === 'checkout') return Object.hasOwn(CHECKOUT_ACTIONS, action) ? CHECKOUT_ACTIONS[action] : undefined
  if ((kind !== 'portal' && kind !== 'customer') || !Object.hasOwn(PORTAL_ACTIONS, action)) return undefined
  return (world, opened) => {
    const portal = portalOf(opened)
    const found = world.things.get(target)
    const isTheirs = found !== undefined && found.customer === portal.customer
    return isTheirs ? PORTAL_ACTIONS[action as PortalAction](world, found, portal) : undefined
  }
}

/** A customer's own page has the same buttons. */
function portalOf(opened: Thing): Thing {
  return opened.object === 'customer' ? { ...opened, customer: opened.id } : opened
}

/** A checkout is decided once: a paid or closed one no longer changes. */
const CHECKOUT_ACTIONS: Record<string, Action> = {
  pay(world, session) {
    if (session.status !== 'open') return undefined
    pay(world, session.id)
    return String(session.success_url)
  },
  decline(world, session) {
    if (session.status === 'open') decline(world, session.id)
    return undefined
  },
  close(world, session) {
    if (session.status !== 'open') return undefined
    expire(world, session)
    return String(session.cancel_url)
  },
}

type PortalDeed = (world: World, target: Thing, portal: Thing) => string | undefined

const onSubscription =
  (statuses: readonly string[], act: (world: World, id: string) => void): PortalDeed =>
  (world, target) => {
    if (target.object === 'subscription' && statuses.includes(String(target.status))) act(world, target.id)
    return undefined
  }

const onCharge =
  (act: (world: World, charge: Thing) => void): PortalDeed =>
  (world, target) => {
    if (target.object === 'charge' && target.status === 'succeeded') act(world, target)
    return undefined
  }

const LIVE = ['active', 'past_due']

const PORTAL_ACTIONS: Record<PortalAction, PortalDeed> = {
  cancel: onSubscription(LIVE, (world, id) => setCancel(world, id, true)),
  resume: onSubscription(LIVE, (world, id) => setCancel(world, id, false)),
  change: confirmChange,
  end_period: onSubscription(['active'], endPeriod),
  fail_payment: onSubscription(['active'], failRenewal),
  pay_invoice: onSubscription(['past_due'], payInvoice),
  refund: onCharge((world, { payment_intent: id, amount }) => refund(world, String(id), Number(amount))),
  refund_half: onCharge((world, { payment_intent: id, amount, amount_refunded: refunded }) =>
    refund(world, String(id), Math.max(0, Math.floor(Number(amount) / 2) - Number(refunded))),
  ),
  dispute: onCharge((world, { payment_intent: id }) => {
    if (!openDispute(world, id)) dispute(world, String(id))
  }),
  win_dispute: onCharge((world, { payment_intent: id }) => closeDispute(world, String(id), 'won')),
}

function confirmChange(world: World, target: Thing, portal: Thing): string | undefined {
  const change = changeOf(portal)
  if (change?.subscription !== target.id || target.status === 'canceled') return undefined
  if (itemOf(target).price.id === change.price) return undefined
  changePlan(world, target.id, change.price)
  return change.doneUrl
}

interface Change {
  readonly subscription: string
  readonly price: string
  readonly doneUrl: string
}

/** The change of plan for which this portal session was opened. */
function changeOf(portal: Thing): Change | undefined {
  const flow = portal.flow as Flow | null
  const asked = flow?.subscription_update_confirm
  const [item] = Object.values(asked?.items ?? {})
  if (!asked || !item) return undefined
  const doneUrl = flow?.after_completion?.redirect?.return_url ?? String(portal.return_url)
  return { subscription: asked.subscription, price: item.price, doneUrl }
}

interface Flow {
  readonly subscription_update_confirm?: {
    readonly subscription: string
    readonly items: Readonly<Record<string, { readonly price: string }>>
  }
  readonly after_completion?: { readonly redirect?: { readonly return_url?: string } }
}

function show(parts: PageParts, world: World, opened: Thing): string {
  const session = portalOf(opened)
  if (session.object === 'checkout.session') return checkoutPage(parts, session, get(world, session.price))
  if (session.object === 'charge') return receiptPage(parts, session, vatOf(world, session))
  const ofCustomer = (object: string) =>
    all(world, object)
      .filter(({ customer }) => customer === session.customer)
      .toReversed()
  const change = changeOf(session)
  const current = change && world.things.get(change.subscription)
  const isOpen = current && current.status !== 'canceled' && itemOf(current).price.id !== change.price
  return portalPage(parts, {
    portal: session,
    subscriptions: ofCustomer('subscription'),
    charges: ofCustomer('charge').map((charge) => ({
      ...charge,
      disputed: openDispute(world, charge.payment_intent) !== undefined,
    })),
    change: isOpen ? costed(world, current, get(world, change.price)) : undefined,
  })
}

function costed(world: World, subscription: Thing, price: Thing) {
  return { subscription, price, ...changeCost(world, subscription, price) }
}

function missing(parts: PageParts): Response {
  return html(parts, messagePage(parts, 'This payment page does not exist.'), 404)
}

function html({ pagesUrl }: PageParts, text: string, status = 200): Response {
  // Browsers check all redirects of a form against this list, and a payment ends at the public address.
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${new URL(pagesUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
