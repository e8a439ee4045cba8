// The payment pages as HTML: plain forms, no script. Everything that comes from data is escaped.
import type { SimulatedStripeParts } from './parts.ts'
import { itemOf, nameOf, type Thing } from './world.ts'

type Site = Pick<SimulatedStripeParts, 'sellerName' | 'pagesUrl'>

export type PortalAction =
  | 'cancel'
  | 'resume'
  | 'change'
  | 'end_period'
  | 'fail_payment'
  | 'pay_invoice'
  | 'refund'
  | 'refund_half'
  | 'dispute'
  | 'win_dispute'

interface PortalView {
  readonly portal: Thing
  /** The newest first, like the charges. */
  readonly subscriptions: readonly Thing[]
  readonly charges: readonly Thing[]
  readonly change:
    | {
        readonly subscription: Thing
        readonly price: Thing
        readonly dueCents: number
        readonly creditCents: number
      }
    | undefined
}

export function checkoutPage(site: Site, session: Thing, price: Thing): string {
  const { status, declined, success_url: successUrl, cancel_url: cancelUrl } = session
  const name = escaped(site.sellerName)
  const amount = euros(Number(price.unit_amount))
  const label = nameOf(price)
  const head = `<p class="brand">${name}</p><h1>${escaped(label)}</h1>
    <p class="price">${amount} <small>${price.recurring ? 'per month' : 'once'}</small></p>`
  const rejected = declined ? '<p class="bad" role="alert">The card was declined. You have not been charged.</p>' : ''
  const form = `${rejected}<form class="stack" method="post" action="${escaped(pathOf(site, session))}">
      <button class="main" name="action" value="pay">Pay ${amount}</button>
      <button name="action" value="decline">Decline the card</button>
      <button name="action" value="close">Close without paying</button>
    </form>
    <p class="fine">Each button sends the signed event that Stripe would send, to this service only.</p>`
  const isPaid = status === 'complete'
  const done = `<p>${isPaid ? 'This is paid.' : 'This page was closed without a payment.'}</p>
    <a class="button main" href="${escaped(String(isPaid ? successUrl : cancelUrl))}">Back to ${name}</a>`
  const body = `<main><section class="card">${head}${status === 'open' ? form : done}</section></main>`
  return wholePage(site, `Pay ${label}`, body)
}

export function portalPage(site: Site, { portal, subscriptions, charges, change }: PortalView): string {
  const [subscription] = subscriptions
  const name = escaped(site.sellerName)
  const action = escaped(pathOf(site, portal))
  const body = `<main class="wide">
    <h1 class="top">${portal.object === 'customer' ? escaped(String(portal.email)) : `${name} billing`}</h1>
    ${change ? changeCard(action, change) : ''}
    <section class="card"><h2>Subscription</h2>${
      subscription ? subscriptionPart(action, subscription) : '<p class="fine">There is no subscription yet.</p>'
    }</section>
    <section class="card"><h2>Payments</h2>${
      charges.length > 0
        ? `<ul class="payments">${charges.map((one) => chargePart(action, one)).join('')}</ul>`
        : '<p class="fine">There are no payments yet.</p>'
    }</section>
    ${portal.return_url ? `<a class="button" href="${escaped(String(portal.return_url))}">Back to ${name}</a>` : ''}
  </main>`
  return wholePage(site, portal.object === 'customer' ? 'Customer' : 'Billing portal', body)
}

/** Shows the VAT if it was computed. */
export function receiptPage(site: Site, charge: Thing, vatCents: number | undefined): string {
  const { id, description, amount, amount_refunded: refunded, created } = charge
  const rows = [
    ['Paid to', site.sellerName],
    ['For', String(description ?? 'Payment')],
    ['Date', day(created)],
    ...(vatCents === undefined
      ? []
      : [
          ['Net', euros(Number(amount) - vatCents)],
          ['VAT', euros(vatCents)],
        ]),
    ['Amount', euros(Number(amount))],
    ...(Number(refunded) > 0 ? [['Refunded', euros(Number(refunded))]] : []),
    ['Number', id],
  ]
  const list = rows.map(([term, words]) => `<dt>${term}</dt><dd>${escaped(words ?? '')}</dd>`).join('')
  const body = `<main><section class="card"><h1>Receipt</h1><dl>${list}</dl>
    <p class="fine">This is the sandbox: no money moved.</p></section></main>`
  return wholePage(site, 'Receipt', body)
}

