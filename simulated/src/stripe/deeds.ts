// What customers, banks and the passing of time do at the simulated Stripe. Each action creates the events that Stripe would send.
import type { Fields } from './form.ts'
import { all, emit, get, itemOf, make, nameOf, newId, type Thing, type World } from './world.ts'

/** The customer pays on the page of this session; returns the id of the subscription or of the payment. */
export function pay(world: World, sessionId: string): string {
  const session = get(world, sessionId)
  if (session.status !== 'open') throw new Error('the session is not open')
  Object.assign(session, { status: 'complete', payment_status: 'paid' })
  const price = get(world, session.price)
  if (session.mode === 'payment') {
    const { description, metadata } = session.payment_intent_data as Fields
    const charge = addCharge(world, {
      customer: session.customer,
      amount: Number(price.unit_amount),
      description,
      metadata,
    })
    session.payment_intent = charge.payment_intent
    emit(world, 'checkout.session.completed', session)
    linkInvoice(world, makeInvoice(world, session, Number(price.unit_amount)), charge)
    return String(charge.payment_intent)
  }
  const item = { id: newId('subscription_item'), object: 'subscription_item', price, quantity: 1 }
  const subscription = make(world, 'subscription', {
    customer: session.customer,
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    latest_invoice: null,
    automatic_tax: session.automatic_tax,
    items: { object: 'list', data: [{ ...item, ...monthFrom(world.nowS()) }] },
  })
  session.subscription = subscription.id
  emit(world, 'customer.subscription.created', subscription)
  emit(world, 'checkout.session.completed', session)
  addInvoice(world, subscription, 'paid')
  return subscription.id
}

/** The bank declines the card; the page stays open. */
export function decline(world: World, sessionId: string): void {
  const session = get(world, sessionId)
  if (session.status !== 'open') throw new Error('the session is not open')
  session.declined = true
  const { customer } = session
  emit(world, 'payment_intent.payment_failed', make(world, 'payment_intent', { customer, status: 'failed' }))
}

export function refund(world: World, paymentId: string, cents: number): void {
  const charge = chargeOf(world, paymentId)
  charge.amount_refunded = Math.min(Number(charge.amount), Number(charge.amount_refunded) + cents)
  charge.refunded = charge.amount_refunded === charge.amount
  emit(world, 'charge.refunded', charge)
}

export function dispute(world: World, paymentId: string): void {
  const charge = chargeOf(world, paymentId)
  charge.disputed = true
  const { customer } = charge
  const opened = make(world, 'dispute', { customer, payment_intent: paymentId, status: 'needs_response' })
  emit(world, 'charge.dispute.created', opened)
}

/** The charge stays marked as disputed, as at Stripe: only the dispute itself says how it ended. */
export function closeDispute(world: World, paymentId: string, status: 'won' | 'lost'): void {
  const open = openDispute(world, paymentId)
  if (open) emit(world, 'charge.dispute.closed', Object.assign(open, { status }))
}

export function openDispute(world: World, paymentId: unknown): Thing | undefined {
  return all(world, 'dispute').find((one) => one.payment_intent === paymentId && one.status === 'needs_response')
}

/** A more expensive plan costs the difference for the rest of the period; for a cheaper one the customer gets it as credit. */
export function changePlan(world: World, subscriptionId: string, priceId: string): void {
  const subscription = get(world, subscriptionId)
  const { customer } = subscription
  const item = itemOf(subscription)
  const price = get(world, priceId)
  const { dueCents, creditCents } = changeCost(world, subscription, price)
  const description = `Change from the ${nameOf(item.price)} to the ${nameOf(price)}`
  item.price = price
  emit(world, 'customer.subscription.updated', subscription)
  if (dueCents > 0) {
    const charge = addCharge(world, { customer, amount: dueCents, description })
    linkInvoice(world, makeInvoice(world, subscription, dueCents), charge)
  }
  setCredit(world, customer, creditCents)
}

/** What a change of plan costs now, and the customer's credit after it. */
export function changeCost(world: World, subscription: Thing, price: Thing): { dueCents: number; creditCents: number } {
  const item = itemOf(subscription)
  const [start, end] = [Number(item.current_period_start), Number(item.current_period_end)]
  const left = Math.min(1, Math.max(0, (end - world.nowS()) / (end - start)))
  const difference = Math.round((Number(price.unit_amount) - Number(item.price.unit_amount)) * left)
  return paidFromCredit(creditOf(world, subscription.customer), difference)
}

function paidFromCredit(creditCents: number, cents: number): { dueCents: number; creditCents: number } {
  return { dueCents: Math.max(0, cents - creditCents), creditCents: Math.max(0, creditCents - cents) }
}

/** Stripe stores what a customer owes as their balance: a credit is negative. */
function creditOf(world: World, customer: unknown): number {
  return Math.max(0, -Number(world.things.get(String(customer))?.balance ?? 0))
}

function setCredit(world: World, customer: unknown, cents: number): void {
  const found = world.things.get(String(customer))
  if (found) found.balance = cents === 0 ? 0 : -cents
}

export function renew(world: World, subscriptionId: string): void {
  const subscription = get(world, subscriptionId)
  Object.assign(itemOf(subscription), monthFrom(world.nowS()))
  subscription.status = 'active'
  emit(world, 'customer.subscription.updated', subscription)
  addInvoice(world, subscription, 'paid')
}

