// Ways round a budget, as an attacker would try them.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { say } from '../../../test/upstream.ts'
import { WAIT } from '../../../test/waiting.ts'

let service: AiService
let account: Account
/** A token costs a millionth of a euro, and an answer has at most 1,000. */
const MODELS = [{ id: 'small', price: { input: 1, output: 1 }, max_output_tokens: 1_000 }]

const env = { CHAT_MODELS: JSON.stringify(MODELS), WEBHOOK_ADDRESSES: 'any' }

beforeAll(async () => {
  service = await openAiService({ env })
})
afterAll(() => service.close())
beforeEach(async () => {
  account = await service.account('pro')
  service.upstream.plan(say('Hello there.'))
})

async function send(url: string, payload: object, key = account.token) {
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode: status, body } = await service.app.inject({ method: 'POST', url, headers, payload })
  return { status, json: body.startsWith('{') ? JSON.parse(body) : undefined }
}
async function keyWith(budget: number): Promise<{ id: number; key: string }> {
  return (await send('/api-keys', { limits: { budget_eur: { day: budget } } })).json
}
/** Millionths of a euro. */
async function usedOf({ id }: { id: number }): Promise<number | undefined> {
  const [row] = await service.sql<{ used: number }[]>`select used from limit_use where subject = ${`key ${id}`}`
  return row?.used
}

const messages = [{ role: 'user', content: 'Why?' }]
const model = 'small'
const chat = '/v1/chat/completions'

describe('reserves the maximum of the model if the limit on output is', () => {
  test.each([
    ['the field of another format', chat, { model, messages, max_output_tokens: 1 }],
    ['the field of another format', '/v1/responses', { model, input: 'Why?', max_tokens: 1 }],
    ['the newer field of another format', '/v1/responses', { model, input: 'Why?', max_completion_tokens: 1 }],
    ['null', chat, { model, messages, max_tokens: null }],
    ['given twice, and the larger one counts', chat, { model, messages, max_tokens: 1, max_completion_tokens: 900 }],
  ])('%s (%s)', async (_what, url, body) => {
    const key = await keyWith(0.0005)
    expect((await send(url, body, key.key)).status).toBe(402)
    expect([service.upstream.calls, await usedOf(key)]).toEqual([[], undefined])
  })
})

test.each([
  ['predicted output', { prediction: { type: 'content', content: 'Because.' } }],
  ['the best of several answers', { best_of: 20 }],
  ["a provider's own search", { search_parameters: { mode: 'on' } }],
])('%s is not asked for with a budget: nobody knows what it costs', async (_what, field) => {
  const { key } = await keyWith(9)
  expect((await send(chat, { model, messages, max_tokens: 5, ...field }, key)).status).toBe(403)
})

test.each(['x', -3, 1e300, [8]])('choices of a format that has none (%j) change nothing', async (n) => {
  const key = await keyWith(0.01)
  expect((await send('/v1/messages', { model, messages, max_tokens: 5, n }, key.key)).status).toBe(200)
  expect(await usedOf(key)).toBe(18)
})

test.each([
  ['SMALL', 422],
  ['provider_a/small', 422],
  ['small:strict', 402],
])('the model "%s" has no lower price', async (named, status) => {
  const { key } = await keyWith(0.0005)
  expect((await send(chat, { model: named, messages, max_tokens: 50 }, key)).status).toBe(status)
  expect(service.upstream.calls).toEqual([])
})

test('a key of your own is counted as well, however it is sent', async () => {
  const key = await keyWith(0.01)
  const body = { provider: 'provider_a', user_api_key: 'sk-own', model, messages }
  expect((await send('/ai/proxy', body, key.key)).status).toBe(200)
  expect(await usedOf(key)).toBe(18)
})

test.each([
  ['negative counts', -5, 3],
  ['counts that no model has', 1e18, 1e18],
  ['more than the request can use', 99_999_999, 7],
  ['an answer longer than its limit', 11, 99_999_999],
  ['parts of tokens', 1.5, 2],
  ['words', '12', 7],
])('a provider that reports %s is paid what was reserved, and no more', async (_what, input, output) => {
  const key = await keyWith(0.001)
  service.upstream.plan(say('Hello there.', { usage: { input: input as number, output } }))
  const reserved = []
  for (const stream of [false, true]) {
    const before = (await usedOf(key)) ?? 0
    expect((await send(chat, { model, messages, max_tokens: 50, stream }, key.key)).status).toBe(200)
    reserved.push(((await usedOf(key)) ?? 0) - before)
  }
  expect(Math.min(...reserved)).toBeGreaterThan(100)
  expect(Math.max(...reserved)).toBeLessThan(200)
})

