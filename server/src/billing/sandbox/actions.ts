// What a person can do on the sandbox's pages, and which events a payment service sends because of it.
import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from '../../db/db.ts'
import type { Catalogue, PaidPlanId } from '../../plans.ts'
import type { PaymentEvent } from '../cashier.ts'
import { type Contents, insertObject, type Kind, lockObject, putObject, type SandboxObject } from './store.ts'

export interface ActionParts {
  readonly sql: Sql
  readonly catalogue: Catalogue
  readonly nowMs: () => number
}

export const CHECKOUT_ACTIONS = ['pay', 'decline', 'close'] as const
export type CheckoutAction = (typeof CHECKOUT_ACTIONS)[number]

export const PORTAL_ACTIONS = [
  'cancel',
  'resume',
  'change',
  'end_period',
  'fail_payment',
  'pay_invoice',
  'refund',
  'refund_half',
  'dispute',
  'win_dispute',
] as const
export type PortalAction = (typeof PORTAL_ACTIONS)[number]

interface Done {
  readonly events: PaymentEvent[]
  readonly goTo?: string
}

interface PortalTarget {
  readonly target: string
  readonly change: Contents['portal']['change']
}

export const checkoutActions: Record<CheckoutAction, (parts: ActionParts, id: string) => Promise<Done>> = {
  pay: (parts, id) =>
    onCheckout(parts.sql, id, async (tx, checkout) => {
      const { plan, successUrl } = checkout.content
      const bought = plan ? await subscribe(parts, tx, { checkout, plan }) : await chargeOnce(parts, tx, checkout)
      await putObject(tx, { ...checkout, content: { ...checkout.content, status: 'complete', ...bought.ids } })
      return { events: [...bought.events, eventOf('checkout.session.completed', { id })], goTo: successUrl }
    }),
  decline: (parts, id) =>
    onCheckout(parts.sql, id, async (tx, checkout) => {
      await putObject(tx, { ...checkout, content: { ...checkout.content, declined: true } })
      return { events: [eventOf('payment_intent.payment_failed', { id: newId('payment') })] }
    }),
  close: (parts, id) =>
    onCheckout(parts.sql, id, async (tx, checkout) => {
      await putObject(tx, { ...checkout, content: { ...checkout.content, status: 'expired' } })
      return { events: [eventOf('checkout.session.expired', { id })], goTo: checkout.content.cancelUrl }
    }),
}

export const portalActions: Record<PortalAction, (parts: ActionParts, on: PortalTarget) => Promise<Done>> = {
  cancel: ({ sql }, { target }) => onSubscription(sql, target, (content) => ({ ...content, cancels: true })),
  resume: ({ sql }, { target }) => onSubscription(sql, target, (content) => ({ ...content, cancels: false })),
  change: (parts, on) => changePlan(parts, on),
  end_period: async (parts, { target }) => ({ events: await renew(parts, target) }),
  fail_payment: (parts, { target }) => failPayment(parts, target),
  pay_invoice: (parts, { target }) => payInvoice(parts, target),
  refund: ({ sql }, { target }) =>
    onPayment(sql, target, {
      type: 'charge.refunded',
      change: (content) => ({ ...content, refundedCents: content.amountCents }),
    }),
  refund_half: ({ sql }, { target }) =>
    onPayment(sql, target, {
      type: 'charge.refunded',
      change: (content) => ({
        ...content,
        refundedCents: Math.max(content.refundedCents, Math.floor(content.amountCents / 2)),
      }),
    }),
  dispute: ({ sql }, { target }) =>
    onPayment(sql, target, { type: 'charge.dispute.created', change: (content) => ({ ...content, disputed: true }) }),
  win_dispute: ({ sql }, { target }) =>
    onPayment(sql, target, { type: 'charge.dispute.closed', change: (content) => ({ ...content, disputed: false }) }),
}

/** The period is over: what was cancelled ends, everything else is paid for another month. */
export async function renew(parts: ActionParts, id: string): Promise<PaymentEvent[]> {
  const { events } = await parts.sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'subscription', id)
    if (found?.content.status !== 'active') return { events: [] }
    if (found.content.cancels) {
      await putObject(tx, { ...found, content: { ...found.content, status: 'ended', periodEnd: isoAt(parts) } })
      return { events: [eventOf('customer.subscription.deleted', { id })] }
    }
    await putObject(tx, { ...found, content: { ...found.content, ...periodFrom(parts) } })
    await insertPlanPayment(parts, tx, { subscription: found, status: 'paid' })
    return { events: [eventOf('customer.subscription.updated', { id }), eventOf('invoice.paid', { subscription: id })] }
  })
  return events
}

export async function endSubscription(sql: Sql, id: string): Promise<void> {
  await onSubscription(sql, id, (content) => ({ ...content, status: 'ended' }))
}

/** A checkout takes one answer: on one that is paid or closed nothing happens any more. */
async function onCheckout(
  sql: Sql,
  id: string,
  act: (tx: TransactionSql, checkout: SandboxObject<'checkout'>) => Promise<Done>,
): Promise<Done> {
  return sql.begin(async (tx): Promise<Done> => {
    const checkout = await lockObject(tx, 'checkout', id)
    return checkout?.content.status === 'open' ? act(tx, checkout) : { events: [] }
  })
}

interface Bought {
  readonly ids: Partial<Contents['checkout']>
  readonly events: PaymentEvent[]
}

