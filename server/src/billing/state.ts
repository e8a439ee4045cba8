// Pure rules of billing: what an event is about, which plan a subscription grants and until when, and what a payment is worth.
import { type Catalogue, FREE_PLAN, type PlanId } from '../ground/plans.ts'
import type { PaymentEvent, PaymentReading, SubscriptionReading } from './payment-provider.ts'

const HOUR_MS = 3_600_000
/** A renewing subscription keeps its plan this long after the period we know, so that a late event harms nobody who pays. */
const RENEWAL_GRACE_MS = 24 * HOUR_MS
/** After a failed renewal the plan stays this long while the payment provider tries again. */
const PAST_DUE_GRACE_MS = 7 * 24 * HOUR_MS

export type Entitlement = Omit<SubscriptionReading, 'customerId' | 'plan'> & { readonly plan: PlanId }

export interface Standing {
  readonly plan: PlanId
  readonly status: 'none' | 'active' | 'past_due' | 'cancelled'
  readonly renewsAt: Date | null
  /** When the plan ends for good: set only if it was cancelled or is past due. */
  readonly endsAt: Date | null
  /** Until when the plan is valid if no further event arrives. */
  readonly planEndsAt: Date | null
  readonly subscriptionId: string | null
}

const NOTHING: Standing = {
  plan: FREE_PLAN,
  status: 'none',
  renewsAt: null,
  endsAt: null,
  planEndsAt: null,
  subscriptionId: null,
}

/** The plan of an account. Usually there is one subscription; of several, the largest plan counts. */
export function standingOf(subscriptions: readonly Entitlement[], nowMs: number, order: Catalogue['order']): Standing {
  const live = subscriptions.filter((one) => isLive(one, nowMs))
  const [best] = live.sort((a, b) => order.indexOf(b.plan) - order.indexOf(a.plan) || latest(a, b))
  if (!best) return NOTHING
  const until = entitledUntil(best)
  const cancelled = endsWithPeriod(best)
  const status = cancelled ? 'cancelled' : best.status === 'past_due' ? 'past_due' : 'active'
  return {
    plan: best.plan,
    status,
    renewsAt: status === 'active' ? best.periodEnd : null,
    endsAt: status === 'active' ? null : until,
    planEndsAt: until,
    subscriptionId: best.id,
  }
}

export function isLive(one: Entitlement, nowMs: number): boolean {
  return one.status !== 'ended' && entitledUntil(one).getTime() > nowMs
}

/** Whether it will no longer be billed: it has ended, or its end has passed and the event has not arrived yet. */
export function isOver({ status, cancelsAt }: Entitlement, nowMs: number): boolean {
  return status === 'ended' || (cancelsAt !== null && cancelsAt.getTime() <= nowMs)
}

/** Until when this subscription grants its plan, as far as we know today. */
export function entitledUntil({ status, periodEnd, cancelsAt, unpaidSince }: Entitlement): Date {
  const ends = [cancelsAt?.getTime() ?? Number.POSITIVE_INFINITY]
  if (status === 'past_due') {
    ends.push(periodEnd.getTime(), (unpaidSince ?? periodEnd).getTime() + PAST_DUE_GRACE_MS)
  } else {
    ends.push(periodEnd.getTime() + RENEWAL_GRACE_MS)
  }
  return new Date(Math.min(...ends))
}

/** Whether it ends with the current period, not after further ones. */
export function endsWithPeriod({ cancelsAt, periodEnd }: Entitlement): boolean {
  return cancelsAt !== null && cancelsAt.getTime() <= periodEnd.getTime()
}

function latest(a: Entitlement, b: Entitlement): number {
  return entitledUntil(b).getTime() - entitledUntil(a).getTime()
}

export interface Units {
  readonly compute: number
  readonly aiCalls: number
}

/** What a top-up is worth now. After a partial refund the same part of its units remains, rounded up in the buyer's favour. */
export function creditOf(units: Units, payment: PaymentReading): Units {
  const kept = payment.paid && !payment.disputed ? Math.max(0, payment.amountCents - payment.refundedCents) : 0
  const part = (whole: number) => (kept === 0 ? 0 : Math.ceil((whole * kept) / payment.amountCents))
  return { compute: part(units.compute), aiCalls: part(units.aiCalls) }
}

export interface Subject {
  readonly kind: 'checkout' | 'subscription' | 'payment'
  readonly id: string
}

type Thing = Readonly<Record<string, unknown>>

const ownId = (object: Thing) => idOf(object.id)
const paymentId = (object: Thing) => idOf(object.payment_intent)
/** Newer versions of Stripe's API name the subscription of an invoice under its parent. */
const invoiceSubscription = (object: Thing) =>
  idOf(object.subscription) ?? idOf(thing(thing(object.parent).subscription_details).subscription)

const SUBJECTS: Readonly<Record<string, [Subject['kind'], (object: Thing) => string | undefined]>> = {
  'checkout.session.completed': ['checkout', ownId],
  'checkout.session.async_payment_succeeded': ['checkout', ownId],
  'checkout.session.async_payment_failed': ['checkout', ownId],
  'checkout.session.expired': ['checkout', ownId],
  'customer.subscription.created': ['subscription', ownId],
  'customer.subscription.updated': ['subscription', ownId],
  'customer.subscription.deleted': ['subscription', ownId],
  'customer.subscription.paused': ['subscription', ownId],
  'customer.subscription.resumed': ['subscription', ownId],
  'invoice.paid': ['subscription', invoiceSubscription],
  'invoice.payment_failed': ['subscription', invoiceSubscription],
  // The invoice of a top-up is created after its payment, and contains the VAT.
  'invoice_payment.paid': ['payment', (object) => paymentId(thing(object.payment))],
  'charge.succeeded': ['payment', paymentId],
  'charge.refunded': ['payment', paymentId],
  'refund.updated': ['payment', paymentId],
  'refund.failed': ['payment', paymentId],
  'charge.dispute.created': ['payment', paymentId],
  'charge.dispute.closed': ['payment', paymentId],
  'charge.dispute.funds_withdrawn': ['payment', paymentId],
  'charge.dispute.funds_reinstated': ['payment', paymentId],
}

export const EVENT_TYPES: readonly string[] = Object.keys(SUBJECTS)

/** The object to read back because of an event; undefined if the event does not concern us. */
export function subjectOf(event: PaymentEvent): Subject | undefined {
  const [kind, find] = (Object.hasOwn(SUBJECTS, event.type) && SUBJECTS[event.type]) || []
  const id = find?.(event.data.object)
  return kind && id ? { kind, id } : undefined
}

/** In an event, a reference is an id or the whole object. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'object' && value !== null ? idOf((value as Thing).id) : undefined
}

function thing(value: unknown): Thing {
  return typeof value === 'object' && value !== null ? (value as Thing) : {}
}
