import { type StripeServer, startStripeServer } from '@equipoise/simulated'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CATALOGUE } from '../ground/plans.ts'
import { Secret } from '../ground/secret.ts'
import { setUpStripe } from './billing.ts'
import { EVENT_TYPES } from './state.ts'

let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripeServer()
})
afterAll(() => stripe.close())

const PRO_DEARER = { ...CATALOGUE, plans: { ...CATALOGUE.plans, pro: { ...CATALOGUE.plans.pro, priceEur: 39 } } }

async function setUp(catalogue = CATALOGUE, publicUrl?: string): Promise<string[]> {
  const lines: string[] = []
  await setUpStripe({
    secretKey: new Secret('sk_test_double'),
    apiBase: stripe.url,
    catalogue,
    publicUrl,
    brandName: 'Equipoise',
    log: (line) => lines.push(line),
  })
  return lines
}

const made = (path: string) => stripe.calls.filter((call) => call.method === 'POST' && call.path === path).length

it('makes twelve products with prices, and nothing more when it runs again', async () => {
  const first = await setUp()
  expect(first.filter((line) => line.includes('created: EUR'))).toHaveLength(12)
  expect(made('/v1/products')).toBe(12)
  const second = await setUp()
  expect(second.filter((line) => line.includes('unchanged'))).toHaveLength(12)
  expect(made('/v1/products')).toBe(12)
  expect(made('/v1/prices')).toBe(12)
  expect(made('/v1/billing_portal/configurations')).toBe(1)
})

it('moves the lookup key to a new price when the amount changes', async () => {
  const lines = await setUp(PRO_DEARER)
  expect(lines.filter((line) => line.includes('price changed'))).toEqual([expect.stringContaining('EUR 39.00')])
  const { form } = stripe.calls.filter((call) => call.path === '/v1/prices' && call.method === 'POST').at(-1) ?? {}
  expect(form).toMatchObject({ lookup_key: 'pro', unit_amount: '3900', transfer_lookup_key: 'true', currency: 'eur' })
})

it('registers the webhook once, for the events that we read, and shows its secret', async () => {
  const first = await setUp(PRO_DEARER, 'https://equipoise.example')
  expect(first.some((line) => line.startsWith('STRIPE_WEBHOOK_SECRET=whsec_'))).toBe(true)
  const { form } = stripe.calls.find((call) => call.path === '/v1/webhook_endpoints' && call.method === 'POST') ?? {}
  expect(form?.url).toBe('https://equipoise.example/billing/webhook')
  expect(Object.values(form?.enabled_events ?? {})).toEqual(EVENT_TYPES)
  const second = await setUp(PRO_DEARER, 'https://equipoise.example')
  expect(second.some((line) => line.includes('whsec_'))).toBe(false)
  expect(made('/v1/webhook_endpoints')).toBe(1)
})
