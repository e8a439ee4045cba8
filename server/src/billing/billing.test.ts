import { signEvent } from '@equipoise/simulated'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, sessionOf, type Till, WEBHOOK_SECRET } from '../../test/till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())

const DAY_MS = 86_400_000
const TOPUP = { compute: 10_000, aiCalls: 200 }
const NOTHING = { compute: 0, aiCalls: 0 }

async function subscribed(plan: 'basic' | 'pro' | 'studio' = 'pro') {
  const buyer = await till.register()
  const id = till.stripe.pay(sessionOf(await till.billing.checkout(buyer, plan)))
  await till.deliverAll()
  return { buyer, id }
}

async function toppedUp() {
  const buyer = await till.register()
  const id = till.stripe.pay(sessionOf(await till.billing.topup(buyer, 'topup_10k')))
  return { buyer, id }
}

function permutations(list: number[]): number[][] {
  if (list.length <= 1) return [list]
  return list.flatMap((one) => permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}

const lastEvent = () => {
  const event = till.stripe.events.at(-1)
  if (!event) throw new Error('nothing happened yet')
  return event
}

describe('a plan', () => {
  it('is given by the event, not by the payment page', async () => {
    const buyer = await till.register()
    till.stripe.pay(sessionOf(await till.billing.checkout(buyer, 'pro')))
    expect((await till.planOf(buyer.accountId)).plan).toBe('free')
    await till.deliverAll()
    const { plan, endsAt } = await till.planOf(buyer.accountId)
    expect(plan).toBe('pro')
    expect(endsAt?.getTime()).toBe(till.nowMs + 32 * DAY_MS)
    expect(await till.billing.standing(buyer)).toMatchObject({ status: 'active', plan: 'pro' })
  })

  it('is cancelled at the end of the period, with the same answer every time', async () => {
    const { buyer } = await subscribed()
    const first = await till.billing.cancel(buyer)
    expect(first.getTime()).toBe(till.nowMs + 31 * DAY_MS)
    expect(await till.billing.cancel(buyer)).toEqual(first)
    expect(await till.planOf(buyer.accountId)).toEqual({ plan: 'pro', endsAt: first })
    expect(await till.billing.standing(buyer)).toMatchObject({ status: 'cancelled', endsAt: first, renewsAt: null })
  })

  it('cannot be cancelled where there is none', async () => {
    await expect(till.billing.cancel(await till.register())).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('is free again once Stripe says that it has ended', async () => {
    const { buyer, id } = await subscribed()
    till.stripe.end(id)
    await till.deliverAll()
    expect(await till.planOf(buyer.accountId)).toEqual({ plan: 'free', endsAt: null })
    await expect(till.billing.cancel(buyer)).rejects.toMatchObject({ kind: 'malformed' })
  })

  it('goes past due and comes back', async () => {
    const { buyer, id } = await subscribed()
    till.stripe.failRenewal(id)
    await till.deliverAll()
    expect(await till.billing.standing(buyer)).toMatchObject({ status: 'past_due', plan: 'pro' })
    expect((await till.planOf(buyer.accountId)).endsAt?.getTime()).toBe(till.nowMs + 7 * DAY_MS)
    till.stripe.payInvoice(id)
    await till.deliverAll()
    expect(await till.billing.standing(buyer)).toMatchObject({ status: 'active', plan: 'pro', endsAt: null })
  })

  it('ends up the same whatever the order of its events', async () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const buyer = await till.register()
      const first = till.stripe.events.length
      const id = till.stripe.pay(sessionOf(await till.billing.checkout(buyer, 'pro')))
      till.stripe.setCancel(id, true)
      const events = till.stripe.events.slice(first)
      expect(events).toHaveLength(order.length)
      for (const nth of order) await till.deliver(events[nth] ?? lastEvent())
      expect(await till.planOf(buyer.accountId)).toEqual({ plan: 'pro', endsAt: new Date(till.nowMs + 31 * DAY_MS) })
    }
  })

  it('is changed on the page that confirms the proration, never bought twice', async () => {
    const { buyer, id } = await subscribed('basic')
    const url = await till.billing.checkout(buyer, 'studio')
    const visit = till.stripe.find(sessionOf(url))
    expect(visit.flow).toMatchObject({
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription: id },
    })
    till.stripe.changePlan(id, 'studio')
    await till.deliverAll()
    expect((await till.planOf(buyer.accountId)).plan).toBe('studio')
    till.stripe.changePlan(id, 'basic')
    await till.deliverAll()
    expect((await till.planOf(buyer.accountId)).plan).toBe('basic')
    await expect(till.billing.checkout(buyer, 'basic')).rejects.toMatchObject({ kind: 'conflict' })
  })

  it('sends whoever has cancelled or owes money to the portal', async () => {
    const { buyer } = await subscribed()
    await till.billing.cancel(buyer)
    const visit = till.stripe.find(sessionOf(await till.billing.checkout(buyer, 'pro')))
    expect(visit).toMatchObject({ object: 'billing_portal.session', flow: null })
  })

  it('is over with its period, also while Stripe has not said so: nothing to cancel, and it can be bought anew', async () => {
    const { buyer } = await subscribed()
    const endsAt = await till.billing.cancel(buyer)
    const boughtMs = till.nowMs
    till.nowMs = endsAt.getTime() + 1000
    await expect(till.billing.cancel(buyer)).rejects.toMatchObject({ kind: 'malformed' })
    const page = till.stripe.find(sessionOf(await till.billing.checkout(buyer, 'pro')))
    expect(page.object).toBe('checkout.session')
    till.nowMs = boughtMs
  })

  it('that is long past due can still be cancelled, and never ends in the past', async () => {
    const { buyer, id } = await subscribed()
    const boughtMs = till.nowMs
    till.nowMs += 30 * DAY_MS
    till.stripe.failRenewal(id)
    till.nowMs += 20 * DAY_MS
    expect((await till.billing.cancel(buyer)).getTime()).toBe(till.nowMs)
    expect(till.stripe.find(id).cancel_at_period_end).toBe(true)
    till.nowMs = boughtMs
  })

  it('has one open payment page: the next one closes it', async () => {
    const buyer = await till.register()
    const first = sessionOf(await till.billing.checkout(buyer, 'basic'))
    const second = sessionOf(await till.billing.checkout(buyer, 'pro'))
    expect(till.stripe.find(first).status).toBe('expired')
    expect(till.stripe.find(second).status).toBe('open')
  })

  it('is not sold again while the news of its payment is on the way', async () => {
    const buyer = await till.register()
    const id = till.stripe.pay(sessionOf(await till.billing.checkout(buyer, 'basic')))
    const visit = till.stripe.find(sessionOf(await till.billing.checkout(buyer, 'pro')))
    expect(visit.flow).toMatchObject({ subscription_update_confirm: { subscription: id } })
    expect((await till.planOf(buyer.accountId)).plan).toBe('basic')
  })

  it('leaves at most one usable page when several are asked for at once', async () => {
    const buyer = await till.register()
    const before = till.stripe.calls.length
    const plans = ['basic', 'pro', 'studio', 'gamepro', 'enterprise'] as const
    const asked = await Promise.allSettled(plans.map((plan) => till.billing.checkout(buyer, plan)))
    for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'conflict' })
    const urls = asked.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
    const open = urls.filter((url) => till.stripe.find(sessionOf(url)).status === 'open')
    expect(till.stripe.calls.length).toBeGreaterThan(before)
    expect(open.length).toBeLessThanOrEqual(1)
  })

  it('is ended at Stripe before the account goes away', async () => {
    const { buyer, id } = await subscribed()
    await till.billing.close(buyer.accountId)
    expect(till.stripe.find(id).status).toBe('canceled')
  })

  it('is ended at Stripe also when the news of its payment is still on the way', async () => {
    const buyer = await till.register()
    const id = till.stripe.pay(sessionOf(await till.billing.checkout(buyer, 'pro')))
    await till.billing.close(buyer.accountId)
    expect(till.stripe.find(id).status).toBe('canceled')
  })
})