export function messagePage(site: Site, message: string): string {
  return wholePage(site, message, `<main><section class="card"><h1>${escaped(message)}</h1></section></main>`)
}

function changeCard(action: string, change: NonNullable<PortalView['change']>): string {
  const { subscription, price, dueCents, creditCents } = change
  const item = itemOf(subscription)
  const [from, to] = [item.price, price].map((one) => escaped(nameOf(one)))
  const credit = creditCents > 0 ? ` Your credit is then ${euros(creditCents)}: your next payments use it first.` : ''
  return `<section class="card"><h2>Change from the ${from} to the ${to}</h2>
    <p class="price">${euros(dueCents)} <small>now</small></p>
    <p>The new plan starts as soon as you confirm.${credit} From ${day(item.current_period_end)} on it is ${euros(Number(price.unit_amount))} a month.</p>
    ${buttons(action, subscription.id, [['change', 'Confirm the change', 'main']])}</section>`
}

function subscriptionPart(action: string, subscription: Thing): string {
  const { id, status, cancel_at_period_end: cancels } = subscription
  const { price, current_period_end: periodEnd } = itemOf(subscription)
  const isOver = status === 'canceled'
  const state = isOver ? 'ended' : status === 'active' && cancels ? 'cancelled' : String(status).replace('_', ' ')
  const when = isOver ? 'Ended' : cancels ? 'Ends' : 'Renews'
  return `<dl><dt>Plan</dt><dd>${escaped(nameOf(price))}</dd><dt>State</dt><dd><span class="state">${escaped(state)}</span></dd>
    <dt>${when}</dt><dd>${day(periodEnd)}</dd></dl>${buttons(action, id, subscriptionButtons(String(status), Boolean(cancels)))}`
}

type Button = [PortalAction, string, string?]

function subscriptionButtons(status: string, cancels: boolean): Button[] {
  if (status === 'canceled') return []
  const cancelling: Button = cancels ? ['resume', 'Keep the plan', 'main'] : ['cancel', 'Cancel at period end']
  if (status === 'past_due') return [['pay_invoice', 'Pay the open invoice', 'main'], cancelling]
  const ending: Button[] = [cancelling, ['end_period', 'End the period now']]
  return cancels ? ending : [...ending, ['fail_payment', 'Let the renewal fail']]
}

function chargePart(action: string, charge: Thing): string {
  const { id, description, status, disputed, created } = charge
  const [amount, refunded] = [Number(charge.amount), Number(charge.amount_refunded)]
  const marks = [
    refunded > 0 ? `${euros(refunded)} refunded` : '',
    status === 'failed' ? 'failed' : '',
    disputed ? 'disputed' : '',
  ].filter(Boolean)
  const list: Button[] = []
  if (status === 'succeeded' && !disputed && refunded < amount) {
    list.push(['refund', 'Refund', 'small'])
    if (refunded === 0) list.push(['refund_half', 'Refund half', 'small'])
    list.push(['dispute', 'Dispute', 'small'])
  }
  if (disputed) list.push(['win_dispute', 'Win the dispute', 'small'])
  const shown = marks.map((mark) => ` <span class="state">${mark}</span>`).join('')
  return `<li><p><span>${escaped(String(description))}<br><small>${day(created)}</small>${shown}</span>
    <span class="amount">${euros(amount)}</span></p>${buttons(action, id, list)}</li>`
}

function buttons(action: string, target: string, list: readonly Button[]): string {
  if (list.length === 0) return ''
  const each = list.map(
    ([name, words, look = '']) => `<button class="${look}" name="action" value="${name}">${words}</button>`,
  )
  return `<form class="row" method="post" action="${action}"><input type="hidden" name="target" value="${escaped(target)}">${each.join('')}</form>`
}

function wholePage({ pagesUrl }: Site, title: string, body: string): string {
  const style = `${new URL(pagesUrl).pathname}/style.css`.replace('//', '/')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} (sandbox)</title><link rel="stylesheet" href="${escaped(style)}"></head>
<body><p class="note" role="note">Sandbox: no real money</p>${body}</body></html>`
}

function pathOf({ pagesUrl }: Site, { object, id }: Thing): string {
  const kind = { 'checkout.session': 'checkout', customer: 'customer' }[object] ?? 'portal'
  return `${new URL(pagesUrl).pathname}/${kind}/${id}`.replace('//', '/')
}

function euros(cents: number): string {
  return `€${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

function day(seconds: unknown): string {
  const date = new Date(Number(seconds) * 1000)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
