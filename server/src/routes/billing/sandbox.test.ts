import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openService, type Service } from '../../../test/service.ts'

const clock = { nowMs: Date.now() }
let service: Service
beforeAll(async () => {
  service = await openService({ nowMs: () => clock.nowMs, env: { PUBLIC_URL: 'http://127.0.0.1:8080' } })
})
afterAll(() => service.close())

let people = 0
let headers: Record<string, string>
beforeEach(async () => {
  headers = await registered()
})

async function registered(): Promise<Record<string, string>> {
  const payload = { email: `player${++people}@example.org`, password: 'a long enough password' }
  const answer = await service.app.inject({ method: 'POST', url: '/auth/register', payload })
  return { authorization: `Bearer ${answer.json().access_token}` }
}

async function ask(url: string, payload?: object) {
  const answer = await service.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return answer.json()
}

const pathOf = (url: string) => new URL(url).pathname

async function press(path: string, fields: Record<string, string>) {
  return service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

const open = (path: string) => service.app.inject({ url: path })

async function buy(plan: string): Promise<string> {
  const path = pathOf((await ask('/billing/checkout', { plan })).checkout_url)
  await press(path, { action: 'pay' })
  return path
}

async function portal(): Promise<{ path: string; html: string; targets: string[] }> {
  const path = pathOf((await ask('/billing/portal', {})).portal_url)
  const html = (await open(path)).body
  return { path, html, targets: [...html.matchAll(/name="target" value="([^"]+)"/g)].map(([, id]) => id ?? '') }
}

const standing = () => ask('/billing/subscription')
const balance = async () => (await ask('/usage/stats')).topup_balance

describe('the payment page', () => {
  it('says that no money moves, runs no script, and can send its forms only to us', async () => {
    const page = await open(pathOf((await ask('/billing/checkout', { plan: 'pro' })).checkout_url))
    expect(page.body).toContain('Sandbox: no real money')
    expect(page.body).toContain('€29.00')
    expect(page.body).not.toContain('<script')
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' http://127.0.0.1:8080; base-uri 'none'; frame-ancestors 'none'",
    )
    expect((await open('/sandbox/style.css')).headers['content-type']).toContain('text/css')
  })

  it('pays for a plan and returns to the application', async () => {
    const path = pathOf((await ask('/billing/checkout', { plan: 'pro' })).checkout_url)
    const answer = await press(path, { action: 'pay' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('http://127.0.0.1:8080/app/billing?checkout=success')
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'active' })
    expect((await open(path)).body).toContain('This is paid')
  })

  it('shows administrators the customer, who can be refunded there', async () => {
    await buy('pro')
    const { id, email } = await ask('/auth/me')
    const boss = await registered()
    await service.sql`update accounts set role = 'administrator' where email = ${`player${people}@example.org`}`
    const account = await service.app.inject({ url: `/admin/accounts/${id}`, headers: boss })
    const { customer_url: url } = account.json().subscription
    const page = await open(pathOf(url))
    expect(page.body).toContain(`<h1 class="top">${email}</h1>`)
    const charge = /name="target" value="(ch_[^"]+)"/.exec(page.body)?.[1] ?? ''
    expect((await press(pathOf(url), { action: 'refund', target: charge })).statusCode).toBe(303)
    expect((await ask('/billing/history'))[0]).toMatchObject({ status: 'refunded', refunded_eur: 29 })
    const stranger = `${pathOf(url).slice(0, -1)}x`
    expect((await open(stranger)).statusCode).toBe(404)
  })

  it('takes no payment once the account is deleted', async () => {
    const path = pathOf((await ask('/billing/checkout', { plan: 'pro' })).checkout_url)
    const payload = { password: 'a long enough password' }
    const erased = await service.app.inject({ method: 'DELETE', url: '/auth/me', headers, payload })
    expect(erased.statusCode).toBe(200)
    await press(path, { action: 'pay' })
    expect((await open(path)).body).toContain('closed without a payment')
  })

  it('pays once, however often the button is pressed', async () => {
    const path = pathOf((await ask('/billing/topup', { topup: 'topup_10k' })).checkout_url)
    await Promise.all([1, 2, 3, 4].map(() => press(path, { action: 'pay' })))
    expect(await balance()).toEqual({ compute: 10_000, ai_calls: 200 })
    expect(await ask('/billing/history')).toMatchObject([{ amount_eur: 4.99, vat_eur: 0.83, status: 'paid' }])
  })

  it('declines without charging, and can be paid afterwards', async () => {
    const path = pathOf((await ask('/billing/checkout', { plan: 'basic' })).checkout_url)
    expect((await press(path, { action: 'decline' })).headers.location).toBe(path)
    expect((await open(path)).body).toContain('The card was declined')
    expect(await standing()).toMatchObject({ plan: 'free', status: 'none' })
    await press(path, { action: 'pay' })
    expect(await standing()).toMatchObject({ plan: 'basic' })
  })

  it('can be closed permanently', async () => {
    const path = pathOf((await ask('/billing/checkout', { plan: 'basic' })).checkout_url)
    expect((await press(path, { action: 'close' })).headers.location).toContain('checkout=cancelled')
    await press(path, { action: 'pay' })
    expect(await standing()).toMatchObject({ plan: 'free' })
  })

  it('is a 404 for an unknown id, and a 422 for an unknown button', async () => {
    expect((await open('/sandbox/checkout/nothing')).statusCode).toBe(404)
    expect((await open('/sandbox/portal/nothing')).statusCode).toBe(404)
    expect((await press('/sandbox/checkout/nothing', { action: 'pay' })).statusCode).toBe(404)
    const path = pathOf((await ask('/billing/checkout', { plan: 'basic' })).checkout_url)
    for (const action of ['steal', 'constructor', '']) expect((await press(path, { action })).statusCode).toBe(422)
  })
})

