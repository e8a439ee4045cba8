// A payment service to try things with on a development machine: no money moves. It answers as Stripe does, keeps its books
// in the same database, and its events are signed and go in through the same webhook.
import { createHmac, randomUUID } from 'node:crypto'
import type { Sql } from '../../db/db.ts'
import type { Catalogue } from '../../plans.ts'
import { Secret } from '../../secret.ts'
import type {
  Cashier,
  CheckoutReading,
  Order,
  PaymentEvent,
  PaymentReading,
  PaymentRecord,
  SubscriptionReading,
} from '../cashier.ts'
import { type SignedBody, signEvent } from '../stripe.ts'
import {
  type CheckoutAction,
  checkoutActions,
  endSubscription,
  type PortalAction,
  portalActions,
  renew,
} from './actions.ts'
import type { PortalView } from './page.ts'
import { findObject, insertObject, listDue, listObjects, type SandboxObject } from './store.ts'

export { CHECKOUT_ACTIONS, PORTAL_ACTIONS } from './actions.ts'
export { sandboxPages } from './page.ts'
export { SANDBOX_STYLE } from './style.ts'

export interface SandboxParts {
  readonly sql: Sql
  readonly catalogue: Catalogue
  readonly publicUrl: string
  /** The secret of this deployment, from which the one that signs the events is derived. */
  readonly secret: Secret
  readonly nowMs: () => number
}

export interface Outcome {
  /** To be sent to the webhook, in this order. */
  readonly events: readonly SignedBody[]
  /** Where the browser goes next; null stays on the page. */
  readonly goTo: string | null
}

export interface Sandbox extends Cashier {
  readonly name: 'sandbox'
  findCheckout(id: string): Promise<SandboxObject<'checkout'> | undefined>
  findPortal(id: string): Promise<PortalView | undefined>
  actOnCheckout(id: string, action: CheckoutAction): Promise<Outcome>
  actOnPortal(id: string, press: { action: PortalAction; target: string }): Promise<Outcome>
}

export function createSandbox(parts: SandboxParts): Sandbox {
  const { sql, publicUrl, nowMs } = parts
  const webhookSecret = new Secret(createHmac('sha256', parts.secret.reveal()).update('sandbox webhook').digest('hex'))
  const outcome = ({ events, goTo = null }: { events: PaymentEvent[]; goTo?: string | null }): Outcome => ({
    events: events.map((event) => signEvent(event, webhookSecret, nowMs())),
    goTo,
  })
  return {
    name: 'sandbox',
    webhookSecret,
    createCustomer: async ({ ref }) => `sandbox_cus_${ref}`,
    openCheckout: (order) => openCheckout(parts, order),
    expireCheckout: async (id) => (await checkoutActions.close(parts, id)).events.length > 0,
    async openPortal({ customerId, returnUrl, change = null }) {
      const id = newId('portal')
      await insertObject(sql, 'portal', { id, customerId, content: { returnUrl, change } })
      return `${publicUrl}/sandbox/portal/${id}`
    },
    async cancelAtPeriodEnd(id) {
      await portalActions.cancel(parts, { target: id, change: null })
      return subscriptionReading(await mustFind(sql, id))
    },
    endNow: async (id) => {
      await endSubscription(sql, id)
    },
    async closeCustomer(customerId) {
      for (const { id } of await listObjects(sql, 'checkout', customerId)) await checkoutActions.close(parts, id)
      for (const { id } of await listObjects(sql, 'subscription', customerId)) await endSubscription(sql, id)
    },
    readCheckout: async (id) => checkoutReading(await findObject(sql, 'checkout', id)),
    async readSubscription(id) {
      const found = await findObject(sql, 'subscription', id)
      return found && subscriptionReading(found)
    },
    readPayment: async (id) => paymentReading(await findObject(sql, 'payment', id)),
    listPayments: async (customerId) => (await listObjects(sql, 'payment', customerId)).map(recordOf),
    eventsSince: () => renewDue(parts),
    findCheckout: (id) => findObject(sql, 'checkout', id),
    findPortal: (id) => findPortal(sql, id),
    actOnCheckout: async (id, action) => outcome(await checkoutActions[action](parts, id)),
    async actOnPortal(id, { action, target }) {
      const view = await findPortal(sql, id)
      const isTheirs = [...(view?.subscriptions ?? []), ...(view?.payments ?? [])].some((one) => one.id === target)
      if (!view || !isTheirs) return outcome({ events: [] })
      return outcome(await portalActions[action](parts, { target, change: view.portal.content.change }))
    },
  }
}

