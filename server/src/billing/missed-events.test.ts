import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BillingSetup, openBillingSetup, sessionOf } from '../../test/billing-setup.ts'
import { TRIED_FOR_MS } from './missed-events.ts'

const HOUR_MS = 3_600_000
let setup: BillingSetup
beforeAll(async () => {
  setup = await openBillingSetup()
})
afterAll(() => setup.close())
beforeEach(() => {
  setup.reports.length = 0
})

async function paidTopup() {
  const buyer = await setup.register()
  setup.stripe.pay(sessionOf(await setup.billing.topup(buyer, 'topup_10k')))
  return buyer
}

/** A subscription whose price belongs to none of our plans: its events cannot be settled. */
async function poison() {
  const buyer = await setup.register()
  const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(buyer, 'pro')))
  const [item] = (setup.stripe.find(id).items as { data: { price: Record<string, unknown> }[] }).data
  const price = item?.price
  if (item) item.price = { ...price, lookup_key: 'a price of somebody else', metadata: {} }
  return { id, mend: () => item && Object.assign(item, { price }), buyer }
}

it('finds the oldest missed event behind more than a thousand newer ones', async () => {
  const sinceMs = setup.nowMs
  const buyer = await paidTopup()
  const other = await setup.register()
  const id = setup.stripe.pay(sessionOf(await setup.billing.checkout(other, 'pro')))
  for (let nth = 0; nth < 1_200; nth++) setup.stripe.setCancel(id, nth % 2 === 0)
  // All newer ones have arrived; only the first is missing.
  const arrived = setup.stripe.events.filter(({ type }) => type === 'customer.subscription.updated')
  for (const { id: event, type } of arrived) {
    await setup.database.sql`insert into billing_events (id, type) values (${event}, ${type}) on conflict do nothing`
  }
  await setup.billing.catchUp(sinceMs)
  expect(await setup.balanceOf(buyer.accountId)).toEqual({ compute: 10_000, aiCalls: 200 })
})

it('settles all others while one cannot be settled, and does not list that one as missed again', async () => {
  const sinceMs = setup.nowMs
  await poison()
  const buyer = await paidTopup()
  await setup.billing.catchUp(sinceMs)
  expect(await setup.balanceOf(buyer.accountId)).toEqual({ compute: 10_000, aiCalls: 200 })
  const told = setup.reports.filter((line) => line.includes('will be tried again for a day'))
  expect(told.length).toBeGreaterThan(0)
  setup.reports.length = 0
  setup.nowMs += HOUR_MS
  await setup.billing.catchUp(setup.nowMs)
  expect(setup.reports).toEqual([])
})

it('settles a failed event once the cause is fixed, however old it is', async () => {
  const sinceMs = setup.nowMs
  const { mend, buyer } = await poison()
  await setup.billing.catchUp(sinceMs)
  expect((await setup.planOf(buyer.accountId)).plan).toBe('free')
  mend()
  setup.nowMs += 2 * HOUR_MS
  await setup.billing.catchUp(setup.nowMs)
  expect((await setup.planOf(buyer.accountId)).plan).toBe('pro')
})

it('sets an event aside after a day, logs and counts it, and takes it when it is sent again', async () => {
  const sinceMs = setup.nowMs
  const { mend, buyer } = await poison()
  await setup.billing.catchUp(sinceMs)
  setup.nowMs += TRIED_FOR_MS
  const before = setup.billing.setAside.get('customer.subscription.created') ?? 0
  await setup.billing.catchUp(setup.nowMs)
  expect(setup.reports.some((line) => line.includes('is set aside'))).toBe(true)
  expect(setup.billing.setAside.get('customer.subscription.created')).toBeGreaterThan(before)
  setup.reports.length = 0
  await setup.billing.catchUp(sinceMs)
  expect(setup.reports).toEqual([])
  mend()
  const created = setup.stripe.events.findLast(({ type }) => type === 'customer.subscription.created')
  if (created) await setup.deliver(created)
  expect((await setup.planOf(buyer.accountId)).plan).toBe('pro')
  const left = await setup.database.sql`select 1 from billing_failed_events where id = ${created?.id ?? ''}`
  expect(left).toHaveLength(0)
})

it('does not count the time while the payment provider is unavailable against an event', async () => {
  const sinceMs = setup.nowMs
  await paidTopup()
  const failed = () => setup.database.sql`select id from billing_failed_events where set_aside_at is null`
  const before = (await failed()).length
  setup.stripe.isDown = true
  await expect(setup.billing.catchUp(sinceMs)).rejects.toMatchObject({ kind: 'provider_failed' })
  setup.stripe.isDown = false
  expect((await failed()).length).toBe(before)
})
