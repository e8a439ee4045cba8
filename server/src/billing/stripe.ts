// Stripe, through its official library: the only file that imports it. Every call that creates something carries an idempotency key made
// from one of our rows, so repeating it after a crash creates nothing twice.
import Stripe from 'stripe'
import { ApiError } from '../ground/errors.ts'
import type { PlanId } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'
import type {
  CheckoutReading,
  Order,
  PaymentEvent,
  PaymentList,
  PaymentPage,
  PaymentProvider,
  PaymentReading,
  PaymentRecord,
  PlanChange,
  PortalVisit,
  SubscriptionReading,
} from './payment-provider.ts'
import { EVENT_TYPES } from './state.ts'

export type StripeClient = Stripe

export interface StripeSettings {
  readonly secretKey: Secret
  readonly webhookSecret: Secret
  /** The names of all our plans: subscriptions to anything else are not ours. */
  readonly plans: readonly PlanId[]
  /** Stripe's own address if absent. */
  readonly apiBase?: string | undefined
  /** Lets Stripe Tax compute the VAT of what is bought. */
  readonly computesTax?: boolean | undefined
  /** Calls the sandbox within this process instead of Stripe. The two have separate customers. */
  readonly sandbox?: { readonly call: typeof fetch; readonly customersUrl: string } | undefined
}

/** Marks our objects in a Stripe account that may contain others. */
export const OWNER = { owner: 'equipoise' } as const

const TIMEOUT_MS = 10_000
const RETRIES_MAX = 2
const SIGNATURE_TOLERANCE_S = 300
const PAGE_SIZE = 100
/** Open payment pages of one customer; Stripe closes each after a day. */
const OPEN_PAGES_MAX = 1_000
const DISPUTES_MAX = 10

export function createStripe(settings: StripeSettings): PaymentProvider {
  const stripe = connectStripe(settings)
  const { plans, computesTax = false } = settings
  return {
    name: settings.sandbox ? 'sandbox' : 'stripe',
    webhookSecret: settings.webhookSecret,
    createCustomer: ({ ref, email }) =>
      ask(async () => {
        const metadata = { ...OWNER, customer_ref: ref }
        const customer = await stripe.customers.create({ email, metadata }, { idempotencyKey: `customer-${ref}` })
        return customer.id
      }),
    customerUrl(customerId) {
      if (settings.sandbox) return `${settings.sandbox.customersUrl}/${encodeURIComponent(customerId)}`
      const mode = settings.secretKey.reveal().includes('_test_') ? 'test/' : ''
      return `https://dashboard.stripe.com/${mode}customers/${encodeURIComponent(customerId)}`
    },
    openCheckout: (order) => ask(() => openCheckout(stripe, order, computesTax)),
    expireCheckout: (sessionId) => ask(() => expireCheckout(stripe, sessionId)),
    openPortal: (visit) => ask(() => openPortal(stripe, visit, plans)),
    cancelAtPeriodEnd: (id) => ask(async () => readingOf(await setCancel(stripe, id, true), plans)),
    keepRenewing: (id) => ask(async () => readingOf(await setCancel(stripe, id, false), plans)),
    endNow: async (id) => {
      await ask(() => endNow(stripe, id))
    },
    closeCustomer: (customerId) => ask(() => closeCustomer(stripe, customerId)),
    readCheckout: (id) => ask(async () => checkoutReading(await orMissing(stripe.checkout.sessions.retrieve(id)))),
    readSubscription: (id) =>
      ask(async () => {
        const found = await orMissing(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
        return found && readingOf(found, plans)
      }),
    readPayment: (id) => ask(() => readPayment(stripe, id)),
    listPayments: (customerId, page) => ask(() => listPayments(stripe, customerId, page)),
    missingPrices: (ids) => ask(() => missingPrices(stripe, ids)),
    eventPages: (sinceMs) => eventPages(stripe, sinceMs),
  }
}

export function connectStripe({
  secretKey,
  apiBase,
  sandbox,
}: Pick<StripeSettings, 'secretKey' | 'apiBase' | 'sandbox'>): StripeClient {
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey.reveal(), {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES_MAX,
    telemetry: false,
    ...(sandbox ? { httpClient: Stripe.createFetchHttpClient(sandbox.call) } : {}),
    ...(base
      ? {
          protocol: base.protocol === 'http:' ? 'http' : 'https',
          host: base.hostname,
          port: base.port || (base.protocol === 'http:' ? '80' : '443'),
        }
      : {}),
  })
}