async function openCheckout({ sql, catalogue, publicUrl }: SandboxParts, order: Order) {
  const { ref, customerId, item, successUrl, cancelUrl } = order
  const id = newId('checkout')
  const what =
    'plan' in item
      ? { item: item.plan, plan: item.plan, label: `${item.plan} plan`, priceEur: catalogue.plans[item.plan].priceEur }
      : {
          item: item.topup.id,
          plan: null,
          label: `${item.topup.compute.toLocaleString('en')} compute units and ${item.topup.aiCalls.toLocaleString('en')} AI calls`,
          priceEur: item.topup.priceEur,
        }
  const { priceEur, ...rest } = what
  const content = {
    ...rest,
    ref,
    amountCents: Math.round(priceEur * 100),
    status: 'open' as const,
    successUrl,
    cancelUrl,
    subscriptionId: null,
    paymentId: null,
    declined: false,
  }
  await insertObject(sql, 'checkout', { id, customerId, content })
  return { id, url: `${publicUrl}/sandbox/checkout/${id}` }
}

async function findPortal(sql: Sql, id: string): Promise<PortalView | undefined> {
  const portal = await findObject(sql, 'portal', id)
  if (!portal) return undefined
  const [subscriptions, payments] = await Promise.all([
    listObjects(sql, 'subscription', portal.customerId),
    listObjects(sql, 'payment', portal.customerId),
  ])
  return { portal, subscriptions, payments }
}

/** Subscriptions renew, or end, when somebody looks: the sandbox has no clock of its own. */
async function renewDue(parts: SandboxParts): Promise<PaymentEvent[]> {
  const due = await listDue(parts.sql, new Date(parts.nowMs()))
  const events: PaymentEvent[] = []
  for (const { id } of due) events.push(...(await renew(parts, id)))
  return events
}

async function mustFind(sql: Sql, id: string): Promise<SandboxObject<'subscription'>> {
  const found = await findObject(sql, 'subscription', id)
  if (!found) throw new Error(`the sandbox has no subscription ${id}`)
  return found
}

function checkoutReading(found: SandboxObject<'checkout'> | undefined): CheckoutReading | undefined {
  if (!found) return undefined
  const { status, subscriptionId, paymentId } = found.content
  return {
    sessionId: found.id,
    status,
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(paymentId ? { paymentId } : {}),
  }
}

function subscriptionReading({ id, customerId, content }: SandboxObject<'subscription'>): SubscriptionReading {
  const { plan, status, cancels, unpaidSince } = content
  const periodEnd = new Date(content.periodEnd)
  return {
    id,
    customerId,
    plan,
    status,
    periodEnd,
    cancelsAt: cancels ? periodEnd : null,
    unpaidSince: unpaidSince === null ? null : new Date(unpaidSince),
  }
}

function paymentReading(found: SandboxObject<'payment'> | undefined): PaymentReading | undefined {
  if (!found) return undefined
  const { checkoutRef, status, amountCents, refundedCents, disputed } = found.content
  return {
    id: found.id,
    customerId: found.customerId,
    checkoutRef: checkoutRef ?? undefined,
    paid: status === 'paid',
    amountCents,
    refundedCents,
    disputed,
  }
}

function recordOf({ id, content }: SandboxObject<'payment'>): PaymentRecord {
  const { at, description, amountCents, refundedCents, status, disputed } = content
  const refunded = refundedCents === 0 ? status : refundedCents < amountCents ? 'partially_refunded' : 'refunded'
  return {
    id,
    date: new Date(at),
    description,
    amountCents,
    refundedCents,
    status: disputed ? 'disputed' : refunded,
    receiptUrl: null,
  }
}

function newId(kind: string): string {
  return `sandbox_${kind}_${randomUUID()}`
}
