import { csvOf } from '@equipoise/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeKey, type Person, setPlan, signUp } from '../../../test/people.ts'
import { openService, type Service } from '../../../test/service.ts'
import type { App, Guarded } from '../../http/http.ts'
import { addTopup } from '../../usage/usage.ts'

let clockMs = 0
let service: Service
let person: Person
beforeAll(async () => {
  service = await openService({ nowMs: () => clockMs, extend: addWork })
})
afterAll(() => service.close())
beforeEach(async () => {
  clockMs = Date.UTC(2026, 2, 31, 23, 59, 50)
  person = await signUp(service.app)
})

/** A metered route whose body says what it does. */
function addWork(app: App): void {
  const access: Guarded = {
    credentials: 'optional',
    kinds: ['jwt', 'key'],
    area: 'compute',
    meter: { name: 'compute', units: (request) => (request.body as { units: number }).units },
  }
  const schema = { body: z.object({ units: z.int().min(1), fail: z.boolean().default(false) }) }
  app.post('/work', { config: { access }, schema }, async (request) => {
    if (request.body.fail) throw new Error('it broke')
    return { done: true }
  })
}

const work = (units: number, { headers = person.headers as Record<string, string>, fail = false } = {}) =>
  service.app.inject({ method: 'POST', url: '/work', headers, payload: { units, fail } })
const stats = async (headers: Record<string, string> = person.headers) =>
  (await service.app.inject({ url: '/usage/stats', headers })).json()
const buy = (compute: number, aiCalls: number) =>
  service.sql.begin((tx) => addTopup(tx, person.id, { compute, aiCalls }))

const NO_TOKENS = { input: 0, output: 0, cost_eur: null }

test('a new account has everything left', async () => {
  const { daily, ...rest } = await stats()
  expect(rest).toEqual({
    plan: 'free',
    own_provider_key: false,
    period: { start: '2026-03-01T00:00:00.000Z', resets_at: '2026-04-01T00:00:00.000Z' },
    endpoints: {
      compute: { used: 0, limit: 1000, remaining: 1000, included_limit: 1000, included_remaining: 1000 },
      'ai/chat': { used: 0, limit: 50, remaining: 50, included_limit: 50, included_remaining: 50 },
      'ai/analyze': { used: 0, limit: 500, remaining: 500, included_limit: 500, included_remaining: 500 },
      'ai/proxy': { used: 0, limit: 0, remaining: 0, included_limit: 0, included_remaining: 0 },
    },
    topup_balance: { compute: 0, ai_calls: 0 },
    keys: [],
    other_keys: { count: 0, calls: 0 },
    tokens: NO_TOKENS,
    limits: [],
  })
  expect([daily.length, daily[0], daily.at(-1)]).toEqual([
    30,
    { date: '2026-03-02', compute: 0, ai: 0 },
    { date: '2026-03-31', compute: 0, ai: 0 },
  ])
})

test('what was used is counted by month, by day and by key', async () => {
  const key = await makeKey(service.app, person)
  await work(5, { headers: key.headers })
  await work(2)
  const { endpoints, keys, daily } = await stats(key.headers)
  expect(endpoints.compute).toEqual({
    used: 7,
    limit: 1000,
    remaining: 993,
    included_limit: 1000,
    included_remaining: 993,
  })
  expect(keys).toEqual([{ id: key.id, name: 'Default Key', calls: 1, tokens: NO_TOKENS }])
  expect(daily.at(-1)).toEqual({ date: '2026-03-31', compute: 7, ai: 0 })
})

test('of many keys, those that were used most are named, and the others are summed up', async () => {
  await setPlan(service, person, 'enterprise')
  const { id } = await makeKey(service.app, person)
  await service.sql`
    insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at, revoked_at)
    select ${person.id}, 'k' || n, sha256((${id} || ' ' || n)::bytea), 'svc_x', 'full', now(), case when n <= 10 then now() end
    from generate_series(1, 110) n`
  await service.sql`
    insert into usage_keys (account_id, month, key_id, calls)
    select ${person.id}, m::date, id, substr(name, 2)::int from api_keys, unnest(array['2026-02-01', '2026-03-01']) m
    where account_id = ${person.id} and name like 'k%'`
  const { keys, other_keys } = await stats()
  expect([keys.length, keys[0].name, keys[0].calls, keys.at(-1).name]).toEqual([100, 'k110', 110, 'k11'])
  // The key that was not used; the calls are those of the revoked keys k1 to k10.
  expect(other_keys).toEqual({ count: 1, calls: 55 })
  await service.sql`insert into usage_months (account_id, month, meter) values (${person.id}, '2026-02-01', 'compute')`
  const months = (await service.app.inject({ url: '/usage/months', headers: person.headers })).json()
  const [february] = months
  const headers = { ...person.headers, accept: 'text/csv' }
  const csv = await service.app.inject({ url: '/usage/months', headers })
  expect([csv.headers['content-type'], csv.body]).toEqual(['text/csv; charset=utf-8', csvOf(months)])
  const quotas = await service.app.inject({ url: '/usage/stats', headers })
  expect(quotas.body.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'name',
    ...Object.keys(february.endpoints),
  ])
  expect((await service.app.inject({ url: '/usage/months', headers: { accept: 'text/csv' } })).json()).toHaveProperty(
    'detail',
  )
  expect(february.keys.map(({ name }: { name: string }) => name)).toEqual(
    Array.from({ length: 10 }, (_, i) => `k${110 - i}`),
  )
  expect(february.other_keys).toEqual({ count: 100, calls: 5_050 })
})