describe('the portal', () => {
  it('simulates a cancellation to the end of the period', async () => {
    await buy('pro')
    const cancelled = await ask('/billing/cancel', {})
    expect(cancelled).toMatchObject({ status: 'cancelled', effective: 'end_of_period' })
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'cancelled', ends_at: cancelled.ends_at })
    const { path, html, targets } = await portal()
    expect(html).toContain('End the period now')
    await press(path, { action: 'end_period', target: targets[0] ?? '' })
    expect(await standing()).toMatchObject({ plan: 'free', status: 'none', ends_at: null })
  })

  it('leaves payments that are listed in pages', async () => {
    await buy('pro')
    const { path, targets } = await portal()
    for (let nth = 0; nth < 2; nth++) await press(path, { action: 'end_period', target: targets[0] ?? '' })
    const all = await ask('/billing/history')
    expect(all).toHaveLength(3)
    const first = await service.app.inject({ url: '/billing/history?limit=2', headers })
    expect(first.json()).toEqual(all.slice(0, 2))
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
    const last = await service.app.inject({ url: next ?? '', headers })
    expect([last.json(), last.headers.link]).toEqual([all.slice(2), undefined])
    expect(await ask('/billing/history?after=ch_nobodys')).toEqual([])
  })

  it('renews what was not cancelled', async () => {
    await buy('pro')
    const { path, targets } = await portal()
    await press(path, { action: 'end_period', target: targets[0] ?? '' })
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'active' })
    expect(await ask('/billing/history')).toHaveLength(2)
  })

  it('simulates a failed renewal and paying the open invoice', async () => {
    await buy('pro')
    const { path, targets } = await portal()
    await press(path, { action: 'fail_payment', target: targets[0] ?? '' })
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'past_due' })
    await press(path, { action: 'pay_invoice', target: targets[0] ?? '' })
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'active' })
  })

  it('confirms a requested change of plan, and charges the difference', async () => {
    await buy('basic')
    const path = pathOf((await ask('/billing/checkout', { plan: 'pro' })).checkout_url)
    const html = (await open(path)).body
    expect(html).toContain('Change from the Basic plan to the Pro plan')
    const [, target = ''] = /name="target" value="([^"]+)"/.exec(html) ?? []
    const answer = await press(path, { action: 'change', target })
    expect(answer.headers.location).toContain('/app/billing?checkout=success')
    expect(await standing()).toMatchObject({ plan: 'pro' })
    expect(await ask('/billing/history')).toMatchObject([
      { amount_eur: 20, vat_eur: 3.33 },
      { amount_eur: 9, vat_eur: 1.5 },
    ])
  })

  it('refunds a top-up in part and in full, and simulates a dispute', async () => {
    await press(pathOf((await ask('/billing/topup', { topup: 'topup_10k' })).checkout_url), { action: 'pay' })
    const { path, targets } = await portal()
    const target = targets[0] ?? ''
    await press(path, { action: 'refund_half', target })
    expect(await balance()).toEqual({ compute: 5_011, ai_calls: 101 })
    await press(path, { action: 'dispute', target })
    expect(await balance()).toEqual({ compute: 0, ai_calls: 0 })
    await press(path, { action: 'win_dispute', target })
    expect(await balance()).toEqual({ compute: 5_011, ai_calls: 101 })
    await press(path, { action: 'refund', target })
    expect(await balance()).toEqual({ compute: 0, ai_calls: 0 })
  })

  it("does not touch somebody else's subscription", async () => {
    await buy('pro')
    const { targets } = await portal()
    const mine = { ...headers }
    const payload = { email: `player${++people}@example.org`, password: 'a long enough password' }
    const answer = await service.app.inject({ method: 'POST', url: '/auth/register', payload })
    headers = { authorization: `Bearer ${answer.json().access_token}` }
    const { path } = await portal()
    await press(path, { action: 'cancel', target: targets[0] ?? '' })
    headers = mine
    expect(await standing()).toMatchObject({ plan: 'pro', status: 'active' })
  })
})

it('rejects an event that is not signed with its own secret', async () => {
  const payload = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'x' } } })
  const answer = await service.app.inject({
    method: 'POST',
    url: '/billing/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
})