export interface SignedBody {
  readonly rawBody: string
  readonly signature: string
}

/** Returns the event in a signed body; throws if the signature is wrong or older than five minutes. */
export function verifyEvent({ rawBody, signature }: SignedBody, secret: Secret, nowMs: number): PaymentEvent {
  const event = signedContent({ rawBody, signature }, secret, nowMs) as Partial<PaymentEvent> | null
  const object = event?.data?.object
  const isWhole = typeof event?.id === 'string' && typeof event.type === 'string'
  if (!isWhole || typeof object !== 'object' || object === null) throw new ApiError('malformed', 'This is not an event')
  return event as PaymentEvent
}

function signedContent({ rawBody, signature }: SignedBody, secret: Secret, nowMs: number): unknown {
  try {
    const { webhooks } = Stripe
    return webhooks.constructEvent(rawBody, signature, secret.reveal(), SIGNATURE_TOLERANCE_S, undefined, nowMs)
  } catch (cause) {
    throw new ApiError('malformed', 'The signature of this event is missing, wrong or too old', { cause })
  }
}

async function openCheckout(stripe: Stripe, order: Order, computesTax: boolean): Promise<{ id: string; url: string }> {
  const { ref, customerId, item, successUrl, cancelUrl } = order
  const metadata = { ...OWNER, checkout_ref: ref }
  const price = await priceOf(stripe, 'plan' in item ? item.plan : item.topup.id)
  const session = await stripe.checkout.sessions.create(
    {
      customer: customerId,
      client_reference_id: ref,
      line_items: [{ price, quantity: 1 }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      metadata,
      ...(computesTax ? TAXED : {}),
      ...('plan' in item
        ? { mode: 'subscription', subscription_data: { metadata } }
        : {
            mode: 'payment',
            payment_intent_data: { metadata, description: `Top-up ${item.topup.id}` },
            invoice_creation: { enabled: true },
          }),
    },
    { idempotencyKey: `checkout-${ref}` },
  )
  if (!session.url) throw new Error(`the checkout session ${session.id} has no address`)
  return { id: session.id, url: session.url }
}

/** Stripe needs an address to know which VAT applies, and companies leave their VAT number. */
const TAXED = {
  automatic_tax: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
  tax_id_collection: { enabled: true },
} as const

async function priceOf(stripe: Stripe, lookupKey: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
  const [price] = data
  if (price) return price.id
  throw new ApiError(
    'not_configured',
    `Stripe has no price with the lookup key ${lookupKey}: run npm run admin -- stripe-setup`,
  )
}

const LOOKUP_KEYS_MAX = 10

async function missingPrices(stripe: Stripe, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string | null>()
  for (let from = 0; from < ids.length; from += LOOKUP_KEYS_MAX) {
    const lookup_keys = ids.slice(from, from + LOOKUP_KEYS_MAX)
    const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: 100 })
    for (const { lookup_key } of data) found.add(lookup_key)
  }
  return ids.filter((id) => !found.has(id))
}

/** Stripe does not expire a page that is already paid or expired; then its status tells which. */
async function expireCheckout(stripe: Stripe, sessionId: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(sessionId)
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return false
  }
}

function setCancel(stripe: Stripe, id: string, cancels: boolean): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(id, { cancel_at_period_end: cancels, expand: ['latest_invoice'] })
}

