// Budgets of keys, accounts and end users: what the provider billed never exceeds them, however calls end.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { breakAfter, reject, say, sayUncounted } from '../../../test/upstream.ts'
import type { Limits } from '../../ground/limits.ts'

let service: AiService
let account: Account

/** A token costs a millionth of a euro, in and out. */
const MODELS = [
  { id: 'small', price: { input: 1, output: 1 }, max_output_tokens: 1_000 },
  { id: 'unpriced', max_output_tokens: 1_000 },
  { id: 'endless', price: { input: 1, output: 1 } },
]
const PLANS = {
  plans: {
    free: {
      price_eur: 0,
      max_n: 9,
      compute: 100,
      ai_chat: 50,
      ai_analyze: 50,
      ai_proxy: 0,
      keys: 10,
      requests_per_minute: 600,
      limits: { calls: { day: 2 } },
    },
    pro: {
      price_eur: 9,
      max_n: 9,
      compute: null,
      ai_chat: null,
      ai_analyze: null,
      ai_proxy: 9,
      keys: 1_000,
      requests_per_minute: 60_000,
    },
  },
}

beforeAll(async () => {
  service = await openAiService({ plansFile: PLANS, env: { CHAT_MODELS: JSON.stringify(MODELS) } })
})
afterAll(() => service.close())
beforeEach(async () => {
  account = await service.account('pro')
  service.upstream.plan(say('Hello there.'))
})

type Json = Record<string, never>
const messages = [{ role: 'user', content: 'Why?' }]

async function send(
  method: string,
  url: string,
  { key = account.token, body, headers }: { key?: string; body?: object; headers?: object } = {},
) {
  const auth = { authorization: `Bearer ${key}`, ...headers }
  const made = await service.app.inject({
    method: method as 'POST',
    url,
    headers: auth,
    ...(body && { payload: body }),
  })
  return {
    status: made.statusCode,
    headers: made.headers,
    json: (made.body.startsWith('data:') ? {} : made.json()) as Json,
  }
}
async function keyWith(limits: Limits): Promise<{ id: number; key: string }> {
  const { json } = await send('POST', '/api-keys', { body: { limits } })
  return json as unknown as { id: number; key: string }
}
const ask = (key: string, body: object = {}, headers: object = {}) =>
  send('POST', '/v1/chat/completions', { key, body: { model: 'small', max_tokens: 100, messages, ...body }, headers })
/** Millionths of a euro. */
async function used(id: number): Promise<number> {
  const { json } = await send('GET', '/api-keys')
  const found = (json as unknown as { id: number; limit_use?: { used: number }[] }[]).find((key) => key.id === id)
  return Math.round((found?.limit_use?.[0]?.used ?? Number.NaN) * 1e6)
}
const eur = (budget: number): Limits => ({ budget_eur: { day: budget } })

