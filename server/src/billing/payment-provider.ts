import type { PlanId, Topup } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'

/** Customers of the sandbox are unknown to Stripe, and vice versa, so rows name the payment provider. */
export type PaymentProviderName = 'stripe' | 'sandbox'

export interface PaymentProvider {
  readonly name: PaymentProviderName
  readonly webhookSecret: Secret
  /** `ref` names our row: calling it twice with the same `ref` creates one customer. */
  createCustomer(customer: { ref: string; email: string }): Promise<string>
  /** Its page in the dashboard; the sandbox has none. */
  customerUrl(customerId: string): string
  openCheckout(order: Order): Promise<{ id: string; url: string }>
  /** Returns false if the page was already paid or expired. */
  expireCheckout(sessionId: string): Promise<boolean>
  openPortal(visit: PortalVisit): Promise<string>
  cancelAtPeriodEnd(subscriptionId: string): Promise<SubscriptionReading>
  /** Lets a cancelled subscription renew again. */
  keepRenewing(subscriptionId: string): Promise<SubscriptionReading>
  endNow(subscriptionId: string): Promise<void>
  /** Closes the open payment pages of a deleted customer, then ends all subscriptions at once. */
  closeCustomer(customerId: string): Promise<void>
  readCheckout(sessionId: string): Promise<CheckoutReading | undefined>
  readSubscription(subscriptionId: string): Promise<SubscriptionReading | undefined>
  readPayment(paymentId: string): Promise<PaymentReading | undefined>
  /** The newest first, starting after `after`. */
  listPayments(customerId: string, page: PaymentPage): Promise<PaymentList>
  /** Which of these plans and top-ups cannot be bought because they have no price. */
  missingPrices(ids: readonly string[]): Promise<string[]>
  /** All events since then that concern us, page by page, the newest first. */
  eventPages(sinceMs: number): AsyncIterable<PaymentEvent[]>
}

export interface Order {
  /** The id of our checkout row. */
  readonly ref: string
  readonly customerId: string
  readonly item: { readonly plan: PlanId } | { readonly topup: Topup }
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface PortalVisit {
  readonly customerId: string
  readonly returnUrl: string
  /** Opens the page that confirms this change of plan, with its proration. */
  readonly change?: PlanChange
}

export interface PlanChange {
  readonly subscriptionId: string
  readonly plan: PlanId
  readonly doneUrl: string
}

/** An event only says that an object changed: we never trust its content, but read the object back. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: Readonly<Record<string, unknown>> }
}

export interface CheckoutReading {
  readonly sessionId: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly subscriptionId?: string
  readonly paymentId?: string
}

export interface SubscriptionReading {
  readonly id: string
  readonly customerId: string
  /** Undefined for a price that does not belong to one of our plans. */
  readonly plan: PlanId | undefined
  readonly status: 'active' | 'past_due' | 'ended'
  readonly periodEnd: Date
  /** When the subscription ends, if it was cancelled. */
  readonly cancelsAt: Date | null
  readonly unpaidSince: Date | null
}

export interface PaymentReading {
  readonly id: string
  readonly customerId: string | undefined
  /** The id of our checkout row, if the payment was for a top-up. */
  readonly checkoutRef: string | undefined
  readonly paid: boolean
  readonly paidAt: Date
  /** As charged: after discounts and credits, VAT included. */
  readonly amountCents: number
  /** How much of it is VAT; undefined if the payment provider did not compute it. */
  readonly vatCents: number | undefined
  readonly refundedCents: number
  /** The bank has taken the money back, or is about to. */
  readonly disputed: boolean
}

export interface PaymentPage {
  /** At most a hundred. */
  readonly limit: number
  readonly after?: string | undefined
}

export interface PaymentList {
  readonly payments: readonly PaymentRecord[]
  readonly hasMore: boolean
}

export interface PaymentRecord {
  readonly id: string
  /** The same id as in readings. */
  readonly paymentId: string | undefined
  readonly date: Date
  readonly description: string
  readonly amountCents: number
  readonly refundedCents: number
  readonly status: 'paid' | 'pending' | 'failed' | 'refunded' | 'partially_refunded' | 'disputed'
  readonly receiptUrl: string | null
}