async function endNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await orMissing(stripe.subscriptions.cancel(subscriptionId))
}

/** Pages first: what was paid on one of them at the last moment is then among the subscriptions. */
async function closeCustomer(stripe: Stripe, customer: string): Promise<void> {
  const pages = await stripe.checkout.sessions
    .list({ customer, status: 'open', limit: PAGE_SIZE })
    .autoPagingToArray({ limit: OPEN_PAGES_MAX })
  for (const { id } of pages) await expireCheckout(stripe, id)
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, limit: PAGE_SIZE })
  for (const { id, status } of subscriptions) if (status !== 'incomplete_expired') await endNow(stripe, id)
}

async function openPortal(
  stripe: Stripe,
  { customerId, returnUrl, change }: PortalVisit,
  plans: readonly PlanId[],
): Promise<string> {
  const { data: configurations } = await stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE })
  const configuration = configurations.find((one) => one.metadata?.owner === OWNER.owner)?.id
  const session = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: returnUrl,
    ...(configuration ? { configuration } : {}),
    ...(change ? { flow_data: await changeFlow(stripe, change, plans) } : {}),
  })
  return session.url
}

async function changeFlow(
  stripe: Stripe,
  { subscriptionId, plan, doneUrl }: PlanChange,
  plans: readonly PlanId[],
): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
  const [subscription, price] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    priceOf(stripe, plan),
  ])
  const item = planItem(subscription, plans)
  if (!item) throw new Error(`the subscription ${subscriptionId} has no item`)
  return {
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription: subscriptionId, items: [{ id: item.id, price, quantity: 1 }] },
    after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
  }
}

function checkoutReading(session: Stripe.Checkout.Session | undefined): CheckoutReading | undefined {
  if (!session) return undefined
  const subscriptionId = idOf(session.subscription)
  const paymentId = idOf(session.payment_intent)
  const status = (['complete', 'expired'] as const).find((one) => one === session.status)
  return {
    sessionId: session.id,
    status: status ?? 'open',
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(paymentId ? { paymentId } : {}),
  }
}

/** A subscription that is unpaid, paused or not started grants nothing, so it counts as ended until Stripe says otherwise. */
function readingOf(subscription: Stripe.Subscription, plans: readonly PlanId[]): SubscriptionReading {
  const { status } = subscription
  const item = planItem(subscription, plans)
  const periodEndS = item?.current_period_end ?? subscription.ended_at ?? subscription.created
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  const cancelsAtS = subscription.cancel_at_period_end ? periodEndS : subscription.cancel_at
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    plan: planOf(item?.price, plans),
    status: status === 'active' || status === 'trialing' ? 'active' : status === 'past_due' ? 'past_due' : 'ended',
    periodEnd: new Date(periodEndS * 1000),
    cancelsAt: cancelsAtS === null ? null : new Date(cancelsAtS * 1000),
    unpaidSince: status === 'past_due' && invoice ? new Date(invoice.created * 1000) : null,
  }
}

function planItem(subscription: Stripe.Subscription, plans: readonly PlanId[]): Stripe.SubscriptionItem | undefined {
  return subscription.items.data.find(({ price }) => planOf(price, plans)) ?? subscription.items.data[0]
}

/** A replaced price has lost its lookup key to the new one, so the metadata names the plan too. */
function planOf(price: Stripe.Price | undefined, plans: readonly PlanId[]): PlanId | undefined {
  const names = [price?.metadata.item, price?.lookup_key]
  return plans.find((plan) => names.includes(plan))
}

