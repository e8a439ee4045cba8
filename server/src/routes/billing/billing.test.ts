import { type StripeEvent, type StripeServer, signEvent, startStripeServer } from '@equipoise/simulated'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRICES, sessionOf } from '../../../test/billing-setup.ts'
import { openService, type Service } from '../../../test/service.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { Secret } from '../../ground/secret.ts'

const WEBHOOK_SECRET = new Secret('whsec_only_for_tests')
const PASSWORD = 'a long enough password'
const clock = { nowMs: Date.now() }
let service: Service
let stripe: StripeServer

beforeAll(async () => {
  stripe = await startStripeServer({ nowMs: () => clock.nowMs, prices: PRICES })
  service = await openService({
    nowMs: () => clock.nowMs,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_canary',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET.reveal(),
      STRIPE_API_BASE: stripe.url,
      PUBLIC_URL: 'https://equipoise.example',
    },
  })
})
afterAll(async () => {
  await service.close()
  await stripe.close()
})

let people = 0
async function register(home = service): Promise<Record<string, string>> {
  const payload = { email: `payer${++people}@example.org`, password: PASSWORD }
  const answer = await home.app.inject({ method: 'POST', url: '/auth/register', payload })
  return { authorization: `Bearer ${answer.json().access_token}` }
}

async function signIn(email: string): Promise<Record<string, string>> {
  const payload = { email, password: PASSWORD }
  const answer = await service.app.inject({ method: 'POST', url: '/auth/login', payload })
  return { authorization: `Bearer ${answer.json().access_token}` }
}

async function call(url: string, headers: Record<string, string>, payload?: object) {
  const answer = await service.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function deliver(event: StripeEvent, change: { secret?: Secret; ageMs?: number } = {}) {
  const { secret = WEBHOOK_SECRET, ageMs = 0 } = change
  const { rawBody, signature } = signEvent(event, secret.reveal(), clock.nowMs - ageMs)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  return service.app.inject({ method: 'POST', url: '/billing/webhook', headers, payload: rawBody })
}

async function deliverFrom(first: number): Promise<void> {
  for (const event of stripe.events.slice(first)) expect((await deliver(event)).statusCode).toBe(200)
}

async function subscribed(plan = 'pro') {
  const headers = await register()
  const first = stripe.events.length
  const { body } = await call('/billing/checkout', headers, { plan })
  const id = stripe.pay(sessionOf(body.checkout_url))
  await deliverFrom(first)
  return { headers, id }
}

describe('buying a plan', () => {
  it('goes through a payment page and its event to the plan', async () => {
    const { headers } = await subscribed('pro')
    const { body } = await call('/billing/subscription', headers)
    expect(body).toMatchObject({ plan: 'pro', status: 'active', ends_at: null })
    expect(Date.parse(body.renews_at)).toBeGreaterThan(clock.nowMs + 29 * DAY_MS)
    expect((await call('/auth/me', headers)).body.plan).toBe('pro')
  })

  it('names what can be bought if something else is requested', async () => {
    const { status, body } = await call('/billing/checkout', await register(), { plan: 'platinum' })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'plan'], type: 'literal_error' })
    const missing = await call('/billing/topup', await register(), {})
    expect(missing.body.detail[0]).toMatchObject({ loc: ['body', 'topup'], type: 'missing' })
  })

  it('is rejected with an API key, which is the wrong kind of credentials', async () => {
    const headers = await register()
    const { body } = await call('/api-keys', headers, { name: 'one' })
    for (const url of ['/billing/checkout', '/billing/topup', '/billing/cancel', '/billing/portal']) {
      expect((await call(url, { 'x-api-key': body.key }, { plan: 'pro', topup: 'topup_10k' })).status).toBe(401)
    }
    for (const url of ['/billing/history', '/billing/subscription']) {
      expect((await call(url, { 'x-api-key': body.key })).status).toBe(401)
    }
    expect((await call('/billing/topups', { 'x-api-key': body.key })).status).toBe(200)
  })

  it('is a 409 for the plan that the account already has', async () => {
    const { headers } = await subscribed('pro')
    expect((await call('/billing/checkout', headers, { plan: 'pro' })).status).toBe(409)
  })
})