describe('a key with a budget', () => {
  test('is charged what the tokens cost, and told what is left', async () => {
    const { id, key } = await keyWith(eur(0.01))
    const { status, headers } = await ask(key)
    expect(status).toBe(200)
    expect(Number(headers['x-budget-remaining'])).toBeGreaterThan(0.009)
    expect(await used(id)).toBe(18)
    await ask(key, { stream: true })
    expect(await used(id)).toBe(36)
  })

  test('gets a 402 that says what is left and when it resets, in the format of each client', async () => {
    const { key } = await keyWith(eur(0.0003))
    const { status, headers, json } = await ask(key, { max_tokens: 1_000 })
    expect(status).toBe(402)
    expect(headers['x-budget-remaining']).toBe('0.0003')
    expect(json).toMatchObject({
      type: 'budget_spent',
      detail: expect.stringContaining('The limit of this API key is 0.0003 euros a day'),
      limit: { of: 'key', measure: 'budget_eur', period: 'day', limit: 0.0003, left: 0.0003 },
      error: { type: 'budget_spent', code: 'budget_spent' },
    })
    const body = { model: 'small', max_tokens: 1_000, messages }
    const anthropic = await send('POST', '/v1/messages', { key, body })
    expect([anthropic.status, anthropic.json]).toMatchObject([402, { type: 'error', error: { type: 'budget_spent' } }])
    expect(await send('POST', '/ai/chat', { key, body: { messages } })).toMatchObject({
      status: 402,
      json: { type: 'budget_spent' },
    })
    expect(service.upstream.calls).toEqual([])
    expect(await account.used('ai/chat')).toBe(0)
  })

  test('reserves the maximum of the model without a limit on output, every choice, and every attempt of the filter', async () => {
    const most = async (body: object) =>
      Number(/up to (\S+)\./.exec(String((await ask((await keyWith(eur(0))).key, body)).json.detail))?.[1]) * 1e6
    const [one, two] = [await most({}), await most({ n: 2 })]
    expect(two - one).toBeGreaterThanOrEqual(100)
    expect(two - one).toBeLessThan(120)
    // Providers describe functions and formats to the model in a prompt of their own.
    expect(await most({ functions: [{ name: 'f' }] })).toBeGreaterThan(one + 1_000)
    const all = await most({ max_tokens: undefined })
    expect(all).toBeGreaterThanOrEqual(1_000)
    expect(await most({ svc_options: { filter_mode: 'strict' }, max_tokens: undefined })).toBeGreaterThanOrEqual(
      4 * all,
    )
  })

  test.each([
    ['a model without a price', { model: 'unpriced' }, 'Name a model with a price'],
    [
      'a model without a maximum, if the request has none either',
      { model: 'endless', max_tokens: undefined },
      'Send `max_tokens`',
    ],
    ['what costs more than tokens', { plugins: [{}] }, '`plugins`'],
    ['other models in its place', { models: ['dear'] }, '`models`'],
    [
      'a summary of the conversation, which is counted apart',
      { context_management: { edits: [{ type: 'compact_20260112' }] } },
      '`context_management`',
    ],
    [
      'an image, whose tokens nobody knows',
      {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] }],
      },
      'context_tokens',
    ],
  ])('does not ask for %s', async (_what, body, advice) => {
    const { key } = await keyWith(eur(9))
    const { status, json } = await ask(key, body)
    expect([status, json.detail]).toEqual([403, expect.stringContaining(advice)])
    expect(service.upstream.calls).toEqual([])
  })

  test('asks for a length if the request names neither that nor a model', async () => {
    const { key } = await keyWith(eur(9))
    const body = { provider: 'provider_a', user_api_key: 'sk-own', messages }
    const { status, json } = await send('POST', '/ai/proxy', { key, body })
    expect([status, json.detail]).toEqual([
      403,
      expect.stringMatching(/^How long an answer of an unnamed model can be is unknown/),
    ])
  })

  test('asks for an agent whose tools that run at the provider are left out', async () => {
    const { key } = await keyWith(eur(9))
    const tools = [{ type: 'function', name: 'shell' }, { type: 'web_search' }, { type: 'image_generation' }]
    const { status, headers } = await send('POST', '/v1/responses', {
      key,
      body: { model: 'small', input: 'Hi.', tools },
    })
    expect([status, headers['x-ignored-fields']]).toEqual([200, 'tools.1, tools.2'])
    expect(JSON.stringify(service.upstream.calls)).not.toContain('web_search')
  })

  test('pays for each attempt of the filter, and nothing for a provider that did no work', async () => {
    const { id, key } = await keyWith(eur(0.1))
    service.upstream.plan(say('Dreadful, scores 0.1'), say('Fine, scores 0.9'))
    await ask(key, { svc_options: { filter_mode: 'strict' } })
    expect(await used(id)).toBe(36)
    service.upstream.plan(reject(400))
    expect((await ask(key)).status).toBe(502)
    expect(await used(id)).toBe(36)
    service.upstream.plan(say('Dreadful, scores 0.1'), reject(400))
    await ask(key, { svc_options: { filter_mode: 'strict' } })
    expect(await used(id)).toBe(54)
  })

  test('pays the most that a call can cost if nobody knows what it did cost', async () => {
    const { id, key } = await keyWith(eur(0.1))
    service.upstream.plan(sayUncounted('Hello.'))
    await ask(key)
    const most = await used(id)
    expect(most).toBeGreaterThan(150)
    service.upstream.plan(breakAfter(['Hel', 'lo'], 'reset'))
    await ask(key, { stream: true })
    expect(await used(id)).toBeGreaterThanOrEqual(2 * most)
  })

  test('shares what is used with the key that replaces it', async () => {
    const { id, key } = await keyWith(eur(0.01))
    await ask(key)
    const { json } = await send('POST', `/api-keys/${id}/rotate`)
    const next = json as unknown as { id: number; key: string }
    await ask(next.key)
    expect(await used(next.id)).toBe(36)
    await send('PATCH', `/api-keys/${next.id}`, { body: { limits: eur(0) } })
    expect((await ask(key)).status).toBe(402)
  })

  test('keeps its limits as they are changed, removed and set again', async () => {
    const { id, key } = await keyWith(eur(0))
    expect((await ask(key)).status).toBe(402)
    const raised = await send('PATCH', `/api-keys/${id}`, { body: { limits: eur(1) } })
    expect(raised.json).toMatchObject({ limits: eur(1), limit_use: [{ measure: 'budget_eur', limit: 1, used: 0 }] })
    expect((await ask(key)).status).toBe(200)
    expect((await send('PATCH', `/api-keys/${id}`, { body: { name: 'New' } })).json).toMatchObject({ limits: eur(1) })
    await send('PATCH', `/api-keys/${id}`, { body: { limits: null } })
    expect((await ask(key, { model: 'unpriced' })).status).toBe(200)
  })

  test('can be revoked while a call runs', async () => {
    const { id, key } = await keyWith(eur(0.01))
    service.upstream.plan(({ wire, call, response }) => {
      void send('DELETE', `/api-keys/${id}`).then(() => say('Hello.')({ wire, call, response }))
    })
    expect((await ask(key)).status).toBe(200)
  })
})