async function readPayment(stripe: Stripe, id: string): Promise<PaymentReading | undefined> {
  const payment = await orMissing(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  if (!payment) return undefined
  const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null
  return {
    id: payment.id,
    customerId: idOf(payment.customer),
    checkoutRef: payment.metadata.checkout_ref,
    paid: payment.status === 'succeeded',
    paidAt: new Date((charge?.created ?? payment.created) * 1000),
    amountCents: payment.amount_received,
    vatCents: payment.status === 'succeeded' ? await vatOf(stripe, payment) : undefined,
    refundedCents: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ? await isMoneyGone(stripe, id) : false,
  }
}

/** The payment's share of the invoice's VAT. Unknown without an invoice or Stripe Tax, or if our key may not read invoices. */
async function vatOf(stripe: Stripe, { id, amount_received }: Stripe.PaymentIntent): Promise<number | undefined> {
  const payment = { type: 'payment_intent', payment_intent: id } as const
  const found = await stripe.invoicePayments
    .list({ payment, limit: 1, expand: ['data.invoice'] })
    .catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripePermissionError) return undefined
      throw error
    })
  const invoice = found?.data[0]?.invoice
  if (typeof invoice !== 'object' || !('total' in invoice)) return undefined
  const { total, total_excluding_tax: net, total_taxes: taxes, automatic_tax: automatic } = invoice
  const isComputed = automatic.status === 'complete' || (taxes ?? []).length > 0
  if (!isComputed || net === null) return undefined
  return total > 0 ? Math.round((amount_received * (total - net)) / total) : 0
}

/** An inquiry takes no money, and a won dispute returns it. */
async function isMoneyGone(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntent, limit: DISPUTES_MAX })
  return data.some(({ status }) => !HARMLESS_DISPUTES.includes(status))
}

const HARMLESS_DISPUTES = ['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed']

/** An unknown `after` ends the list. */
async function listPayments(stripe: Stripe, customer: string, { limit, after }: PaymentPage): Promise<PaymentList> {
  const page = await orMissing(stripe.charges.list({ customer, limit, ...(after ? { starting_after: after } : {}) }))
  const payments = await Promise.all((page?.data ?? []).map((charge) => recordOf(stripe, charge)))
  return { payments, hasMore: page?.has_more ?? false }
}

async function recordOf(stripe: Stripe, charge: Stripe.Charge): Promise<PaymentRecord> {
  const paymentId = idOf(charge.payment_intent)
  // Stripe leaves a charge marked after its dispute was won: only the dispute says how it ended.
  const isDisputed = charge.disputed && (paymentId === undefined || (await isMoneyGone(stripe, paymentId)))
  return {
    id: charge.id,
    paymentId,
    date: new Date(charge.created * 1000),
    description: charge.description ?? 'Payment',
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    status: recordStatus(charge, isDisputed),
    receiptUrl: charge.receipt_url,
  }
}

function recordStatus(charge: Stripe.Charge, isDisputed: boolean): PaymentRecord['status'] {
  if (charge.status !== 'succeeded') return charge.status === 'pending' ? 'pending' : 'failed'
  if (isDisputed) return 'disputed'
  if (charge.refunded) return 'refunded'
  return charge.amount_refunded > 0 ? 'partially_refunded' : 'paid'
}

async function* eventPages(stripe: Stripe, sinceMs: number): AsyncGenerator<PaymentEvent[]> {
  const wanted = { created: { gte: Math.floor(sinceMs / 1000) }, types: [...EVENT_TYPES], limit: PAGE_SIZE }
  let after: string | undefined
  do {
    const { data, has_more } = await ask(async () =>
      stripe.events.list(after ? { ...wanted, starting_after: after } : wanted),
    )
    yield data as unknown as PaymentEvent[]
    after = has_more ? data.at(-1)?.id : undefined
  } while (after)
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined
    throw error
  }
}

/** Stripe's error contains the whole request and response; the log gets only its kind, code and request id. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, requestId, statusCode } = error
    throw new ApiError('provider_failed', 'The payment provider rejected the request. Try again in a minute.', {
      cause: new Error(`stripe: ${type} ${code ?? ''} status ${statusCode ?? 'none'} request ${requestId ?? 'none'}`),
    })
  }
}
