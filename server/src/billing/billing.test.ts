import { signEvent } from '@equipoise/simulated'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BillingSetup, openBillingSetup, sessionOf, WEBHOOK_SECRET } from '../../test/billing-setup.ts'
import { DAY_MS } from '../ground/calendar.ts'

let setup: BillingSetup
beforeAll(async () => {
  setup = await openBillingSetup()
})
afterAll(() => setup.close())

const TOPUP = { compute: 10_000, aiCalls: 200 }
const NOTHING = { compute: 0, aiCalls: 0 }
const PAYMENT_NEWS = ['charge.succeeded', 'invoice_payment.paid']

async function subscribed(plan: 'basic' | 'pro' | 'studio' = 'pro') {
  const buyer = await setup.register()
  const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, plan)))
  await setup.deliverAll()
  return { buyer, id }
}

async function toppedUp() {
  const buyer = await setup.register()
  const id = setup.stripe.pay(sessionOf(await setup.billing.topup(buyer, 'topup_10k')))
  return { buyer, id }
}

function permutations(list: number[]): number[][] {
  if (list.length <= 1) return [list]
  return list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}

const lastEvent = () => {
  const event = setup.stripe.events.at(-1)
  if (!event) throw new Error('nothing happened yet')
  return event
}

describe('a plan', () => {
  it('changes when the event arrives, not when the payment page is done', async () => {
    const buyer = await setup.register()
    setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, 'pro')))
    expect((await setup.planOf(buyer.accountId)).plan).toBe('free')
    await setup.deliverAll()
    const { plan, endsAt } = await setup.planOf(buyer.accountId)
    expect(plan).toBe('pro')
    expect(endsAt?.getTime()).toBe(setup.nowMs + 32 * DAY_MS)
    expect(await setup.billing.standing(buyer)).toMatchObject({ status: 'active', plan: 'pro' })
  })

  it('is cancelled at the end of the period, with the same answer every time it is cancelled', async () => {
    const { buyer } = await subscribed()
    const first = await setup.billing.cancel(buyer)
    expect(first.getTime()).toBe(setup.nowMs + 31 * DAY_MS)
    expect(await setup.billing.cancel(buyer)).toEqual(first)
    expect(await setup.planOf(buyer.accountId)).toEqual({ plan: 'pro', endsAt: first })
    expect(await setup.billing.standing(buyer)).toMatchObject({ status: 'cancelled', endsAt: first, renewsAt: null })
  })

  it('cannot be cancelled if there is none', async () => {
    await expect(setup.billing.cancel(await setup.register())).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('is the free one again once Stripe says that the subscription has ended', async () => {
    const { buyer, id } = await subscribed()
    setup.stripe.end(id)
    await setup.deliverAll()
    expect(await setup.planOf(buyer.accountId)).toEqual({ plan: 'free', endsAt: null })
    await expect(setup.billing.cancel(buyer)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('goes past due, and recovers once the invoice is paid', async () => {
    const { buyer, id } = await subscribed()
    setup.stripe.failRenewal(id)
    await setup.deliverAll()
    expect(await setup.billing.standing(buyer)).toMatchObject({ status: 'past_due', plan: 'pro' })
    expect((await setup.planOf(buyer.accountId)).endsAt?.getTime()).toBe(setup.nowMs + 7 * DAY_MS)
    setup.stripe.payInvoice(id)
    await setup.deliverAll()
    expect(await setup.billing.standing(buyer)).toMatchObject({ status: 'active', plan: 'pro', endsAt: null })
  })

  it('ends up the same whatever the order of its events', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const buyer = await setup.register()
      const first = setup.stripe.events.length
      const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, 'pro')))
      setup.stripe.setCancel(id, true)
      // Payment events say nothing about the plan.
      const events = setup.stripe.events.slice(first).filter(({ type }) => !PAYMENT_NEWS.includes(type))
      expect(events).toHaveLength(order.length)
      for (const nth of order) await setup.deliver(events[nth] ?? lastEvent())
      expect(await setup.planOf(buyer.accountId)).toEqual({ plan: 'pro', endsAt: new Date(setup.nowMs + 31 * DAY_MS) })
    }
  })

  it('is changed on the page that confirms the proration, never bought twice', async () => {
    const { buyer, id } = await subscribed('basic')
    const url = await setup.billing.checkout(buyer, 'studio')
    const visit = setup.stripe.find(sessionOf(url))
    expect(visit.flow).toMatchObject({
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: id },
    })
    expect(visit.flow).toMatchObject({
      after_completion: { redirect: { return_url: expect.stringMatching(/checkout=success$/) } },
    })
    setup.stripe.changePlan(id, 'studio')
    await setup.deliverAll()
    expect((await setup.planOf(buyer.accountId)).plan).toBe('studio')
    const smaller = setup.stripe.find(sessionOf(await setup.billing.checkout(buyer, 'basic')))
    expect(smaller.flow).toMatchObject({
      after_completion: { redirect: { return_url: expect.stringMatching(/checkout=credited$/) } },
    })
    setup.stripe.changePlan(id, 'basic')
    await setup.deliverAll()
    expect((await setup.planOf(buyer.accountId)).plan).toBe('basic')
    await expect(setup.billing.checkout(buyer, 'basic')).rejects.toMatchObject({ kind: 'conflict' })
  })

  it('sends people who have cancelled or owe money to the portal', async () => {
    const { buyer } = await subscribed()
    await setup.billing.cancel(buyer)
    const visit = setup.stripe.find(sessionOf(await setup.billing.checkout(buyer, 'pro')))
    expect(visit).toMatchObject({ object: 'billing_portal.session', flow: null })
  })

  it('ends with its period even if Stripe has not said so yet: there is nothing to cancel, and it can be bought again', async () => {
    const { buyer } = await subscribed()
    const endsAt = await setup.billing.cancel(buyer)
    const boughtMs = setup.nowMs
    setup.nowMs = endsAt.getTime() + 1000
    await expect(setup.billing.cancel(buyer)).rejects.toMatchObject({ kind: 'malformed' })
    const page = setup.stripe.find(sessionOf(await setup.billing.checkout(buyer, 'pro')))
    expect(page.object).toBe('checkout.session')
    setup.nowMs = boughtMs
  })

  it('that is long past due can still be cancelled, and its end never lies in the past', async () => {
    const { buyer, id } = await subscribed()
    const boughtMs = setup.nowMs
    setup.nowMs += 30 * DAY_MS
    setup.stripe.failRenewal(id)
    setup.nowMs += 20 * DAY_MS
    expect((await setup.billing.cancel(buyer)).getTime()).toBe(setup.nowMs)
    expect(setup.stripe.find(id).cancel_at_period_end).toBe(true)
    setup.nowMs = boughtMs
  })

  it('has one open payment page: the next one closes it', async () => {
    const buyer = await setup.register()
    const first = sessionOf(await setup.billing.checkout(buyer, 'basic'))
    const second = sessionOf(await setup.billing.checkout(buyer, 'pro'))
    expect(setup.stripe.find(first).status).toBe('expired')
    expect(setup.stripe.find(second).status).toBe('open')
  })

  it('is not sold again while the event of its payment is still to come', async () => {
    const buyer = await setup.register()
    const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, 'basic')))
    const visit = setup.stripe.find(sessionOf(await setup.billing.checkout(buyer, 'pro')))
    expect(visit.flow).toMatchObject({ subscription_update_confirm: { subscription: id } })
    expect((await setup.planOf(buyer.accountId)).plan).toBe('basic')
  })

  it('leaves at most one usable page when several are asked for at once', async () => {
    const buyer = await setup.register()
    const before = setup.stripe.calls.length
    const plans = ['basic', 'pro', 'studio', 'gamepro', 'enterprise'] as const
    const asked = await Promise.allSettled(plans.map((plan) => setup.billing.checkout(buyer, plan)))
    for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'conflict' })
    const urls = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
    const open = urls.filter((url) => setup.stripe.find(sessionOf(url)).status === 'open')
    expect(setup.stripe.calls.length).toBeGreaterThan(before)
    expect(open.length).toBeLessThanOrEqual(1)
  })

  it('is ended at Stripe before the account is deleted', async () => {
    const { buyer, id } = await subscribed()
    await setup.billing.close(buyer.accountId)
    expect(setup.stripe.find(id).status).toBe('canceled')
  })

  it('is ended at Stripe even if the event of its payment is still to come', async () => {
    const buyer = await setup.register()
    const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, 'pro')))
    await setup.billing.close(buyer.accountId)
    expect(setup.stripe.find(id).status).toBe('canceled')
  })
})