test('500 streams at once, many of them cut off, never cost more than the budget', async () => {
  const { id, key } = await keyWith(eur(0.01))
  let billed = 0
  service.upstream.plan((scene) => {
    billed += 11 + 97
    if (billed % 3 === 0) return breakAfter(['Hel', 'lo'], 'reset')(scene)
    return say('Hello there.', { usage: { input: 11, output: 97 } })(scene)
  })
  const calls = Array.from({ length: 500 }, async (_, nth) => {
    const ending = new AbortController()
    const response = await fetch(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'small', max_tokens: 100, stream: true, messages }),
      signal: ending.signal,
    }).catch(() => undefined)
    if (nth % 4 === 0) ending.abort()
    await response?.text().catch(() => '')
    return response?.status ?? 0
  })
  const statuses = await Promise.all(calls)
  expect(new Set(statuses)).toContain(402)
  expect(new Set(statuses)).toContain(200)
  expect(billed).toBeLessThanOrEqual(10_000)
  expect(await used(id)).toBeLessThanOrEqual(10_000)
  expect(await used(id)).toBeGreaterThanOrEqual(billed)
}, 60_000)

describe('other limits', () => {
  test('of calls and tokens hold for every route that counts', async () => {
    const { key } = await keyWith({ calls: { day: 2 }, tokens: { day: 100_000 } })
    expect((await send('POST', '/ai/analyze', { key, body: { text: 'A text.' } })).status).toBe(200)
    expect((await ask(key)).status).toBe(200)
    expect(await ask(key)).toMatchObject({ status: 402, json: { limit: { measure: 'calls', left: 0 } } })
  })

  test('of models hold for each way to name one', async () => {
    const { key } = await keyWith({ models: ['endless'] })
    expect(await ask(key)).toMatchObject({ status: 403, json: { detail: expect.stringContaining('endless') } })
    expect((await send('POST', '/ai/chat', { key, body: { messages } })).status).toBe(403)
    expect((await send('POST', '/ai/neutralise', { key, body: { text: 'Hi.', mode: 'model' } })).status).toBe(403)
    expect((await ask(key, { model: 'endless' })).status).toBe(200)
  })

  test('of the account count all keys together', async () => {
    const [one, two] = [await keyWith({}), await keyWith({})]
    expect((await send('PATCH', '/auth/me', { body: { limits: { calls: { month: 2 } } } })).status).toBe(200)
    for (const { key } of [one, two]) expect((await ask(key)).status).toBe(200)
    expect(await ask(one.key)).toMatchObject({ status: 402, json: { detail: expect.stringContaining('your account') } })
    const { json } = await send('GET', '/usage/stats')
    expect(json.limits).toMatchObject([{ of: 'account', measure: 'calls', period: 'month', limit: 2, used: 2 }])
  })

  test('of a plan hold without a word of the account', async () => {
    account = await service.account('free')
    for (let nth = 0; nth < 2; nth++) expect((await ask(account.key)).status).toBe(200)
    expect(await ask(account.key)).toMatchObject({ status: 402, json: { limit: { of: 'plan' } } })
  })
})

