// Who decides how an answer is filtered, whose key is used, which models can be named, and which target chat uses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { reject, say, startUpstream, type Upstream } from '../../../test/upstream.ts'

let service: AiService
let spare: Upstream
let account: Account

const MODELS = [{ id: 'small', label: 'Small one', price: { input: 1, output: 2 } }, { id: 'odd:strict' }]

beforeAll(async () => {
  spare = await startUpstream()
  service = await openAiService({
    env: ({ upstream }) => {
      const openai = { format: 'openai', base_url: upstream, model: 'small-model' }
      return {
        PROVIDERS: JSON.stringify({
          main: { ...openai, aliases: ['openai'] },
          spare: { ...openai, base_url: spare.url },
        }),
        CHAT_PROVIDER: 'main',
        CHAT_API_KEY: '',
        CHAT_MODELS: JSON.stringify(MODELS),
        CHAT_TARGETS: JSON.stringify([
          { name: 'first', provider: 'main', api_key: 'key-first' },
          { name: 'second', provider: 'spare', api_key: 'key-second', models: { small: 'tiny' }, weight: 0 },
        ]),
        CHAT_FILTER_MODE: 'rebalance',
      }
    },
  })
  account = await service.account('pro')
})
afterAll(async () => {
  await service.close()
  await spare.close()
})

const messages = [{ role: 'user', content: 'Why?' }]