describe('an account that is deleted', () => {
  const erase = async (accountId: number) => {
    await setup.billing.close(accountId)
    await setup.database.sql`delete from accounts where id = ${accountId}`
  }

  it('leaves no payment page on which anybody could pay, for plans and top-ups alike', async () => {
    const buyer = await setup.register()
    const other = sessionOf(await setup.billing.checkout(await setup.register(), 'basic'))
    const pages = [await setup.billing.checkout(buyer, 'pro'), await setup.billing.topup(buyer, 'topup_10k')].map(
      sessionOf,
    )
    await erase(buyer.accountId)
    expect(pages.map((id) => setup.stripe.find(id).status)).toEqual(['expired', 'expired'])
    expect(setup.stripe.find(other).status).toBe('open')
  })

  it('is not billed for a plan paid after the deletion: it ends at once, and the operator is informed', async () => {
    const buyer = await setup.register()
    const page = sessionOf(await setup.billing.checkout(buyer, 'pro'))
    await setup.deliverAll()
    await setup.database.sql`delete from accounts where id = ${buyer.accountId}`
    const id = setup.stripe.pay(page)
    setup.reports.length = 0
    setup.stripe.isDown = true
    await expect(setup.deliverAll()).rejects.toMatchObject({ kind: 'provider_failed' })
    setup.stripe.isDown = false
    await setup.deliverAll()
    expect(setup.stripe.find(id).status).toBe('canceled')
    expect(setup.reports).toEqual([expect.stringContaining(`refund its payment: Error: subscription ${id}`)])
  })

  it('causes a message to the operator about a top-up that was paid after the deletion', async () => {
    const buyer = await setup.register()
    const page = sessionOf(await setup.billing.topup(buyer, 'topup_10k'))
    await setup.database.sql`delete from accounts where id = ${buyer.accountId}`
    const id = setup.stripe.pay(page)
    setup.reports.length = 0
    await setup.deliverAll()
    expect(setup.reports).toEqual([expect.stringContaining(`refund it: Error: payment ${id}`)])
  })
})

