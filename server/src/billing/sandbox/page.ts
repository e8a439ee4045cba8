// The sandbox's pages: plain HTML and forms, no script. Everything that comes from data is escaped.
import type { PortalAction } from './actions.ts'
import type { SandboxObject } from './store.ts'

interface PageParts {
  readonly name: string
  /** The address that the page's own forms are sent to. */
  readonly path: string
}

/** One customer's portal, and all that is shown on it. */
export interface PortalView {
  readonly portal: SandboxObject<'portal'>
  readonly subscriptions: readonly SandboxObject<'subscription'>[]
  readonly payments: readonly SandboxObject<'payment'>[]
}

export const sandboxPages = { checkout: checkoutPage, portal: portalPage, missing: missingPage }

function checkoutPage({ name, path }: PageParts, { content }: SandboxObject<'checkout'>): string {
  const { label, amountCents, plan, status, declined, cancelUrl, successUrl } = content
  const head = `<p class="brand">${escaped(name)}</p><h1>${escaped(capitalised(label))}</h1>
    <p class="price">${euros(amountCents)} <small>${plan ? 'a month' : 'once'}</small></p>`
  const refused = declined ? '<p class="bad" role="alert">The card was declined. Nothing was charged.</p>' : ''
  const form = `${refused}<form class="stack" method="post" action="${escaped(path)}">
      <button class="main" name="action" value="pay">Pay ${euros(amountCents)}</button>
      <button name="action" value="decline">Decline the card</button>
      <button name="action" value="close">Close without paying</button>
    </form>
    <p class="fine">Each button sends the signed event that a payment service would send, to this machine only.</p>`
  const done = `<p>${status === 'complete' ? 'This is paid.' : 'This page was closed without a payment.'}</p>
    <a class="button main" href="${escaped(status === 'complete' ? successUrl : cancelUrl)}">Back to ${escaped(name)}</a>`
  const body = `<main><section class="card">${head}${status === 'open' ? form : done}</section></main>`
  return wholePage(`Pay ${label}`, body)
}

function portalPage(parts: PageParts, { portal, subscriptions, payments }: PortalView): string {
  const [subscription] = subscriptions
  const body = `<main class="wide">
    <h1 class="top">${escaped(parts.name)} billing</h1>
    ${changeCard(parts, portal, subscriptions)}
    <section class="card"><h2>Subscription</h2>${
      subscription ? subscriptionPart(parts, subscription) : '<p class="fine">There has been none yet.</p>'
    }</section>
    <section class="card"><h2>Payments</h2>${
      payments.length > 0
        ? `<ul class="payments">${payments.map((one) => paymentPart(parts, one)).join('')}</ul>`
        : '<p class="fine">Nothing has been paid yet.</p>'
    }</section>
    <a class="button" href="${escaped(portal.content.returnUrl)}">Back to ${escaped(parts.name)}</a>
  </main>`
  return wholePage('Billing portal', body)
}

function missingPage(): string {
  return wholePage('Not found', '<main><section class="card"><h1>There is no such payment page.</h1></section></main>')
}

function changeCard(
  parts: PageParts,
  { content: { change } }: SandboxObject<'portal'>,
  subscriptions: PortalView['subscriptions'],
): string {
  const current = subscriptions.find(({ id }) => id === change?.subscriptionId)
  if (!change || !current || current.content.plan === change.plan || current.content.status === 'ended') return ''
  return `<section class="card"><h2>Change from ${escaped(current.content.plan)} to ${escaped(change.plan)}</h2>
    <p>A dearer plan is charged for what is left of the period; a cheaper one costs nothing now. The next full payment is due ${day(current.content.periodEnd)}.</p>
    ${buttons(parts, current.id, [['change', 'Confirm the change', 'main']])}</section>`
}

function subscriptionPart(parts: PageParts, { id, content }: SandboxObject<'subscription'>): string {
  const { plan, status, periodEnd, cancels } = content
  const state = status === 'active' && cancels ? 'cancelled' : status.replace('_', ' ')
  const when = status === 'ended' ? 'Ended' : cancels ? 'Ends' : 'Renews'
  return `<dl><dt>Plan</dt><dd>${escaped(plan)}</dd><dt>State</dt><dd><span class="state">${state}</span></dd>
    <dt>${when}</dt><dd>${day(periodEnd)}</dd></dl>${buttons(parts, id, subscriptionButtons(status, cancels))}`
}

type Button = [PortalAction, string, string?]

function subscriptionButtons(status: string, cancels: boolean): Button[] {
  if (status === 'ended') return []
  const cancelling: Button = cancels ? ['resume', 'Keep the plan', 'main'] : ['cancel', 'Cancel at period end']
  if (status === 'past_due') return [['pay_invoice', 'Pay the open invoice', 'main'], cancelling]
  const ending: Button[] = [cancelling, ['end_period', 'End the period now']]
  return cancels ? ending : [...ending, ['fail_payment', 'Let the renewal fail']]
}

function paymentPart(parts: PageParts, { id, content }: SandboxObject<'payment'>): string {
  const { description, amountCents, refundedCents, status, disputed, at } = content
  const refunded = refundedCents > 0 ? ` <span class="state">${euros(refundedCents)} refunded</span>` : ''
  const mark = `${status === 'failed' ? ' <span class="state">failed</span>' : ''}${disputed ? ' <span class="state">disputed</span>' : ''}`
  const actions: Button[] = []
  if (status === 'paid' && !disputed && refundedCents < amountCents) {
    actions.push(['refund', 'Refund', 'small'])
    if (refundedCents === 0) actions.push(['refund_half', 'Refund half', 'small'])
    actions.push(['dispute', 'Dispute', 'small'])
  }
  if (disputed) actions.push(['win_dispute', 'Win the dispute', 'small'])
  return `<li><p><span>${escaped(description)}<br><small>${day(at)}</small>${refunded}${mark}</span>
    <span class="amount">${euros(amountCents)}</span></p>${buttons(parts, id, actions)}</li>`
}

function buttons({ path }: PageParts, target: string, list: readonly Button[]): string {
  if (list.length === 0) return ''
  const each = list.map(
    ([action, words, look = '']) => `<button class="${look}" name="action" value="${action}">${words}</button>`,
  )
  return `<form class="row" method="post" action="${escaped(path)}"><input type="hidden" name="target" value="${escaped(target)}">${each.join('')}</form>`
}

function wholePage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} (sandbox)</title><link rel="stylesheet" href="/sandbox/style.css"></head>
<body><p class="note" role="note">Sandbox: no real money</p>${body}</body></html>`
}

function euros(cents: number): string {
  return `€${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