describe('an audit', () => {
  const pairs = Array.from({ length: 12 }, (_, at) => ({
    topic: `topic ${at}`,
    prompt_a: `Why ${at}?`,
    prompt_b: `Why not ${at}?`,
  }))
  async function becomes(id: string, state: string) {
    return vi.waitFor(async () => {
      const headers = { authorization: `Bearer ${account.token}` }
      const audit = (await service.app.inject({ url: `/audits/${id}`, headers })).json()
      expect(audit.state).toBe(state)
      return audit
    }, WAIT)
  }

  test('with a limited key reserves each question, and pauses before the budget is exceeded', async () => {
    // An answer has cost 18 when the next question reserves at most 1,074.
    const key = await keyWith(0.0012)
    const { json, status } = await send('/audits', { pairs }, key.key)
    expect(status).toBe(201)
    const paused = await becomes(json.id, 'paused')
    expect(paused).toMatchObject({ reason: 'limit', detail: expect.stringContaining('The limit of this API key is') })
    const billed = 18 * service.upstream.calls.length
    expect(service.upstream.calls.length).toBeGreaterThan(0)
    expect(await usedOf(key)).toBe(billed)
    expect(await account.used('ai/chat')).toBe(paused.answered)
  })

  test('is stopped by a limit that its account gets while it runs, and goes on when it is raised', async () => {
    let set = false
    const limit = (limits: object) =>
      service.app.inject({
        method: 'PATCH',
        url: '/auth/me',
        headers: { authorization: `Bearer ${account.token}` },
        payload: { limits },
      })
    service.upstream.plan((scene) => {
      const first = !set
      set = true
      void (first ? limit({ calls: { day: 0 } }) : Promise.resolve()).then(() => say('Because.')(scene))
    })
    const { json } = await send('/audits', { pairs }, account.key)
    expect(await becomes(json.id, 'paused')).toMatchObject({ reason: 'limit' })
    expect(service.upstream.calls.length).toBeLessThan(24)
    await limit({ budget_eur: { day: 1 } })
    expect((await send(`/audits/${json.id}/resume`, {})).status).toBe(200)
    await becomes(json.id, 'done')
    expect(await account.used('ai/chat')).toBe(24)
  })

  test.each([
    ['names models, and not this one', { models: ['other'] }, /do not allow the model "small"/],
    ['is a budget, and the model has no price', { budget_eur: { day: 1 } }, /max_output_tokens/],
  ])('does not start if a limit %s', async (_what, limits, words) => {
    const { key } = (await send('/api-keys', { limits })).json
    const own = { provider: 'provider_a', user_api_key: 'sk-own', model: 'unpriced' }
    const body = 'models' in limits ? { pairs } : { pairs, ...own }
    expect(await send('/audits', body, key)).toMatchObject({
      status: 403,
      json: { detail: expect.stringMatching(words) },
    })
    expect(service.upstream.calls).toEqual([])
  })
})

test('a level of a budget that a node did not tell because it was killed is told by the next one, once', async () => {
  const nobody = 'http://127.0.0.1:9/'
  expect((await send('/webhooks', { url: nobody, events: ['budget.reached'] })).status).toBe(201)
  const key = await keyWith(0.0002)
  service.upstream.plan(say('Because.', { usage: { input: 60, output: 50 } }))
  await send(chat, { model, messages, max_tokens: 50 }, key.key)
  const told = async () => {
    const rows = await service.sql<{ level: number; payload: string }[]>`
      select d.level, d.payload from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.account_id = ${account.id}`
    expect(rows).toHaveLength(1)
    return { level: rows[0]?.level, data: JSON.parse(rows[0]?.payload ?? '').data }
  }
  const before = await vi.waitFor(told, WAIT)
  expect(before).toMatchObject({
    level: 50,
    data: { of: 'key', key_id: key.id, used_eur: 0.00011, budget_eur: 0.0002 },
  })
  // What is left if it is killed between the charge and the event.
  await service.sql`delete from webhook_deliveries`
  for (let starts = 0; starts < 2; starts++) {
    const next = await openAiService({ beside: service, env })
    expect(await vi.waitFor(told, WAIT)).toEqual(before)
    await next.close()
  }
})