describe('a top-up', () => {
  it('adds its units once, however often the event comes', async () => {
    const { buyer } = await toppedUp()
    for (let time = 0; time < 10; time++) await setup.deliver(lastEvent())
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('adds its units once when ten copies of the event come at the same moment', async () => {
    const { buyer } = await toppedUp()
    const event = lastEvent()
    await Promise.all(Array.from({ length: 10 }, () => setup.deliver(event)))
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
    const rows = await setup.database.sql`select 1 from billing_events where id = ${event.id}`
    expect(rows).toHaveLength(1)
  })

  it('loses units with a refund, in part and in full, even if the event of the refund arrives first', async () => {
    const { buyer, id } = await toppedUp()
    const paid = lastEvent()
    setup.stripe.refund(id, 100)
    await setup.deliver(lastEvent())
    expect(await setup.balanceOf(buyer.accountId)).toEqual({ compute: 7996, aiCalls: 160 })
    await setup.deliver(paid)
    expect(await setup.balanceOf(buyer.accountId)).toEqual({ compute: 7996, aiCalls: 160 })
    setup.stripe.refund(id, 399)
    await setup.deliver(lastEvent())
    await setup.deliver(lastEvent())
    expect(await setup.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('is taken back when it is disputed and returned when the dispute is won', async () => {
    const { buyer, id } = await toppedUp()
    await setup.deliver(lastEvent())
    setup.stripe.dispute(id)
    await setup.deliver(lastEvent())
    expect(await setup.balanceOf(buyer.accountId)).toEqual(NOTHING)
    setup.stripe.closeDispute(id, 'won')
    await setup.deliver(lastEvent())
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('is shown as disputed only until the dispute is won', async () => {
    const { buyer, id } = await toppedUp()
    const status = async () => (await setup.billing.history(buyer)).payments.map((record) => record.status)
    expect(await status()).toEqual(['paid'])
    setup.stripe.dispute(id)
    expect(await status()).toEqual(['disputed'])
    setup.stripe.closeDispute(id, 'won')
    expect(setup.stripe.find(String(setup.stripe.find(id).latest_charge)).disputed).toBe(true)
    expect(await status()).toEqual(['paid'])
  })

  it('is not returned when the dispute is lost', async () => {
    const { buyer, id } = await toppedUp()
    setup.stripe.dispute(id)
    setup.stripe.closeDispute(id, 'lost')
    await setup.deliverAll()
    expect(await setup.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('is neither credited nor recorded if settling fails half-way, and is credited on the next delivery', async () => {
    const { buyer } = await toppedUp()
    const event = lastEvent()
    setup.beforeCredit = () => {
      throw new Error('the process dies here')
    }
    await expect(setup.deliver(event)).rejects.toThrow('the process dies here')
    expect(await setup.balanceOf(buyer.accountId)).toEqual(NOTHING)
    expect(await setup.database.sql`select 1 from billing_events where id = ${event.id}`).toHaveLength(0)
    setup.beforeCredit = () => {}
    await setup.deliver(event)
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('is credited without any webhook, by asking Stripe for missed events', async () => {
    const { buyer } = await toppedUp()
    expect(await setup.billing.catchUp(setup.nowMs - DAY_MS)).toBeGreaterThan(0)
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
    expect(await setup.billing.catchUp(setup.nowMs - DAY_MS)).toBe(0)
  })
})

describe('an event', () => {
  const event = { id: 'evt_strange', type: 'customer.subscription.updated', data: { object: { id: 'sub_unknown' } } }

  it('changes nothing if it is about an unknown object or customer', async () => {
    const held = () => setup.database.sql`
      select (select count(*) from billing_customers) as customers, (select count(*) from billing_subscriptions) as subscriptions,
        (select count(*) from accounts where plan <> 'free') as paying, (select sum(compute + ai_calls) from topup_balances) as units`
    const before = await held()
    await setup.billing.receive(signEvent(event, WEBHOOK_SECRET.reveal(), setup.nowMs))
    const unknown = { ...event, id: 'evt_unknown', type: 'some.future.type' }
    await setup.billing.receive(signEvent(unknown, WEBHOOK_SECRET.reveal(), setup.nowMs))
    expect(await held()).toEqual(before)
  })

  it('is rejected with a wrong signature, an old one, or none', async () => {
    const wrong = signEvent(event, 'whsec_of_somebody_else', setup.nowMs)
    await expect(setup.billing.receive(wrong)).rejects.toMatchObject({ kind: 'malformed' })
    const old = signEvent(event, WEBHOOK_SECRET.reveal(), setup.nowMs - 301_000)
    await expect(setup.billing.receive(old)).rejects.toMatchObject({ kind: 'malformed' })
    const fresh = signEvent(event, WEBHOOK_SECRET.reveal(), setup.nowMs - 299_000)
    await setup.billing.receive(fresh)
    const changed = { ...fresh, rawBody: `${fresh.rawBody} ` }
    await expect(setup.billing.receive(changed)).rejects.toMatchObject({ kind: 'malformed' })
    await expect(setup.billing.receive({ ...fresh, signature: '' })).rejects.toMatchObject({ kind: 'malformed' })
  })

  it.each([{ data: { object: null } }, { data: null }, { id: 7 }])(
    'is rejected if its signature is valid but its content is not an event: %j',
    async (strange) => {
      const signed = signEvent(
        { ...event, ...strange } as unknown as typeof event,
        WEBHOOK_SECRET.reveal(),
        setup.nowMs,
      )
      const rejected = { kind: 'malformed', message: 'This is not an event' }
      await expect(setup.billing.receive(signed)).rejects.toMatchObject(rejected)
    },
  )

  it('fails while Stripe is unavailable, and works when it is sent again', async () => {
    const { buyer } = await toppedUp()
    const paid = lastEvent()
    setup.stripe.isDown = true
    await expect(setup.deliver(paid)).rejects.toMatchObject({ kind: 'provider_failed' })
    setup.stripe.isDown = false
    await setup.deliver(paid)
    expect(await setup.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })
})

describe('an old response of Stripe that arrives after a newer one', () => {
  it('does not restore a refunded top-up', async () => {
    const { buyer, id } = await toppedUp()
    const held = setup.stripe.hold(`/v1/payment_intents/${id}`)
    const slow = setup.deliver(lastEvent())
    await held.isFixed
    setup.stripe.refund(id, 499)
    await setup.deliver(lastEvent())
    held.release()
    await slow
    expect(await setup.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('does not restore an ended plan', async () => {
    const { buyer, id } = await subscribed()
    setup.stripe.renew(id)
    const held = setup.stripe.hold(`/v1/subscriptions/${id}`)
    const slow = setup.deliver(lastEvent())
    await held.isFixed
    setup.stripe.end(id)
    await setup.deliver(lastEvent())
    held.release()
    await slow
    expect((await setup.planOf(buyer.accountId)).plan).toBe('free')
  })
})

it('calls to Stripe carry idempotency keys made from our rows, so that a customer is created once', async () => {
  const buyer = await setup.register()
  await Promise.all([setup.billing.topup(buyer, 'topup_10k'), setup.billing.topup(buyer, 'topup_25k')])
  const made = setup.stripe.calls.filter(({ path, form }) => path === '/v1/customers' && form.email === buyer.email)
  expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const sessions = setup.stripe.calls.filter(({ path }) => path === '/v1/checkout/sessions').slice(-2)
  const [first, second] = sessions.map(({ form }) => form.customer)
  expect(first).toBe(second)
  for (const { idempotencyKey } of sessions) expect(idempotencyKey).toMatch(/^checkout-[0-9a-f-]{36}$/)
})

it('sums up what was really paid: a change of plan at its price, less refunds, each payment once', async () => {
  const before = await setup.billing.sales()
  const soldOf = async (kind: string, item: string) => {
    const sum = (rows: Awaited<ReturnType<typeof setup.billing.sales>>['sales']) =>
      rows.filter((row) => row.kind === kind && row.item === item).reduce((total, { cents }) => total + cents, 0)
    return sum((await setup.billing.sales()).sales) - sum(before.sales)
  }
  const { id } = await subscribed('basic')
  setup.stripe.changePlan(id, 'studio')
  const topup = await toppedUp()
  setup.stripe.refund(topup.id, 100)
  await setup.deliverAll()
  await setup.deliverAll()
  expect([await soldOf('plan', 'basic'), await soldOf('topup', 'topup_10k')]).toEqual([900, 399])
  expect(await soldOf('plan', 'studio')).toBe(14_000)
})

it('lists what was paid', async () => {
  const { buyer, id } = await toppedUp()
  setup.stripe.refund(id, 100)
  const [record] = (await setup.billing.history(buyer)).payments
  expect(record).toMatchObject({
    description: 'Top-up topup_10k',
    amountCents: 499,
    vatCents: null,
    refundedCents: 100,
    status: 'partially_refunded',
  })
  expect(await setup.billing.history(await setup.register())).toEqual({ payments: [], hasMore: false })
})