async function subscribe(
  parts: ActionParts,
  tx: TransactionSql,
  { checkout, plan }: { checkout: SandboxObject<'checkout'>; plan: PaidPlanId },
): Promise<Bought> {
  const id = newId('subscription')
  const content = { plan, status: 'active' as const, cancels: false, unpaidSince: null, ...periodFrom(parts) }
  const subscription = { id, customerId: checkout.customerId, content }
  await insertObject(tx, 'subscription', subscription)
  await insertPlanPayment(parts, tx, { subscription, status: 'paid' })
  return {
    ids: { subscriptionId: id },
    events: [eventOf('customer.subscription.created', { id }), eventOf('invoice.paid', { subscription: id })],
  }
}

async function chargeOnce(
  parts: ActionParts,
  tx: TransactionSql,
  checkout: SandboxObject<'checkout'>,
): Promise<Bought> {
  const { ref, item, amountCents } = checkout.content
  const paymentId = await insertPayment(parts, tx, {
    customerId: checkout.customerId,
    content: { checkoutRef: ref, description: `Top-up ${item}`, amountCents, status: 'paid' },
  })
  return { ids: { paymentId }, events: [] }
}

async function changePlan(parts: ActionParts, { target, change }: PortalTarget): Promise<Done> {
  if (change?.subscriptionId !== target) return { events: [] }
  return parts.sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'subscription', target)
    if (!found || found.content.status === 'ended' || found.content.plan === change.plan) return { events: [] }
    const amountCents = prorationCents(parts, found.content, change.plan)
    if (amountCents > 0) {
      const description = `Change from ${found.content.plan} to ${change.plan}`
      await insertPayment(parts, tx, {
        customerId: found.customerId,
        content: { checkoutRef: null, description, amountCents, status: 'paid' },
      })
    }
    await putObject(tx, { ...found, content: { ...found.content, plan: change.plan } })
    return { events: [eventOf('customer.subscription.updated', { id: target })], goTo: change.doneUrl }
  })
}

/** The dearer plan costs the difference for what is left of the period; a cheaper one costs nothing now. */
function prorationCents(
  { catalogue, nowMs }: ActionParts,
  { plan, periodStart, periodEnd }: Contents['subscription'],
  next: PaidPlanId,
): number {
  const wholeMs = Date.parse(periodEnd) - Date.parse(periodStart)
  const left = Math.min(1, Math.max(0, (Date.parse(periodEnd) - nowMs()) / wholeMs))
  const difference = catalogue.plans[next].priceEur - catalogue.plans[plan].priceEur
  return Math.max(0, Math.round(difference * 100 * left))
}

async function failPayment(parts: ActionParts, id: string): Promise<Done> {
  return parts.sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'subscription', id)
    if (found?.content.status !== 'active') return { events: [] }
    const unpaid = { status: 'past_due' as const, unpaidSince: isoAt(parts), ...periodFrom(parts) }
    await putObject(tx, { ...found, content: { ...found.content, ...unpaid } })
    await insertPlanPayment(parts, tx, { subscription: found, status: 'failed' })
    return { events: [eventOf('invoice.payment_failed', { subscription: id })] }
  })
}

async function payInvoice(parts: ActionParts, id: string): Promise<Done> {
  return parts.sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'subscription', id)
    if (found?.content.status !== 'past_due') return { events: [] }
    await putObject(tx, { ...found, content: { ...found.content, status: 'active', unpaidSince: null } })
    await insertPlanPayment(parts, tx, { subscription: found, status: 'paid' })
    return { events: [eventOf('invoice.paid', { subscription: id })] }
  })
}

async function onSubscription(
  sql: Sql,
  id: string,
  change: (content: Contents['subscription']) => Contents['subscription'],
): Promise<Done> {
  return sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'subscription', id)
    if (!found || found.content.status === 'ended') return { events: [] }
    await putObject(tx, { ...found, content: change(found.content) })
    return { events: [eventOf('customer.subscription.updated', { id })] }
  })
}

async function onPayment(
  sql: Sql,
  id: string,
  { type, change }: { type: string; change: (content: Contents['payment']) => Contents['payment'] },
): Promise<Done> {
  return sql.begin(async (tx): Promise<Done> => {
    const found = await lockObject(tx, 'payment', id)
    if (found?.content.status !== 'paid') return { events: [] }
    await putObject(tx, { ...found, content: change(found.content) })
    return { events: [eventOf(type, { payment_intent: id })] }
  })
}

async function insertPlanPayment(
  parts: ActionParts,
  tx: TransactionSql,
  { subscription, status }: { subscription: SandboxObject<'subscription'>; status: 'paid' | 'failed' },
): Promise<void> {
  const { plan } = subscription.content
  const amountCents = Math.round(parts.catalogue.plans[plan].priceEur * 100)
  await insertPayment(parts, tx, {
    customerId: subscription.customerId,
    content: { checkoutRef: null, description: `${plan} plan, one month`, amountCents, status },
  })
}

type NewPayment = Pick<Contents['payment'], 'checkoutRef' | 'description' | 'amountCents' | 'status'>

async function insertPayment(
  parts: ActionParts,
  tx: TransactionSql,
  { customerId, content }: { customerId: string; content: NewPayment },
): Promise<string> {
  const id = newId('payment')
  const whole = { ...content, refundedCents: 0, disputed: false, at: isoAt(parts) }
  await insertObject(tx, 'payment', { id, customerId, content: whole })
  return id
}

/** One month from now; from the 31st, to the last day of a shorter month. */
function periodFrom({ nowMs }: ActionParts): { periodStart: string; periodEnd: string } {
  const start = new Date(nowMs())
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return { periodStart: start.toISOString(), periodEnd: end.toISOString() }
}

function eventOf(type: string, object: Record<string, unknown>): PaymentEvent {
  return { id: `sandbox_evt_${randomUUID()}`, type, data: { object } }
}

function isoAt({ nowMs }: ActionParts): string {
  return new Date(nowMs()).toISOString()
}

function newId(kind: Kind): string {
  return `sandbox_${kind}_${randomUUID()}`
}
