// A deployment with its own plans: one is added, one is given only by administrators, and most of ours are left out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unknownPlans } from '../src/accounts/accounts.ts'
import { CATALOGUE, catalogueFrom } from '../src/ground/plans.ts'
import { type Person, setPlan, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const free = {
  ...{ price_eur: 0, max_n: 9, compute: 100, ai_chat: 5, ai_analyze: 50, ai_proxy: 0 },
  ...{ keys: 2, requests_per_minute: 600 },
}
const basic = { ...free, price_eur: 12, max_n: 16, ai_proxy: 10 }
const team = { ...free, price_eur: 75.5, max_n: 25, compute: 12_345, ai_proxy: 10, keys: 7 }
const PLANS = { plans: { free, basic, team, staff: { ...team, price_eur: 0, offered: false } } }
const reason = 'ticket 4711'

let service: Service
let boss: Person
beforeAll(async () => {
  service = await openService({ plansFile: PLANS, env: { PAYMENTS: 'sandbox' } })
  boss = await signUp(service.app)
  await service.sql`update accounts set role = 'administrator' where id = ${boss.id}`
})
afterAll(() => service.close())

const send = async (url: string, person: Person, payload?: object) => {
  const method = payload ? 'POST' : 'GET'
  const answer = await service.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}

test('shows the offered plans, in the order of the file', async () => {
  const { plans, topups } = (await service.app.inject('/plans')).json()
  expect(plans.map(({ id }: { id: string }) => id)).toEqual(['free', 'basic', 'team'])
  expect(plans[2]).toMatchObject({ id: 'team', price_eur: 75.5, max_n: 25, compute: 12_345, keys: 7 })
  expect(topups[0].plans).toEqual(['free', 'basic', 'team'])
})

test('names its own plans in its API document', async () => {
  const { schemas } = (await service.app.inject('/openapi.json')).json().components
  expect(schemas.CheckoutRequest.properties.plan.enum).toEqual(expect.arrayContaining(['basic', 'team', 'pro']))
  expect(schemas.AdminSetPlanRequest.properties.plan.enum).toContain('staff')
})

test('sells an added plan, whose limits then apply', async () => {
  const person = await signUp(service.app)
  const { body } = await send('/billing/checkout', person, { plan: 'team' })
  const page = new URL(body.checkout_url).pathname
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const paid = await service.app.inject({ method: 'POST', url: page, headers, payload: 'action=pay' })
  expect(paid.statusCode).toBe(303)
  expect((await send('/billing/subscription', person)).body).toMatchObject({ plan: 'team', status: 'active' })
  const stats = (await send('/usage/stats', person)).body
  expect([stats.plan, stats.endpoints.compute.limit, stats.own_provider_key]).toEqual(['team', 12_345, true])
  expect((await send('/compute', person, { bias: 0.5, N: 25 })).status).toBe(200)
  expect((await send('/compute', person, { bias: 0.5, N: 32 })).body.detail).toContain('N=25 of the team plan')
  await send('/billing/cancel', person, {})
  expect((await send('/billing/subscription', person)).body).toMatchObject({ plan: 'team', status: 'cancelled' })
})

test("says whether a plan includes the caller's own provider key", async () => {
  const person = await signUp(service.app)
  expect((await send('/usage/stats', person)).body.own_provider_key).toBe(false)
  // Ends on a plan that other tests do not use.
  for (const plan of ['staff', 'basic']) {
    await setPlan(service, person, plan)
    expect([plan, (await send('/usage/stats', person)).body.own_provider_key]).toEqual([plan, true])
  }
})

test('sells neither plans that were left out nor those that only administrators give', async () => {
  const person = await signUp(service.app)
  for (const plan of ['pro', 'staff']) {
    const { status, body } = await send('/billing/checkout', person, { plan })
    expect([status, body.detail]).toEqual([400, `The ${plan} plan is not offered on this deployment.`])
  }
  expect((await send('/billing/checkout', person, { plan: 'platinum' })).status).toBe(422)
})

test('lets administrators give every plan and invite to it, and find its accounts', async () => {
  const person = await signUp(service.app)
  const path = `/admin/accounts/${person.id}`
  expect((await send(path, boss)).body.plans).toEqual(expect.arrayContaining(['free', 'team', 'staff', 'studio']))
  expect((await send(`${path}/plan`, boss, { plan: 'staff', reason })).status).toBe(200)
  expect((await send('/auth/me', person)).body.plan).toBe('staff')
  expect((await send('/admin/accounts?plan=staff', boss)).body.accounts).toMatchObject([{ id: person.id }])
  expect((await send(`${path}/plan`, boss, { plan: 'platinum', reason })).status).toBe(422)
  const known: { id: string; offered: boolean }[] = (await send('/admin/plans', boss)).body
  expect(known.map(({ id, offered }) => [id, offered])).toEqual([
    ['free', true],
    ['basic', true],
    ['pro', false],
    ['gamepro', false],
    ['studio', false],
    ['enterprise', false],
    ['enterprise_xl', false],
    ['team', true],
    ['staff', false],
  ])
  const invited = await send('/admin/invitations', boss, { plan: 'team', reason })
  expect([invited.status, invited.body.plan]).toEqual([201, 'team'])
})

test('an account on a built-in plan that was left out keeps it, with its built-in limits', async () => {
  const person = await signUp(service.app)
  await setPlan(service, person, 'pro')
  const stats = (await send('/usage/stats', person)).body
  expect(stats.endpoints.compute.limit).toBe(CATALOGUE.plans.pro.allowance.compute)
})

test('a start fails with the accounts and invitations whose plan no longer exists', async () => {
  const nowMs = Date.now()
  const known = catalogueFrom(JSON.stringify(PLANS))
  expect(await unknownPlans(service.sql, known, nowMs)).toBeUndefined()
  const people = await Promise.all([signUp(service.app), signUp(service.app)])
  const [holder, former] = people
  await setPlan(service, holder as Person, 'staff')
  await service.sql`
    update accounts set plan = 'staff', plan_ends_at = now() - interval '1 day' where id = ${(former as Person).id}`
  const without = catalogueFrom(JSON.stringify({ plans: { free, basic } }))
  const said = await unknownPlans(service.sql, without, nowMs)
  expect(said).toContain(`${holder?.email} (staff)`)
  expect(said).toMatch(/invitation \d+ \(team\)/)
  expect(said).toContain('"offered": false')
  expect(said).not.toContain(former?.email)
})

test("a node with an older file grants the free plan's limits until it is restarted", async () => {
  const older = await openService({ beside: service })
  const person = await signUp(service.app)
  await setPlan(service, person, 'team')
  const stats = (await older.app.inject({ url: '/usage/stats', headers: person.headers })).json()
  expect(stats.endpoints.compute.limit).toBe(CATALOGUE.plans.free.allowance.compute)
  await older.close()
})