async function post(body: object, headers: Record<string, string> = {}, path = '/v1/chat/completions') {
  const sent = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json', ...headers }
  const response = await fetch(service.url + path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return { status: response.status, json: await response.json() }
}

async function keyWith(filter_mode: string): Promise<string> {
  const headers = { authorization: `Bearer ${account.token}` }
  const made = await service.app.inject({ method: 'POST', url: '/api-keys', headers, payload: { filter_mode } })
  return made.json().key
}

describe('the filter mode', () => {
  test('comes from the body, the header, the suffix, the key or the deployment, in this order', async () => {
    service.upstream.plan(say('Hi, scores 0.9'))
    const strictKey = { authorization: `Bearer ${await keyWith('strict')}` }
    const modeOf = async (body: object, headers: Record<string, string> = {}) =>
      (await post({ messages, ...body }, headers)).json.svc_filter.filter_mode
    const header = { 'X-Svc-Filter-Mode': 'analyze' }
    expect(await modeOf({})).toBe('rebalance')
    expect(await modeOf({}, strictKey)).toBe('strict')
    expect(await modeOf({ model: 'small:analyze' }, strictKey)).toBe('analyze')
    expect(await modeOf({ model: 'small:strict' }, { ...strictKey, ...header })).toBe('analyze')
    const svc_options = { filter_mode: 'rebalance' }
    expect(await modeOf({ model: 'small:strict', svc_options }, { ...strictKey, ...header })).toBe('rebalance')
    expect(service.upstream.calls.map(({ body }) => body.model).slice(-2)).toEqual(['small', 'small'])
  })

  test('has no suffix if a model of exactly that name is offered', async () => {
    service.upstream.plan(say('Hi, scores 0.9'))
    expect((await post({ messages, model: 'odd:strict' })).json.svc_filter.filter_mode).toBe('rebalance')
    expect(service.upstream.calls[0]?.body.model).toBe('odd:strict')
  })

  test('is 422 if it is unknown, also in a header', async () => {
    const { status, json } = await post({ messages }, { 'x-svc-filter-mode': 'loose' })
    expect([status, json.detail[0].loc]).toEqual([422, ['header', 'x-svc-filter-mode']])
  })

  test.each(['x-filter-mode', 'x-svc-filtermode', 'Filter-Mode', 'x-acme-filter-mode'])(
    'is 422 in the header %s, which is not ours',
    async (name) => {
      const { status, json } = await post({ messages }, { [name]: 'strict' })
      expect([status, json.detail[0].msg]).toEqual([422, 'Unknown header: use x-svc-filter-mode'])
    },
  )

  test('is 422 in the query', async () => {
    const { status, json } = await post({ messages }, {}, '/v1/chat/completions?filter_mode=strict')
    expect([status, json.detail[0].loc]).toEqual([422, ['query', 'filter_mode']])
  })
})

describe('models', () => {
  test('that are not offered are 422 before anything is charged, and are listed with label and price', async () => {
    const used = await account.used('ai/chat')
    const { status, json } = await post({ messages, model: 'gpt-expensive' })
    expect([status, json.detail[0].loc, await account.used('ai/chat')]).toEqual([422, ['body', 'model'], used])
    const headers = { authorization: `Bearer ${account.key}` }
    const listed = (await service.app.inject({ url: '/v1/models', headers })).json()
    expect(listed.data[0]).toMatchObject({ id: 'small', display_name: 'Small one', price: { input: 1, output: 2 } })
    const one = await service.app.inject({ url: '/v1/models/odd%3Astrict', headers })
    expect([one.statusCode, one.json().id]).toEqual([200, 'odd:strict'])
    expect((await service.app.inject({ url: '/v1/models/none', headers })).statusCode).toBe(404)
  })

  test('count tokens and cost for the account and the key', async () => {
    const counted = await service.account('pro')
    service.upstream.plan(say('Hi, scores 0.9', { usage: { input: 1_000_000, output: 500_000 } }))
    await post({ messages, model: 'small' }, { authorization: `Bearer ${counted.key}` })
    await post({ messages, model: 'small' }, { authorization: `Bearer ${counted.token}` })
    const headers = { authorization: `Bearer ${counted.token}` }
    const { tokens, keys } = (await service.app.inject({ url: '/usage/stats', headers })).json()
    expect(tokens).toEqual({ input: 2_000_000, output: 1_000_000, cost_eur: 4 })
    expect(keys[0].tokens).toEqual({ input: 1_000_000, output: 500_000, cost_eur: 2 })
  })

  test('without a price count tokens, but report no cost', async () => {
    const counted = await service.account('pro')
    service.upstream.plan(say('Hi, scores 0.9', { usage: { input: 100, output: 50 } }))
    await post({ messages, model: 'odd:strict' }, { authorization: `Bearer ${counted.key}` })
    const headers = { authorization: `Bearer ${counted.token}` }
    const { tokens } = (await service.app.inject({ url: '/usage/stats', headers })).json()
    expect(tokens).toEqual({ input: 100, output: 50, cost_eur: null })
  })
})

describe('an own key in the headers', () => {
  const own = { 'x-provider': 'openai', 'x-provider-key': 'sk-callers-own' }

  test('goes to its provider by name or alias, counts as /ai/proxy, and has no list of models', async () => {
    service.upstream.plan(say('Hi, scores 0.9'))
    const [chats, proxies] = [await account.used('ai/chat'), await account.used('ai/proxy')]
    const { status } = await post({ messages, model: 'gpt-expensive' }, own)
    expect([status, service.upstream.calls[0]?.headers.authorization]).toEqual([200, 'Bearer sk-callers-own'])
    expect([await account.used('ai/chat'), await account.used('ai/proxy')]).toEqual([chats, proxies + 1])
    expect(service.log()).not.toContain('sk-callers-own')
  })

  test('needs a plan with /ai/proxy, both headers, and a known provider', async () => {
    const free = await service.account('free')
    const auth = { authorization: `Bearer ${free.key}` }
    expect((await post({ messages }, { ...own, ...auth })).status).toBe(403)
    expect((await post({ messages }, { 'x-provider': 'openai' })).status).toBe(422)
    expect((await post({ messages }, { 'x-provider-key': 'k' })).status).toBe(422)
    expect((await post({ messages }, { ...own, 'x-provider': 'nobody' })).status).toBe(422)
  })

  test('that is rejected is named by its header, without the key', async () => {
    service.upstream.plan(reject(401, { message: 'bad key sk-callers-own' }))
    const { status, json } = await post({ messages, model: 'm' }, own)
    expect([status, json.detail]).toEqual([502, expect.stringContaining('given as X-Provider-Key')])
    expect(JSON.stringify(json)).not.toContain('sk-callers-own')
  })
})

describe('targets', () => {
  test('fall back to the next one, which has its own key and its own name for the model', async () => {
    service.upstream.plan(reject(500))
    spare.plan(say('From elsewhere, scores 0.9'))
    const { status, json } = await post({ messages, model: 'small' })
    expect([status, json.choices[0].message.content]).toEqual([200, 'From elsewhere, scores 0.9'])
    expect([spare.calls[0]?.body.model, spare.calls[0]?.headers.authorization]).toEqual(['tiny', 'Bearer key-second'])
    expect(service.upstream.calls).toHaveLength(1)
  })

  test('also fall back for streams, as long as nothing has arrived', async () => {
    service.upstream.plan(reject(503))
    spare.plan(say('Streamed, scores 0.9'))
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ messages, model: 'small:analyze', stream: true })
    const response = await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers, body })
    expect(await response.text()).toMatch(/Streamed,.*\[DONE\]/s)
  })

  test('do not fall back for errors of the request, or for a model that they do not serve', async () => {
    spare.plan(say('no'))
    service.upstream.plan(reject(400))
    expect((await post({ messages, model: 'small' })).status).toBe(502)
    service.upstream.plan(reject(500))
    expect((await post({ messages, model: 'odd:strict' })).status).toBe(502)
    expect(spare.calls).toHaveLength(0)
  })

  test('that keep failing are skipped, and the metrics show it', async () => {
    service.upstream.plan(reject(500))
    spare.plan(say('Hi, scores 0.9'))
    for (let calls = 0; calls < 7; calls++) expect((await post({ messages, model: 'small' })).status).toBe(200)
    expect(service.upstream.calls.length).toBeLessThanOrEqual(5)
    expect(spare.calls).toHaveLength(7)
    const metrics = (await service.app.inject({ url: '/metrics' })).body
    expect(metrics).toMatch(/model_calls_total\{target="first",result="server_error"\} \d+/)
    expect(metrics).toMatch(/model_calls_total\{target="second",result="ok"\} \d+/)
    expect(metrics).toMatch(/model_tokens_total\{target="second",direction="output"\} \d+/)
    expect(metrics).toMatch(/model_attempts_count\{mode="rebalance",passed="true"\} \d+/)
    expect(metrics).not.toContain('key-first')
  })
})
