import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { CATALOGUE } from '../../ground/plans.ts'
import { Secret } from '../../ground/secret.ts'
import { createStripe } from '../billing.ts'
import { openSandbox } from './sandbox.ts'

const clock = { nowMs: 0 }
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  clock.nowMs = Date.parse('2026-01-31T10:00:00Z')
})

/** A separate node: it shares nothing in memory with others. */
function open() {
  const sandbox = openSandbox({
    sql: database.sql,
    catalogue: CATALOGUE,
    publicUrl: 'http://127.0.0.1:8080',
    brandName: 'Equipoise',
    secret: new Secret('a secret of this deployment'),
    nowMs: () => clock.nowMs,
  })
  return { ...sandbox, paymentProvider: createStripe(sandbox.stripe) }
}

const urls = { successUrl: 'http://127.0.0.1:8080/ok', cancelUrl: 'http://127.0.0.1:8080/no' }

async function bought(ref: string, plan: 'pro' | 'studio' | 'enterprise' = 'pro') {
  const { paymentProvider, page } = open()
  const customerId = await paymentProvider.createCustomer({ ref, email: `${ref}@example.org` })
  const session = await paymentProvider.openCheckout({ ref, customerId, item: { plan }, ...urls })
  const path = new URL(session.url).pathname.slice('/sandbox'.length)
  const events: string[] = []
  const deliver = async ({ rawBody }: { rawBody: string }) => events.push(JSON.parse(rawBody).type) > 0
  const pay = () => open().page({ method: 'POST', path, fields: { action: 'pay' } }, deliver)
  const answer = await pay()
  const subscriptionId = (await paymentProvider.readCheckout(session.id))?.subscriptionId ?? ''
  return { paymentProvider, page, customerId, path, pay, answer, events, subscriptionId }
}

it('takes a payment once, on whatever node, and sends the events in order', async () => {
  const { answer, events, pay, paymentProvider, customerId } = await bought('once')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, urls.successUrl])
  expect(events).toEqual([
    'customer.subscription.created',
    'checkout.session.completed',
    'charge.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
  ])
  await Promise.all([pay(), pay(), pay()])
  expect(events).toHaveLength(5)
  expect((await paymentProvider.listPayments(customerId, { limit: 100 })).payments).toHaveLength(1)
})

it('makes one customer, however often it is asked for', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => open().paymentProvider.createCustomer({ ref: 'same', email: 'a@b.example' })),
  )
  expect(new Set(ids).size).toBe(1)
})

it('gives a month that ends on the last day of a shorter one', async () => {
  const { paymentProvider, subscriptionId } = await bought('short')
  expect((await paymentProvider.readSubscription(subscriptionId))?.periodEnd).toEqual(new Date('2026-02-28T10:00:00Z'))
})

it('renews by itself when the period is over, or ends what was cancelled', async () => {
  const kept = await bought('kept', 'studio')
  const cancelled = await bought('cancelled', 'enterprise')
  await cancelled.paymentProvider.cancelAtPeriodEnd(cancelled.subscriptionId)
  clock.nowMs = Date.parse('2026-02-28T10:00:00Z')
  const types: string[] = []
  for await (const page of open().paymentProvider.eventPages(clock.nowMs)) types.push(...page.map(({ type }) => type))
  expect(types).toContain('customer.subscription.deleted')
  expect(await kept.paymentProvider.readSubscription(kept.subscriptionId)).toMatchObject({
    status: 'active',
    periodEnd: new Date('2026-03-28T10:00:00Z'),
  })
  expect(await kept.paymentProvider.readSubscription(cancelled.subscriptionId)).toMatchObject({ status: 'ended' })
})

it('reports it if the webhook does not accept an event', async () => {
  const { paymentProvider, page, customerId } = await bought('deaf')
  const session = await paymentProvider.openCheckout({
    ref: 'deaf-2',
    customerId,
    item: { topup: CATALOGUE.topups[0] ?? expect.fail('no top-up') },
    ...urls,
  })
  const path = new URL(session.url).pathname.slice('/sandbox'.length)
  const answer = await page({ method: 'POST', path, fields: { action: 'pay' } }, async () => false)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('did not accept the payment event')
})

it('lets one customer open only so many payment pages', async () => {
  const { paymentProvider, customerId } = await bought('greedy')
  await database.sql`
    insert into sandbox_objects (id, owner, object, content, created_at)
    select 'cs_' || n, ${customerId}, 'checkout.session', jsonb_build_object('id', 'cs_' || n, 'object',
      'checkout.session', 'customer', ${customerId}::text, 'status', 'expired', 'created', 1), now()
    from generate_series(1, 500) n`
  const another = paymentProvider.openCheckout({ ref: 'one-more', customerId, item: { plan: 'pro' }, ...urls })
  await expect(another).rejects.toMatchObject({ kind: 'provider_failed' })
  await paymentProvider.closeCustomer(customerId)
})

it('credits what is left of a larger plan, and takes it off the next payments', async () => {
  const { paymentProvider, page, customerId, subscriptionId } = await bought('smaller')
  clock.nowMs += 14 * 86_400_000
  const doneUrl = 'http://127.0.0.1:8080/done'
  const url = await paymentProvider.openPortal({
    customerId,
    returnUrl: urls.cancelUrl,
    change: { subscriptionId, plan: 'basic', doneUrl },
  })
  const path = new URL(url).pathname.slice('/sandbox'.length)
  const deliver = async () => true
  const shown = await (await page({ method: 'GET', path, fields: {} }, deliver)).text()
  expect(shown).toContain('Change from the Pro plan to the Basic plan')
  expect(shown).toMatch(/€0\.00 <small>now<\/small>/)
  expect(shown).toContain('Your credit is then €10.00')
  const press = (action: string) => page({ method: 'POST', path, fields: { action, target: subscriptionId } }, deliver)
  expect((await press('change')).headers.get('location')).toBe(doneUrl)
  expect((await paymentProvider.readSubscription(subscriptionId))?.plan).toBe('basic')
  const paid = async () => (await paymentProvider.listPayments(customerId, { limit: 100 })).payments.length
  expect(await paid()).toBe(1)
  await press('end_period')
  expect(await paid()).toBe(1)
  await press('end_period')
  const { payments } = await paymentProvider.listPayments(customerId, { limit: 100 })
  expect(payments).toMatchObject([{ description: 'Basic plan, one month', amountCents: 800 }, {}])
  // The credit paid for 1.00 of 9.00, so the VAT is reduced in the same proportion.
  expect((await paymentProvider.readPayment(payments[0]?.paymentId ?? ''))?.vatCents).toBe(133)
})