describe('an end user', () => {
  const budget = (value: string) => ({ 'x-end-user-budget': value })

  test('has a budget of their own, whichever field names them', async () => {
    const [ann, bob] = [{ user: 'ann' }, { safety_identifier: 'bob' }]
    expect((await ask(account.key, ann, budget('0.0003/day'))).status).toBe(200)
    for (let nth = 0; nth < 9; nth++) await ask(account.key, ann, budget('0.0003/day'))
    expect(await ask(account.key, ann, budget('0.0003/day'))).toMatchObject({
      status: 402,
      json: { limit: { of: 'user' } },
    })
    expect((await ask(account.key, bob, budget('0.0003/day'))).status).toBe(200)
    expect((await ask(account.key, ann)).status).toBe(200)
  })

  test.each([
    ['5', { user: 'ann' }],
    ['-1/day', { user: 'ann' }],
    ['1e3/day', { user: 'ann' }],
    ['1/year', { user: 'ann' }],
    ['1/day', {}],
  ])('needs a name and a budget: %s of %j is 422', async (value, body) => {
    expect((await ask(account.key, body, budget(value))).status).toBe(422)
  })
})

test('usage is summed by day, key, model and end user, as JSON and as CSV', async () => {
  const { id, key } = await keyWith(eur(0.01))
  for (const user of ['ann', 'ann', '=1+1,"x"']) await ask(key, { user })
  await ask(account.key, { model: 'unpriced' })
  const get = (query: string, accept = 'application/json') =>
    service.app.inject({ url: `/usage/models${query}`, headers: { authorization: `Bearer ${account.token}`, accept } })
  const cost = { day: null, key_id: null, input_tokens: 22, output_tokens: 14 }
  expect((await get('?by=model')).json()).toEqual([
    { ...cost, model: 'small', end_user: null, calls: 3, input_tokens: 33, output_tokens: 21, cost_eur: 0.000054 },
    { ...cost, model: 'unpriced', end_user: null, calls: 1, input_tokens: 11, output_tokens: 7, cost_eur: null },
  ])
  const byUser = (await get('?by=end_user,key')).json()
  expect(byUser[0]).toEqual({ ...cost, key_id: id, model: null, end_user: 'ann', calls: 2, cost_eur: 0.000036 })
  const csv = await get('?by=end_user,key', 'text/csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
    'day,key_id,model,end_user,calls,input_tokens,output_tokens,cost_eur',
    `,${id},,ann,2,22,14,0.000036`,
  ])
  expect(csv.body).toContain(`"'=1+1,""x"""`)
  expect((await get('?by=end_user,key&format=csv')).body).toBe(csv.body)
  expect((await get('?from=2020-01-01&to=2020-02-01')).json()).toEqual([])
  expect((await get('?by=hour')).statusCode).toBe(422)
  expect((await get('?from=2020-02-31')).statusCode).toBe(422)
})

test.each([
  { budget_eur: '1' },
  { budget_eur: { day: '1' } },
  { budget_eur: { day: -1 } },
  { budget_eur: { year: 1 } },
  { calls: { day: 1.5 } },
  { tokens: [] },
  { models: 'small' },
  { models: [1] },
  { models: ['\ud800'] },
  { models: ['a\0'] },
  { dollars: { day: 1 } },
  [[]],
  'all',
])('%j are no limits: 422 on keys and accounts', async (limits) => {
  expect((await send('POST', '/api-keys', { body: { limits } })).status).toBe(422)
  expect((await send('PATCH', '/auth/me', { body: { limits } })).status).toBe(422)
})

afterEach(async () => {
  const [row] = await service.sql<{ over: number }[]>`select count(*)::int as over from limit_use where used < 0`
  expect(row?.over).toBe(0)
})