/** Ends the period: a cancelled subscription ends, any other is paid for another month. */
export function endPeriod(world: World, subscriptionId: string): void {
  const subscription = get(world, subscriptionId)
  if (subscription.cancel_at_period_end) end(world, subscriptionId)
  else renew(world, subscriptionId)
}

export function failRenewal(world: World, subscriptionId: string): void {
  const subscription = get(world, subscriptionId)
  Object.assign(itemOf(subscription), monthFrom(world.nowS()))
  addInvoice(world, subscription, 'open')
  subscription.status = 'past_due'
  emit(world, 'customer.subscription.updated', subscription)
}

export function payInvoice(world: World, subscriptionId: string): void {
  const subscription = get(world, subscriptionId)
  addInvoice(world, subscription, 'paid')
  subscription.status = 'active'
  emit(world, 'customer.subscription.updated', subscription)
}

export function setCancel(world: World, subscriptionId: string, cancels: boolean): void {
  emit(
    world,
    'customer.subscription.updated',
    Object.assign(get(world, subscriptionId), { cancel_at_period_end: cancels }),
  )
}

export function end(world: World, subscriptionId: string): Thing {
  const subscription = get(world, subscriptionId)
  Object.assign(subscription, { status: 'canceled', ended_at: world.nowS() })
  emit(world, 'customer.subscription.deleted', subscription)
  return subscription
}

export function isDue(subscription: Thing, nowS: number): boolean {
  return subscription.status === 'active' && Number(itemOf(subscription).current_period_end) <= nowS
}

function addInvoice(world: World, subscription: Thing, status: 'paid' | 'open'): void {
  const { customer } = subscription
  const { price } = itemOf(subscription)
  const invoice = makeInvoice(world, subscription, Number(price.unit_amount))
  Object.assign(invoice, {
    status,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
  })
  subscription.latest_invoice = invoice.id
  const { dueCents, creditCents } = paidFromCredit(creditOf(world, customer), Number(price.unit_amount))
  const description = `${nameOf(price)}, one month`
  const isPaid = status === 'paid'
  const charge = { customer, amount: dueCents, description, status: isPaid ? 'succeeded' : 'failed' } as const
  if (dueCents > 0) linkInvoice(world, invoice, addCharge(world, charge))
  if (isPaid) setCredit(world, customer, creditCents)
  emit(world, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
}

/** Prices include it. */
const VAT_PERCENT = 20

/** VAT is computed if the payment page was told to. */
function makeInvoice(world: World, { customer, automatic_tax: tax }: Thing, total: number): Thing {
  const isTaxed = (tax as Fields | undefined)?.enabled === 'true'
  const vat = isTaxed ? Math.round((total * VAT_PERCENT) / (100 + VAT_PERCENT)) : 0
  return make(world, 'invoice', {
    customer,
    status: 'paid',
    total,
    total_excluding_tax: total - vat,
    total_taxes: isTaxed ? [{ amount: vat, tax_behavior: 'inclusive' }] : [],
    automatic_tax: { enabled: isTaxed, status: isTaxed ? 'complete' : null },
  })
}

function linkInvoice(world: World, invoice: Thing, charge: Thing): void {
  const { customer, payment_intent, amount, status } = charge
  const link = make(world, 'invoice_payment', {
    customer,
    invoice: invoice.id,
    amount_paid: amount,
    status: status === 'succeeded' ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent },
  })
  if (status === 'succeeded') emit(world, 'invoice_payment.paid', link)
}

/** How much of a charge is VAT, if it was computed. */
export function vatOf(world: World, { payment_intent: paymentId, amount }: Thing): number | undefined {
  const link = all(world, 'invoice_payment').find(({ payment }) => (payment as Fields).payment_intent === paymentId)
  const invoice = link && get(world, link.invoice)
  if (!invoice || (invoice.total_taxes as Fields[]).length === 0) return undefined
  const [total, net] = [Number(invoice.total), Number(invoice.total_excluding_tax)]
  return Math.round((Number(amount) * (total - net)) / total)
}

interface NewCharge {
  readonly customer: unknown
  readonly amount: number
  readonly description: unknown
  readonly metadata?: unknown
  readonly status?: 'succeeded' | 'failed'
}

function addCharge(world: World, { metadata = {}, status = 'succeeded', ...rest }: NewCharge): Thing {
  const charge = make(world, 'charge', {
    ...rest,
    status,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    receipt_url: null,
  })
  if (status === 'succeeded') charge.receipt_url = `${world.pagesUrl}/receipt/${charge.id}`
  const payment = make(world, 'payment_intent', {
    customer: rest.customer,
    status,
    amount: rest.amount,
    amount_received: status === 'succeeded' ? rest.amount : 0,
    metadata,
    latest_charge: charge.id,
  })
  charge.payment_intent = payment.id
  if (status === 'succeeded') emit(world, 'charge.succeeded', charge)
  return charge
}

function chargeOf(world: World, paymentId: string): Thing {
  return get(world, get(world, paymentId).latest_charge)
}

/** One month; from the 31st, to the last day of a shorter month. */
function monthFrom(startS: number): { current_period_start: number; current_period_end: number } {
  const start = new Date(startS * 1000)
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return { current_period_start: startS, current_period_end: Math.floor(end.getTime() / 1000) }
}
