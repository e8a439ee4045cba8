// Payments. Stripe's objects decide: this folder asks Stripe for payment pages, receives its events, and keeps plan and purchased units
// in line with them.
import { DAY_MS } from '../ground/calendar.ts'
import { ApiError } from '../ground/errors.ts'
import { type Catalogue, type PlanId, paidPlans, planOf, type Topup, type TopupId } from '../ground/plans.ts'
import { countFailed } from './failed-event-store.ts'
import { settleMissed } from './missed-events.ts'
import type {
  PaymentPage,
  PaymentProvider,
  PaymentProviderName,
  PaymentRecord,
  PlanChange,
} from './payment-provider.ts'
import { countSales, countSubscriptions, findVat, type SaleCount, type SubscriptionCount } from './report-store.ts'
import { type SettlementParts, settle, settleEvent, settleSubscription } from './settlement.ts'
import {
  type Entitlement,
  endsWithPeriod,
  entitledUntil,
  isOver,
  type Standing,
  standingOf,
  type Units,
} from './state.ts'
import {
  closeCheckout,
  exportRows,
  findCustomer,
  findLastTopup,
  findOpenPlanCheckout,
  findSubscriptions,
  insertCheckout,
  type NewCheckout,
  nameCustomer,
  nameSession,
  nextReading,
  openCustomer,
} from './store.ts'
import { type SignedBody, verifyEvent } from './stripe.ts'

export { createCatchUp } from './catch-up.ts'

export { type Deliver, openSandbox, type Sandbox } from './sandbox/sandbox.ts'
export { createStripe, type StripeSettings } from './stripe.ts'
export { setUpStripe } from './stripe-setup.ts'

interface BillingParts extends SettlementParts {
  /** Undefined if payments are not configured: everything that needs one then fails with an error that says so. */
  readonly paymentProvider: PaymentProvider | undefined
  readonly catalogue: Catalogue
  readonly publicUrl: string
}

export interface Buyer {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
}

/** `vatCents` is how much of the payment is VAT; null if unknown. */
type PaidRecord = PaymentRecord & { readonly vatCents: number | null }

export interface Billing {
  /** Returns the address of a page to pay for a plan, or to confirm the change to it. */
  checkout(buyer: Buyer, plan: PlanId): Promise<string>
  topup(buyer: Buyer, topup: TopupId): Promise<string>
  topupsFor(plan: PlanId): readonly Topup[]
  /** What the last top-up that was paid added. */
  lastTopup(accountId: number): Promise<({ readonly id: string } & Units) | undefined>
  cancel(buyer: Buyer): Promise<Date>
  /** Lets a cancelled plan renew again, while it still runs. */
  resume(buyer: Buyer): Promise<void>
  portal(buyer: Buyer): Promise<string>
  standing(buyer: Buyer): Promise<Standing>
  /** The page of the customer in the dashboard of the payment provider, if it has one. */
  customerUrl(accountId: number): Promise<string | undefined>
  /** Throws if the account pays for its plan: nobody can give it another one then. */
  rejectPaying(accountId: number): Promise<void>
  history(buyer: Buyer, page?: PaymentPage): Promise<{ payments: PaidRecord[]; hasMore: boolean }>
  /** Verifies and settles an event; resolves once its effect is committed. */
  receive(body: SignedBody): Promise<void>
  /** Settles events since then that never reached us; returns how many there were. */
  catchUp(sinceMs: number): Promise<number>
  /** How many events this node has set aside because they could not be settled, by type. */
  readonly setAside: ReadonlyMap<string, number>
  /** Ends everything that an account is or could still be billed for, before it is deleted. */
  close(accountId: number): Promise<void>
  /** Events that could not be settled yet, and those that only a person can settle. */
  unsettled(): Promise<{ waiting: number; setAside: number }>
  missingPrices(): Promise<string[]>
  /** Sales of the last 30 days and current subscriptions, over all accounts. */
  sales(): Promise<{ subscriptions: SubscriptionCount[]; sales: SaleCount[] }>
  exportOf(accountId: number): Record<string, unknown>
}

const PAYMENTS_SHOWN = 100
const NOT_CONFIGURED =
  'Payments are not configured on this deployment: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox to try them without money.'

const SALES_MS = 30 * DAY_MS

