// Brings our rows in line with the payment provider's objects. Whatever caused it (an event, a repeated event, our own look), we read the
// object back and compute the effect from that reading alone: so order, repetition and delay of events do not matter, and nothing is
// credited twice.
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { Catalogue, PlanId } from '../ground/plans.ts'
import { type FailedEvent, forgetFailure } from './failed-event-store.ts'
import type {
  CheckoutReading,
  PaymentEvent,
  PaymentProvider,
  PaymentReading,
  SubscriptionReading,
} from './payment-provider.ts'
import { putPayment } from './report-store.ts'
import { creditOf, isLive, type Standing, type Subject, standingOf, subjectOf, type Units } from './state.ts'
import {
  findSubscriptions,
  insertEvent,
  isDeletedCustomer,
  lockCustomer,
  lockTopup,
  markCheckout,
  nextReading,
  putCredit,
  putSubscription,
} from './store.ts'

export interface SettlementParts {
  readonly sql: Sql
  readonly catalogue: Pick<Catalogue, 'order'>
  readonly nowMs: () => number
  readonly changePlan: (
    tx: TransactionSql,
    accountId: number,
    change: { plan: PlanId; endsAt: Date | null; renews: boolean; isOverdue: boolean },
  ) => Promise<unknown>
  /** Negative units are taken back. */
  readonly addTopup: (tx: TransactionSql, accountId: number, units: Units) => Promise<void>
  /** Tells the owner, in the same transaction, that a renewal was not paid. Repeated calls are harmless. */
  readonly onFailedRenewal?: (
    tx: TransactionSql,
    accountId: number,
    renewal: { subscriptionId: string; plan: PlanId; periodEnd: Date; endsAt: Date | null },
  ) => Promise<void>
  /** Informs the operator of problems that only a person can solve. */
  readonly report: Report
}

interface Readings {
  /** Numbered before the payment provider was asked: a reading with a higher number is newer. */
  readonly reading: number
  readonly checkout?: CheckoutReading | undefined
  readonly subscription?: SubscriptionReading | undefined
  readonly payment?: PaymentReading | undefined
}

/** Settles the object of an event, once. Other events change nothing. */
export async function settleEvent(
  parts: SettlementParts,
  paymentProvider: PaymentProvider,
  event: PaymentEvent,
): Promise<void> {
  const subject = subjectOf(event)
  if (subject) await settleNamed(parts, paymentProvider, { id: event.id, type: event.type, subject })
}

/** The same for an event of which only the name and the subject are known. */
export async function settleNamed(
  parts: SettlementParts,
  paymentProvider: PaymentProvider,
  event: FailedEvent,
): Promise<void> {
  const readings = await read(parts.sql, paymentProvider, event.subject)
  await endForDeleted(parts, paymentProvider, readings)
  await parts.sql.begin(async (tx) => {
    if (!(await insertEvent(tx, event))) return
    await apply(parts, tx, readings)
    await forgetFailure(tx, event.id)
  })
}

/** Settles an object without any event, because we have a reason to look. */
export async function settle(
  parts: SettlementParts,
  paymentProvider: PaymentProvider,
  subject: Subject,
): Promise<void> {
  const readings = await read(parts.sql, paymentProvider, subject)
  await parts.sql.begin((tx) => apply(parts, tx, readings))
}

/** Settles a subscription that the payment provider has just returned; `reading` was numbered before the call. */
export async function settleSubscription(
  parts: SettlementParts,
  subscription: SubscriptionReading,
  reading: number,
): Promise<void> {
  await parts.sql.begin((tx) => apply(parts, tx, { reading, subscription }))
}

async function read(sql: Sql, paymentProvider: PaymentProvider, { kind, id }: Subject): Promise<Readings> {
  const reading = await nextReading(sql)
  const checkout = kind === 'checkout' ? await paymentProvider.readCheckout(id) : undefined
  const subscriptionId = kind === 'subscription' ? id : checkout?.subscriptionId
  const paymentId = kind === 'payment' ? id : checkout?.paymentId
  return {
    reading,
    checkout,
    subscription: subscriptionId ? await paymentProvider.readSubscription(subscriptionId) : undefined,
    payment: paymentId ? await paymentProvider.readPayment(paymentId) : undefined,
  }
}

