import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { CATALOGUE, type PaidPlanId } from '../../plans.ts'
import { Secret } from '../../secret.ts'
import { verifyEvent } from '../stripe.ts'
import { createSandbox } from './sandbox.ts'

const clock = { nowMs: Date.parse('2026-01-31T10:00:00Z') }
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const sandboxWith = (secret: string) =>
  createSandbox({
    sql: database.sql,
    catalogue: CATALOGUE,
    publicUrl: 'http://127.0.0.1:8080',
    secret: new Secret(secret),
    nowMs: () => clock.nowMs,
  })

async function bought(plan: PaidPlanId) {
  const sandbox = sandboxWith('the secret of the deployment')
  const urls = { successUrl: 'http://127.0.0.1:8080/ok', cancelUrl: 'http://127.0.0.1:8080/no' }
  const { id } = await sandbox.openCheckout({ ref: 'ref', customerId: `cus_${plan}`, item: { plan }, ...urls })
  const { events } = await sandbox.actOnCheckout(id, 'pay')
  const reading = await sandbox.readCheckout(id)
  return { sandbox, events, subscriptionId: reading?.subscriptionId ?? '' }
}

it('signs its events as Stripe does, with a secret that other deployments do not have', async () => {
  const { sandbox, events } = await bought('basic')
  const types = events.map((body) => verifyEvent(body, sandbox.webhookSecret, clock.nowMs).type)
  expect(types).toContain('checkout.session.completed')
  const other = sandboxWith('the secret of another one').webhookSecret
  for (const body of events) expect(() => verifyEvent(body, other, clock.nowMs)).toThrow('signature')
})

it('closes the open pages and ends the subscriptions of a customer who goes away', async () => {
  const { sandbox, subscriptionId } = await bought('gamepro')
  const urls = { successUrl: 'http://127.0.0.1:8080/ok', cancelUrl: 'http://127.0.0.1:8080/no' }
  const order = { ref: 'ref', customerId: 'cus_gamepro', item: { plan: 'pro' as const }, ...urls }
  const { id } = await sandbox.openCheckout(order)
  await sandbox.closeCustomer('cus_gamepro')
  expect(await sandbox.readCheckout(id)).toMatchObject({ status: 'expired' })
  expect((await sandbox.actOnCheckout(id, 'pay')).events).toEqual([])
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
})

it('gives a month that ends on the last day of a shorter one', async () => {
  const { sandbox, subscriptionId } = await bought('pro')
  expect((await sandbox.readSubscription(subscriptionId))?.periodEnd).toEqual(new Date('2026-02-28T10:00:00Z'))
})

it('renews by itself when the period is over, or ends where it was cancelled', async () => {
  const kept = await bought('studio')
  const cancelled = await bought('enterprise')
  await cancelled.sandbox.cancelAtPeriodEnd(cancelled.subscriptionId)
  clock.nowMs = Date.parse('2026-02-28T10:00:00Z')
  const events = await kept.sandbox.eventsSince(0)
  expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted')
  expect(await kept.sandbox.readSubscription(kept.subscriptionId)).toMatchObject({
    status: 'active',
    periodEnd: new Date('2026-03-28T10:00:00Z'),
  })
  expect(await kept.sandbox.readSubscription(cancelled.subscriptionId)).toMatchObject({ status: 'ended' })
  expect(await kept.sandbox.eventsSince(0)).toEqual([])
})