describe('when the allowance is used up', () => {
  test('the response is 402 with everything a caller needs to know', async () => {
    await work(999)
    const answer = await work(2)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      402,
      'Monthly quota for /compute and /sweep exceeded: 999 of 1000 compute units of the free plan are used and this call needs 2. ' +
        'It resets at 2026-04-01T00:00:00.000Z; a top-up or a higher plan takes effect at once. ' +
        '/compute and /sweep with N <= 9 also work without credentials, up to a daily limit.',
    ])
    expect(answer.headers).toMatchObject({ 'retry-after': '10', 'x-should-retry': 'false' })
    expect((await work(1)).statusCode).toBe(200)
  })

  test('a request larger than the allowance and the balance together gets an error saying that waiting does not help', async () => {
    const answer = await work(2_000)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      402,
      'This call needs 2000 compute units: more than the 1000 a month of the free plan and your balance of 0 together. ' +
        'Ask for less, buy a top-up or choose a higher plan. ' +
        '/compute and /sweep with N <= 9 also work without credentials, up to a daily limit.',
    ])
    expect([answer.headers['retry-after'], answer.headers['x-should-retry']]).toEqual([undefined, 'false'])
  })

  test('the next month starts at zero, at midnight UTC', async () => {
    await work(1000)
    clockMs = Date.UTC(2026, 2, 31, 23, 59, 59, 999)
    expect((await work(1)).statusCode).toBe(402)
    clockMs = Date.UTC(2026, 3, 1)
    expect((await work(1)).statusCode).toBe(200)
    const { period, endpoints, daily } = await stats()
    expect(period.resets_at).toBe('2026-05-01T00:00:00.000Z')
    expect(endpoints.compute.used).toBe(1)
    expect(daily.slice(-2)).toEqual([
      { date: '2026-03-31', compute: 1000, ai: 0 },
      { date: '2026-04-01', compute: 1, ai: 0 },
    ])
  })

  test('a top-up is used after the allowance, and one request can take from both', async () => {
    await buy(10, 3)
    await work(998)
    expect((await work(5)).statusCode).toBe(200)
    expect((await work(8)).statusCode).toBe(402)
    const { endpoints, topup_balance } = await stats()
    expect(endpoints.compute).toEqual({
      used: 1003,
      limit: 1010,
      remaining: 7,
      included_limit: 1000,
      included_remaining: 0,
    })
    expect(topup_balance).toEqual({ compute: 7, ai_calls: 3 })
  })

  test('a balance does not unlock an endpoint that the plan does not include', async () => {
    await buy(0, 20)
    const free = (await stats()).endpoints
    expect([free['ai/chat'].remaining, free['ai/proxy'].remaining]).toEqual([70, 0])
    await setPlan(service, person, 'basic')
    const { remaining, included_remaining } = (await stats()).endpoints['ai/proxy']
    expect(remaining).toBe(included_remaining + 20)
  })

  test('purchased units are still there next month', async () => {
    await buy(10, 0)
    clockMs = Date.UTC(2026, 3, 1)
    await work(1005)
    expect((await stats()).topup_balance).toEqual({ compute: 5, ai_calls: 0 })
  })

  test('a higher plan takes effect at once, and when it ends the free one applies again', async () => {
    await work(1000)
    await setPlan(service, person, 'basic')
    expect((await work(1000)).statusCode).toBe(200)
    await service.sql`update accounts set plan_ends_at = ${new Date(clockMs + 10_000)} where id = ${person.id}`
    clockMs += 10_000
    const { plan, endpoints } = await stats()
    expect([plan, endpoints.compute]).toEqual([
      'free',
      { used: 0, limit: 1000, remaining: 1000, included_limit: 1000, included_remaining: 1000 },
    ])
  })
})

describe('what is not charged', () => {
  test('invalid input', async () => {
    expect((await work(0)).statusCode).toBe(422)
    expect((await stats()).endpoints.compute.used).toBe(0)
  })

  test('work that failed because of us is refunded to where it was taken from', async () => {
    await buy(5, 0)
    await work(998)
    expect((await work(4, { fail: true })).statusCode).toBe(500)
    const { endpoints, topup_balance, daily } = await stats()
    expect([endpoints.compute.used, topup_balance.compute, daily.at(-1).compute]).toEqual([998, 5, 998])
  })

  test('anonymous callers', async () => {
    expect((await work(1, { headers: {} })).statusCode).toBe(200)
  })
})

test('of 590 requests at once with 550 units left, exactly 550 pass', async () => {
  await work(450)
  const answers = await Promise.all(Array.from({ length: 590 }, () => work(1)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(550)
  expect(answers.filter(({ statusCode }) => statusCode === 402)).toHaveLength(40)
  expect((await stats()).endpoints.compute.used).toBe(1000)
})