/**
 * Ends what was paid for after its account was deleted, since nobody could use or cancel it; the log asks the operator to refund it. If
 * the payment provider is unavailable, this throws and the event is delivered again.
 */
async function endForDeleted(
  { sql, report }: SettlementParts,
  paymentProvider: PaymentProvider,
  { checkout, subscription, payment }: Readings,
): Promise<void> {
  const customerId = subscription?.customerId ?? payment?.customerId
  if (!customerId || !(await isDeletedCustomer(sql, customerId))) return
  if (subscription && subscription.status !== 'ended') {
    await paymentProvider.endNow(subscription.id)
    const what = new Error(`subscription ${subscription.id} of customer ${customerId}`)
    report(what, 'a subscription was paid after its account was deleted: it has been ended; refund its payment')
  }
  if (checkout && payment?.paid && payment.refundedCents === 0) {
    const what = new Error(`payment ${payment.id} of customer ${customerId}`)
    report(what, 'a top-up was paid after its account was deleted: refund it')
  }
}

async function apply(parts: SettlementParts, tx: TransactionSql, readings: Readings): Promise<void> {
  const { reading, checkout, subscription, payment } = readings
  if (checkout) await markCheckout(tx, checkout.sessionId, checkout.status)
  if (subscription) await applySubscription(parts, tx, { subscription, reading })
  if (payment) await applyPayment(parts, tx, { payment, reading })
}

async function applySubscription(
  { nowMs, catalogue: { order }, changePlan, onFailedRenewal }: SettlementParts,
  tx: TransactionSql,
  { subscription, reading }: { subscription: SubscriptionReading; reading: number },
): Promise<void> {
  const owner = await lockCustomer(tx, subscription.customerId)
  if (!owner) return
  const { plan } = subscription
  if (!plan) throw new Error(`the price of the subscription ${subscription.id} does not belong to one of our plans`)
  const before = await findSubscriptions(tx, owner)
  const isKnown = before.some(({ id }) => id === subscription.id)
  // A subscription that never started does not affect the plan.
  if (!isKnown && !isLive({ ...subscription, plan }, nowMs())) return
  if (!(await putSubscription(tx, owner, { subscription: { ...subscription, plan }, reading }))) return
  const standing = standingOf(await findSubscriptions(tx, owner), nowMs(), order)
  if (standing.status === 'past_due' && standing.subscriptionId === subscription.id) {
    const { id: subscriptionId, periodEnd } = subscription
    await onFailedRenewal?.(tx, owner.accountId, { subscriptionId, plan, periodEnd, endsAt: standing.endsAt })
  }
  if (isSamePlan(standing, standingOf(before, nowMs(), order))) return
  const { plan: held, planEndsAt: endsAt, status } = standing
  const isOverdue = status === 'past_due'
  await changePlan(tx, owner.accountId, { plan: held, endsAt, renews: status === 'active', isOverdue })
}

/** The plan is written only when it changes, not for each event that says the same. */
function isSamePlan(a: Standing, b: Standing): boolean {
  return (
    a.status !== 'none' &&
    a.status === b.status &&
    a.plan === b.plan &&
    a.planEndsAt?.getTime() === b.planEndsAt?.getTime()
  )
}

async function applyPayment(
  { addTopup }: SettlementParts,
  tx: TransactionSql,
  { payment, reading }: { payment: PaymentReading; reading: number },
): Promise<void> {
  const checkoutRef = payment.checkoutRef && UUID.test(payment.checkoutRef) ? payment.checkoutRef : null
  const topup = checkoutRef === null ? undefined : await lockTopup(tx, checkoutRef, reading)
  if (topup) {
    const credit = creditOf(topup.units, payment)
    const compute = credit.compute - topup.credited.compute
    const aiCalls = credit.aiCalls - topup.credited.aiCalls
    await putCredit(tx, topup.id, { credit, reading })
    if (compute !== 0 || aiCalls !== 0) await addTopup(tx, topup.accountId, { compute, aiCalls })
  }
  // After the lock of the checkout, which other events take first: two simultaneous events of one payment must not deadlock.
  await putPayment(tx, { ...payment, checkoutRef }, reading)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
