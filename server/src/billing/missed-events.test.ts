import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTill, sessionOf, type Till } from '../../test/till.ts'
import { TRIED_FOR_MS } from './missed-events.ts'

const HOUR_MS = 3_600_000
let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.close())
beforeEach(() => {
  till.reports.length = 0
})

async function paidTopup() {
  const buyer = await till.register()
  till.stripe.pay(sessionOf(await till.billing.topup(buyer, 'topup_10k')))
  return buyer
}

/** A subscription whose price is none of our plans: nothing can be done about its events. */
async function poison() {
  const buyer = await till.register()
  const id = till.stripe.pay(sessionOf(await till.billing.checkout(buyer, 'pro')))
  const [item] = (till.stripe.find(id).items as { data: { price: Record<string, unknown> }[] }).data
  const price = item?.price
  if (item) item.price = { ...price, lookup_key: 'a price of somebody else', metadata: {} }
  return { id, mend: () => item && Object.assign(item, { price }), buyer }
}

it('finds the oldest missed event behind more than a thousand newer ones', async () => {
  const sinceMs = till.nowMs
  const buyer = await paidTopup()
  const other = await till.register()
  const id = till.stripe.pay(sessionOf(await till.billing.checkout(other, 'pro')))
  for (let nth = 0; nth < 1_200; nth++) till.stripe.setCancel(id, nth % 2 === 0)
  // Those newer ones have all arrived; only the first is missing.
  const arrived = till.stripe.events.filter(({ type }) => type === 'customer.subscription.updated')
  for (const { id: event, type } of arrived) {
    await till.database.sql`insert into billing_events (id, type) values (${event}, ${type}) on conflict do nothing`
  }
  await till.billing.catchUp(sinceMs)
  expect(await till.balanceOf(buyer.accountId)).toEqual({ compute: 10_000, aiCalls: 200 })
})

it('settles all others while one cannot be settled, and does not list it as missed again', async () => {
  const sinceMs = till.nowMs
  await poison()
  const buyer = await paidTopup()
  await till.billing.catchUp(sinceMs)
  expect(await till.balanceOf(buyer.accountId)).toEqual({ compute: 10_000, aiCalls: 200 })
  const told = till.reports.filter((line) => line.includes('will be tried again for a day'))
  expect(told.length).toBeGreaterThan(0)
  till.reports.length = 0
  till.nowMs += HOUR_MS
  await till.billing.catchUp(till.nowMs)
  expect(till.reports).toEqual([])
})

it('settles a failed event once the cause is mended, however old it is', async () => {
  const sinceMs = till.nowMs
  const { mend, buyer } = await poison()
  await till.billing.catchUp(sinceMs)
  expect((await till.planOf(buyer.accountId)).plan).toBe('free')
  mend()
  till.nowMs += 2 * HOUR_MS
  await till.billing.catchUp(till.nowMs)
  expect((await till.planOf(buyer.accountId)).plan).toBe('pro')
})

it('sets an event aside after a day, logs and counts it, and takes it when it is sent again', async () => {
  const sinceMs = till.nowMs
  const { mend, buyer } = await poison()
  await till.billing.catchUp(sinceMs)
  till.nowMs += TRIED_FOR_MS
  const before = till.billing.setAside.get('customer.subscription.created') ?? 0
  await till.billing.catchUp(till.nowMs)
  expect(till.reports.some((line) => line.includes('is set aside'))).toBe(true)
  expect(till.billing.setAside.get('customer.subscription.created')).toBeGreaterThan(before)
  till.reports.length = 0
  await till.billing.catchUp(sinceMs)
  expect(till.reports).toEqual([])
  mend()
  const created = till.stripe.events.findLast(({ type }) => type === 'customer.subscription.created')
  if (created) await till.deliver(created)
  expect((await till.planOf(buyer.accountId)).plan).toBe('pro')
  const left = await till.database.sql`select 1 from billing_failed_events where id = ${created?.id ?? ''}`
  expect(left).toHaveLength(0)
})

it('counts nothing against an event while the payment provider is unavailable', async () => {
  const sinceMs = till.nowMs
  await paidTopup()
  const failed = () => till.database.sql`select id from billing_failed_events where set_aside_at is null`
  const before = (await failed()).length
  till.stripe.isDown = true
  await expect(till.billing.catchUp(sinceMs)).rejects.toMatchObject({ kind: 'provider_failed' })
  till.stripe.isDown = false
  expect((await failed()).length).toBe(before)
})