describe('cancelling', () => {
  it('shows an end date: while the plan renews there is none', async () => {
    const { headers } = await subscribed('pro')
    const { body: account } = await call('/auth/me', headers)
    expect(account).toMatchObject({ plan: 'pro', plan_ends_at: null })
    expect((await call('/auth/me/audit', headers)).body[0].detail).toMatchObject({ plan: 'pro', ends_at: null })
    const { body: cancelled } = await call('/billing/cancel', headers, {})
    expect((await call('/auth/me', headers)).body).toEqual({ ...account, plan_ends_at: cancelled.ends_at })
    expect((await call('/auth/me/audit', headers)).body[0].detail.ends_at).toBe(cancelled.ends_at)
  })

  it('can be undone while the plan still runs', async () => {
    const { headers } = await subscribed('pro')
    await call('/billing/cancel', headers, {})
    const resumed = await call('/billing/resume', headers, {})
    expect([resumed.status, resumed.body]).toMatchObject([200, { plan: 'pro', status: 'active', ends_at: null }])
    expect((await call('/auth/me', headers)).body.plan_ends_at).toBeNull()
    expect((await call('/billing/resume', headers, {})).status).toBe(400)
  })

  it('can be done by an administrator, who also finds the customer at Stripe and can then set another plan', async () => {
    const { headers } = await subscribed('pro')
    const boss = await register()
    await service.sql`update accounts set role = 'administrator' where email = ${`payer${people}@example.org`}`
    const { id } = (await call('/auth/me', headers)).body
    const path = `/admin/accounts/${id}`
    const { customer_url: url } = (await call(path, boss)).body.subscription
    expect(url).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/customers\/cus_\w+$/)
    const reason = 'Asked for by email'
    expect((await call(`${path}/plan`, boss, { plan: 'basic', reason })).status).toBe(409)
    expect((await call(`${path}/cancel-subscription`, boss, { reason })).body).toEqual({ status: 'done' })
    const { subscription, administration } = (await call(path, boss)).body
    expect([subscription.status, administration[0].action]).toEqual(['cancelled', 'subscription_cancelled'])
    expect((await call(`${path}/plan`, boss, { plan: 'basic', reason })).status).toBe(200)
  })

  it('is a 400 if there is nothing to cancel', async () => {
    const { status, body } = await call('/billing/cancel', await register(), {})
    expect(status).toBe(400)
    expect(body.detail).toBe('There is no subscription to cancel')
  })

  it('accepts a request without a body', async () => {
    const headers = await register()
    const answer = await service.app.inject({ method: 'POST', url: '/billing/cancel', headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toBe('There is no subscription to cancel')
  })
})

describe('top-ups', () => {
  it('are listed with the prices and units of the specification', async () => {
    const { body } = await call('/billing/topups', await register())
    expect(body).toHaveLength(6)
    expect(body[0]).toEqual({ id: 'topup_10k', compute: 10_000, ai_calls: 200, price_eur: 4.99 })
  })

  it('are credited, shown in usage and history, and taken back after a refund', async () => {
    const headers = await register()
    const first = stripe.events.length
    const { body } = await call('/billing/topup', headers, { topup: 'topup_25k' })
    const id = stripe.pay(sessionOf(body.checkout_url))
    await deliverFrom(first)
    const balance = async () => (await call('/usage/stats', headers)).body.topup_balance
    expect(await balance()).toEqual({ compute: 25_000, ai_calls: 500 })
    stripe.refund(id, 999)
    await deliverFrom(first)
    expect(await balance()).toEqual({ compute: 0, ai_calls: 0 })
    const history = await call('/billing/history', headers)
    expect(history.body).toMatchObject([{ amount_eur: 9.99, refunded_eur: 9.99, status: 'refunded' }])
  })
})

describe('the webhook', () => {
  const event = (type: string): StripeEvent => ({
    id: `evt_test_${type}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(clock.nowMs / 1000),
    type,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object: { id: 'sub_nobody' } },
  })

  it('answers 200 to an unknown type and to objects that are not ours', async () => {
    expect((await deliver(event('radar.early_fraud_warning.created'))).json()).toEqual({ received: true })
    expect((await deliver(event('customer.subscription.updated'))).statusCode).toBe(200)
  })

  it('answers 400 to a wrong signature, an old one, none, and to what is not JSON', async () => {
    const some = event('invoice.paid')
    expect((await deliver(some, { secret: new Secret('whsec_wrong') })).statusCode).toBe(400)
    expect((await deliver(some, { ageMs: 301_000 })).statusCode).toBe(400)
    expect((await deliver(some, { ageMs: 300_000 })).statusCode).toBe(200)
    const bare = { method: 'POST', url: '/billing/webhook', headers: { 'content-type': 'application/json' } } as const
    expect((await service.app.inject({ ...bare, payload: '{}' })).statusCode).toBe(400)
    expect((await service.app.inject({ ...bare, payload: 'not json' })).statusCode).toBe(400)
    expect((await service.app.inject({ method: 'POST', url: '/billing/webhook' })).statusCode).toBe(400)
  })

  it('answers 500 without details while Stripe is unavailable, so that the event is sent again', async () => {
    const { headers, id } = await subscribed('basic')
    stripe.changePlan(id, 'studio')
    const changed = stripe.events.findLast(({ type }) => type === 'customer.subscription.updated')
    if (!changed) throw new Error('no event')
    stripe.isDown = true
    const answer = await deliver(changed)
    stripe.isDown = false
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ detail: 'Internal server error' })
    expect((await deliver(changed)).statusCode).toBe(200)
    expect((await call('/billing/subscription', headers)).body.plan).toBe('studio')
  })

  it('uses the body as it came, byte for byte', async () => {
    const { rawBody } = signEvent(event('invoice.paid'), WEBHOOK_SECRET.reveal(), clock.nowMs)
    const spaced = JSON.stringify(JSON.parse(rawBody), null, 2)
    const { signature } = signEvent(event('invoice.paid'), WEBHOOK_SECRET.reveal(), clock.nowMs)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await service.app.inject({ method: 'POST', url: '/billing/webhook', headers, payload: spaced })
    expect(answer.statusCode).toBe(400)
  })
})

it('opens the portal, also for somebody who has never paid', async () => {
  const { body } = await call('/billing/portal', await register(), {})
  expect(body.portal_url).toMatch(/^https:/)
})

it('is a 502 with an explanation when Stripe is unavailable, and never shows the key', async () => {
  const headers = await register()
  stripe.isDown = true
  const { status, body } = await call('/billing/topup', headers, { topup: 'topup_10k' })
  stripe.isDown = false
  expect(status).toBe(502)
  expect(body.detail).toContain('payment provider')
  expect(service.log()).not.toContain('sk_test_canary')
})

it('ends the subscription at Stripe when the account is deleted, and exports what it holds before', async () => {
  const { headers, id } = await subscribed('pro')
  const exported = await call('/auth/me/export', headers)
  expect(exported.body.billing.subscriptions).toMatchObject([{ id, plan: 'pro' }])
  const payload = { password: PASSWORD }
  const answer = await service.app.inject({ method: 'DELETE', url: '/auth/me', headers, payload })
  expect(answer.statusCode).toBe(200)
  expect(stripe.find(id).status).toBe('canceled')
  const last = stripe.events.at(-1)
  if (last) expect((await deliver(last)).statusCode).toBe(200)
})

it('names the missing settings in production', async () => {
  const bare = await openService({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://equipoise.example' } })
  try {
    const headers = await register(bare)
    const asked = { method: 'POST', url: '/billing/checkout', headers, payload: { plan: 'pro' } } as const
    const answer = await bare.app.inject(asked)
    expect(answer.statusCode).toBe(503)
    expect(answer.json().detail).toContain('STRIPE_SECRET_KEY')
    expect((await bare.app.inject({ url: '/sandbox/style.css' })).statusCode).toBe(404)
    expect((await bare.app.inject({ url: '/billing/topups', headers })).statusCode).toBe(200)
    const status = await bare.app.inject({ url: '/billing/subscription', headers })
    expect(status.json()).toMatchObject({ plan: 'free', status: 'none' })
  } finally {
    await bare.close()
  }
})

// The last test here, because it moves its clock.
it('keeps a cancelled plan until its period ends, gives the same response again, and is then free without any event', async () => {
  const { headers } = await subscribed('pro')
  const first = await call('/billing/cancel', headers, {})
  expect(first.body).toEqual({ status: 'cancelled', effective: 'end_of_period', ends_at: expect.any(String) })
  expect((await call('/billing/cancel', headers, {})).body).toEqual(first.body)
  const endsMs = Date.parse(first.body.ends_at)
  const email = (await call('/auth/me', headers)).body.email
  clock.nowMs = endsMs - 1
  expect((await call('/billing/subscription', await signIn(email))).body).toMatchObject({
    plan: 'pro',
    status: 'cancelled',
    ends_at: first.body.ends_at,
  })
  clock.nowMs = endsMs
  expect((await call('/billing/subscription', await signIn(email))).body).toMatchObject({
    plan: 'free',
    status: 'none',
  })
})