export function createBilling(parts: BillingParts): Billing {
  const setAside = new Map<string, number>()
  const onSetAside = (type: string) => void setAside.set(type, (setAside.get(type) ?? 0) + 1)
  return {
    checkout: (buyer, plan) => checkout(parts, buyer, plan),
    topup: (buyer, topup) => buyTopup(parts, buyer, topup),
    topupsFor: (plan) => parts.catalogue.topups.filter(({ plans }) => plans.includes(plan)),
    lastTopup: (accountId) => findLastTopup(parts.sql, accountId),
    cancel: (buyer) => cancel(parts, buyer),
    resume: (buyer) => resume(parts, buyer),
    portal: async (buyer) => openPortal(parts, buyer),
    standing: async ({ accountId }) => standingIn(parts, await subscriptionsOf(parts, accountId)),
    async customerUrl(accountId) {
      const { sql, paymentProvider } = parts
      if (!paymentProvider) return undefined
      const customer = await findCustomer(sql, { accountId, paymentProvider: paymentProvider.name })
      return customer?.customerId ? paymentProvider.customerUrl(customer.customerId) : undefined
    },
    async rejectPaying(accountId) {
      const { status, plan } = standingIn(parts, await subscriptionsOf(parts, accountId))
      if (status !== 'active' && status !== 'past_due') return
      throw new ApiError('conflict', `This account pays for the ${plan} plan. Cancel its subscription first.`)
    },
    history: (buyer, page) => history(parts, buyer, page),
    async receive(body) {
      const paymentProvider = paymentProviderOf(parts)
      const event = verifyEvent(body, paymentProvider.webhookSecret, parts.nowMs())
      await settleEvent(parts, paymentProvider, event)
    },
    async catchUp(sinceMs) {
      const { paymentProvider } = parts
      return paymentProvider ? settleMissed({ ...parts, paymentProvider, onSetAside }, sinceMs) : 0
    },
    setAside,
    close: (accountId) => close(parts, accountId),
    unsettled: () => countFailed(parts.sql),
    missingPrices: () =>
      paymentProviderOf(parts).missingPrices([
        ...paidPlans(parts.catalogue),
        ...parts.catalogue.topups.map(({ id }) => id),
      ]),
    async sales() {
      const since = new Date(parts.nowMs() - SALES_MS)
      const [subscriptions, sales] = await Promise.all([countSubscriptions(parts.sql), countSales(parts.sql, since)])
      return { subscriptions, sales }
    },
    exportOf: (accountId) => ({ billing: exportRows(parts.sql, accountId) }),
  }
}

async function history(parts: BillingParts, { accountId }: Buyer, page: PaymentPage = { limit: PAYMENTS_SHOWN }) {
  const paymentProvider = paymentProviderOf(parts)
  const customer = await findCustomer(parts.sql, { accountId, paymentProvider: paymentProvider.name })
  if (!customer?.customerId) return { payments: [], hasMore: false }
  const { payments, hasMore } = await paymentProvider.listPayments(customer.customerId, page)
  const vat = await findVat(
    parts.sql,
    payments.flatMap(({ paymentId }) => paymentId ?? []),
  )
  return { payments: payments.map((one) => ({ ...one, vatCents: vat.get(one.paymentId ?? '') ?? null })), hasMore }
}

async function checkout(parts: BillingParts, buyer: Buyer, plan: PlanId): Promise<string> {
  if (!parts.catalogue.offered.includes(plan)) {
    throw new ApiError('malformed', `The ${plan} plan is not offered on this deployment.`)
  }
  const paymentProvider = paymentProviderOf(parts)
  const owner = { accountId: buyer.accountId, paymentProvider: paymentProvider.name }
  const open = await findOpenPlanCheckout(parts.sql, owner)
  if (open?.sessionId && !(await paymentProvider.expireCheckout(open.sessionId))) {
    // It was paid, but the event has not arrived yet: settle it now, because the code below depends on it.
    await settle(parts, paymentProvider, { kind: 'checkout', id: open.sessionId })
  }
  const subscriptions = await unendedSubscriptions(parts, buyer.accountId)
  const standing = standingIn(parts, subscriptions)
  if (standing.subscriptionId) return changePlanOn(parts, buyer, { plan, standing, id: standing.subscriptionId })
  // The subscription no longer grants a plan, but its invoice is open and must be paid before anything new.
  if (subscriptions.length > 0) return openPortal(parts, buyer)
  if (open) await closeCheckout(parts.sql, open)
  return openCheckout(parts, buyer, { ...owner, kind: 'plan', item: plan })
}

function standingIn({ catalogue, nowMs }: BillingParts, subscriptions: readonly Entitlement[]): Standing {
  return standingOf(subscriptions, nowMs(), catalogue.order)
}

/** An account with a subscription does not buy again: the portal confirms the change, with its proration. */
function changePlanOn(
  parts: BillingParts,
  buyer: Buyer,
  { plan, standing, id }: { plan: PlanId; standing: Standing; id: string },
): Promise<string> {
  if (standing.status !== 'active') return openPortal(parts, buyer)
  if (standing.plan === plan) throw new ApiError('conflict', `This account already has the ${plan} plan`)
  const priceOf = (one: PlanId) => planOf(parts.catalogue, one).priceEur
  const outcome = priceOf(plan) < priceOf(standing.plan) ? 'credited' : 'success'
  return openPortal(parts, buyer, { subscriptionId: id, plan, doneUrl: returnUrl(parts, outcome) })
}

async function buyTopup(parts: BillingParts, buyer: Buyer, id: TopupId): Promise<string> {
  const paymentProvider = paymentProviderOf(parts)
  const topup = parts.catalogue.topups.find((one) => one.id === id)
  if (!topup?.plans.includes(buyer.plan)) {
    throw new ApiError('forbidden', `The top-up ${id} is not offered on the ${buyer.plan} plan`)
  }
  const units = { compute: topup.compute, aiCalls: topup.aiCalls }
  return openCheckout(parts, buyer, {
    accountId: buyer.accountId,
    paymentProvider: paymentProvider.name,
    kind: 'topup',
    item: id,
    units,
  })
}