describe('an account that is erased', () => {
  const erase = async (accountId: number) => {
    await till.billing.close(accountId)
    await till.database.sql`delete from accounts where id = ${accountId}`
  }

  it('leaves no payment page on which anybody could pay, for plans and top-ups alike', async () => {
    const buyer = await till.register()
    const other = sessionOf(await till.billing.checkout(await till.register(), 'basic'))
    const pages = [await till.billing.checkout(buyer, 'pro'), await till.billing.topup(buyer, 'topup_10k')].map(
      sessionOf,
    )
    await erase(buyer.accountId)
    expect(pages.map((id) => till.stripe.find(id).status)).toEqual(['expired', 'expired'])
    expect(till.stripe.find(other).status).toBe('open')
  })

  it('is not billed for what was paid all the same: it ends at once, and the operator is told', async () => {
    const buyer = await till.register()
    const page = sessionOf(await till.billing.checkout(buyer, 'pro'))
    await till.deliverAll()
    await till.database.sql`delete from accounts where id = ${buyer.accountId}`
    const id = till.stripe.pay(page)
    till.reports.length = 0
    till.stripe.isDown = true
    await expect(till.deliverAll()).rejects.toMatchObject({ kind: 'provider_failed' })
    till.stripe.isDown = false
    await till.deliverAll()
    expect(till.stripe.find(id).status).toBe('canceled')
    expect(till.reports).toEqual([expect.stringContaining(`refund its payment: Error: subscription ${id}`)])
  })

  it('gets the operator told of a top-up that was paid all the same', async () => {
    const buyer = await till.register()
    const page = sessionOf(await till.billing.topup(buyer, 'topup_10k'))
    await till.database.sql`delete from accounts where id = ${buyer.accountId}`
    const id = till.stripe.pay(page)
    till.reports.length = 0
    await till.deliverAll()
    expect(till.reports).toEqual([expect.stringContaining(`refund it: Error: payment ${id}`)])
  })
})