async function openCheckout(parts: BillingParts, buyer: Buyer, checkout: NewCheckout): Promise<string> {
  const { sql, catalogue } = parts
  const paymentProvider = paymentProviderOf(parts)
  const customerId = await customerOf(parts, buyer)
  const ref = await insertCheckout(sql, checkout)
  if (!ref) throw anotherPage()
  const topup = catalogue.topups.find(({ id }) => id === checkout.item)
  const plan = paidPlans(catalogue).find((one) => one === checkout.item)
  const item = topup ? { topup } : plan && { plan }
  if (!item) throw new Error(`${checkout.item} is not for sale`)
  const session = await paymentProvider.openCheckout({
    ref,
    customerId,
    item,
    successUrl: returnUrl(parts, 'success'),
    cancelUrl: returnUrl(parts, 'cancelled'),
  })
  if (await nameSession(sql, ref, session.id)) return session.url
  await paymentProvider.expireCheckout(session.id)
  throw anotherPage()
}

function anotherPage(): ApiError {
  return new ApiError('conflict', 'Another payment page was opened for this account at the same moment. Try again.')
}

async function cancel(parts: BillingParts, buyer: Buyer): Promise<Date> {
  const paymentProvider = paymentProviderOf(parts)
  const subscriptions = await unendedSubscriptions(parts, buyer.accountId)
  if (subscriptions.length === 0) throw new ApiError('malformed', 'There is no subscription to cancel')
  for (const one of subscriptions.filter((one) => !endsWithPeriod(one))) {
    const reading = await nextReading(parts.sql)
    await settleSubscription(parts, await paymentProvider.cancelAtPeriodEnd(one.id), reading)
  }
  const ends = (await openSubscriptions(parts, buyer.accountId)).map((one) => entitledUntil(one).getTime())
  // A subscription that is long past due lost its plan before: it ends now, not in the past.
  return new Date(Math.max(parts.nowMs(), ...ends))
}

async function resume(parts: BillingParts, buyer: Buyer): Promise<void> {
  const paymentProvider = paymentProviderOf(parts)
  const cancelled = (await unendedSubscriptions(parts, buyer.accountId)).filter(endsWithPeriod)
  if (cancelled.length === 0) throw new ApiError('malformed', 'There is no cancelled plan to resume')
  for (const one of cancelled) {
    const reading = await nextReading(parts.sql)
    await settleSubscription(parts, await paymentProvider.keepRenewing(one.id), reading)
  }
}

async function openPortal(parts: BillingParts, buyer: Buyer, change?: PlanChange): Promise<string> {
  const paymentProvider = paymentProviderOf(parts)
  const customerId = await customerOf(parts, buyer)
  return paymentProvider.openPortal({ customerId, returnUrl: returnUrl(parts), ...(change ? { change } : {}) })
}

function returnUrl({ publicUrl }: BillingParts, outcome?: 'success' | 'credited' | 'cancelled'): string {
  return `${publicUrl}/app/billing${outcome ? `?checkout=${outcome}` : ''}`
}

async function customerOf(parts: BillingParts, { accountId, email }: Buyer): Promise<string> {
  const paymentProvider = paymentProviderOf(parts)
  const { id, customerId } = await openCustomer(parts.sql, { accountId, paymentProvider: paymentProvider.name })
  return customerId ?? nameCustomer(parts.sql, id, await paymentProvider.createCustomer({ ref: id, email }))
}

async function close({ sql, paymentProvider }: BillingParts, accountId: number): Promise<void> {
  if (!paymentProvider) return
  const customer = await findCustomer(sql, { accountId, paymentProvider: paymentProvider.name })
  if (customer?.customerId) await paymentProvider.closeCustomer(customer.customerId)
}

/** What may still be billed. Read from the payment provider at this moment, because an event may not have arrived yet. */
async function unendedSubscriptions(parts: BillingParts, accountId: number): Promise<Entitlement[]> {
  const paymentProvider = paymentProviderOf(parts)
  const stored = await openSubscriptions(parts, accountId)
  for (const { id } of stored) await settle(parts, paymentProvider, { kind: 'subscription', id })
  return openSubscriptions(parts, accountId)
}

async function openSubscriptions(parts: BillingParts, accountId: number): Promise<Entitlement[]> {
  return (await subscriptionsOf(parts, accountId)).filter((one) => !isOver(one, parts.nowMs()))
}

async function subscriptionsOf({ sql, paymentProvider }: BillingParts, accountId: number): Promise<Entitlement[]> {
  const name: PaymentProviderName = paymentProvider?.name ?? 'stripe'
  return findSubscriptions(sql, { accountId, paymentProvider: name })
}

function paymentProviderOf({ paymentProvider }: BillingParts): PaymentProvider {
  if (!paymentProvider) throw new ApiError('not_configured', NOT_CONFIGURED)
  return paymentProvider
}