describe('a top-up', () => {
  it('adds its units once, however often the event comes', async () => {
    const { buyer } = await toppedUp()
    for (let time = 0; time < 10; time++) await till.deliver(lastEvent())
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('adds its units once when ten copies of the event come at the same moment', async () => {
    const { buyer } = await toppedUp()
    const event = lastEvent()
    await Promise.all(Array.from({ length: 10 }, () => till.deliver(event)))
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
    const rows = await till.database.sql`select 1 from billing_events where id = ${event.id}`
    expect(rows).toHaveLength(1)
  })

  it('goes back with a refund, in part and in full, also when the refund is heard of first', async () => {
    const { buyer, id } = await toppedUp()
    const paid = lastEvent()
    till.stripe.refund(id, 100)
    await till.deliver(lastEvent())
    expect(await till.balanceOf(buyer.accountId)).toEqual({ compute: 7996, aiCalls: 160 })
    await till.deliver(paid)
    expect(await till.balanceOf(buyer.accountId)).toEqual({ compute: 7996, aiCalls: 160 })
    till.stripe.refund(id, 399)
    await till.deliver(lastEvent())
    await till.deliver(lastEvent())
    expect(await till.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('goes away with a dispute and comes back when it is won', async () => {
    const { buyer, id } = await toppedUp()
    await till.deliver(lastEvent())
    till.stripe.dispute(id)
    await till.deliver(lastEvent())
    expect(await till.balanceOf(buyer.accountId)).toEqual(NOTHING)
    till.stripe.closeDispute(id, 'won')
    await till.deliver(lastEvent())
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('is shown as disputed only until the dispute is won', async () => {
    const { buyer, id } = await toppedUp()
    const status = async () => (await till.billing.history(buyer)).payments.map((record) => record.status)
    expect(await status()).toEqual(['paid'])
    till.stripe.dispute(id)
    expect(await status()).toEqual(['disputed'])
    till.stripe.closeDispute(id, 'won')
    expect(till.stripe.find(String(till.stripe.find(id).latest_charge)).disputed).toBe(true)
    expect(await status()).toEqual(['paid'])
  })

  it('stays away when the dispute is lost', async () => {
    const { buyer, id } = await toppedUp()
    till.stripe.dispute(id)
    till.stripe.closeDispute(id, 'lost')
    await till.deliverAll()
    expect(await till.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('is neither credited nor noted as done when the effect fails half-way, and is credited on the next delivery', async () => {
    const { buyer } = await toppedUp()
    const event = lastEvent()
    till.beforeCredit = () => {
      throw new Error('the process dies here')
    }
    await expect(till.deliver(event)).rejects.toThrow('the process dies here')
    expect(await till.balanceOf(buyer.accountId)).toEqual(NOTHING)
    expect(await till.database.sql`select 1 from billing_events where id = ${event.id}`).toHaveLength(0)
    till.beforeCredit = () => {}
    await till.deliver(event)
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })

  it('is credited without any webhook, by looking for what was missed', async () => {
    const { buyer } = await toppedUp()
    expect(await till.billing.catchUp(till.nowMs - DAY_MS)).toBeGreaterThan(0)
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
    expect(await till.billing.catchUp(till.nowMs - DAY_MS)).toBe(0)
  })
})

describe('an event', () => {
  const event = { id: 'evt_strange', type: 'customer.subscription.updated', data: { object: { id: 'sub_unknown' } } }

  it('changes nothing when it is about something or somebody that we do not know', async () => {
    const held = () => till.database.sql`
      select (select count(*) from billing_customers) as customers, (select count(*) from billing_subscriptions) as subscriptions,
        (select count(*) from accounts where plan <> 'free') as paying, (select sum(compute + ai_calls) from topup_balances) as units`
    const before = await held()
    await till.billing.receive(signEvent(event, WEBHOOK_SECRET.reveal(), till.nowMs))
    const unknown = { ...event, id: 'evt_unknown', type: 'some.future.type' }
    await till.billing.receive(signEvent(unknown, WEBHOOK_SECRET.reveal(), till.nowMs))
    expect(await held()).toEqual(before)
  })

  it('is refused with a wrong signature, an old one, or none', async () => {
    const wrong = signEvent(event, 'whsec_of_somebody_else', till.nowMs)
    await expect(till.billing.receive(wrong)).rejects.toMatchObject({ kind: 'malformed' })
    const old = signEvent(event, WEBHOOK_SECRET.reveal(), till.nowMs - 301_000)
    await expect(till.billing.receive(old)).rejects.toMatchObject({ kind: 'malformed' })
    const fresh = signEvent(event, WEBHOOK_SECRET.reveal(), till.nowMs - 299_000)
    await till.billing.receive(fresh)
    const changed = { ...fresh, rawBody: `${fresh.rawBody} ` }
    await expect(till.billing.receive(changed)).rejects.toMatchObject({ kind: 'malformed' })
    await expect(till.billing.receive({ ...fresh, signature: '' })).rejects.toMatchObject({ kind: 'malformed' })
  })

  it.each([{ data: { object: null } }, { data: null }, { id: 7 }])(
    'is refused where it is signed well but is none: %j',
    async (strange) => {
      const signed = signEvent({ ...event, ...strange } as unknown as typeof event, WEBHOOK_SECRET.reveal(), till.nowMs)
      const refused = { kind: 'malformed', message: 'This is not an event' }
      await expect(till.billing.receive(signed)).rejects.toMatchObject(refused)
    },
  )

  it('fails while Stripe is away, and works when it is sent again', async () => {
    const { buyer } = await toppedUp()
    const paid = lastEvent()
    till.stripe.isDown = true
    await expect(till.deliver(paid)).rejects.toMatchObject({ kind: 'provider_failed' })
    till.stripe.isDown = false
    await till.deliver(paid)
    expect(await till.balanceOf(buyer.accountId)).toEqual(TOPUP)
  })
})

describe('an old answer of Stripe that arrives after a newer one', () => {
  it('does not bring a refunded top-up back', async () => {
    const { buyer, id } = await toppedUp()
    const held = till.stripe.hold(`/v1/payment_intents/${id}`)
    const slow = till.deliver(lastEvent())
    await held.isFixed
    till.stripe.refund(id, 499)
    await till.deliver(lastEvent())
    held.release()
    await slow
    expect(await till.balanceOf(buyer.accountId)).toEqual(NOTHING)
  })

  it('does not bring an ended plan back', async () => {
    const { buyer, id } = await subscribed()
    till.stripe.renew(id)
    const held = till.stripe.hold(`/v1/subscriptions/${id}`)
    const slow = till.deliver(lastEvent())
    await held.isFixed
    till.stripe.end(id)
    await till.deliver(lastEvent())
    held.release()
    await slow
    expect((await till.planOf(buyer.accountId)).plan).toBe('free')
  })
})

it('carries idempotency keys of our own rows, so that a customer is made once', async () => {
  const buyer = await till.register()
  await Promise.all([till.billing.topup(buyer, 'topup_10k'), till.billing.topup(buyer, 'topup_25k')])
  const made = till.stripe.calls.filter(({ path, form }) => path === '/v1/customers' && form.email === buyer.email)
  expect(new Set(made.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  const sessions = till.stripe.calls.filter(({ path }) => path === '/v1/checkout/sessions').slice(-2)
  const [first, second] = sessions.map(({ form }) => form.customer)
  expect(first).toBe(second)
  for (const { idempotencyKey } of sessions) expect(idempotencyKey).toMatch(/^checkout-[0-9a-f-]{36}$/)
})

it('lists what was paid', async () => {
  const { buyer, id } = await toppedUp()
  till.stripe.refund(id, 100)
  const [record] = (await till.billing.history(buyer)).payments
  expect(record).toMatchObject({
    description: 'Top-up topup_10k',
    amountCents: 499,
    refundedCents: 100,
    status: 'partially_refunded',
  })
  expect(await till.billing.history(await till.register())).toEqual({ payments: [], hasMore: false })
})
